/* Labels of nodes and edges.
 *
 * SPDX-License-Identifier: MIT */
#ifndef GRAPH_GRAPH_LABEL_H
#define GRAPH_GRAPH_LABEL_H

#include "graph/graph.h"

/* Return the label, to be freed: lines of printable ASCII. */
char *graph_node_label(const struct graph_node *node);
char *graph_edge_label(const struct graph *graph,
                       const struct graph_edge *edge);

#endif
