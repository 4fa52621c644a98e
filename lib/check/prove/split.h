/* The parts of a set that is explored, and the tests that split them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_SPLIT_H
#define CHECK_PROVE_SPLIT_H

#include "base/arena.h"
#include "base/limits.h"
#include "check/prove/explore.h"
#include "check/prove/hashed.h"
#include "check/prove/tests.h"

enum { INPUT_SIZE = LIMIT_INPUT + 1 };

/* A test that is decided for a part. Parts share those that came before. */
struct decision {
    const struct decision *before;
    struct test test;
    uint32_t label;
    const char *key; /* see struct exploring */
};

/* A part that waits. |because|: it cannot be followed, or NULL. */
struct pending {
    struct dfa *dfa;
    const struct decision *decisions;
    const char *because;
    struct pending *next;
};

/* |run| holds the tests of the resolution under way. */
struct exploring {
    struct exploration *with;
    struct pending *pending;
    struct arena decisions;
    struct arena run;
    char witness[INPUT_SIZE];

    /* The first key of the inputs that are meant, which are unknown; "": not
     * one of such keys; NULL: all inputs of the part are. */
    const char *key;
    struct keyed_application keyed; /* of resolutions with that key */
    struct ddds_error *error;
    ddds_status status;
};

/* The part that is being split; it has the witness. */
struct explored {
    struct dfa *dfa;
    const struct decision *decisions;
    const char *because; /* it cannot be followed; NULL: it can */
    const char *limit;   /* some of it may end at the limit of steps; or NULL */
};

/* Set the status to DDDS_NO_MEMORY. Return false. */
bool ddds_split_fail(struct exploring *exploring);

/* Return true if both test the same. */
bool ddds_split_is_same(const struct test *one, const struct test *other);

/* Return the decision of |test|; NULL if it was not made. */
const struct decision *ddds_split_find(const struct decision *decisions,
                                       const struct test *test);

/* Forget that the witness of |part| has none of the first keys that others have,
 * if it has one. */
void ddds_split_review(struct exploring *exploring, struct explored *part);

/* Split |part| by |test|: what agrees with the witness is left of it, and other
 * parts wait. False, with the status set, if that fails. */
bool ddds_split(struct exploring *exploring, const struct test *test,
                struct explored *part);

#endif
