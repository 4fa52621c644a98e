/* Nodes and edges, each stored once, and the loops among them.
 *
 * SPDX-License-Identifier: MIT */
#include "graph/graph.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Long lists are cut in the picture. */
enum { FACTS = 6 };

void graph_begin(struct graph *graph)
{
    *graph = (struct graph){0};
}

void graph_clear(struct graph *graph)
{
    for (size_t i = 0; i < graph->node_count; i++) {
        free(graph->nodes[i].name);
        free(graph->nodes[i].facts);
        free(graph->nodes[i].problem);
    }
    for (size_t i = 0; i < graph->edge_count; i++) {
        free(graph->edges[i].flags);
        free(graph->edges[i].services);
        free(graph->edges[i].regexp);
        free(graph->edges[i].problem);
    }
    free(graph->nodes);
    free(graph->edges);
    free(graph->table);
    graph_begin(graph);
}

/* ---- Memory ------------------------------------------------------------ */

/* Room for one more of |size| octets in |list|, which holds |count|. */
static void *make_room(struct graph *graph, void *list, size_t count,
                       size_t *room, size_t size)
{
    if (count < *room) {
        return list;
    }
    size_t more = *room == 0 ? 16 : *room * 2;
    void *longer = more <= SIZE_MAX / size ? realloc(list, more * size) : NULL;
    if (longer == NULL) {
        graph->has_failed = true;
        return NULL;
    }
    *room = more;
    return longer;
}

static char *copy(struct graph *graph, const char *text)
{
    char *copied = strdup(text);
    graph->has_failed |= copied == NULL;
    return copied;
}

static char *format_text(struct graph *graph, const char *format,
                         va_list arguments)
{
    char text[1024];
    vsnprintf(text, sizeof text, format, arguments);
    return copy(graph, text);
}

/* ---- Nodes ------------------------------------------------------------- */

/* FNV-1a. Names that collide only make the picture slower. */
static uint32_t hash_of(enum graph_shape shape, const char *name)
{
    uint32_t hash = UINT32_C(2166136261) ^ (uint32_t)shape;
    for (; *name != '\0'; name++) {
        hash = (hash ^ (unsigned char)*name) * UINT32_C(16777619);
    }
    return hash;
}

static void enter(struct graph *graph, size_t node)
{
    size_t at = graph->nodes[node].hash % graph->table_size;
    while (graph->table[at] != 0) {
        at = (at + 1) % graph->table_size;
    }
    graph->table[at] = node + 1;
}

/* Keep the table at most half full. */
static void grow_table(struct graph *graph)
{
    if (graph->node_count * 2 < graph->table_size) {
        return;
    }
    size_t size = graph->table_size == 0 ? 64 : graph->table_size * 2;
    size_t *table = calloc(size, sizeof *table);
    if (table == NULL) {
        graph->has_failed = true;
        return;
    }
    free(graph->table);
    graph->table = table;
    graph->table_size = size;
    for (size_t i = 0; i < graph->node_count; i++) {
        enter(graph, i);
    }
}

static size_t add_node(struct graph *graph, enum graph_shape shape,
                       const char *name, uint32_t hash)
{
    struct graph_node *nodes = make_room(graph, graph->nodes, graph->node_count,
                                         &graph->node_room, sizeof *nodes);
    if (nodes == NULL) {
        return 0;
    }
    graph->nodes = nodes;
    nodes[graph->node_count] = (struct graph_node){
        .shape = shape, .name = copy(graph, name), .hash = hash};
    return graph->node_count++;
}

size_t graph_new_node(struct graph *graph, enum graph_shape shape,
                      const char *name)
{
    if (graph->has_failed) {
        return 0;
    }
    grow_table(graph);
    if (graph->has_failed) {
        return 0;
    }
    size_t node = add_node(graph, shape, name, hash_of(shape, name));
    if (!graph->has_failed) {
        enter(graph, node);
    }
    return node;
}

