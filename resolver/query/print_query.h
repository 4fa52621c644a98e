/* Formats of ddds query.
 *
 * SPDX-License-Identifier: MIT */
#ifndef QUERY_PRINT_QUERY_H
#define QUERY_PRINT_QUERY_H

#include <stdio.h>

#include "lint/findings.h"
#include "render/rendering.h"
#include "query/reading.h"

/* A query and its result. Readings are aliases, then sorted records. */
struct query_result {
    struct ddds_span input;
    const char *given; /* JSON object of the input, or NULL */
    const char *name;
    uint16_t type;
    const struct ddds_answer *answer;
    enum ddds_reason reason; /* RESOLVED: usable records exist */
    const char *detail;      /* more about a failure, or NULL */
    const struct reading *readings;
    size_t alias_count;
    size_t count;                  /* of aliases and records */
    struct lint_findings findings; /* with line: index of |readings|, plus 1 */
};

/* Append the NAPTR records as a zone file with a line for each reading; it is
 * empty for other types and invalid records. */
void line_add_rules(struct line *line, const struct query_result *result);

/* Return why no usable records exist; static storage. */
const char *query_reason(enum ddds_reason reason);

/* Append |result| as a zone file with comments, or as data only. */
void line_add_query(struct line *line, const struct query_result *result,
                    const struct style *style);
void line_add_query_short(struct line *line, const struct query_result *result);

/* Append |result| as JSON. If |error| is not NULL, the name is invalid; then
 * only input and type of |result| are set. */
void line_add_query_json(struct line *line, const struct query_result *result,
                         const struct ddds_error *error);

#endif
