/* Rows of a picture. Connected components are placed side by side until a row
 * is full, then in the next row.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "graph/graph.h"

/* Limit on the bottom nodes of a row, so that a picture fits a page. */
enum { WIDEST = 7 };

struct group {
    size_t tops;
    size_t bottoms;
    size_t row;
    size_t last; /* its last node */
    bool is_placed;
};

struct arranging {
    const struct graph *graph;
    struct graph_place *places;
    size_t *leader;       /* union-find: a node of the same component, or
                             itself */
    struct group *groups; /* at the index of their first node */
};

static size_t find_leader(const struct arranging *arranging, size_t node)
{
    size_t *leader = arranging->leader;
    while (leader[node] != node) {
        leader[node] = leader[leader[node]];
        node = leader[node];
    }
    return node;
}

/* Join the components of each edge's ends, and find top and bottom nodes. */
static void join_groups(struct arranging *arranging)
{
    const struct graph *graph = arranging->graph;
    for (size_t i = 0; i < graph->node_count; i++) {
        arranging->leader[i] = i;
        arranging->places[i].is_top = true;
        arranging->places[i].is_bottom = true;
    }
    for (size_t i = 0; i < graph->edge_count; i++) {
        const struct graph_edge *edge = &graph->edges[i];
        if (!graph_is_drawn(graph, edge)) {
            continue;
        }
        size_t one = find_leader(arranging, edge->from);
        size_t other = find_leader(arranging, edge->to);
        arranging->leader[one > other ? one : other] =
            one > other ? other : one;
        arranging->places[edge->from].is_bottom = false;
        arranging->places[edge->to].is_top = false;
    }
}

static void measure_groups(struct arranging *arranging)
{
    for (size_t i = 0; i < arranging->graph->node_count; i++) {
        struct group *group = &arranging->groups[find_leader(arranging, i)];
        if (!arranging->graph->nodes[i].is_hidden) {
            group->tops += arranging->places[i].is_top;
            group->bottoms += arranging->places[i].is_bottom;
            group->last = i;
        }
    }
}

/* Make the first and last node of a loop its top and bottom. */
static void open_circle(struct arranging *arranging, size_t node,
                        const struct group *group)
{
    if (group->tops == 0 && find_leader(arranging, node) == node) {
        arranging->places[node].is_top = true;
    }
    if (group->bottoms == 0 && group->last == node) {
        arranging->places[node].is_bottom = true;
    }
}

static void fill_rows(struct arranging *arranging)
{
    size_t row = 0;
    size_t width = 0;
    for (size_t i = 0; i < arranging->graph->node_count; i++) {
        struct group *group = &arranging->groups[find_leader(arranging, i)];
        if (arranging->graph->nodes[i].is_hidden) {
            continue;
        }
        if (!group->is_placed) {
            size_t wider = width + (group->bottoms > 0 ? group->bottoms : 1);
            bool is_full = width > 0 && wider > WIDEST;
            row += is_full;
            width = is_full ? wider - width : wider;
            group->row = row;
            group->is_placed = true;
        }
        arranging->places[i].row = group->row;
        open_circle(arranging, i, group);
    }
}

void graph_arrange(const struct graph *graph, struct graph_place *places)
{
    struct arranging arranging = {
        .graph = graph,
        .places = places,
        .leader = calloc(graph->node_count + 1, sizeof *arranging.leader),
        .groups = calloc(graph->node_count + 1, sizeof *arranging.groups),
    };
    join_groups(&arranging);
    measure_groups(&arranging);
    fill_rows(&arranging);
    free(arranging.leader);
    free(arranging.groups);
}
