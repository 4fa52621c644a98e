/* The graph of delegations: keys and what they end in are its nodes, rules its
 * edges. It is built here, from walks or from whole zones. print_dot.c draws
 * it.
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
#include <ddds/record.h>

enum graph_shape {
    GRAPH_INPUT,    /* where a walk begins */
    GRAPH_KEY,      /* a name with rules */
    GRAPH_SERVERS,  /* S: a name with SRV records */
    GRAPH_HOST,     /* A: a name with addresses */
    GRAPH_TARGETS,  /* D: a name with URI records */
    GRAPH_URI,      /* U */
    GRAPH_PROTOCOL, /* P: input for another protocol */
    GRAPH_UUID,     /* a UUID, answered without a query */
    GRAPH_PATTERN,  /* an output that depends on the input */
    GRAPH_NOWHERE,  /* the end of a rule that has no usable output */
};

/* How walks used a rule: the best use that any of them made of it. */
enum graph_trail {
    GRAPH_CHOSEN,
    GRAPH_POSSIBLE,    /* acceptable too, or no walk reached it */
    GRAPH_PASSED_OVER, /* it did not fit */
};

struct graph_node {
    enum graph_shape shape;
    char *name;  /* unescaped: it may hold any octet but NUL */
    char *facts; /* more about it, a line each, or NULL */
    size_t fact_count;
    char *problem;   /* what is wrong with it, or NULL */
    bool is_outside; /* it lies in none of the zones that were given */
    bool is_asked;   /* its records have been looked up */
    bool is_hidden;  /* not drawn */
    size_t left_out; /* how many of its edges are not drawn */
    size_t owner;    /* the node that alone leads there, plus 1; or 0 */
    size_t first;    /* index of its first edge, in the order of the rules,
                        once the graph is finished */
    size_t count;    /* of its edges, likewise */
};

struct graph_edge {
    size_t from;
    size_t to;
    bool has_rule; /* if set, the next five are the rule's */
    uint16_t order;
    uint16_t preference;
    const char *flags;
    const char *services;
    const char *regexp;
    enum graph_trail trail;
    const char *verdict; /* of a walk; NULL if no walk reached it */
    char *problem;       /* what is wrong with it, or NULL */
    bool is_left_out;    /* not drawn, though both ends may be */
    size_t number;       /* position in the order of adding */
    size_t end;          /* |to|, or SIZE_MAX if it has that end alone */
};

/* The graph owns all strings. */
struct graph {
    struct graph_node *nodes;
    size_t node_count;
    size_t node_room;
    struct graph_edge *edges;
    size_t edge_count;
    size_t edge_room;
    void *known_nodes; /* a tree, by shape, owner and name */
    void *known_edges; /* another, by ends and rule, until it is finished */
    size_t unreadable; /* records that cannot be read */
};

void graph_begin(struct graph *graph);
void graph_clear(struct graph *graph);

/* Sort the edges of each node by order and preference, and hide edges that add
 * nothing to another one. Call it before drawing. */
void graph_finish(struct graph *graph);

/* Mark loops as problems. Only for graphs whose edges hold for every input.
 * Call it after graph_finish. */
void graph_mark_loops(struct graph *graph);

/* The parts of a finished graph that are drawn. */
struct graph_part {
    const size_t *starts; /* nodes where it begins; NULL: wherever the graph
                             does */
    size_t start_count;
    size_t depth;      /* the most delegations from there */
    size_t most_edges; /* the most edges */
};

/* The result. */
struct graph_extent {
    size_t keys; /* drawn */
    size_t edges;
    size_t all_keys; /* those that would be without |most_edges| */
    size_t all_edges;
};

/* Hide all but |part|. Nodes count their edges that are left out. */
void graph_draw_part(struct graph *graph, const struct graph_part *part,
                     struct graph_extent *extent);

/* ---- Pieces ------------------------------------------------------------- */

/* The node of |shape| called |name|; it is added if it does not exist. */
size_t graph_node(struct graph *graph, enum graph_shape shape,
                  const char *name);

/* Find the node of |shape| called |name|; false if it does not exist. */
bool graph_find_node(const struct graph *graph, enum graph_shape shape,
                     const char *name, size_t *node);

/* Add a node that is not found again, even if another one has the same shape
 * and name. */
size_t graph_new_node(struct graph *graph, enum graph_shape shape,
                      const char *name);

/* The node that a rule of |from| leads to. Each key has its own nodes for URIs
 * and protocol outputs: shared nodes would pull unrelated keys together and
 * draw rules out of order. */
size_t graph_target(struct graph *graph, size_t from, enum graph_shape shape,
                    const char *name);

/* Add a line about |node|, unless it has that line; long lists are cut. */
__attribute__((format(printf, 3, 4))) void
graph_add_fact(struct graph *graph, size_t node, const char *format, ...);

/* Set the problem of |node| or |edge|. The first call wins. */
__attribute__((format(printf, 3, 4))) void
graph_blame_node(struct graph *graph, size_t node, const char *format, ...);
void graph_blame_edge(struct graph *graph, size_t edge, const char *problem);

/* The edge from |from| to |to| for |rule|, which may be NULL; it is added if it
 * does not exist. */
size_t graph_edge(struct graph *graph, size_t from, size_t to,
                  const struct ddds_rule *rule);

/* The edge of |rule| from |from| to a GRAPH_NOWHERE node of its own labelled
 * |name|; it is added if it does not exist. */
size_t graph_edge_to_nowhere(struct graph *graph, size_t from,
                             const struct ddds_rule *rule, const char *name);

/* Add the servers, the URIs or the addresses of |answer| as facts about
 * |node|. */
void graph_add_data(struct graph *graph, size_t node,
                    const struct ddds_answer *answer);

/* The shape of a rule's output. */
enum graph_shape graph_shape_of(enum ddds_next next);

/* ---- What is drawn ------------------------------------------------------- */

/* Add the walk that ended in |result|. */
void graph_add_walk(struct graph *graph, const struct ddds_result *result);

/* Add all rules of the zones in |memory|, with flags read as |application|
 * reads them, and their targets as far as they are known without an input. */
void graph_add_zones(struct graph *graph, ddds_database *memory,
                     const struct ddds_application *application);

/* Draw a record that cannot be read, at its owner if that is known: |record| as
 * in ddds_unreadable_fn. Of many, the first are drawn. */
void graph_add_unreadable(struct graph *graph, const struct ddds_record *record,
                          const char *detail);

/* Attach a lint finding to the key that it is about. */
void graph_add_finding(struct graph *graph, const struct ddds_finding *finding);

/* Is |edge| drawn, with both its ends? */
bool graph_is_drawn(const struct graph *graph, const struct graph_edge *edge);

/* Where a node is drawn. */
struct graph_place {
    size_t row;     /* of its connected component, from the top */
    bool is_top;    /* no edge leads to it */
    bool is_bottom; /* no edge leaves it */
};

/* Find the place of each visible node; |places| has one element for each
 * node. */
void graph_arrange(const struct graph *graph, struct graph_place *places);

/* ---- Drawing ------------------------------------------------------------- */

/* Write the graph in the DOT language. */
void print_dot(FILE *out, const struct graph *graph);

#endif
