/* Inputs that are rejected before anything is looked up, with messages.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_HINTS_H
#define BATCH_HINTS_H

#include <stdbool.h>

#include <ddds/status.h>

#include "cli/resolver_line.h"

/* Has |input| no scheme, although |options| name no application that takes
 * inputs without one? */
bool hint_is_needed(const struct resolver_line *options, const char *input);

/* Where an input was found: in a file, or after "--", where nothing else can
 * stand; on the command line; there, and without a command, so that it may be
 * meant as one. */
enum hint_place { HINT_FILE, HINT_ARGUMENT, HINT_COMMAND };

/* The place of the input at |index| of the command line; of inputs from files,
 * SIZE_MAX. */
enum hint_place hint_place(const struct resolver_line *options, size_t index);

/* Write to |hint| what is wrong with such an |input|, by its looks, and what to
 * do. Returns |hint|. */
const char *hint_write(const char *input, enum hint_place place,
                       char hint[DDDS_DETAIL_SIZE]);

/* Report that an input of the command line cannot be one, as a mistyped command
 * or a zone file: before zone files are opened. False if all can. */
bool hint_refuses(const struct resolver_line *options);

/* The same, for zone files alone. */
bool hint_refuses_files(const struct resolver_line *options);

/* Does hint_application know a hint for |input|? */
bool hint_applies(const struct resolver_line *options, const char *input);

/* After |input| failed: name the application that it seems to be for, if none
 * was named. |*given| is 0 at first, and keeps each hint from being given
 * twice. */
void hint_application(const struct resolver_line *options, const char *input,
                      unsigned *given);

#endif
