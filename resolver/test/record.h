/* Writing today's results as expectations: ddds test --record.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEST_RECORD_H
#define TEST_RECORD_H

#include <stdio.h>

#include "cli/resolver_line.h"
#include "test/expectation.h"

/* A line, and what its input resolved to. */
struct recording {
    const char *line;
    const struct expectation *expectation; /* NULL: a comment, or blank */
    const struct resolver_line
        *options;                     /* those of the command are added to lines
                                         that had no result */
    const struct ddds_result *result; /* NULL: the input was rejected */
    const struct ddds_error *error;   /* why */
};

/* Write one line to |out|: as it was if it holds or is a comment, else with
 * today's result. Returns an exit status. If the line is not recorded, |why| says
 * why; then it is written as it was if it had a result, else as a comment. */
int record_line(FILE *out, const struct recording *recording,
                char why[DDDS_DETAIL_SIZE]);

#endif
