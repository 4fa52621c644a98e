/* Nondeterministic automata of extended regular expressions: sets of states
 * after each octet of a string.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_AUTOMATON_H
#define CHECK_JUDGE_AUTOMATON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

enum {
    /* Maximum of states: more than expressions in use need; the grammar of host
     * names needs a thousand. */
    AUTOMATON_STATES = 2048,
    AUTOMATON_WORDS = AUTOMATON_STATES / 64,

    /* Words of a set of octets: octet N is bit N % 64 of word N / 64. */
    OCTET_SET_WORDS = 256 / 64,
};

enum automaton_state_kind {
    AUTOMATON_MATCH, /* the end of a match */
    AUTOMATON_OCTET, /* consumes an octet of |set|, then |next| */
    AUTOMATON_FORK,  /* |next| and |other| */
    AUTOMATON_BEGIN, /* |next| at the start of the string */
    AUTOMATON_END,   /* |next| at the end of the string */
    AUTOMATON_MARK, /* |next|; the group |other| / 2 starts here, or, if |other|
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
    uint64_t *within; /* states in which a match starts after some octet */
    bool is_anchored; /* |within| has no transitions */
};

/* A set of states, one bit each. After a match it contains only the match. */
typedef uint64_t automaton_set;

/* Make the automaton of |ere|, which ddds_ere_read accepts, in |arena|. NULL if
 * it is too large, has non-ASCII characters, or allocation fails, which
 * |arena->failed| then tells. */
const struct automaton *ddds_automaton_new(struct arena *arena, const char *ere,
                                           bool ignores_case);

/* Likewise, of UTF-8: "." and inverted brackets match characters of ASCII. */
const struct automaton *ddds_automaton_new_utf8(struct arena *arena,
                                                const char *ere,
                                                bool ignores_case);

/* Likewise, of ASCII, with marks at the bounds of the groups of |groups|: group
 * N is bit N. |next| of a fork is the branch that Perl's matchers try first. */
const struct automaton *ddds_automaton_new_marked(struct arena *arena,
                                                  const char *ere,
                                                  bool ignores_case,
                                                  unsigned groups);

/* Add |state| to |set|, and all states reachable without an octet before the end
 * of the string. |is_begin|: it starts here. */
void ddds_automaton_close(const struct automaton *automaton, uint16_t state,
                          bool is_begin, automaton_set *set);

/* Initialise |set|, of |automaton->words| words, with the states before the
 * first octet. */
void ddds_automaton_begin(const struct automaton *automaton,
                          automaton_set *set);

/* Set |to| to the states after |from| and |octet|. */
void ddds_automaton_step(const struct automaton *automaton,
                         const automaton_set *from, unsigned char octet,
                         automaton_set *to);

/* Return true if the expression matches regardless of the rest. */
static inline bool automaton_has_matched(const automaton_set *set)
{
    return (set[0] & 1) != 0;
}

/* Return true if the expression does not match, regardless of the rest; false
 * if unknown. */
bool ddds_automaton_is_over(const struct automaton *automaton,
                            const automaton_set *set);

/* Return true if the expression matches a string that ends here. |is_empty|: it
 * is empty. */
bool ddds_automaton_accepts(const struct automaton *automaton,
                            const automaton_set *set, bool is_empty);

#endif
