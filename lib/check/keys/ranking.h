/* The rules of a key in the order in which clients try them, and which of them
 * match all strings that others match.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_KEYS_RANKING_H
#define CHECK_KEYS_RANKING_H

#include "check/judge/string_search.h"
#include "check/keys/prefixes.h"
#include "check/model/check_state.h"
#include "check/model/checked_record.h"

/* One rule of a set, with what its expression matches. */
struct ranked_rule {
    const struct checked_record *record;
    const struct ddds_rule *rule;
    const struct ddds_application *application;
    enum ddds_next next;
    const struct automaton *automaton; /* of its expression; or NULL */
    bool is_usable;                    /* clients can apply it to strings */
    bool takes_all;                    /* it matches every string */
    bool is_particular;                /* it matches what its expression does */
    bool has_output;                   /* whenever it matches */
    bool closes; /* if it matches, clients do not consider worse orders */

    /* What is wrong with its place. */
    bool is_hidden;               /* better orders match all that it matches */
    const struct ranked_rule *by; /* a rule that does so alone, or is more
                                     general; or NULL */
    bool belongs_before;          /* before that rule, otherwise after it */
};

/* The rules of a set, in the order in which clients try them. */
struct ranking {
    struct ddds_check *check;
    const struct checked_set *set;
    struct ranked_rule *rules;
    size_t count;
    const struct automaton *strings; /* that come to the key; or NULL: any */
    struct prefixes near;            /* of the rules that have an output */
    struct search_term *terms;     /* room for a search: two more than rules */
    const struct ranked_rule *all; /* the first that closes for all strings */

    /* Where corrections can put rules. */
    uint32_t *corrected; /* orders and preferences of corrections */
    size_t corrected_count;
    uint16_t
        order;     /* of which |taken| has the preferences in use, a bit each */
    unsigned last; /* the highest of them */
    uint64_t taken[(UINT16_MAX + 1) / 64];
};

/* Make |ranking| of |set| in the scratch arena. Return false if it has less than
 * two rules, or if allocation fails, which the arena notes. */
bool ddds_ranking_make(struct ranking *ranking, struct ddds_check *check,
                       const struct checked_set *set);

/* Find the rules before |rule| that may match a string that it matches, as
 * numbers in |ranking->near|. None are found without work left, nor for a rule
 * that no search is about. */
void ddds_ranking_find_near(struct ranking *ranking,
                            const struct ranked_rule *rule);

/* Return true if |other|, which has an output, matches every string that comes
 * to the key and that |rule| matches. */
bool ddds_ranking_is_covered_by(const struct ranking *ranking,
                                const struct ranked_rule *rule,
                                const struct ranked_rule *other);

/* Return true if the rules that close and are near, among the first |better|,
 * match together every string that comes to the key and that |rule| matches. */
bool ddds_ranking_is_covered(const struct ranking *ranking,
                             const struct ranked_rule *rule, size_t better);

/* Return true if |general| matches more strings that come to the key than
 * |rule|. */
bool ddds_ranking_is_wider(const struct ranking *ranking,
                           const struct ranked_rule *general,
                           const struct ranked_rule *rule);

/* Return true if clients that want what |rule| offers try |general| first. */
bool ddds_ranking_comes_first(const struct ranked_rule *general,
                              const struct ranked_rule *rule);

#endif
