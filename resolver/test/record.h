/* Recording of results as expectations: ddds test --record.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEST_RECORD_H
#define TEST_RECORD_H

#include <stdio.h>

#include "cli/resolver_line.h"
#include "test/expectation.h"

/* A line, and the result of its input. */
struct recording {
    const char *line;
    const struct expectation *expectation; /* NULL: a comment, or blank */
    const struct resolver_line *options; /* added to lines that had no result */
    const struct ddds_result *result;    /* NULL: the input was rejected */
    const struct ddds_error *error;      /* why it was rejected */
};

/* Write a line to |out|: unchanged if it holds or is a comment, otherwise with
 * the present result. Return an exit status. On failure set |why|, and write
 * the line unchanged, or as a comment if it had no result. */
int record_line(FILE *out, const struct recording *recording,
                char why[DDDS_DETAIL_SIZE]);

#endif
