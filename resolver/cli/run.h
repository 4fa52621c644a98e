/* Common start of programs: from the words of a command to its exit status.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include <stdbool.h>

#include "cli/option.h"

/* Run with |options|, the struct of the command's set. Return an exit
 * status. */
typedef int command_function(const void *options);

/* Read the |count| words at |arguments|, which follow the name of |command| if
 * that |is_named|, by |set|, and |run| the command, or show its help or the
 * version. Return the exit status. */
int command_run(enum command command, const struct option_set *set,
                command_function *run, bool is_named, int count,
                char **arguments);

/* The main function of a program: |run| it with its words, and report failures
 * of memory and standard output. */
int command_main(int (*run)(int count, char **arguments), int count,
                 char **arguments);

#endif
