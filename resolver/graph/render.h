/* Graphviz's dot, as a process of its own.
 *
 * SPDX-License-Identifier: MIT */
#ifndef GRAPH_RENDER_H
#define GRAPH_RENDER_H

#include <stdio.h>

/* Let dot read |source| from its beginning and write an SVG to standard output.
 * Returns an exit status; what kept it from that has been reported. */
int render_svg(FILE *source);

#endif
