/* Writing today's results as expectations: ddds test --record.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEST_RECORD_H
#define TEST_RECORD_H

#include <stdio.h>

#include "cli/resolver_line.h"
#include "test/expectation.h"

/* The result of a line. */
enum recorded {
    RECORD_KEPT,    /* it holds, or it is a comment: written as it was */
    RECORD_WRITTEN, /* with today's result */

    /* Not recorded. A line that had a result is written as it was, another one
     * as a comment that says why. */
    RECORD_TEMPORARY,
    RECORD_REJECTED, /* the input is invalid */
    RECORD_IMPOSSIBLE,
};

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

/* Write one line to |out|. If it is not recorded, |why| says why. */
enum recorded record_line(FILE *out, const struct recording *recording,
                          char why[DDDS_DETAIL_SIZE]);

#endif
