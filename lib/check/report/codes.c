/* The table of codes as data, with lookup by number and by name.
 *
 * SPDX-License-Identifier: MIT */
#include "check/report/codes.h"

#include <string.h>

#include "base/ascii.h"

static const struct ddds_check_code codes[] = {
#define CHECK_CODE(number, name, severity, title, why, consequence)            \
    {"L" #number, DDDS_##severity, title, why, consequence},
#include "check/report/codes.def"
#undef CHECK_CODE
};

const struct ddds_check_code *ddds_check_code_at(size_t index)
{
    return index < CHECK_CODES ? &codes[index] : NULL;
}

const struct ddds_check_code *ddds_check_code_find(const char *name)
{
    for (size_t i = 0; name != NULL && i < CHECK_CODES; i++) {
        if (ascii_equal(codes[i].code, name)) {
            return &codes[i];
        }
    }
    return NULL;
}

const char *ddds_severity_text(enum ddds_severity severity)
{
    static const char *const texts[] = {"info", "warning", "error"};
    return (size_t)severity < sizeof texts / sizeof texts[0]
               ? texts[severity]
               : "unknown severity";
}

/* ---- Corrections ---------------------------------------------------- */

/* Codes whose corrections need no confirmation: they preserve the meaning of
 * the record, or give its only possible meaning to a record that servers or
 * clients reject. Others choose among meanings: an order, a flag, a group, a
 * name that may be complete. */
static const char certain[] =
    "L100 L101 L102 L104 L105 L106 L107 L110 L111 L113 L116 L120 L121 L122 "
    "L123 L140 L201 L202 L203 L206 L207 L208 L209 L212 L213 L214 L218 L219 "
    "L309 "
    "L311 L312 L314 L701";

/* Codes that certain corrections remove as well, without a choice: non-ASCII
 * octets by replacing a non-ASCII delimiter, and the delimiter of ENUM by any
 * other. */
static const char neutral[] = "L108 L230";

enum correction_kind ddds_correction_kind(const struct ddds_check_code *code)
{
    return strstr(certain, code->code) != NULL   ? CORRECTION_CERTAIN
           : strstr(neutral, code->code) != NULL ? CORRECTION_NEUTRAL
                                                 : CORRECTION_CHOICE;
}

bool ddds_correction_respells(const struct ddds_check_code *code)
{
    static const char spelling[] = "L105 L106 L107 L110 L116 L120 L121 L701";
    return strstr(spelling, code->code) != NULL;
}
