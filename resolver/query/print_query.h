/* Showing the records at one key.
 *
 * SPDX-License-Identifier: MIT */
#ifndef QUERY_PRINT_QUERY_H
#define QUERY_PRINT_QUERY_H

#include <stdio.h>

#include "lint/findings.h"
#include "print/print.h"
#include "query/reading.h"

/* What was asked, and what came of it. The aliases on the way stand before the
 * records, which are sorted. */
struct query_result {
    const char *input;
    const char *name;
    uint16_t type;
    const struct ddds_answer *answer;
    enum ddds_reason reason; /* RESOLVED: there are records to use */
    const char *detail;      /* more about another reason, or NULL */
    const struct reading *readings;
    size_t alias_count;
    size_t count;             /* aliases and all */
    struct findings findings; /* a line for each of the |count| */
};

/* Write the records as a master file, a line for each; an empty one for what is
 * no NAPTR, or none that can be read. */
void print_query_rules(FILE *out, const struct query_result *result);

/* Why there are none to use; lives for ever. */
const char *query_reason(enum ddds_reason reason);

void print_query_text(FILE *out, const struct query_result *result,
                      const struct style *style);
void print_query_short(FILE *out, const struct query_result *result);
void print_query_json(FILE *out, const struct query_result *result);

/* For an invalid name. */
void print_query_json_refusal(FILE *out, const char *input, uint16_t type,
                              const struct ddds_error *error);

#endif
