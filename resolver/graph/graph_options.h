/* Options of ddds graph.
 *
 * SPDX-License-Identifier: MIT */
#ifndef GRAPH_GRAPH_OPTIONS_H
#define GRAPH_GRAPH_OPTIONS_H

#include "cli/resolver_line.h"
#include "cli/run.h"

enum graph_format { GRAPH_DOT, GRAPH_SVG };

struct graph_options {
    enum graph_format format;
    struct given_words keys; /* --key */
    bool has_depth;
    struct given_words sets; /* --inputs */
    unsigned depth;
    unsigned max_edges; /* 0: default of the format */
};

struct graph_line {
    struct resolver_line common;
    struct graph_options graph;
};

extern const struct option_set graph_options;

command_function command_graph;

#endif
