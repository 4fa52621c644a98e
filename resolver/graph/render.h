/* Interface to graphviz's dot.
 *
 * SPDX-License-Identifier: MIT */
#ifndef GRAPH_RENDER_H
#define GRAPH_RENDER_H

#include <stdio.h>

/* Let dot read |source| from its start and write SVG to standard output. Return
 * an exit status; failures are reported. */
int render_svg(FILE *source);

#endif
