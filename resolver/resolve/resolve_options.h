/* Options of ddds resolve and ddds trace.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RESOLVE_RESOLVE_OPTIONS_H
#define RESOLVE_RESOLVE_OPTIONS_H

#include "cli/run.h"

/* of struct resolver_line */
extern const struct option_set resolve_options;

command_function command_resolve;

#endif
