/* Printing what was fetched.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FETCH_PRINT_FETCH_H
#define FETCH_PRINT_FETCH_H

#include <stdbool.h>
#include <stdio.h>

#include <ddds/fetch.h>
#include <ddds/result.h>

#include "render/rendering.h"

/* What came of one input. |result| is that of its resolution. |is_uuid|: it was
 * a UUID, whose outcome names nothing to contact. */
struct fetch_report {
    const struct ddds_result *result;
    const struct ddds_fetched *fetched;
    bool is_uuid;
};

/* How it ended, in words for people. Static storage. */
const char *fetch_report_text(const struct fetch_report *report);

/* Print what the service returned: URIs, a line each, with the input as a
 * comment before a list (RFC 2483 section 5), or the content as it is. */
void print_fetched(FILE *out, const struct fetch_report *report);

/* Return true if a terminal can show the content: it is text, and its only
 * controls are tabs, LF and CRLF. A CR alone lets later text overwrite what
 * stands before it in its line. */
bool is_fit_for_terminal(const struct ddds_fetched *fetched);

/* Print an object of the schema ddds.fetch/1, fixtures/schema/fetch.json. */
void print_fetched_json(FILE *out, const struct fetch_report *report,
                        const struct style *style);

/* Print the trace of the resolution, and each request after it, in lines that
 * begin with ";;". */
void print_fetched_trace(FILE *out, const struct fetch_report *report,
                         const struct style *style);

#endif
