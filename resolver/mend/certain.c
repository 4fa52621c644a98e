/* Which corrections are certain.
 *
 * SPDX-License-Identifier: MIT */
#include "mend/certain.h"

#include <stddef.h>
#include <string.h>

/* A new code is not certain until it is listed here. */
static const char *const certain[] = {
    "L100", "L101", "L102", "L104", "L105", "L106", "L107", "L110", "L111",
    "L113", "L116", "L120", "L121", "L122", "L123", "L201", "L202", "L203",
    "L206", "L207", "L208", "L209", "L211", "L212", "L213", "L214", "L218",
    "L219", "L309", "L311", "L312", "L314", "L701",
};

bool is_certain(const char *code)
{
    for (size_t i = 0; i < sizeof certain / sizeof certain[0]; i++) {
        if (strcmp(certain[i], code) == 0) {
            return true;
        }
    }
    return false;
}
