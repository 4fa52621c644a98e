/* The rules of a key in the order of clients, and coverage of their strings by
 * others.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_KEYS_RANKING_H
#define CHECK_KEYS_RANKING_H

#include "check/keys/search.h"
#include "check/model/check_state.h"
#include "check/model/checked_record.h"

/* Larger sets skip the test whether any rule may hide another, because it
 * compares all pairs. */
enum { FEW_RULES = 16 };

/* A rule of a set, and the strings that its expression matches. */
struct ranked_rule {
    const struct checked_record *record;
    const struct ddds_rule *rule;
    const struct ddds_application *application;
    enum ddds_next next;
    struct search_term term; /* its expression; may have no reader */
    bool is_usable;          /* clients can apply it to strings */
    bool takes_all;          /* it matches every string */
    bool is_particular;      /* it matches exactly the strings of its
                                          expression */
    bool has_output;         /* on every match */
    bool closes;             /* after a match, clients ignore worse orders */

    /* The problem, and the position that would solve it. */
    bool is_hidden;               /* better orders match all its strings */
    const struct ranked_rule *by; /* a rule that alone hides it, or is more
                                     general; or NULL */
    bool belongs_before;          /* before that rule, otherwise after it */
};

enum { MATCHERS_DEPTH = 64 };

/* A rule that may match, and the state of its reader. */
struct alive_rule {
    size_t number;
    uint32_t state;
};

/* Strings of neighbours often begin alike, so the rules that may match after
 * each octet of the last string are kept. */
struct matchers {
    char string[SEARCH_STRING_SIZE];
    struct alive_rule *alive[MATCHERS_DEPTH + 1];
    size_t counts[MATCHERS_DEPTH + 1];
    size_t depth;  /* number of octets whose rules are known */
    size_t *found; /* numbers of the rules found, in their order */
    size_t found_count;
};

/* The rules of a set, in the order of clients. */
struct ranking {
    struct ddds_check *check;
    const struct checked_set *set;
    struct ranked_rule *rules;
    size_t count;
    struct search_term strings;    /* of the key; no reader: any */
    struct matchers near;          /* of the rules with an output */
    struct search_term *terms;     /* size: number of rules + 2 */
    const struct ranked_rule *all; /* the first that closes for all strings */

    /* Free positions for corrections. */
    uint32_t *corrected; /* orders and preferences used by corrections */
    size_t corrected_count;
    uint16_t order; /* its preferences in use are the bit set |taken| */
    unsigned last;  /* highest preference in use */
    uint64_t taken[(UINT16_MAX + 1) / 64];
};

/* Make |ranking| of |set| in the scratch arena. Return false if it has less
 * than two rules, or if allocation fails, which the arena records. */
bool ddds_ranking_make(struct ranking *ranking, struct ddds_check *check,
                       const struct checked_set *set);

/* Store the numbers of the rules before |rule| that match one of its strings in
 * |ranking->near|; all if that string is long or unknown, none if no work is
 * left, or if |rule| has no searches. */
void ddds_ranking_find_near(struct ranking *ranking,
                            const struct ranked_rule *rule);

/* Return true if |other|, which has an output, matches every string of the key
 * that |rule| matches. */
bool ddds_ranking_is_covered_by(const struct ranking *ranking,
                                const struct ranked_rule *rule,
                                const struct ranked_rule *other);

/* Return true if several closing rules among the first |better| together match
 * every string of the key that |rule| matches. */
bool ddds_ranking_is_covered(const struct ranking *ranking,
                             const struct ranked_rule *rule, size_t better);

/* Return true if |general| matches more strings of the key than |rule|. */
bool ddds_ranking_is_wider(const struct ranking *ranking,
                           const struct ranked_rule *general,
                           const struct ranked_rule *rule);

/* Return true if clients that request the services of |rule| try |general|
 * first. */
bool ddds_ranking_comes_first(const struct ranked_rule *general,
                              const struct ranked_rule *rule);

#endif
