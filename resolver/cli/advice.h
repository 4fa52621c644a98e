/* Which option of the command line helps where the library names a member of
 * its options.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_ADVICE_H
#define CLI_ADVICE_H

#include <ddds/status.h>

/* The end of a sentence about something that |setting| would change, for
 * example " (--max-hops)"; "" if it is DDDS_SETTING_NONE. */
const char *advice_on(enum ddds_setting setting);

/* Append the advice on the setting of |error| to its detail. */
void advice_add(struct ddds_error *error);

#endif
