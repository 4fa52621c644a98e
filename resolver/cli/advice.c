/* Hints, one for each setting.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/advice.h"

#include <stdio.h>
#include <string.h>

const char *advice_on(enum ddds_setting setting)
{
    switch (setting) {
    case DDDS_SETTING_ORIGIN:
        return ", or give FILE:ORIGIN";
    case DDDS_SETTING_INCLUDE_ANYWHERE:
        return "; --include-anywhere allows it";
    case DDDS_SETTING_MAX_GENERATED:
        return "; --max-generated allows more";
    case DDDS_SETTING_MAX_HOPS:
        return " (--max-hops)";
    case DDDS_SETTING_MAX_QUERIES:
        return " (--max-queries)";
    case DDDS_SETTING_MAX_STEPS:
        return " (--max-steps)";
    case DDDS_SETTING_ROOTS:
        return "; give it with --root";
    case DDDS_SETTING_OWN_HOSTS:
        return " (--own-host)";
    case DDDS_SETTING_NEAR:
        return " (--near)";
    case DDDS_SETTING_SERVICES: /* requested_advise() handles it */
    case DDDS_SETTING_NONE:
        break;
    }
    return "";
}

void advice_add(struct ddds_error *error)
{
    const size_t length = strlen(error->detail);
    snprintf(error->detail + length, sizeof error->detail - length, "%s",
             advice_on(error->setting));
}
