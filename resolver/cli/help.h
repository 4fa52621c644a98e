/* The output of ddds help and --help.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/option.h"

/* Print the list of all commands; the applications, each with an example; the
 * help of a command with its options; the version. */
void help_all(void);
void help_applications(void);
void help_command(const struct command_page *page,
                  const struct option_set *set);
void help_version(void);
void help_versions(void); /* including the libraries */

/* Report that |word|, or "|group| |word|" if |group| is not NULL, is not a
 * command. */
void help_refuse(const struct command_page *group, const char *word);

#endif
