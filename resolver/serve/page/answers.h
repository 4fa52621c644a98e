/* Answers as HTML: for each document of the server, what stands in the page at
 * the place of its result.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_PAGE_ANSWERS_H
#define SERVE_PAGE_ANSWERS_H

#include <stdio.h>

#include "serve/page/page.h"

/* Write the document of |answer|: ddds.graph/1, ddds.lint/1 about the zone in
 * the request, ddds.rewrite/1, or the fields of UUIDs. */
void answer_with_graph(FILE *out, const struct page_answer *answer);
void answer_with_findings(FILE *out, const struct page_answer *answer);
void answer_with_output(FILE *out, const struct page_answer *answer);
void answer_with_fields(FILE *out, const struct page_answer *answer);

#endif
