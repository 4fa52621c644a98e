/* The tree of an extended regular expression: for questions that a matcher does
 * not answer. Which group may take no part? Where may a match begin? What
 * matches at all?
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_ERE_TREE_H
#define CHECK_JUDGE_ERE_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/limits.h"
#include "base/text.h"

enum ere_node_kind {
    ERE_ALTERNATIVES, /* its children are branches */
    ERE_BRANCH,       /* its children follow one another */
    ERE_GROUP,        /* its child are alternatives */
    ERE_REPETITION,   /* of its child */
    ERE_CHARACTER,    /* one of |set| */
    ERE_BEGIN,        /* ^ */
    ERE_END,          /* $ */
};

enum { ERE_UNBOUNDED = 256, ERE_NONE = UINT16_MAX };

/* A piece of the expression. Children form a list. */
struct ere_node {
    enum ere_node_kind kind;
    uint16_t begin; /* in the expression */
    uint16_t end;
    uint16_t parent; /* ERE_NONE for the root */
    uint16_t first;  /* ERE_NONE: no child */
    uint16_t next;   /* ERE_NONE: the last */
    uint16_t least;  /* of a repetition */
    uint16_t most;
    uint16_t group; /* of a group: its number, from 1 */
    uint64_t
        set[256 / 64]; /* of a character: the octets that it may be, octet N
                               as bit N % 64 of word N / 64 */
};

/* Pieces take an octet each, but that a branch may have none of its own, and a
 * group two nodes for its two octets. */
enum { ERE_NODES = 4 * (LIMIT_STRING + 2) };

struct ere_tree {
    const char *ere;
    size_t length;
    bool ignores_case;
    uint16_t count;
    struct ere_node nodes[ERE_NODES]; /* the root is the first */
};

/* Make the tree of |ere|, which ddds_ere_read accepts. Each octet that is not
 * ASCII is a character of its own. */
void ddds_ere_tree_make(struct ere_tree *tree, const char *ere,
                        bool ignores_case);

/* Must every match begin where the string does, and end where it does? */
bool ddds_ere_tree_covers_begin(const struct ere_tree *tree);
bool ddds_ere_tree_covers_end(const struct ere_tree *tree);

/* The group |number|; NULL if there is none. */
const struct ere_node *ddds_ere_tree_group(const struct ere_tree *tree,
                                           unsigned number);

/* May |node| take no part in a match, because of what is around it? */
bool ddds_ere_tree_is_optional(const struct ere_tree *tree,
                               const struct ere_node *node);

/* A repetition without end around something that repeats, or has a choice: the
 * first; NULL if there is none. */
const struct ere_node *ddds_ere_tree_nested(const struct ere_tree *tree);

/* Are there alternatives anywhere, or what may be there or not? */
bool ddds_ere_tree_has_choice(const struct ere_tree *tree);

/* Write a string that should match. |number| says which: each takes other
 * branches of the alternatives, and repeats what may be repeated more or less
 * often. */
void ddds_ere_tree_sample(const struct ere_tree *tree, unsigned number,
                          struct text *sample);

/* Write what may come before |node|, which is a piece of a branch, in a string
 * that the expression matches. */
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
