/* Which corrections are certain.
 *
 * SPDX-License-Identifier: MIT */
#include "check/correct/certain.h"

#include <stddef.h>
#include <string.h>

/* A new code is not certain until it is listed here. */
static const char *const certain[] = {
    "L100", "L101", "L102", "L104", "L105", "L106", "L107", "L110",
    "L111", "L113", "L116", "L120", "L121", "L122", "L123", "L201",
    "L202", "L203", "L206", "L207", "L208", "L209", "L212", "L213",
    "L214", "L218", "L219", "L309", "L311", "L312", "L314", "L701",
};

/* These vanish with what is certain, and choose nothing: octets that are not
 * ASCII with a delimiter that is not, and a delimiter of ENUM with any
 * other. */
static const char *const neutral[] = {"L108", "L230"};

static bool is_among(const char *const *codes, size_t count, const char *code)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(codes[i], code) == 0) {
            return true;
        }
    }
    return false;
}

bool ddds_certain_code(const char *code)
{
    return is_among(certain, sizeof certain / sizeof certain[0], code);
}

bool ddds_certain_choice(const char *code)
{
    return !ddds_certain_code(code) &&
           !is_among(neutral, sizeof neutral / sizeof neutral[0], code);
}
