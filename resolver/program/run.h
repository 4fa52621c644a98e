/* What the programs have in common: from the words of a command to its exit
 * status.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PROGRAM_RUN_H
#define PROGRAM_RUN_H

#include <stdbool.h>

#include "cli/command.h"

/* Read the |count| words at |arguments|, which follow the name of |command| if
 * that |is_named|, and |run| it, or show its help or the version. |defaults|
 * sets defaults of options; it may be NULL. Returns the exit status. */
int command_run(enum command command, command_function *run,
                options_defaults_fn *defaults, bool is_named, int count,
                char **arguments);

/* The function main of a program: |run| it with its words, and see to memory
 * and to standard output. */
int command_main(int (*run)(int count, char **arguments), int count,
                 char **arguments);

#endif