bool graph_find_node(const struct graph *graph, enum graph_shape shape,
                     const char *name, size_t *node)
{
    uint32_t hash = hash_of(shape, name);
    for (size_t at = 0; !graph->has_failed && graph->table_size > 0; at++) {
        size_t found = graph->table[(hash + at) % graph->table_size];
        if (found == 0) {
            return false;
        }
        const struct graph_node *candidate = &graph->nodes[found - 1];
        if (candidate->hash == hash && candidate->shape == shape &&
            strcmp(candidate->name, name) == 0) {
            *node = found - 1;
            return true;
        }
    }
    return false;
}

size_t graph_node(struct graph *graph, enum graph_shape shape, const char *name)
{
    size_t node;
    return graph_find_node(graph, shape, name, &node)
               ? node
               : graph_new_node(graph, shape, name);
}

/* Is |line| one of the lines of |facts|? */
static bool has_line(const char *facts, const char *line)
{
    size_t length = strlen(line);
    while (facts != NULL) {
        if (strncmp(facts, line, length) == 0 &&
            (facts[length] == '\n' || facts[length] == '\0')) {
            return true;
        }
        facts = strchr(facts, '\n');
        facts = facts != NULL ? facts + 1 : NULL;
    }
    return false;
}

static void append_line(struct graph *graph, struct graph_node *node,
                        const char *line)
{
    size_t before = node->facts != NULL ? strlen(node->facts) : 0;
    size_t size = before + strlen(line) + 2;
    char *facts = realloc(node->facts, size);
    if (facts == NULL) {
        graph->has_failed = true;
        return;
    }
    snprintf(facts + before, size - before, "%s%s", before > 0 ? "\n" : "",
             line);
    node->facts = facts;
}

void graph_add_fact(struct graph *graph, size_t node, const char *format, ...)
{
    if (graph->has_failed) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    char *line = format_text(graph, format, arguments);
    va_end(arguments);
    struct graph_node *about = &graph->nodes[node];
    if (line != NULL && !has_line(about->facts, line)) {
        about->fact_count++;
        if (about->fact_count <= FACTS) {
            append_line(graph, about, line);
        } else if (about->fact_count == FACTS + 1) {
            append_line(graph, about, "and more");
        }
    }
    free(line);
}

void graph_blame_node(struct graph *graph, size_t node, const char *format, ...)
{
    if (!graph->has_failed && graph->nodes[node].problem == NULL) {
        va_list arguments;
        va_start(arguments, format);
        graph->nodes[node].problem = format_text(graph, format, arguments);
        va_end(arguments);
    }
}

void graph_add_servers(struct graph *graph, size_t node,
                       const struct ddds_answer *answer)
{
    for (size_t i = 0; i < answer->server_count; i++) {
        const struct ddds_srv *server = &answer->servers[i];
        if (server->target[0] == '\0') {
            graph_blame_node(
                graph, node,
                "the service is not available here (target \".\")");
            continue;
        }
        graph_add_fact(graph, node, "%u %u %s:%u", server->priority,
                       server->weight, server->target, server->port);
    }
}

void graph_add_targets(struct graph *graph, size_t node,
                       const struct ddds_answer *answer)
{
    for (size_t i = 0; i < answer->target_count; i++) {
        const struct ddds_uri_target *target = &answer->targets[i];
        graph_add_fact(graph, node, "%u %u %s", target->priority,
                       target->weight, target->uri);
    }
}

void graph_add_addresses(struct graph *graph, size_t node,
                         const struct ddds_answer *answer)
{
    for (size_t i = 0; i < answer->address_count; i++) {
        char text[DDDS_ADDRESS_TEXT_SIZE];
        ddds_address_format(&answer->addresses[i], text);
        graph_add_fact(graph, node, "%s", text);
    }
}

/* ---- Edges ------------------------------------------------------------- */

void graph_blame_edge(struct graph *graph, size_t edge, const char *format, ...)
{
    if (!graph->has_failed && graph->edges[edge].problem == NULL) {
        va_list arguments;
        va_start(arguments, format);
        graph->edges[edge].problem = format_text(graph, format, arguments);
        va_end(arguments);
    }
}

static bool is_of_rule(const struct graph_edge *edge,
                       const struct ddds_rule *rule)
{
    if (rule == NULL || !edge->has_rule) {
        return rule == NULL && !edge->has_rule;
    }
    return edge->order == rule->order && edge->preference == rule->preference &&
           strcmp(edge->flags, rule->flags) == 0 &&
           strcmp(edge->services, rule->services) == 0 &&
           strcmp(edge->regexp, rule->regexp) == 0;
}

