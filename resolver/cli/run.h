/* What the programs have in common: from the words of a command to its exit
 * status.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include <stdbool.h>

#include "cli/option.h"

/* Do what |options| say, of the struct that the command's set is for. Returns
 * an exit status. */
typedef int command_function(const void *options);

/* Read the |count| words at |arguments|, which follow the name of |command| if
 * that |is_named|, by |set|, and |run| the command, or show its help or the
 * version. Returns the exit status. */
int command_run(enum command command, const struct option_set *set,
                command_function *run, bool is_named, int count,
                char **arguments);

/* The function main of a program: |run| it with its words, and see to memory
 * and to standard output. */
int command_main(int (*run)(int count, char **arguments), int count,
                 char **arguments);

#endif
