/* Terminal properties from the environment.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/terminal_color.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool terminal_has_escapes(void)
{
    const char *kind = getenv("TERM");
    return kind == NULL || strcmp(kind, "dumb") != 0;
}

bool terminal_wants_color(void)
{
    const char *no_color = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) != 0 && terminal_has_escapes() &&
           (no_color == NULL || *no_color == '\0');
}