static size_t add_edge(struct graph *graph, size_t from, size_t to,
                       const struct ddds_rule *rule)
{
    struct graph_edge *edges = make_room(graph, graph->edges, graph->edge_count,
                                         &graph->edge_room, sizeof *edges);
    if (edges == NULL) {
        return 0;
    }
    graph->edges = edges;
    struct graph_edge *edge = &edges[graph->edge_count];
    *edge = (struct graph_edge){.from = from,
                                .to = to,
                                .trail = GRAPH_PASSED_OVER,
                                .number = graph->edge_count,
                                .next = graph->nodes[from].first};
    if (rule != NULL) {
        edge->has_rule = true;
        edge->order = rule->order;
        edge->preference = rule->preference;
        edge->flags = copy(graph, rule->flags);
        edge->services = copy(graph, rule->services);
        edge->regexp = copy(graph, rule->regexp);
    }
    graph->nodes[from].first = ++graph->edge_count;
    return graph->edge_count - 1;
}

size_t graph_edge(struct graph *graph, size_t from, size_t to,
                  const struct ddds_rule *rule)
{
    if (graph->has_failed) {
        return 0;
    }
    for (size_t at = graph->nodes[from].first; at > 0;
         at = graph->edges[at - 1].next) {
        if (graph->edges[at - 1].to == to &&
            is_of_rule(&graph->edges[at - 1], rule)) {
            return at - 1;
        }
    }
    return add_edge(graph, from, to, rule);
}

/* Is this the end of a rule that other keys do not share? */
static bool is_own(enum graph_shape shape)
{
    return shape == GRAPH_URI || shape == GRAPH_PROTOCOL;
}

size_t graph_target(struct graph *graph, size_t from, enum graph_shape shape,
                    const char *name)
{
    if (graph->has_failed) {
        return 0;
    }
    if (!is_own(shape)) {
        return graph_node(graph, shape, name);
    }
    for (size_t at = graph->nodes[from].first; at > 0;
         at = graph->edges[at - 1].next) {
        size_t to = graph->edges[at - 1].to;
        if (graph->nodes[to].shape == shape &&
            strcmp(graph->nodes[to].name, name) == 0) {
            return to;
        }
    }
    return graph_new_node(graph, shape, name);
}

size_t graph_edge_to_nowhere(struct graph *graph, size_t from,
                             const struct ddds_rule *rule, const char *name)
{
    if (graph->has_failed) {
        return 0;
    }
    for (size_t at = graph->nodes[from].first; at > 0;
         at = graph->edges[at - 1].next) {
        const struct graph_edge *edge = &graph->edges[at - 1];
        if (graph->nodes[edge->to].shape == GRAPH_NOWHERE &&
            is_of_rule(edge, rule)) {
            return at - 1;
        }
    }
    size_t node = graph_new_node(graph, GRAPH_NOWHERE, name);
    return graph->has_failed ? 0 : add_edge(graph, from, node, rule);
}

enum graph_shape graph_shape_of(enum ddds_next next)
{
    switch (next) {
    case DDDS_NEXT_RULES:
        return GRAPH_KEY;
    case DDDS_NEXT_SERVERS:
        return GRAPH_SERVERS;
    case DDDS_NEXT_TARGETS:
        return GRAPH_TARGETS;
    case DDDS_NEXT_ADDRESSES:
        return GRAPH_HOST;
    case DDDS_NEXT_URI:
        return GRAPH_URI;
    case DDDS_NEXT_PROTOCOL:
        return GRAPH_PROTOCOL;
    default:
        return GRAPH_NOWHERE;
    }
}

/* ---- Finishing --------------------------------------------------------- */

static int compare_edges(const void *one, const void *other)
{
    const struct graph_edge *a = one;
    const struct graph_edge *b = other;
    if (a->from != b->from) {
        return a->from < b->from ? -1 : 1;
    }
    if (a->order != b->order) {
        return a->order < b->order ? -1 : 1;
    }
    if (a->preference != b->preference) {
        return a->preference < b->preference ? -1 : 1;
    }
    return (a->number > b->number) - (a->number < b->number);
}

