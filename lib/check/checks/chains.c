/* 5xx: delegations that form a loop or a long chain, found by a depth-first
 * search over all sets.
 *
 * SPDX-License-Identifier: MIT */
#include "check/checks/chains.h"

#include <stdlib.h>

#include "base/text.h"
#include "check/report/report.h"

enum { NOT_ENTERED = 0, ENTERED = 1, LEFT = 2 };

/* State of a set of rules in the search. */
struct chain_node {
    long parent;         /* set that entered it */
    size_t at;           /* next edge to follow */
    unsigned depth;      /* most delegations to the end, after LEFT */
    unsigned char state; /* NOT_ENTERED, ENTERED, LEFT */
    bool is_looping;     /* a loop is reachable from it */
    bool is_behind_long; /* a longer chain contains it */
};

/* A rule with the next key in the set |next|. */
struct chain_edge {
    long next; /* or CHAINS_NO_SET */
    const struct checked_record *record;
};

struct chain_walk {
    struct ddds_check *check;
    const long *next;         /* indexed by record */
    struct chain_node *nodes; /* per set */
    struct chain_edge *edges; /* of the sets entered */
};

/* Maximum of keys shown for a loop. */
enum { LOOP_SHOWN = 6 };

/* Report that |record|, of the set |last|, leads back to the set |first|, with
 * the path between them. */
static void report_loop(const struct chain_walk *walk,
                        const struct checked_record *record, long first,
                        long last)
{
    char memory[DDDS_DETAIL_SIZE];
    struct text text;
    long shown[LOOP_SHOWN];
    size_t count = 0;
    size_t length = 0;
    bool is_shown = walk->check->findings->counts[CODE_LOOP] < LIMIT_FINDINGS;
    for (long at = last; at != CHAINS_NO_SET && is_shown;
         at = walk->nodes[at].parent) {
        shown[count] = at;
        count += count < LOOP_SHOWN - 1 ? 1 : 0;
        length++;
        if (at == first) {
            break;
        }
    }
    ddds_text_init(&text, memory, sizeof memory);
    ddds_text_string(&text, "loop: ");
    ddds_text_string(&text, walk->check->sets[first].owner);
    if (length > count + 1) {
        ddds_text_string(&text, " -> ...");
        count--;
    }
    for (size_t i = count; i > 0; i--) {
        if (shown[i - 1] != first) {
            ddds_text_string(&text, " -> ");
            ddds_text_string(&text, walk->check->sets[shown[i - 1]].owner);
        }
    }
    ddds_text_string(&text, " -> ");
    ddds_text_string(&text, walk->check->sets[first].owner);
    ddds_report(
        walk->check,
        ddds_place_field(record, *record->naptr->rule.replacement != '\0'
                                     ? NAPTR_REPLACEMENT
                                     : NAPTR_REGEXP),
        CODE_LOOP, "%s", text.bytes);
}

static int compare_edges(const void *one, const void *other)
{
    const struct chain_edge *a = one;
    const struct chain_edge *b = other;
    return (a->next > b->next) - (a->next < b->next);
}

/* Return the edges of |set|, one per record. */
static struct chain_edge *edges_of(const struct chain_walk *walk, long set)
{
    const struct ddds_check *check = walk->check;
    return walk->edges + (check->sets[set].records - check->sorted);
}

/* Enter |set|, and sort its edges, so that loops are found at the same keys for
 * any order of records. */
static void enter(const struct chain_walk *walk, long set, long parent)
{
    const struct checked_set *rules = &walk->check->sets[set];
    struct chain_edge *edges = edges_of(walk, set);
    for (size_t i = 0; i < rules->count; i++) {
        const struct checked_record *record = rules->records[i];
        edges[i] = (struct chain_edge){walk->next[record->number], record};
    }
    qsort(edges, rules->count, sizeof *edges, compare_edges);
    walk->nodes[set].parent = parent;
    walk->nodes[set].state = ENTERED;
}

/* Record that a rule of |node| leads to |other|, which was left. */
static void lead_to(struct chain_node *node, const struct chain_node *other)
{
    node->is_looping = node->is_looping || other->is_looping;
    if (node->depth < other->depth + 1) {
        node->depth = other->depth + 1;
    }
}

/* Follow the next rule of |set|, and return the set to continue with: the same,
 * that of the rule, or the parent. */
static long step(const struct chain_walk *walk, long set)
{
    struct chain_node *node = &walk->nodes[set];
    const struct checked_set *rules = &walk->check->sets[set];
    if (node->at == rules->count) {
        struct chain_node *parent =
            node->parent != CHAINS_NO_SET ? &walk->nodes[node->parent] : NULL;
        node->state = LEFT;
        if (parent != NULL) {
            lead_to(parent, node);
        }
        return node->parent;
    }
    const struct chain_edge *edge = &edges_of(walk, set)[node->at++];
    const long next = edge->next;
    if (next == CHAINS_NO_SET) {
        return set;
    }
    struct chain_node *other = &walk->nodes[next];
    if (other->state == NOT_ENTERED) {
        enter(walk, next, set);
        return next;
    }
    if (other->state == ENTERED) {
        node->is_looping = true;
        report_loop(walk, edge->record, next, set);
    } else {
        lead_to(node, other);
    }
    return set;
}

static bool is_long(const struct chain_node *node)
{
    return node->depth > LIMIT_USUAL_HOPS && !node->is_looping;
}

/* Report each long chain at its first key. */
static void report_chains(const struct chain_walk *walk)
{
    const struct ddds_check *check = walk->check;
    for (size_t i = 0; i < check->set_count; i++) {
        const struct checked_set *set = &check->sets[i];
        for (size_t k = 0; k < set->count && is_long(&walk->nodes[i]); k++) {
            long next = walk->next[set->records[k]->number];
            if (next != CHAINS_NO_SET) {
                walk->nodes[next].is_behind_long = true;
            }
        }
    }
    for (size_t i = 0; i < check->set_count; i++) {
        const struct chain_node *node = &walk->nodes[i];
        if (is_long(node) && !node->is_behind_long) {
            ddds_report(walk->check,
                        ddds_place_record(check->sets[i].records[0]),
                        CODE_LONG_CHAIN,
                        "%u delegations in a row begin at %.100s; some clients "
                        "give up after 5",
                        node->depth, check->sets[i].owner);
        }
    }
}

void ddds_chains_check(struct ddds_check *check, const long *next)
{
    struct arena *scratch = &check->scratch;
    struct chain_walk walk = {
        .check = check,
        .next = next,
        .nodes =
            ddds_arena_array(scratch, check->set_count, sizeof *walk.nodes),
        .edges =
            ddds_arena_array(scratch, check->record_count, sizeof *walk.edges),
    };
    if (walk.nodes == NULL || walk.edges == NULL) {
        return;
    }
    for (size_t i = 0; i < check->set_count; i++) {
        if (walk.nodes[i].state == NOT_ENTERED) {
            enter(&walk, (long)i, CHAINS_NO_SET);
            for (long set = (long)i; set != CHAINS_NO_SET;) {
                set = step(&walk, set);
            }
        }
    }
    report_chains(&walk);
}
