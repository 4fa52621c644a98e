/* Syntax trees of extended regular expressions. They show optional groups,
 * anchors and samples of matching strings, which matchers do not report.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_SETS_ERE_TREE_H
#define CHECK_SETS_ERE_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/limits.h"
#include "base/text.h"

enum ere_node_kind {
    ERE_ALTERNATIVES, /* children: branches */
    ERE_BRANCH,       /* children: a sequence */
    ERE_GROUP,        /* child: alternatives */
    ERE_REPETITION,   /* of its child */
    ERE_CHARACTER,    /* from |set| */
    ERE_BEGIN,        /* ^ */
    ERE_END,          /* $ */
};

enum { ERE_UNBOUNDED = 256, ERE_NONE = UINT16_MAX };

/* A node. Children form a list. */
struct ere_node {
    enum ere_node_kind kind;
    uint16_t begin; /* offset in the expression */
    uint16_t end;
    uint16_t parent; /* ERE_NONE: root */
    uint16_t first;  /* ERE_NONE: no child */
    uint16_t next;   /* ERE_NONE: last */
    uint16_t least;  /* of a repetition */
    uint16_t most;
    uint16_t group; /* of a group: its number, from 1; 0: of octets */

    /* Of a character: octets. Octet N is bit N % 64 of word N / 64. */
    uint64_t set[256 / 64];
};

/* Maximum of nodes: a piece per octet; a branch may be empty, a group has two
 * nodes for two octets, and a character that is not ASCII three more than
 * octets. Ranges of such characters may need more, and are then cut. */
enum { ERE_NODES = 6 * (LIMIT_STRING + 2) };

struct ere_tree {
    const char *ere;
    size_t length;
    bool ignores_case;
    bool is_cut; /* characters that are not ASCII are missing in brackets */
    uint16_t count;
    struct ere_node nodes[ERE_NODES]; /* the first is the root */
};

/* Make the tree of |ere|, which ddds_ere_read accepts. Characters are octets:
 * one that is not ASCII is a group of several. */
void ddds_ere_tree_make(struct ere_tree *tree, const char *ere,
                        bool ignores_case);

/* Return true if every match starts at the start, or ends at the end, of the
 * string. */
bool ddds_ere_tree_covers_begin(const struct ere_tree *tree);
bool ddds_ere_tree_covers_end(const struct ere_tree *tree);

/* Return the group |number|; NULL if it does not exist. */
const struct ere_node *ddds_ere_tree_group(const struct ere_tree *tree,
                                           unsigned number);

/* Return true if the nodes around |node| allow a match without it. */
bool ddds_ere_tree_is_optional(const struct ere_tree *tree,
                               const struct ere_node *node);

/* Return the first unbounded repetition of a piece that repeats or has a
 * choice; NULL if not found. */
const struct ere_node *ddds_ere_tree_nested(const struct ere_tree *tree);

/* Return true if the expression has alternatives or optional pieces. */
bool ddds_ere_tree_has_choice(const struct ere_tree *tree);

/* Write a string that should match. Different |number| select different
 * branches and repetitions. */
void ddds_ere_tree_sample(const struct ere_tree *tree, unsigned number,
                          struct text *sample);

/* Write a possible prefix of |node|, a piece of a branch, in a matching
 * string. */
void ddds_ere_tree_before(const struct ere_tree *tree,
                          const struct ere_node *node, struct text *sample);

/* Write |times| strings that |node| matches. */
void ddds_ere_tree_repeat(const struct ere_tree *tree,
                          const struct ere_node *node, unsigned times,
                          struct text *sample);

static inline const struct ere_node *ere_child(const struct ere_tree *tree,
                                               const struct ere_node *node)
{
    return node->first == ERE_NONE ? NULL : &tree->nodes[node->first];
}

static inline const struct ere_node *ere_next(const struct ere_tree *tree,
                                              const struct ere_node *node)
{
    return node->next == ERE_NONE ? NULL : &tree->nodes[node->next];
}

static inline const struct ere_node *ere_parent(const struct ere_tree *tree,
                                                const struct ere_node *node)
{
    return node->parent == ERE_NONE ? NULL : &tree->nodes[node->parent];
}

#endif
