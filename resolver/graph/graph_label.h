/* Labels and colors of nodes and edges.
 *
 * SPDX-License-Identifier: MIT */
#ifndef GRAPH_GRAPH_LABEL_H
#define GRAPH_GRAPH_LABEL_H

#include "graph/graph.h"

/* How a node looks. Color is never the only sign: problems have a "!", rules
 * that were passed over are dashed, chosen rules are thick. */
enum graph_look {
    LOOK_INPUT,
    LOOK_KEY,
    LOOK_SERVERS,
    LOOK_HOST,
    LOOK_URI,
    LOOK_PROTOCOL,
    LOOK_UUID,
    LOOK_PATTERN,
    LOOK_NOWHERE,
    LOOK_OUTSIDE,
    LOOK_WRONG,
};

struct graph_paint {
    const char *fill;
    const char *line;
    bool is_dashed;
};

/* One for each look. All are light with black text, so that the picture looks
 * the same on a light page and on a dark one. */
extern const struct graph_paint graph_paints[];

enum graph_look graph_look_of(const struct graph_node *node);

/* The color of an edge, and how it is drawn. */
const char *graph_edge_color(const struct graph_edge *edge);
bool graph_edge_is_thick(const struct graph_edge *edge);
bool graph_edge_is_dashed(const struct graph_edge *edge);

/* The label as lines of printable ASCII, joined by newlines and wrapped. Free
 * it with free(). */
char *graph_node_label(const struct graph_node *node);
char *graph_edge_label(const struct graph *graph,
                       const struct graph_edge *edge);

/* One line that explains the signs. */
extern const char graph_legend[];

#endif
