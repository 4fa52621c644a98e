/* The names of zones, shared by the readers of names.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_READERS_KNOWN_NAMES_H
#define CHECK_READERS_KNOWN_NAMES_H

#include "base/arena.h"
#include "base/limits.h"
#include "check/sets/intern.h"
#include "check/readers/name_reader.h"
#include "db/memory/facts.h"

enum {
    NOWHERE = UINT32_MAX,
    PLACES = LIMIT_NAME_WIRE / 2 + 3, /* maximum for a state */
    KINDS = 5,                        /* kinds of questions */
    TARGET = 1 << 30,
};

/* A node of the tree; its children form a list. */
struct name_node {
    uint32_t parent; /* NOWHERE: it is a root */
    uint32_t first;
    uint32_t next;
    uint32_t owner;  /* the name that ends here, or NOWHERE */
    uint32_t target; /* likewise, for targets of rules */
    unsigned char octet;
};

/* A name in the deepest zone that contains it. |parent| is NOWHERE at the apex;
 * |wildcard| is directly below, or NOWHERE. A DNAME that |is_followed| leads to
 * |target|, or to the closest encloser of its target if that does not exist;
 * NOWHERE: no zone has it. The name is below the DNAME |via|; NOWHERE: none. */
struct owner {
    struct memory_name name;
    uint32_t parent;
    uint32_t wildcard;
    uint32_t target;
    uint32_t via;
    bool is_followed;
};

/* |zone| is not NULL at an apex; |owner| is NOWHERE if the name does not
 * exist. */
struct name_place {
    const void *zone;
    uint32_t owner;
};

/* |below| is the label of names below |above| that do not exist, the last that
 * was needed. */
struct names_reader {
    struct reader base;
    struct known_names *names;
    enum ddds_question_kind kind;
    uint32_t above;
    uint32_t below;
};

struct known_names {
    struct owner *owners;
    size_t count;
    size_t room;
    struct arena arena;   /* names below a DNAME */
    struct intern places; /* owner names, and names above them */
    struct name_place *at_places;
    size_t place_room;
    size_t repeated; /* cost of the names below DNAMEs */
    struct name_node *nodes;
    size_t node_count;
    size_t node_room;
    struct intern targets; /* names that rules name, which need not exist */
    struct intern states;  /* of the readers: see step_name() */
    struct intern labels;  /* struct label */
    struct names_reader readers[KINDS];
    struct names_reader turned[KINDS];
    uint32_t turned_end; /* the nodes before it include the reversed tree */
    bool has_tree;
    bool failed;
};

/* The names with a label; labels count from 2. Names that a DNAME redirects
 * have other labels, because it is an alias on the way. */
struct label {
    uint32_t kind;
    uint32_t via; /* the DNAME, or NOWHERE */
    uint32_t
        owner; /* for EXACT, WILDCARD and REDIRECTED; or TARGET plus a target */
    const void *zone; /* for NO_DATA and MISSING */
};

static inline uint32_t known_child(const struct known_names *names,
                                   uint32_t node, unsigned char octet)
{
    uint32_t child = names->nodes[node].first;
    while (child != NOWHERE && names->nodes[child].octet != octet) {
        child = names->nodes[child].next;
    }
    return child;
}

/* Add a node below |parent|, which may be NOWHERE. Return NOWHERE, and set
 * |names->failed|, if allocation fails. */
uint32_t ddds_names_add_node(struct known_names *names, uint32_t parent,
                             unsigned char octet);

/* Return the node of |name| in the tree at |node|; add it if it is missing.
 * NOWHERE if allocation fails. */
uint32_t ddds_names_make_node(struct known_names *names, uint32_t node,
                              const char *name);

/* Return the label of |owner|; if it |is_below|, of missing names below it: all
 * except targets, or only |target|. |owner| is NOWHERE for names in no zone. */
uint32_t ddds_names_label(struct known_names *names,
                          enum ddds_question_kind kind, uint32_t owner,
                          bool is_below, uint32_t target);

#endif
