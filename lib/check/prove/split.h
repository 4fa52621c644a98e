/* The parts of a set that is explored, and the tests that split them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_SPLIT_H
#define CHECK_PROVE_SPLIT_H

#include "base/arena.h"
#include "base/limits.h"
#include "check/prove/explore.h"
#include "check/prove/hashed.h"
#include "check/prove/test_reader.h"

enum {
    INPUT_SIZE = LIMIT_INPUT + 1,
    READERS = 1024, /* that are kept, for rules with the same expression */
    SHARES = 32,    /* of the states for parts, while others are pending */
};

/* A test that was decided for a part. Parts share earlier decisions. */
struct decision {
    const struct decision *before;
    struct test test;
    uint32_t label;
    const char *key; /* see struct exploring */
};

/* A pending part. |because| is why it cannot be explored, or NULL. */
struct pending {
    struct dfa *dfa;
    const struct decision *decisions;
    const char *because;
    struct pending *next;
};

/* |run| holds the tests of the current resolution. Parts that need more than a
 * share of |allowance|, which failures reduce, are |deferred| until no others
 * are pending. */
struct exploring {
    struct exploration *with;
    struct pending *pending;
    struct pending *deferred;
    size_t allowance;
    struct arena decisions;
    struct arena run;
    struct test_reader *readers[READERS];
    char witness[INPUT_SIZE];
    char last[INPUT_SIZE]; /* the last member of the part, or another one */
    unsigned limited;      /* parts that may end at a limit, resolved so far */
    unsigned compared;     /* parts whose outputs were compared so far */

    /* The first key of the unknown inputs that the part stands for; "": inputs
     * without such a key; NULL: all inputs of the part. */
    const char *key;
    struct keyed_application keyed; /* of resolutions with that key */
    struct ddds_error *error;
    ddds_status status;
};

/* The part that is being split; it contains the witness. */
struct explored {
    struct dfa *dfa;
    const struct decision *decisions;
    const char *because; /* why it cannot be explored, or NULL */
    const char *limit;   /* why inputs may end at the limit of steps, or NULL */
    bool was_deferred;
    bool is_deferred; /* |because| it needs more than its share */
};

/* Set the status to DDDS_NO_MEMORY. Return false. */
bool ddds_split_fail(struct exploring *exploring);

/* Return true if both tests are the same. */
bool ddds_split_is_same(const struct test *one, const struct test *other);

/* Return the decision of |test|; NULL if it was not made. */
const struct decision *ddds_split_find(const struct decision *decisions,
                                       const struct test *test);

/* If the witness has a known first key, drop the decision that it has none, and
 * later decisions. */
void ddds_split_review(struct exploring *exploring, struct explored *part);

/* Split |part| by |test|: |part| keeps the inputs that agree with the witness,
 * and other parts become pending. It has no DFA if the witness is left out.
 * False, with the status set, on failure. */
bool ddds_split(struct exploring *exploring, const struct test *test,
                struct explored *part);

/* Defer |part|, whose DFA is taken. False if allocation fails. */
bool ddds_split_defer(struct exploring *exploring, struct explored *part);

/* Free the readers that are kept. */
void ddds_split_free_readers(struct exploring *exploring);

#endif
