/* Nodes and edges, without duplicates.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* for tdestroy */
#include "graph/graph.h"

#include <assert.h>
#include <search.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/memory_report.h"

/* Limit on the lines of facts for a node. */
enum { FACTS = 6 };

void graph_begin(struct graph *graph)
{
    *graph = (struct graph){0};
}

static void free_field(const char *field)
{
    free((void *)(uintptr_t)field);
}

void graph_clear(struct graph *graph)
{
    for (size_t i = 0; i < graph->node_count; i++) {
        free(graph->nodes[i].name);
        free(graph->nodes[i].facts);
        free(graph->nodes[i].problem);
    }
    for (size_t i = 0; i < graph->edge_count; i++) {
        free_field(graph->edges[i].flags);
        free_field(graph->edges[i].services);
        free_field(graph->edges[i].regexp);
        free(graph->edges[i].problem);
        free(graph->edges[i].counts);
    }
    free(graph->nodes);
    free(graph->edges);
    tdestroy(graph->known_nodes, free);
    tdestroy(graph->known_edges, free);
    graph_begin(graph);
}

/* ---- Memory ------------------------------------------------------------ */

/* Return |list| with space for another item of |size| octets. */
static void *make_room(void *list, size_t count, size_t *room, size_t size)
{
    if (count < *room) {
        return list;
    }
    *room = *room == 0 ? 16 : *room * 2;
    return realloc(list, *room * size);
}

static char *format_text(const char *format, va_list arguments)
{
    char text[1024];
    vsnprintf(text, sizeof text, format, arguments);
    return strdup(text);
}

/* ---- Lookup -------------------------------------------------------------- */

typedef int compare_fn(const void *one, const void *other);

/* Return the item of |tree| that equals |sought|; NULL if it is missing. */
static const void *find_known(const void *sought, void *const *tree,
                              compare_fn *compare)
{
    const void *const *place = tfind(sought, tree, compare);
    return place != NULL ? *place : NULL;
}

/* Insert a copy of |item|, of |size| octets, into |tree|. */
static void keep_known(const void *item, size_t size, void **tree,
                       compare_fn *compare)
{
    void *copy = malloc(size);
    memcpy(copy, item, size);
    if (tsearch(copy, tree, compare) == NULL) {
        memory_fail();
    }
}

/* Compare two numbers, for qsort(). */
static int compare_numbers(size_t one, size_t other)
{
    return (one > other) - (one < other);
}

/* ---- Nodes ------------------------------------------------------------- */

/* Key of a node in the tree. */
struct sought {
    enum graph_shape shape;
    size_t owner; /* the only node that leads to it, plus 1; 0: shared */
    const char *name;
    size_t node;
};

static int compare_nodes(const void *one, const void *other)
{
    const struct sought *a = one;
    const struct sought *b = other;
    int order = compare_numbers(a->shape, b->shape);
    order = order != 0 ? order : compare_numbers(a->owner, b->owner);
    return order != 0 ? order : strcmp(a->name, b->name);
}

size_t graph_new_node(struct graph *graph, enum graph_shape shape,
                      const char *name)
{
    assert(name != NULL);
    graph->nodes = make_room(graph->nodes, graph->node_count, &graph->node_room,
                             sizeof *graph->nodes);
    graph->nodes[graph->node_count] =
        (struct graph_node){.shape = shape, .name = strdup(name)};
    return graph->node_count++;
}

static size_t find_or_add(struct graph *graph, const struct sought *sought)
{
    const struct sought *known =
        find_known(sought, &graph->known_nodes, compare_nodes);
    if (known != NULL) {
        return known->node;
    }
    struct sought added = *sought;
    added.node = graph_new_node(graph, sought->shape, sought->name);
    added.name = graph->nodes[added.node].name;
    graph->nodes[added.node].owner = sought->owner;
    keep_known(&added, sizeof added, &graph->known_nodes, compare_nodes);
    return added.node;
}

bool graph_find_key(const struct graph *graph, const char *name, size_t *node)
{
    const struct sought sought = {.shape = GRAPH_KEY, .name = name};
    const struct sought *known =
        find_known(&sought, &graph->known_nodes, compare_nodes);
    if (known != NULL) {
        *node = known->node;
    }
    return known != NULL;
}

