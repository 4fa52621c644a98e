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
void print_query_rules(FILE *out, const struct query_result *result);

/* Why there are no usable records; a constant string. */
const char *query_reason(enum ddds_reason reason);

/* Print |result| as a zone file with comments, as bare data, and as JSON. */
void print_query_text(FILE *out, const struct query_result *result,
                      const struct style *style);
void print_query_short(FILE *out, const struct query_result *result);
void print_query_json(FILE *out, const struct query_result *result);

/* Print the JSON object of an input that is not a valid name: |result| has the
 * input and the type. */
void print_query_json_refusal(FILE *out, const struct query_result *result,
                              const struct ddds_error *error);

#endif
