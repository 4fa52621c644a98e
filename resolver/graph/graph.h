/* The graph of delegations: keys and what they end in are its nodes, rules its
 * edges. It is built here, from walks or from whole zones, and drawn elsewhere.
 *
 * SPDX-License-Identifier: MIT */
#ifndef GRAPH_GRAPH_H
#define GRAPH_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <ddds/check.h>
#include <ddds/ddds.h>

enum graph_shape {
    GRAPH_INPUT,    /* where a walk begins */
    GRAPH_KEY,      /* a name with rules */
    GRAPH_SERVERS,  /* S: a name with SRV records */
    GRAPH_HOST,     /* A: a name with addresses */
    GRAPH_URI,      /* U */
    GRAPH_PROTOCOL, /* P: another protocol's turn */
    GRAPH_UUID,     /* what answers for itself */
    GRAPH_PATTERN,  /* an output that hangs on the input */
    GRAPH_NOWHERE,  /* where a rule leads that leads nowhere */
};

/* What a walk made of a rule; the best that any walk made of it. */
enum graph_trail {
    GRAPH_CHOSEN,
    GRAPH_POSSIBLE,    /* it would do, too, or nobody walked */
    GRAPH_PASSED_OVER, /* it did not fit */
};

struct graph_node {
    enum graph_shape shape;
    char *name;  /* as it came: it may hold anything */
    char *facts; /* more about it, a line each, or NULL */
    size_t fact_count;
    char *problem;   /* what is wrong with it, or NULL */
    bool is_outside; /* nobody here knows it: its zone was not given */
    bool is_asked;   /* what there is to know of it has been asked for */
    bool is_hidden;  /* not to be drawn */
    size_t first;    /* its edges, in the order of their rules, once the graph
                        is finished; before, the newest, and 1 */
    size_t count;
    uint32_t hash;
};

struct graph_edge {
    size_t from;
    size_t to;
    bool has_rule; /* these are its: */
    uint16_t order;
    uint16_t preference;
    char *flags;
    char *services;
    char *regexp;
    enum graph_trail trail;
    const char *verdict; /* what became of it, if somebody walked; or NULL */
    char *problem;       /* what is wrong with it, or NULL */
    size_t number;       /* in which it came */
    size_t next;         /* while it is built: an older one, and 1 */
};

/* All strings are the graph's. */
struct graph {
    struct graph_node *nodes;
    size_t node_count;
    size_t node_room;
    struct graph_edge *edges;
    size_t edge_count;
    size_t edge_room;
    size_t *table; /* numbers of nodes and 1, by shape and name; 0: none */
    size_t table_size;
    bool has_failed; /* memory has run out: it is not to be drawn */
};

void graph_begin(struct graph *graph);
void graph_clear(struct graph *graph);

/* Put the edges of each node behind one another, by order and preference, and
 * hide what says less than another. Call it before it is drawn. */
void graph_finish(struct graph *graph);

/* Mark as a problem what leads back to where it came from. Only for graphs
 * whose edges hold for every input. Call it when it is finished. */
void graph_mark_loops(struct graph *graph);

/* ---- Pieces: once memory has run out they do nothing --------------------- */

/* The node of |shape| that is called |name|, made if there is none. */
size_t graph_node(struct graph *graph, enum graph_shape shape,
                  const char *name);

/* The same, but none is made. */
bool graph_find_node(const struct graph *graph, enum graph_shape shape,
                     const char *name, size_t *node);

/* A node of its own, whose name may be another's, too. */
size_t graph_new_node(struct graph *graph, enum graph_shape shape,
                      const char *name);

/* The node that a rule of |from| leads to. URIs, and what is left to protocols,
 * are each key's own: shared, they would draw keys together that have nothing
 * else in common, and rules out of their order. */
size_t graph_target(struct graph *graph, size_t from, enum graph_shape shape,
                    const char *name);

/* One more line about |node|, unless it is there; of many only the first. */
__attribute__((format(printf, 3, 4))) void
graph_add_fact(struct graph *graph, size_t node, const char *format, ...);

/* Say what is wrong with |node|, or with |edge|; the first word counts. */
__attribute__((format(printf, 3, 4))) void
graph_blame_node(struct graph *graph, size_t node, const char *format, ...);
__attribute__((format(printf, 3, 4))) void
graph_blame_edge(struct graph *graph, size_t edge, const char *format, ...);

/* The edge of |rule|, NULL for none, between the nodes; made if there is none.
 */
size_t graph_edge(struct graph *graph, size_t from, size_t to,
                  const struct ddds_rule *rule);

/* The edge of |rule| from |from| to nowhere, and to a node of its own that says
 * |name|; made if there is none. */
size_t graph_edge_to_nowhere(struct graph *graph, size_t from,
                             const struct ddds_rule *rule, const char *name);

/* What servers or addresses an answer lists, as facts about |node|. */
void graph_add_servers(struct graph *graph, size_t node,
                       const struct ddds_answer *answer);
void graph_add_addresses(struct graph *graph, size_t node,
                         const struct ddds_answer *answer);

/* Which shape a rule's output has. */
enum graph_shape graph_shape_of(enum ddds_next next);

/* ---- What is drawn ------------------------------------------------------- */

/* Add the walk that ended in |result|. */
void graph_add_walk(struct graph *graph, const struct ddds_result *result);

/* Add all rules of the zones in |memory|, as |application| reads their flags,
 * and what they lead to without an input being known. */
void graph_add_zones(struct graph *graph, ddds_database *memory,
                     const struct ddds_application *application);

/* Put what ddds lint found where it belongs: to the key that it is about. */
void graph_add_finding(struct graph *graph, const struct ddds_finding *finding);

/* Where a node is drawn. */
struct graph_place {
    size_t row;     /* of what hangs together, from the top */
    bool is_top;    /* of its row: nothing leads to it there */
    bool is_bottom; /* it leads to nothing */
};

/* Find the places of all nodes that are not hidden, one for each node in
 * |places|. False without memory. */
bool graph_arrange(const struct graph *graph, struct graph_place *places);

/* ---- Drawing ------------------------------------------------------------- */

/* False without memory. */
bool print_dot(FILE *out, const struct graph *graph);
void print_mermaid(FILE *out, const struct graph *graph);

#endif
