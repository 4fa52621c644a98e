/* Graphs as answers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_ANSWER_DRAWN_H
#define SERVE_ANSWER_DRAWN_H

#include <ddds/ddds.h>

#include "graph/graph.h"
#include "serve/answer/http_answer.h"

/* Answer |ask| with the graph of the steps in |result|. */
void answer_walk(const struct ask *ask, const struct ddds_result *result,
                 struct answer *answer);

/* Answer |ask| with |graph|, on which graph_finish() has been called. */
void answer_graph(const struct ask *ask, struct graph *graph,
                  struct answer *answer);

#endif
