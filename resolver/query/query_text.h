/* The text that ddds query prints for the answer at one key.
 *
 * SPDX-License-Identifier: MIT */
#ifndef QUERY_QUERY_TEXT_H
#define QUERY_QUERY_TEXT_H

#include <stddef.h>

#include <ddds/check.h>

#include "query/print_query.h"
#include "query/query_options.h"

/* Begin with zero; free it with query_text_free. */
struct query_text {
    char *text;
    size_t length;
    char *failure; /* why there are no records, if |text| does not say it */
    int status;    /* the exit status */
};

/* Format the answer of |result|, whose input, name and type are set, in the
 * format of |options|. Rules are linted with |check|, unless it is NULL. */
void query_text_make(struct query_text *text, const struct query_line *options,
                     ddds_check *check, struct query_result *result);

void query_text_free(struct query_text *text);

#endif
