/* Readers that make the tests of inputs.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_TEST_READER_H
#define CHECK_PROVE_TEST_READER_H

#include <ddds/rule.h>

#include "check/prove/explore.h"
#include "check/prove/tests.h"

/* The reader of a test, and those that it reads with. */
struct test_reader {
    struct reader *reader;
    ddds_substitution *by;
    struct reader *output;
    struct reader *rewriting;
    struct reader_chain chain; /* before them */
    bool is_shared;            /* |output| belongs to the names */
    const char *because;       /* why no reader was made */
    bool is_invalid;           /* the expression is: the test does not exist */
};

/* Make the reader of |test|, for the inputs of |dfa|. False if allocation
 * fails. */
bool ddds_test_reader_make(const struct exploration *with,
                           const struct test *test, const struct dfa *dfa,
                           struct test_reader *made);

/* Free the readers. */
void ddds_test_reader_free(struct test_reader *made);

#endif
