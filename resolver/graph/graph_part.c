/* A part of a graph, limited by starts, delegations and edges.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "graph/graph.h"

/* Level of unreached nodes. */
static const size_t unreached = SIZE_MAX;

struct parting {
    struct graph *graph;
    size_t *levels; /* of each node: delegations from a start */
    size_t *queue;  /* of nodes whose edges are to be followed */
    size_t head;
    size_t tail;
    size_t *starts;
    size_t start_count;
};

/* ---- Reachability ------------------------------------------------------- */

static void forget(struct parting *parting)
{
    parting->head = parting->tail = 0;
    for (size_t i = 0; i < parting->graph->node_count; i++) {
        parting->levels[i] = unreached;
    }
}

static void reach(struct parting *parting, size_t node, size_t level)
{
    if (parting->levels[node] == unreached) {
        parting->levels[node] = level;
        parting->queue[parting->tail++] = node;
    }
}

/* Breadth-first search. Only edges between keys count as delegations. */
static void follow(struct parting *parting, size_t depth)
{
    const struct graph *graph = parting->graph;
    while (parting->head < parting->tail) {
        size_t from = parting->queue[parting->head++];
        const struct graph_node *node = &graph->nodes[from];
        for (size_t i = node->first; i < node->first + node->count; i++) {
            const struct graph_edge *edge = &graph->edges[i];
            size_t level = parting->levels[from] +
                           (node->shape == GRAPH_KEY &&
                            graph->nodes[edge->to].shape == GRAPH_KEY);
            if (level <= depth && graph_is_drawn(graph, edge)) {
                reach(parting, edge->to, level);
            }
        }
    }
}

/* ---- Starts ------------------------------------------------------------- */

static void start_at(struct parting *parting, size_t node)
{
    parting->starts[parting->start_count++] = node;
    reach(parting, node, 0);
}

/* Start at nodes without incoming edges, then once in each unreached loop. */
static void find_starts(struct parting *parting, bool *is_entered)
{
    const struct graph *graph = parting->graph;
    for (size_t i = 0; i < graph->edge_count; i++) {
        is_entered[graph->edges[i].to] |=
            graph_is_drawn(graph, &graph->edges[i]);
    }
    for (size_t i = 0; i < graph->node_count; i++) {
        if (!graph->nodes[i].is_hidden && !is_entered[i]) {
            start_at(parting, i);
        }
    }
    follow(parting, unreached - 1);
    for (size_t i = 0; i < graph->node_count; i++) {
        if (!graph->nodes[i].is_hidden && parting->levels[i] == unreached) {
            start_at(parting, i);
            follow(parting, unreached - 1);
        }
    }
}

static void take_starts(struct parting *parting, const struct graph_part *part)
{
    bool *is_entered = calloc(parting->graph->node_count + 1, 1);
    forget(parting);
    if (part->starts == NULL) {
        find_starts(parting, is_entered);
    }
    for (size_t i = 0; part->starts != NULL && i < part->start_count; i++) {
        if (parting->levels[part->starts[i]] == unreached) {
            start_at(parting, part->starts[i]);
        }
    }
    free(is_entered);
}

/* ---- Hiding the rest ---------------------------------------------------- */

static void hide_unreached(struct parting *parting)
{
    for (size_t i = 0; i < parting->graph->node_count; i++) {
        parting->graph->nodes[i].is_hidden |= parting->levels[i] == unreached;
    }
}

static void leave_out(struct graph *graph, struct graph_edge *edge)
{
    edge->is_left_out = true;
    graph->nodes[edge->from].left_out++;
}

/* Leave out edges from reached to unreached nodes, before hiding these. */
static void cut(struct parting *parting)
{
    struct graph *graph = parting->graph;
    for (size_t i = 0; i < graph->edge_count; i++) {
        struct graph_edge *edge = &graph->edges[i];
        if (parting->levels[edge->from] != unreached &&
            parting->levels[edge->to] == unreached &&
            graph_is_drawn(graph, edge)) {
            leave_out(graph, edge);
        }
    }
}

static void count(const struct graph *graph, size_t *keys, size_t *edges)
{
    *keys = *edges = 0;
    for (size_t i = 0; i < graph->node_count; i++) {
        *keys +=
            graph->nodes[i].shape == GRAPH_KEY && !graph->nodes[i].is_hidden;
    }
    for (size_t i = 0; i < graph->edge_count; i++) {
        *edges += graph_is_drawn(graph, &graph->edges[i]);
    }
}

/* Numbers of edges that may still be drawn. */
struct budget {
    size_t chosen; /* that were chosen */
    size_t others;
};

/* Follow edges until |left| of them are drawn. Finish each start before the
 * next, so that most components are complete. */
static void follow_some(struct parting *parting, struct budget *left)
{
    struct graph *graph = parting->graph;
    while (parting->head < parting->tail) {
        const struct graph_node *node =
            &graph->nodes[parting->queue[parting->head++]];
        for (size_t i = node->first; i < node->first + node->count; i++) {
            struct graph_edge *edge = &graph->edges[i];
            if (!graph_is_drawn(graph, edge)) {
                continue;
            }
            size_t *its =
                edge->trail == GRAPH_CHOSEN ? &left->chosen : &left->others;
            if (*its == 0) {
                leave_out(graph, edge);
                continue;
            }
            --*its;
            reach(parting, edge->to, 0);
        }
    }
}

/* Chosen edges come first: without them the picture shows no outcome. */
static void limit(struct parting *parting, size_t most)
{
    struct budget left = {0, 0};
    for (size_t i = 0; i < parting->graph->edge_count; i++) {
        const struct graph_edge *edge = &parting->graph->edges[i];
        left.chosen += left.chosen < most && edge->trail == GRAPH_CHOSEN &&
                       graph_is_drawn(parting->graph, edge);
    }
    left.others = most - left.chosen;
    forget(parting);
    for (size_t i = 0;
         i < parting->start_count && left.chosen + left.others > 0; i++) {
        struct budget before = left;
        reach(parting, parting->starts[i], 0);
        follow_some(parting, &left);
        /* a node without edges counts, too */
        left.others -= left.others > 0 && left.others == before.others &&
                       left.chosen == before.chosen;
    }
    hide_unreached(parting);
}

/* ---- Interface ---------------------------------------------------------- */

static void draw_part(struct parting *parting, const struct graph_part *part,
                      struct graph_extent *extent)
{
    struct graph *graph = parting->graph;
    take_starts(parting, part);
    forget(parting);
    for (size_t i = 0; i < parting->start_count; i++) {
        reach(parting, parting->starts[i], 0);
    }
    follow(parting, part->depth);
    cut(parting);
    hide_unreached(parting);
    count(graph, &extent->all_keys, &extent->all_edges);
    if (extent->all_edges > part->most_edges) {
        limit(parting, part->most_edges);
    }
    count(graph, &extent->keys, &extent->edges);
}

void graph_draw_part(struct graph *graph, const struct graph_part *part,
                     struct graph_extent *extent)
{
    size_t room = graph->node_count + 1;
    struct parting parting = {
        .graph = graph,
        .levels = calloc(room, sizeof *parting.levels),
        .queue = calloc(room, sizeof *parting.queue),
        .starts = calloc(room, sizeof *parting.starts),
    };
    *extent = (struct graph_extent){0};
    draw_part(&parting, part, extent);
    free(parting.levels);
    free(parting.queue);
    free(parting.starts);
}
