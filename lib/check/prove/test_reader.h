/* Readers that perform the tests of inputs.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_TEST_READER_H
#define CHECK_PROVE_TEST_READER_H

#include <ddds/rule.h>

#include "check/prove/explore.h"
#include "check/prove/tests.h"

/* The reader of a test of |kind| and |rule|, and its parts. */
struct test_reader {
    enum test_kind kind;
    const struct ddds_rule *rule;
    struct reader *reader;
    ddds_substitution *by;
    struct reader *output;
    struct reader *rewriting;
    struct reader_chain chain; /* readers before |output| */
    bool is_shared;            /* |output| belongs to the names */
    const char *because;       /* why no reader was made, or NULL */
    bool is_invalid;           /* the expression is invalid: no test */
};

/* Make the reader of |test|, for the inputs of |dfa|. False if allocation
 * fails. */
bool ddds_test_reader_make(const struct exploration *with,
                           const struct test *test, const struct dfa *dfa,
                           struct test_reader *made);

/* Return true if |made| is a reader for |test|, too. */
bool ddds_test_reader_suits(const struct test_reader *made,
                            const struct test *test);

/* Free the readers. */
void ddds_test_reader_free(struct test_reader *made);

#endif