size_t graph_node(struct graph *graph, enum graph_shape shape, const char *name)
{
    return find_or_add(graph, &(struct sought){.shape = shape, .name = name});
}

/* Return true if |line| is a line of |facts|. */
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

static void append_line(struct graph_node *node, const char *line)
{
    size_t before = node->facts != NULL ? strlen(node->facts) : 0;
    size_t size = before + strlen(line) + 2;
    node->facts = realloc(node->facts, size);
    snprintf(node->facts + before, size - before, "%s%s",
             before > 0 ? "\n" : "", line);
}

void graph_add_fact(struct graph *graph, size_t node, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *line = format_text(format, arguments);
    va_end(arguments);
    struct graph_node *about = &graph->nodes[node];
    if (!has_line(about->facts, line)) {
        about->fact_count++;
        if (about->fact_count <= FACTS) {
            append_line(about, line);
        } else if (about->fact_count == FACTS + 1) {
            append_line(about, "and more");
        }
    }
    free(line);
}

void graph_blame_node(struct graph *graph, size_t node, const char *format, ...)
{
    if (graph->nodes[node].problem == NULL) {
        va_list arguments;
        va_start(arguments, format);
        graph->nodes[node].problem = format_text(format, arguments);
        va_end(arguments);
    }
}

static void add_server(struct graph *graph, size_t node,
                       const struct ddds_srv *server)
{
    if (server->target[0] == '\0') {
        graph_blame_node(graph, node,
                         "the service is not available here (target \".\")");
    } else {
        graph_add_fact(graph, node, "%u %u %s:%u", server->priority,
                       server->weight, server->target, server->port);
    }
}

void graph_add_data(struct graph *graph, size_t node,
                    const struct ddds_answer *answer)
{
    for (size_t i = 0; i < answer->server_count; i++) {
        add_server(graph, node, &answer->servers[i]);
    }
    for (size_t i = 0; i < answer->target_count; i++) {
        const struct ddds_uri_target *target = &answer->targets[i];
        graph_add_fact(graph, node, "%u %u %s", target->priority,
                       target->weight, target->uri);
    }
    for (size_t i = 0; i < answer->address_count; i++) {
        char text[DDDS_ADDRESS_TEXT_SIZE];
        ddds_address_format(&answer->addresses[i], text);
        graph_add_fact(graph, node, "%s", text);
    }
}

/* ---- Edges ------------------------------------------------------------- */

void graph_blame_edge(struct graph *graph, size_t edge, const char *problem)
{
    if (graph->edges[edge].problem == NULL) {
        graph->edges[edge].problem = strdup(problem);
    }
}

void graph_count_edge(struct graph *graph, size_t edge, const char *count)
{
    char *before = graph->edges[edge].counts;
    if (count == NULL || graph->edges[edge].counted == graph->walks) {
        return;
    }
    graph->edges[edge].counted = graph->walks;
    size_t size = (before != NULL ? strlen(before) + 2 : 0) + strlen(count) + 1;
    char *counts = malloc(size);
    snprintf(counts, size, "%s%s%s", before != NULL ? before : "",
             before != NULL ? ", " : "", count);
    free(before);
    graph->edges[edge].counts = counts;
}

/* Marks edges that end in a GRAPH_NOWHERE node of their own. */
static const size_t nowhere = SIZE_MAX;

/* Compare the rules of two edges, if they have any. */
static int compare_rules(const struct graph_edge *one,
                         const struct graph_edge *other)
{
    int order = compare_numbers(one->has_rule, other->has_rule);
    if (order != 0 || !one->has_rule) {
        return order;
    }
    order = compare_numbers(one->order, other->order);
    order = order != 0 ? order
                       : compare_numbers(one->preference, other->preference);
    order = order != 0 ? order : strcmp(one->flags, other->flags);
    order = order != 0 ? order : strcmp(one->services, other->services);
    return order != 0 ? order : strcmp(one->regexp, other->regexp);
}

