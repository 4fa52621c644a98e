/* The table of codes, as data: lookup by number and by name.
 *
 * SPDX-License-Identifier: MIT */
#include "check/report/codes.h"

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
