/* Format the answer to a query.
 *
 * SPDX-License-Identifier: MIT */
#ifndef QUERY_QUERY_TEXT_H
#define QUERY_QUERY_TEXT_H

#include <stddef.h>

#include <ddds/check.h>

#include "query/print_query.h"
#include "query/query_options.h"

/* Initialise with zeros; free with query_text_free(). */
struct query_text {
    char *text;
    size_t length;
    char *failure; /* why no records exist, if |text| does not say it */
    int status;    /* exit status */
};

/* Format the answer in |result|, which has input, name and type, in the format
 * of |options|. Check rules with |check|, unless it is NULL. */
void query_text_make(struct query_text *text, const struct query_line *options,
                     ddds_check *check, struct query_result *result);

void query_text_free(struct query_text *text);

#endif
