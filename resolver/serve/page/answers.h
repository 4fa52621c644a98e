/* Answers as HTML: for each document of the server, what stands in the page at
 * the place of its result. They say what the scripts of the page say.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_PAGE_ANSWERS_H
#define SERVE_PAGE_ANSWERS_H

#include <stdio.h>

#include <jansson.h>

/* Write |document|: ddds.resolve/1 with or without a trace, ddds.graph/1,
 * ddds.lint/1 about the zone in |request|, ddds.rewrite/1, or the fields of
 * UUIDs. */
void answer_with_walk(FILE *out, const json_t *request, const json_t *document);
void answer_with_graph(FILE *out, const json_t *request,
                       const json_t *document);
void answer_with_findings(FILE *out, const json_t *request,
                          const json_t *document);
void answer_with_output(FILE *out, const json_t *request,
                        const json_t *document);
void answer_with_fields(FILE *out, const json_t *request,
                        const json_t *document);

#endif
