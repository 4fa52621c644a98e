/* Samples of the strings that an expression matches.
 *
 * SPDX-License-Identifier: MIT */
#include "check/sets/ere_tree.h"

#include <assert.h>

static bool set_has(const uint64_t *set, unsigned octet)
{
    return (set[octet / 64] >> octet % 64 & 1) != 0;
}

/* Return the octet of |set| that is most common in AUS; 0 if it is empty. Most
 * sets have a single ASCII octet. */
static char set_choose(const uint64_t *set)
{
    static const char likely[] = "a1bcdefghijklmnopqrstuvwxyz023456789-.:/@+";
    size_t word = set[0] == 0;
    uint64_t only = set[word];
    if ((set[1 - word] | set[2] | set[3]) == 0 && (only & (only - 1)) == 0 &&
        only > (word == 0 ? UINT32_MAX : 0)) {
        return (char)(64 * word + (unsigned)__builtin_ctzll(only));
    }
    for (const char *at = likely; *at != '\0'; at++) {
        if (set_has(set, (unsigned char)*at)) {
            return *at;
        }
    }
    for (unsigned octet = 0x21; octet < 256; octet++) {
        if (set_has(set, octet)) {
            return (char)octet;
        }
    }
    return set_has(set, ' ') ? ' ' : '\0';
}

/* Position of writing a sample: a node, and its remaining repetitions. */
struct visit {
    uint16_t node;
    uint16_t left;
};

/* Maximum depth: three nodes per nested group. */
enum { VISITS = 4 * LIMIT_GROUP_DEPTH + 12 };

/* Return the branch of |alternatives| for the sample |number|. */
static uint16_t choose_branch(const struct ere_tree *tree,
                              const struct ere_node *alternatives,
                              unsigned number)
{
    unsigned count = 1; /* at least one branch */
    for (const struct ere_node *branch = ere_child(tree, alternatives);
         branch->next != ERE_NONE; branch = ere_next(tree, branch)) {
        count++;
    }
    uint16_t chosen = alternatives->first;
    for (unsigned i = number % count; i > 0; i--) {
        chosen = tree->nodes[chosen].next;
    }
    return chosen;
}

/* Return how often the sample |number| repeats |repetition|. */
static uint16_t choose_count(const struct ere_node *repetition, unsigned number)
{
    unsigned more = repetition->most == 1    ? number % 2 == 0
                    : repetition->least == 0 ? 1 + number % 2
                                             : number % 2;
    unsigned count = repetition->least + more;
    return (uint16_t)(count < repetition->most ? count : repetition->most);
}

/* Write |node| |times| times for the sample |number|. */
static void write_node(const struct ere_tree *tree, const struct ere_node *node,
                       unsigned number, uint16_t times, struct text *sample)
{
    struct visit visits[VISITS];
    size_t depth = 1;
    assert(node != NULL);
    visits[0] = (struct visit){(uint16_t)(node - tree->nodes), times};
    while (depth > 0 && !sample->failed) {
        struct visit *visit = &visits[depth - 1];
        if (visit->left == 0) {
            /* Continue with the next piece of an entered branch. */
            uint16_t next = tree->nodes[visit->node].next;
            bool is_piece =
                depth > 1 &&
                tree->nodes[visits[depth - 2].node].kind == ERE_BRANCH;
            if (is_piece && next != ERE_NONE) {
                *visit = (struct visit){next, 1};
            } else {
                depth--;
            }
            continue;
        }
        visit->left--;
        const struct ere_node *at = &tree->nodes[visit->node];
        uint16_t child = at->first;
        uint16_t left = 1;
        if (at->kind == ERE_CHARACTER) {
            ddds_text_char(sample, set_choose(at->set));
        } else if (at->kind == ERE_ALTERNATIVES) {
            child = choose_branch(tree, at, number);
        } else if (at->kind == ERE_REPETITION) {
            left = choose_count(at, number);
        }
        if (child != ERE_NONE && depth < VISITS) {
            visits[depth++] = (struct visit){child, left};
        }
    }
}

void ddds_ere_tree_sample(const struct ere_tree *tree, unsigned number,
                          struct text *sample)
{
    write_node(tree, &tree->nodes[0], number, 1, sample);
}

void ddds_ere_tree_repeat(const struct ere_tree *tree,
                          const struct ere_node *node, unsigned times,
                          struct text *sample)
{
    write_node(tree, node, 0, (uint16_t)times, sample);
}

void ddds_ere_tree_before(const struct ere_tree *tree,
                          const struct ere_node *node, struct text *sample)
{
    const struct ere_node *around[2 * LIMIT_GROUP_DEPTH + 2];
    size_t depth = 0;
    for (const struct ere_node *at = node;
         at != NULL && depth < sizeof around / sizeof around[0];
         at = ere_parent(tree, at)) {
        const struct ere_node *parent = ere_parent(tree, at);
        if (parent != NULL && parent->kind == ERE_BRANCH) {
            around[depth++] = at;
        }
    }
    while (depth > 0) {
        const struct ere_node *piece = around[--depth];
        const struct ere_node *branch = ere_parent(tree, piece);
        for (const struct ere_node *each = ere_child(tree, branch);
             each != piece; each = ere_next(tree, each)) {
            write_node(tree, each, 0, 1, sample);
        }
    }
}
