/* Expectations of all inputs of a set.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEST_PROVED_H
#define TEST_PROVED_H

#include "test/test_report.h"

/* The verdict on a set. */
struct proved_set {
    enum trial_verdict verdict;
    char input[EXPECTATION_SIZE]; /* the counterexample, or "" */
    struct ddds_error error;      /* without it: why the verdict is not
                                TRIAL_HOLDS, or which limit may change it */
};

/* Return DDDS_OK if |expectation|, of a set, can be proved as it is written;
 * otherwise set |error|, with the offset in |line|. */
ddds_status check_expectation(const char *line,
                              const struct expectation *expectation,
                              const struct ddds_application *application,
                              struct ddds_error *error);

/* Prove |expectation| of all inputs of its set, by the rules of |database|.
 * TRIAL_UNDECIDED: some inputs are unknown, and no other refutes it; or the
 * rules are not zones in memory. */
void prove_expectation(struct proved_set *proved,
                       const struct expectation *expectation,
                       const struct ddds_application *application,
                       ddds_database *database);

#endif
