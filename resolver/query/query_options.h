/* Options of ddds query.
 *
 * SPDX-License-Identifier: MIT */
#ifndef QUERY_QUERY_OPTIONS_H
#define QUERY_QUERY_OPTIONS_H

#include "cli/resolver_line.h"
#include "cli/run.h"

struct query_options {
    uint16_t type;   /* default for all names */
    uint16_t *types; /* of each name; 0: |type| */
};

struct query_line {
    struct resolver_line common;
    struct query_options query;
};

extern const struct option_set query_options;

command_function command_query;

#endif
