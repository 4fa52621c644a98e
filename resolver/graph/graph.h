/* Graph of delegations. Nodes are keys and outputs, edges are rules. This file
 * builds it, from walks or whole zones; print_dot.c draws it.
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
    GRAPH_INPUT,    /* start of a walk */
    GRAPH_KEY,      /* name with rules */
    GRAPH_SERVERS,  /* S: name with SRV records */
    GRAPH_HOST,     /* A: name with addresses */
    GRAPH_TARGETS,  /* D: name with URI records */
    GRAPH_URI,      /* U */
    GRAPH_PROTOCOL, /* P: input for another protocol */
    GRAPH_UUID,     /* UUID, resolved locally */
    GRAPH_PATTERN,  /* output that depends on the input */
    GRAPH_NOWHERE,  /* end of a rule without a usable output */
};

/* Best use of a rule in any walk. */
enum graph_trail {
    GRAPH_CHOSEN,
    GRAPH_POSSIBLE,    /* acceptable too, or not reached by a walk */
    GRAPH_PASSED_OVER, /* rejected by every walk that read it */
};

struct graph_node {
    enum graph_shape shape;
    char *name;  /* unescaped: any octets but NUL */
    char *facts; /* further lines of the label, or NULL */
    size_t fact_count;
    char *problem;   /* shown as an error, or NULL */
    bool is_outside; /* not in the given zones */
    bool is_asked;   /* its records were looked up */
    bool is_hidden;  /* not drawn */
    size_t left_out; /* number of its edges that are not drawn */
    size_t owner;    /* the only node that leads to it, plus 1; or 0 */
    size_t first;    /* index of its first edge, valid after graph_finish() */
    size_t count;    /* of its edges, likewise */
};

struct graph_edge {
    size_t from;
    size_t to;
    bool has_rule; /* if set, the next five members are the rule's */
    uint16_t order;
    uint16_t preference;
    const char *flags;
    const char *services;
    const char *regexp;
    enum graph_trail trail;
    const char *verdict; /* in a walk; NULL if no walk reached it */
    char *counts;        /* numbers of inputs that take it, by class, or NULL */
    size_t counted;      /* the walk of the last of these numbers */
    char *problem;       /* shown as an error, or NULL */
    bool is_left_out;    /* not drawn, even if both ends are */
    size_t number;       /* position in the order of insertion */
    size_t end;          /* |to|, or SIZE_MAX: its own GRAPH_NOWHERE node */
};

/* A graph. It owns all strings. */
struct graph {
    struct graph_node *nodes;
    size_t node_count;
    size_t node_room;
    struct graph_edge *edges;
    size_t edge_count;
    size_t edge_room;
    void *known_nodes; /* tree, by shape, owner and name */
    void *known_edges; /* tree, by ends and rule; until graph_finish() */
    size_t walks;      /* number of walks so far */
    size_t unreadable; /* number of unreadable records */
};

void graph_begin(struct graph *graph);
void graph_clear(struct graph *graph);

/* Sort the edges of each node by order and preference, and hide rules without
 * output that have an output for another input. Call it before drawing. */
void graph_finish(struct graph *graph);

/* Mark loops as problems, after graph_finish(). Edges must hold for any
 * input. */
void graph_mark_loops(struct graph *graph);

/* The part of a finished graph to draw. */
struct graph_part {
    const size_t *starts; /* nodes to start from; NULL: those without incoming
                             edges, and one per unreached loop */
    size_t start_count;
    size_t depth;      /* limit on delegations from a start */
    size_t most_edges; /* limit on edges */
};

/* Numbers of drawn keys and edges, and their numbers without |most_edges|. */
struct graph_extent {
    size_t keys;
    size_t edges;
    size_t all_keys;
    size_t all_edges;
};

/* Hide all but |part|. Count the left-out edges of each node. */
void graph_draw_part(struct graph *graph, const struct graph_part *part,
                     struct graph_extent *extent);

/* ---- Nodes and edges ---------------------------------------------------- */

/* Return the node with |shape| and |name|; add it if it is new. */
size_t graph_node(struct graph *graph, enum graph_shape shape,
                  const char *name);

/* Find the node of the key |name|; false if it does not exist. */
bool graph_find_key(const struct graph *graph, const char *name, size_t *node);

/* Add a node that graph_node() does not return. */
size_t graph_new_node(struct graph *graph, enum graph_shape shape,
                      const char *name);

/* Return the node for the output of a rule at |from|. Each key has its own
 * nodes for URIs and protocol outputs: shared nodes would pull unrelated keys
 * together and draw rules out of order. */
size_t graph_target(struct graph *graph, size_t from, enum graph_shape shape,
                    const char *name);

/* Add a line about |node|, unless it has the line or too many. */
__attribute__((format(printf, 3, 4))) void
graph_add_fact(struct graph *graph, size_t node, const char *format, ...);

/* Set the problem of |node| or |edge|, unless it has a problem. */
__attribute__((format(printf, 3, 4))) void
graph_blame_node(struct graph *graph, size_t node, const char *format, ...);
void graph_blame_edge(struct graph *graph, size_t edge, const char *problem);

/* Add |count|, the inputs of a class, to those that take |edge|. NULL: add
 * nothing. */
void graph_count_edge(struct graph *graph, size_t edge, const char *count);

/* Return the edge from |from| to |to| for |rule|, or NULL; add it if new. */
size_t graph_edge(struct graph *graph, size_t from, size_t to,
                  const struct ddds_rule *rule);

/* Return the edge of |rule| from |from| to its own GRAPH_NOWHERE node, labelled
 * |name|; add it if it is new. */
size_t graph_edge_to_nowhere(struct graph *graph, size_t from,
                             const struct ddds_rule *rule, const char *name);

/* Add the servers, URIs or addresses in |answer| as facts about |node|. */
void graph_add_data(struct graph *graph, size_t node,
                    const struct ddds_answer *answer);

/* Return the shape of a rule's output. */
enum graph_shape graph_shape_of(enum ddds_next next);

/* ---- Content ------------------------------------------------------------- */

/* Add the walk of |result|, for |count| inputs; NULL: not counted. */
void graph_add_walk(struct graph *graph, const struct ddds_result *result,
                    const char *count);

/* Add all rules of the zones in |memory|, and their outputs, as far as these do
 * not depend on an input. Flags are interpreted as |application| does. */
void graph_add_zones(struct graph *graph, ddds_database *memory,
                     const struct ddds_application *application);

/* Add an unreadable record, at its owner if known; |record| is that of
 * ddds_unreadable_fn. Records beyond a limit are only counted. */
void graph_add_unreadable(struct graph *graph, const struct ddds_record *record,
                          const char *detail);

/* Add a finding of lint to its key. */
void graph_add_finding(struct graph *graph, const struct ddds_finding *finding);

/* Return true if |edge| is drawn with both its ends. */
bool graph_is_drawn(const struct graph *graph, const struct graph_edge *edge);

/* Position of a node. */
struct graph_place {
    size_t row;     /* of its connected component, counted from the top */
    bool is_top;    /* without incoming edges */
    bool is_bottom; /* without outgoing edges */
};

/* Compute the positions of visible nodes into |places|, by node. */
void graph_arrange(const struct graph *graph, struct graph_place *places);

/* ---- Drawing ------------------------------------------------------------- */

/* Write the graph in the DOT language. */
void print_dot(FILE *out, const struct graph *graph);

#endif
