/* Options that must go together, or must not.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_OPTION_CHECKS_H
#define CLI_OPTION_CHECKS_H

#include "cli/options.h"

/* Finish |options|, all of whose words have been read, as their command needs
 * them. Returns -1, or an exit status: the mistake has been reported. */
int options_complete(struct options *options);

#endif
