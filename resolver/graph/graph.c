/* Nodes and edges, each stored once.
 *
 * SPDX-License-Identifier: MIT */
#include "graph/graph.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

/* ---- The index ------------------------------------------------------- */

static void enter(struct graph_index *index, uint64_t hash, size_t item)
{
    size_t at = (size_t)(hash % index->size);
    while (index->slots[at].is_used) {
        at = (at + 1) % index->size;
    }
    index->slots[at] = (struct graph_slot){hash, item, true};
}

static void grow(struct graph_index *index)
{
    struct graph_index larger = {.size =
                                     index->size == 0 ? 64 : index->size * 2};
    larger.slots = calloc(larger.size, sizeof *larger.slots);
    for (size_t i = 0; i < index->size; i++) {
        if (index->slots[i].is_used) {
            enter(&larger, index->slots[i].hash, index->slots[i].item);
        }
    }
    larger.count = index->count;
    free(index->slots);
    *index = larger;
}

void graph_index_add(struct graph_index *index, uint64_t hash, size_t item)
{
    if (index->count * 2 >= index->size) {
        grow(index);
    }
    enter(index, hash, item);
    index->count++;
}

bool graph_index_next(const struct graph_index *index, uint64_t hash,
                      size_t *at, size_t *item)
{
    while (index->size > 0) {
        size_t place = (size_t)((hash % index->size + *at) % index->size);
        const struct graph_slot *slot = &index->slots[place];
        if (!slot->is_used) {
            return false;
        }
        (*at)++;
        if (slot->hash == hash) {
            *item = slot->item;
            return true;
        }
    }
    return false;
}

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
    free(graph->node_index.slots);
    free(graph->edge_index.slots);
    graph_begin(graph);
}

/* ---- Memory ------------------------------------------------------------ */

/* Room for one more of |size| octets in |list|, which holds |count|. */
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

/* ---- Nodes ------------------------------------------------------------- */

/* A node that can be found again. */
struct sought {
    enum graph_shape shape;
    size_t owner; /* the node that alone leads there, plus 1; 0: any may */
    const char *name;
};

static uint64_t hash_of_node(const struct graph *graph,
                             const struct sought *sought)
{
    struct hash_key key = ddds_hash_key(graph);
    uint64_t parts[] = {sought->shape, sought->owner,
                        ddds_hash(&key, sought->name, strlen(sought->name))};
    return ddds_hash(&key, parts, sizeof parts);
}

static bool find(const struct graph *graph, const struct sought *sought,
                 uint64_t hash, size_t *node)
{
    size_t at = 0;
    while (graph_index_next(&graph->node_index, hash, &at, node)) {
        const struct graph_node *candidate = &graph->nodes[*node];
        if (candidate->shape == sought->shape &&
            candidate->owner == sought->owner &&
            strcmp(candidate->name, sought->name) == 0) {
            return true;
        }
    }
    return false;
}

size_t graph_new_node(struct graph *graph, enum graph_shape shape,
                      const char *name)
{
    graph->nodes = make_room(graph->nodes, graph->node_count, &graph->node_room,
                             sizeof *graph->nodes);
    graph->nodes[graph->node_count] =
        (struct graph_node){.shape = shape, .name = strdup(name)};
    return graph->node_count++;
}

static size_t find_or_add(struct graph *graph, const struct sought *sought)
{
    size_t node;
    uint64_t hash = hash_of_node(graph, sought);
    if (find(graph, sought, hash, &node)) {
        return node;
    }
    node = graph_new_node(graph, sought->shape, sought->name);
    graph->nodes[node].owner = sought->owner;
    graph_index_add(&graph->node_index, hash, node);
    return node;
}

bool graph_find_node(const struct graph *graph, enum graph_shape shape,
                     const char *name, size_t *node)
{
    const struct sought sought = {shape, 0, name};
    return find(graph, &sought, hash_of_node(graph, &sought), node);
}

size_t graph_node(struct graph *graph, enum graph_shape shape, const char *name)
{
    return find_or_add(graph, &(struct sought){shape, 0, name});
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

/* The end of edges that have a GRAPH_NOWHERE node of their own. */
static const size_t nowhere = SIZE_MAX;

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

static uint64_t hash_of_edge(const struct graph *graph, size_t from, size_t to,
                             const struct ddds_rule *rule)
{
    struct hash_key key = ddds_hash_key(graph);
    uint64_t parts[7] = {from, to};
    if (rule != NULL) {
        parts[2] = rule->order;
        parts[3] = rule->preference;
        parts[4] = ddds_hash(&key, rule->flags, strlen(rule->flags));
        parts[5] = ddds_hash(&key, rule->services, strlen(rule->services));
        parts[6] = ddds_hash(&key, rule->regexp, strlen(rule->regexp));
    }
    return ddds_hash(&key, parts, sizeof parts);
}

static bool find_edge(const struct graph *graph, uint64_t hash,
                      const struct graph_edge *like,
                      const struct ddds_rule *rule, size_t *edge)
{
    size_t at = 0;
    while (graph_index_next(&graph->edge_index, hash, &at, edge)) {
        const struct graph_edge *candidate = &graph->edges[*edge];
        if (candidate->from == like->from && candidate->end == like->end &&
            is_of_rule(candidate, rule)) {
            return true;
        }
    }
    return false;
}

/* Add an edge like |like|, which has its ends. */
static size_t add_edge(struct graph *graph, const struct graph_edge *like,
                       const struct ddds_rule *rule)
{
    graph->edges = make_room(graph->edges, graph->edge_count, &graph->edge_room,
                             sizeof *graph->edges);
    struct graph_edge *edge = &graph->edges[graph->edge_count];
    *edge = *like;
    edge->trail = GRAPH_PASSED_OVER;
    edge->number = graph->edge_count;
    if (rule != NULL) {
        edge->has_rule = true;
        edge->order = rule->order;
        edge->preference = rule->preference;
        edge->flags = strdup(rule->flags);
        edge->services = strdup(rule->services);
        edge->regexp = strdup(rule->regexp);
    }
    return graph->edge_count++;
}

/* The edge like |like|, which leads to a new node called |name| if its end is
 * nowhere. */
static size_t find_or_add_edge(struct graph *graph, struct graph_edge *like,
                               const struct ddds_rule *rule, const char *name)
{
    size_t edge;
    uint64_t hash = hash_of_edge(graph, like->from, like->end, rule);
    if (find_edge(graph, hash, like, rule, &edge)) {
        return edge;
    }
    like->to = like->end == nowhere ? graph_new_node(graph, GRAPH_NOWHERE, name)
                                    : like->end;
    edge = add_edge(graph, like, rule);
    graph_index_add(&graph->edge_index, hash, edge);
    return edge;
}

size_t graph_edge(struct graph *graph, size_t from, size_t to,
                  const struct ddds_rule *rule)
{
    struct graph_edge like = {.from = from, .end = to};
    return find_or_add_edge(graph, &like, rule, NULL);
}

size_t graph_edge_to_nowhere(struct graph *graph, size_t from,
                             const struct ddds_rule *rule, const char *name)
{
    struct graph_edge like = {.from = from, .end = nowhere};
    return find_or_add_edge(graph, &like, rule, name);
}

/* Is this the end of a rule that other keys do not share? */
static bool is_own(enum graph_shape shape)
{
    return shape == GRAPH_URI || shape == GRAPH_PROTOCOL;
}

size_t graph_target(struct graph *graph, size_t from, enum graph_shape shape,
                    const char *name)
{
    size_t owner = is_own(shape) ? from + 1 : 0;
    return find_or_add(graph, &(struct sought){shape, owner, name});
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
