/* The strings that an extended regular expression matches, as a
 * nondeterministic automaton: its states after each octet of a string.
 *
 * A matcher answers for one string. An automaton answers for all of them:
 * string_search.h looks for strings that some expressions match and others do
 * not.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_AUTOMATON_H
#define CHECK_JUDGE_AUTOMATON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

enum {
    /* More states than the expressions in use have; a host name's grammar
     * needs a thousand. */
    AUTOMATON_STATES = 2048,
    AUTOMATON_WORDS = AUTOMATON_STATES / 64,

    /* Room for a prefix: longer ones are cut. */
    AUTOMATON_PREFIX = 64,

    /* Words of a set of octets: octet N is bit N % 64 of word N / 64. */
    OCTET_SET_WORDS = 256 / 64,
};

enum automaton_state_kind {
    AUTOMATON_MATCH, /* the expression has matched */
    AUTOMATON_OCTET, /* takes an octet of |set|, then |next| */
    AUTOMATON_FORK,  /* |next| and |other| */
    AUTOMATON_BEGIN, /* |next| where the string begins */
    AUTOMATON_END,   /* |next| where the string ends */
    AUTOMATON_MARK, /* |next|; the group |other| / 2 begins here, or, if |other|
                        is odd, ends */
};

struct automaton_state {
    enum automaton_state_kind kind;
    uint16_t next;
    uint16_t other;
    const uint64_t *set;
};

/* State 0 is the match, state 1 the start. */
struct automaton {
    uint16_t count;
    struct automaton_state *states;
    size_t words;     /* 64 states each */
    uint64_t *within; /* the states in which a match begins after some octet */
    bool is_anchored; /* none of them leads further */
};

/* The states that a string leads to: a bit each. Once the expression has
 * matched, the match is the only state. */
typedef uint64_t automaton_set;

/* Make the automaton of |ere|, which ddds_ere_read accepts, in |arena|. NULL
 * if it is too large, has characters that are not ASCII, or allocation fails,
 * which |arena->failed| then tells. */
const struct automaton *ddds_automaton_new(struct arena *arena, const char *ere,
                                           bool ignores_case);

/* The same, with marks where the groups of |groups| begin and end: group N is bit
 * N. Of the states to which a fork leads, |next| is the one that Perl's matchers
 * try first. */
const struct automaton *ddds_automaton_new_marked(struct arena *arena,
                                                  const char *ere,
                                                  bool ignores_case,
                                                  unsigned groups);

/* Add |state| to |set|, and all states that it leads to without an octet.
 * |is_begin| and |is_end| say whether the string begins or ends here. */
void ddds_automaton_close(const struct automaton *automaton, uint16_t state,
                          bool is_begin, bool is_end, automaton_set *set);

/* Write the octets that every string that |automaton| matches begins with, in
 * lower case, to |prefix|. Return their number. */
size_t ddds_automaton_prefix(const struct automaton *automaton,
                             char prefix[AUTOMATON_PREFIX]);

/* The states before the first octet. |set| has |automaton->words| words. */
void ddds_automaton_begin(const struct automaton *automaton,
                          automaton_set *set);

/* The states after |octet|, which comes after |from|. */
void ddds_automaton_step(const struct automaton *automaton,
                         const automaton_set *from, unsigned char octet,
                         automaton_set *to);

/* Has the expression matched already, whatever follows? */
static inline bool automaton_has_matched(const automaton_set *set)
{
    return (set[0] & 1) != 0;
}

/* Does the expression not match, whatever follows? If false, that is not
 * known. */
bool ddds_automaton_is_over(const struct automaton *automaton,
                            const automaton_set *set);

/* Does the expression match if the string ends here? |is_empty| says that it
 * ends where it begins. */
bool ddds_automaton_accepts(const struct automaton *automaton,
                            const automaton_set *set, bool is_empty);

/* Does the expression match |string|? */
bool ddds_automaton_matches(const struct automaton *automaton,
                            const char *string);

#endif