static int compare_known_edges(const void *one, const void *other)
{
    const struct graph_edge *a = one;
    const struct graph_edge *b = other;
    int order = compare_numbers(a->from, b->from);
    order = order != 0 ? order : compare_numbers(a->end, b->end);
    return order != 0 ? order : compare_rules(a, b);
}

static char *copy_field(const char *field)
{
    return field != NULL ? strdup(field) : NULL;
}

/* Return the edge equal to |edge|. If it is new, add it; if it ends nowhere,
 * with a new node |name|. */
static size_t find_or_add_edge(struct graph *graph, struct graph_edge *edge,
                               const char *name)
{
    const struct graph_edge *known =
        find_known(edge, &graph->known_edges, compare_known_edges);
    if (known != NULL) {
        return known->number;
    }
    edge->to = edge->end == nowhere ? graph_new_node(graph, GRAPH_NOWHERE, name)
                                    : edge->end;
    edge->flags = copy_field(edge->flags);
    edge->services = copy_field(edge->services);
    edge->regexp = copy_field(edge->regexp);
    edge->trail = GRAPH_PASSED_OVER;
    edge->number = graph->edge_count++;
    graph->edges = make_room(graph->edges, edge->number, &graph->edge_room,
                             sizeof *graph->edges);
    graph->edges[edge->number] = *edge;
    keep_known(edge, sizeof *edge, &graph->known_edges, compare_known_edges);
    return edge->number;
}

/* Return an edge from |from| to |end| with |rule|, or NULL, not copied. */
static struct graph_edge edge_of(size_t from, size_t end,
                                 const struct ddds_rule *rule)
{
    struct graph_edge edge = {.from = from, .end = end};
    if (rule != NULL) {
        edge.has_rule = true;
        edge.order = rule->order;
        edge.preference = rule->preference;
        edge.flags = rule->flags;
        edge.services = rule->services;
        edge.regexp = rule->regexp;
    }
    return edge;
}

size_t graph_edge(struct graph *graph, size_t from, size_t to,
                  const struct ddds_rule *rule)
{
    struct graph_edge edge = edge_of(from, to, rule);
    return find_or_add_edge(graph, &edge, NULL);
}

size_t graph_edge_to_nowhere(struct graph *graph, size_t from,
                             const struct ddds_rule *rule, const char *name)
{
    struct graph_edge edge = edge_of(from, nowhere, rule);
    return find_or_add_edge(graph, &edge, name);
}

/* True for outputs that keys do not share. */
static bool is_own(enum graph_shape shape)
{
    return shape == GRAPH_URI || shape == GRAPH_PROTOCOL;
}

size_t graph_target(struct graph *graph, size_t from, enum graph_shape shape,
                    const char *name)
{
    size_t owner = is_own(shape) ? from + 1 : 0;
    return find_or_add(
        graph, &(struct sought){.shape = shape, .owner = owner, .name = name});
}

bool graph_is_drawn(const struct graph *graph, const struct graph_edge *edge)
{
    return !edge->is_left_out && !graph->nodes[edge->from].is_hidden &&
           !graph->nodes[edge->to].is_hidden;
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
    case DDDS_NEXT_UNKNOWN:
    case DDDS_NEXT_CONFLICTING:
        break;
    }
    return GRAPH_NOWHERE;
}

/* ---- Finishing --------------------------------------------------------- */

static int compare_edges(const void *one, const void *other)
{
    const struct graph_edge *a = one;
    const struct graph_edge *b = other;
    int order = compare_numbers(a->from, b->from);
    order = order != 0 ? order : compare_numbers(a->order, b->order);
    order = order != 0 ? order : compare_numbers(a->preference, b->preference);
    return order != 0 ? order : compare_numbers(a->number, b->number);
}

/* Return true if the rule without output for one input has an output for
 * another input; then it is not a problem. */
static bool leads_elsewhere(const struct graph *graph,
                            const struct graph_node *node,
                            const struct graph_edge *edge)
{
    for (size_t i = node->first; i < node->first + node->count; i++) {
        const struct graph_edge *other = &graph->edges[i];
        if (other != edge && compare_rules(edge, other) == 0) {
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
    if (graph->edge_count == 0) {
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
