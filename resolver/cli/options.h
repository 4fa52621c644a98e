/* The parser of the command line, the same for all commands.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "cli/option.h"

/* Read the |count| words at |arguments|, which follow the name of |command|,
 * into |options|, which are as large as |set| says. Strings are those of the
 * command line, or live as long as the options. Returns -1 to go on, or an exit
 * status: something else is asked for, or the mistake has been reported. Clear
 * the options in both cases. */
int options_read(void *options, const struct option_set *set,
                 enum command command, int count, char **arguments);
void options_clear(void *options, const struct option_set *set);

/* Return the options for the versions of UUIDs if |word|, as "-5" or "v7", names a
 * version and |command| makes UUIDs; else NULL. Static storage. */
const char *options_find_version(enum command command, const char *word);

/* Keep |word| as an input. */
void options_keep_input(struct command_words *words, const char *word);

/* The options --help and --version, of struct command_words. */
extern const struct option_rows help_rows;

/* Of commands that have no others. */
extern const struct option_set plain_options;

#endif
