/* Printing the records at one key.
 *
 * SPDX-License-Identifier: MIT */
#ifndef QUERY_PRINT_QUERY_H
#define QUERY_PRINT_QUERY_H

#include <stdio.h>

#include "lint/findings.h"
#include "render/rendering.h"
#include "query/reading.h"

/* A query and its result. The readings are the aliases on the way, then the
 * records, sorted. */
struct query_result {
    const char *input;
    const char *given; /* the JSON object that it comes from, or NULL */
    const char *name;
    uint16_t type;
    const struct ddds_answer *answer;
    enum ddds_reason reason; /* RESOLVED: there are usable records */
    const char *detail;      /* more about another reason, or NULL */
    const struct reading *readings;
    size_t alias_count;
    size_t count;                  /* aliases and records */
    struct lint_findings findings; /* a line for each of the |count| */
};

/* Write the records as a zone file, one line each; an empty line for a record
 * that is not a NAPTR, or is invalid. */
void line_add_rules(struct line *line, const struct query_result *result);

/* Why there are no usable records; a constant string. */
const char *query_reason(enum ddds_reason reason);

/* Write |result| as a zone file with comments, and as bare data. */
void line_add_query(struct line *line, const struct query_result *result,
                    const struct style *style);
void line_add_query_short(struct line *line, const struct query_result *result);

/* Write |result| as JSON. Unless |error| is NULL, it says why the input is not
 * a valid name, and |result| has nothing but the input and the type. */
void line_add_query_json(struct line *line, const struct query_result *result,
                         const struct ddds_error *error);

#endif
