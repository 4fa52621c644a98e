/* Capabilities of the terminal.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_TERMINAL_COLOR_H
#define CLI_TERMINAL_COLOR_H

#include <stdbool.h>

/* Return true if the terminal supports escape sequences, which TERM=dumb
 * denies. */
bool terminal_has_escapes(void);

/* Return the meaning of --color auto: true if standard output is a terminal
 * with escape sequences, and NO_COLOR is not set. */
bool terminal_wants_color(void);

#endif
