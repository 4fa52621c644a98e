/* What the subcommands of ddds uuid share: each takes the words behind its own
 * name, which is the first of |arguments|, and returns an exit status.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UUID_COMMAND_UUID_H
#define UUID_COMMAND_UUID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <ddds/uuid.h>

#include "uuid/uuid_table.h"
#include "cli/words.h"

int uuid_gen(int count, char **arguments);
int uuid_parse(int count, char **arguments);
int uuid_check(int count, char **arguments);
int uuid_fmt(int count, char **arguments);
int uuid_cmp(int count, char **arguments);
int uuid_range(int count, char **arguments);
int uuid_ns(int count, char **arguments);

/* A form by its name in options; false if there is none. */
bool uuid_form_find(const char *name, size_t length, unsigned *form);

/* "canon,urn,...", as --form takes it. False, and complains, if that is no list
 * of forms. */
bool uuid_forms_read(const char *list, unsigned *forms);

/* Complain about a |text| that is no UUID, with a caret. */
void uuid_refuse(const char *text, const struct ddds_error *error);

/* The answer to an option that getopt_long did not know (|code| is '?'), or
 * that lacks its argument (':'); EXIT_USAGE. */
int uuid_refuse_option(const char *command, int code, char **arguments);

#endif
