/* Printing of fetched content.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FETCH_PRINT_FETCH_H
#define FETCH_PRINT_FETCH_H

#include <stdbool.h>
#include <stdio.h>

#include <ddds/fetch.h>
#include <ddds/result.h>

#include "render/rendering.h"

/* Result of an input. |result| is that of its resolution. |is_uuid|: the
 * outcome of a UUID, which has no server to contact. */
struct fetch_report {
    const struct ddds_result *result;
    const struct ddds_fetched *fetched;
    bool is_uuid;
};

/* Return how the retrieval ended, as text in static storage. */
const char *fetch_report_text(const struct fetch_report *report);

/* Print the answer of the service: URIs, a line each, with the input as a
 * comment before a list (RFC 2483 section 5), or the unchanged content. */
void print_fetched(FILE *out, const struct fetch_report *report);

/* Return true if a terminal can show the content: it is text, and its only
 * controls are tabs, LF and CRLF. A single CR would let later text overwrite
 * the line. */
bool is_fit_for_terminal(const struct ddds_fetched *fetched);

/* Print an object of the schema ddds.fetch/1, fixtures/schema/fetch.json. */
void print_fetched_json(FILE *out, const struct fetch_report *report,
                        const struct style *style);

/* Print the trace of the resolution, and each request after it, in lines that
 * start with ";;". */
void print_fetched_trace(FILE *out, const struct fetch_report *report,
                         const struct style *style);

#endif
