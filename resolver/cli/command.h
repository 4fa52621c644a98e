/* The commands: each takes the words behind its own name, which is the first
 * of |arguments|, and returns an exit status.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stdbool.h>
#include <stdio.h>

int command_resolve(int count, char **arguments);
int command_trace(int count, char **arguments);
int command_query(int count, char **arguments);
int command_lint(int count, char **arguments);
int command_test(int count, char **arguments);
int command_graph(int count, char **arguments);
int command_rewrite(int count, char **arguments);
int command_urn(int count, char **arguments);
int command_uuid(int count, char **arguments);
int command_help(int count, char **arguments);
int command_version(int count, char **arguments);

/* Is |word| the name of one of them? */
bool is_command(const char *word);

/* The help on |command|, or on all of them if it is NULL. EXIT_USAGE if there
 * is no such command. */
int print_help(FILE *out, const char *command);
void print_version(void);

#endif
