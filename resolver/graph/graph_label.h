/* What stands on the nodes and edges of a graph, whoever draws it.
 *
 * SPDX-License-Identifier: MIT */
#ifndef GRAPH_GRAPH_LABEL_H
#define GRAPH_GRAPH_LABEL_H

#include "graph/graph.h"

/* How it looks. Color is never the only sign: what is wrong has a "!", what was
 * passed over is dashed, what was chosen is thick. */
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

/* One for each look. All on white, with black text, so that the picture is the
 * same on a light page and on a dark one. */
extern const struct graph_paint graph_paints[];

enum graph_look graph_look_of(const struct graph_node *node);

/* The color of an edge, and how it is drawn. */
const char *graph_edge_color(const struct graph_edge *edge);
bool graph_edge_is_thick(const struct graph_edge *edge);
bool graph_edge_is_dashed(const struct graph_edge *edge);

/* The lines of a label, to be freed: printable ASCII, a newline between them,
 * none too long to be read. NULL without memory. */
char *graph_node_label(const struct graph_node *node);
char *graph_edge_label(const struct graph *graph,
                       const struct graph_edge *edge);

/* One line that says what the signs mean. */
extern const char graph_legend[];

#endif
