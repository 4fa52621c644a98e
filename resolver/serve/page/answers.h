/* Answers as HTML: the part of the page that shows a JSON document.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_PAGE_ANSWERS_H
#define SERVE_PAGE_ANSWERS_H

#include <stdio.h>

#include "serve/page/page.h"

/* Write the document of |answer|: a graph (ddds.graph/1), findings
 * (ddds.lint/1) in the zone of the request, a proof (ddds.prove/1), an
 * expression's results (ddds.rewrite/1), or fields of UUIDs. */
void answer_with_graph(FILE *out, const struct page_answer *answer);
void answer_with_findings(FILE *out, const struct page_answer *answer);
void answer_with_proof(FILE *out, const struct page_answer *answer);
void answer_with_output(FILE *out, const struct page_answer *answer);
void answer_with_fields(FILE *out, const struct page_answer *answer);

#endif
