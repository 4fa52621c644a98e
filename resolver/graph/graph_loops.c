/* Find loops of delegations: Tarjan's algorithm for strongly connected
 * components. It is iterative, because a zone may chain any number of keys.
 *
 * SPDX-License-Identifier: MIT */
#include "graph/graph.h"

#include <stdlib.h>

struct loop_visit {
    size_t number; /* order of discovery plus 1; 0: not visited */
    size_t low;    /* lowest number reachable from it */
    size_t edge;   /* next edge to follow */
    size_t component;
    bool is_open;
};

struct tour {
    struct graph *graph;
    struct loop_visit *visits;
    size_t *path; /* stack from the root to the current node */
    size_t depth;
    size_t *open; /* stack of nodes not yet in a component */
    size_t open_count;
    size_t met;
    size_t components;
};

static void arrive(struct tour *tour, size_t node)
{
    struct loop_visit *visit = &tour->visits[node];
    visit->number = visit->low = ++tour->met;
    visit->edge = tour->graph->nodes[node].first;
    visit->is_open = true;
    tour->path[tour->depth++] = node;
    tour->open[tour->open_count++] = node;
}

static void close_component(struct tour *tour, size_t root)
{
    size_t node;
    tour->components++;
    do {
        node = tour->open[--tour->open_count];
        tour->visits[node].is_open = false;
        tour->visits[node].component = tour->components;
    } while (node != root);
}

static void leave(struct tour *tour, size_t node)
{
    const struct loop_visit *visit = &tour->visits[node];
    if (visit->low == visit->number) {
        close_component(tour, node);
    }
    tour->depth--;
    if (tour->depth > 0) {
        struct loop_visit *before = &tour->visits[tour->path[tour->depth - 1]];
        before->low = visit->low < before->low ? visit->low : before->low;
    }
}

static void tour_from(struct tour *tour, size_t root)
{
    arrive(tour, root);
    while (tour->depth > 0) {
        size_t node = tour->path[tour->depth - 1];
        const struct graph_node *here = &tour->graph->nodes[node];
        struct loop_visit *visit = &tour->visits[node];
        if (visit->edge == here->first + here->count) {
            leave(tour, node);
            continue;
        }
        size_t next = tour->graph->edges[visit->edge++].to;
        if (tour->visits[next].number == 0) {
            arrive(tour, next);
        } else if (tour->visits[next].is_open &&
                   tour->visits[next].number < visit->low) {
            visit->low = tour->visits[next].number;
        }
    }
}

static void blame_loops(struct graph *graph, const struct loop_visit *visits)
{
    for (size_t i = 0; i < graph->edge_count; i++) {
        const struct graph_edge *edge = &graph->edges[i];
        if (edge->problem == NULL &&
            visits[edge->from].component == visits[edge->to].component) {
            graph_blame_edge(graph, i, "loop");
        }
    }
}

void graph_mark_loops(struct graph *graph)
{
    size_t count = graph->node_count;
    struct tour tour = {.graph = graph};
    if (count == 0) {
        return;
    }
    tour.visits = calloc(count, sizeof *tour.visits);
    tour.path = calloc(count, sizeof *tour.path);
    tour.open = calloc(count, sizeof *tour.open);
    for (size_t i = 0; i < count; i++) {
        if (tour.visits[i].number == 0) {
            tour_from(&tour, i);
        }
    }
    blame_loops(graph, tour.visits);
    free(tour.visits);
    free(tour.path);
    free(tour.open);
}
