/* Inputs that are rejected before anything is looked up, with messages.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_HINTS_H
#define BATCH_HINTS_H

#include <stdbool.h>

#include <ddds/status.h>

#include "cli/options.h"

/* Has |input| no scheme, although |options| name no application that takes
 * inputs without one? */
bool hint_is_needed(const struct options *options, const char *input);

/* Write to |hint| what is wrong with such an |input|, by its looks, and what to
 * do. Returns |hint|. */
const char *hint_write(const char *input, char hint[DDDS_DETAIL_SIZE]);

/* Report that the first input of the command line cannot be one, as a mistyped
 * command: before zone files are opened. False if it can. */
bool hint_refuses(const struct options *options);

#endif
