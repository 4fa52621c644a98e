/* Options of the command line for settings that errors of the library refer to.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_ADVICE_H
#define CLI_ADVICE_H

#include <ddds/status.h>

/* Return the end of a sentence with the option for |setting|, for example "
 * (--max-hops)"; "" for DDDS_SETTING_NONE. */
const char *advice_on(enum ddds_setting setting);

/* Append the hint on the setting of |error| to its detail. */
void advice_add(struct ddds_error *error);

#endif
