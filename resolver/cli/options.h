/* The parser of the command line, the same for all commands.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "cli/option.h"

/* Read the |count| words at |arguments|, which follow the name of |command|,
 * into |options|, of the size in |set|. Strings point into the command line, or
 * live as long as the options. Return -1 to continue, or an exit status for
 * another request or after reporting an error. The caller must clear the
 * options in all cases. */
int options_read(void *options, const struct option_set *set,
                 enum command command, int count, char **arguments);
void options_clear(void *options, const struct option_set *set);

/* Return the options for versions of UUIDs if |word|, such as "-5" or "v7",
 * names a version and |command| generates UUIDs; otherwise NULL. Static
 * storage. */
const char *options_find_version(enum command command, const char *word);

/* Append |word| to the inputs. */
void options_keep_input(struct command_words *words, const char *word);

/* The options --help and --version, of struct command_words. */
extern const struct option_rows help_rows;

/* For commands without other options. */
extern const struct option_set plain_options;

#endif
