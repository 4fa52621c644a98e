/* Capabilities of the terminal.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_TERMINAL_COLOR_H
#define CLI_TERMINAL_COLOR_H

#include <stdbool.h>

/* Does it understand escape sequences? Not with TERM=dumb. */
bool terminal_has_escapes(void);

/* What --color auto means: standard output is a terminal that understands
 * escape sequences, and the user has not said NO_COLOR. */
bool terminal_wants_color(void);

#endif