static bool is_same_rule(const struct graph_edge *one,
                         const struct graph_edge *other)
{
    return one->order == other->order && one->preference == other->preference &&
           strcmp(one->flags, other->flags) == 0 &&
           strcmp(one->services, other->services) == 0 &&
           strcmp(one->regexp, other->regexp) == 0;
}

/* A rule that led nowhere for one input is not a problem if it leads somewhere
 * for another. */
static bool leads_elsewhere(const struct graph *graph,
                            const struct graph_node *node,
                            const struct graph_edge *edge)
{
    for (size_t i = node->first; i < node->first + node->count; i++) {
        const struct graph_edge *other = &graph->edges[i];
        if (other != edge && other->has_rule && is_same_rule(edge, other)) {
            return true;
        }
    }
    return false;
}

static void hide_edges(struct graph *graph, const struct graph_node *node)
{
    for (size_t i = node->first; i < node->first + node->count; i++) {
        const struct graph_edge *edge = &graph->edges[i];
        struct graph_node *end = &graph->nodes[edge->to];
        end->is_hidden = end->shape == GRAPH_NOWHERE && edge->has_rule &&
                         edge->problem == NULL &&
                         leads_elsewhere(graph, node, edge);
    }
}

void graph_finish(struct graph *graph)
{
    if (graph->has_failed || graph->edge_count == 0) {
        return;
    }
    qsort(graph->edges, graph->edge_count, sizeof *graph->edges, compare_edges);
    for (size_t i = 0; i < graph->node_count; i++) {
        graph->nodes[i].first = 0;
        graph->nodes[i].count = 0;
    }
    for (size_t i = graph->edge_count; i-- > 0;) {
        graph->nodes[graph->edges[i].from].first = i;
        graph->nodes[graph->edges[i].from].count++;
    }
    for (size_t i = 0; i < graph->node_count; i++) {
        hide_edges(graph, &graph->nodes[i]);
    }
}

/* ---- Loops ------------------------------------------------------------- */

/* Tarjan's strongly connected components, without recursion, because a zone may
 * chain any number of keys. */
struct visit {
    size_t number; /* order of discovery plus 1; 0: not visited */
    size_t low;    /* the smallest number reachable from it */
    size_t edge;   /* the next of its edges to follow */
    size_t component;
    bool is_open;
};

struct tour {
    struct graph *graph;
    struct visit *visits;
    size_t *path; /* from the root to the current node */
    size_t depth;
    size_t *open; /* visited, not yet in a component */
    size_t open_count;
    size_t met;
    size_t components;
};

static void arrive(struct tour *tour, size_t node)
{
    struct visit *visit = &tour->visits[node];
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
    const struct visit *visit = &tour->visits[node];
    if (visit->low == visit->number) {
        close_component(tour, node);
    }
    tour->depth--;
    if (tour->depth > 0) {
        struct visit *before = &tour->visits[tour->path[tour->depth - 1]];
        before->low = visit->low < before->low ? visit->low : before->low;
    }
}

static void tour_from(struct tour *tour, size_t root)
{
    arrive(tour, root);
    while (tour->depth > 0) {
        size_t node = tour->path[tour->depth - 1];
        const struct graph_node *here = &tour->graph->nodes[node];
        struct visit *visit = &tour->visits[node];
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

static void blame_loops(struct graph *graph, const struct visit *visits)
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
    if (graph->has_failed || count == 0) {
        return;
    }
    tour.visits = calloc(count, sizeof *tour.visits);
    tour.path = calloc(count, sizeof *tour.path);
    tour.open = calloc(count, sizeof *tour.open);
    if (tour.visits == NULL || tour.path == NULL || tour.open == NULL) {
        graph->has_failed = true;
    }
    for (size_t i = 0; !graph->has_failed && i < count; i++) {
        if (tour.visits[i].number == 0) {
            tour_from(&tour, i);
        }
    }
    if (!graph->has_failed) {
        blame_loops(graph, tour.visits);
    }
    free(tour.visits);
    free(tour.path);
    free(tour.open);
}
