/* Messages about inputs that are refused before they are looked up.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_HINTS_H
#define BATCH_HINTS_H

#include <stdbool.h>

#include <ddds/status.h>

#include "cli/resolver_line.h"

/* Return true if |input| has no scheme, and no application is given. */
bool hint_is_needed(const struct resolver_line *options, const char *input);

/* Source of an input: a file or the arguments after "--"; the command line; the
 * command line without a command, where it may be a mistyped command. */
enum hint_place { HINT_FILE, HINT_ARGUMENT, HINT_COMMAND };

/* Return the source of the input at |index|; SIZE_MAX: from a file. */
enum hint_place hint_place(const struct resolver_line *options, size_t index);

/* Write a message to |hint|: why |input| is invalid, judged by its form, and
 * what to do. Return |hint|. */
const char *hint_write(const char *input, enum hint_place place,
                       char hint[DDDS_DETAIL_SIZE]);

/* Append the command that |input|, which is refused, is like, if it may be a
 * mistyped command although an application is given. */
void hint_add_command(const struct resolver_line *options, size_t index,
                      const char *input, char detail[DDDS_DETAIL_SIZE]);

/* Return true, and complain, if an input of the command line is a mistyped
 * command or a zone file. Call it before zone files are opened. */
bool hint_refuses(const struct resolver_line *options);

/* Do the same for zone files only. */
bool hint_refuses_files(const struct resolver_line *options);

/* Return true if hint_application() has a hint for |input|. */
bool hint_applies(const struct resolver_line *options, const char *input);

/* After |input| failed, suggest the application that it needs, if none was
 * given. |*given|, initially 0, prevents repeated hints. */
void hint_application(const struct resolver_line *options, const char *input,
                      unsigned *given);

#endif
