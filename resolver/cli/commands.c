/* Search for commands by name. Their texts are in command_pages.c.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/commands.h"

#include <string.h>

const struct command_page *command_find(const char *name)
{
    const struct command_page *page;
    for (size_t i = 0; (page = command_at(i)) != NULL; i++) {
        if (strcmp(page->name, name) == 0) {
            return page;
        }
    }
    return NULL;
}

const struct command_page *command_page(enum command command)
{
    const struct command_page *page;
    for (size_t i = 0; (page = command_at(i)) != NULL; i++) {
        if (page->command == command) {
            return page;
        }
    }
    return NULL;
}

bool command_has(const struct command_page *page,
                 const struct command_page *subcommand)
{
    size_t length = strlen(page->name);
    return strncmp(subcommand->name, page->name, length) == 0 &&
           subcommand->name[length] == ' ';
}

bool command_is_part(const struct command_page *page)
{
    return strchr(page->name, ' ') != NULL;
}
