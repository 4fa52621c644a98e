/* Printing results: one function for each format, and shared pieces.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RENDER_RENDERING_H
#define RENDER_RENDERING_H

#include <stdbool.h>
#include <stdio.h>

#include <ddds/result.h>
#include <ddds/status.h>

#include "text/line.h"

/* How to print. */
struct style {
    bool has_trace;
    bool has_color;
    bool hides_comments; /* of query */
    const char *given; /* the JSON object that the input comes from, or NULL */
};

enum paint { PAINT_PLAIN, PAINT_ANSWER, PAINT_GOOD, PAINT_BAD, PAINT_DIM };

/* |name|, or "." if it is the root, whose text is empty. */
const char *shown_name(const char *name);

/* The escape sequence that switches to |paint|; "" without color. */
const char *color(const struct style *style, enum paint paint);

/* An input that was rejected, and why. */
struct refusal {
    const char *input;
    const struct ddds_application *application;
    const struct ddds_error *error;
    const char *given;    /* as in struct style */
    const char *schema;   /* NULL: ddds.resolve/1 */
    const char *reserved; /* a name for results alone, or NULL */
};

void print_text(FILE *out, const struct ddds_result *result,
                const struct style *style);
void print_short(FILE *out, const struct ddds_result *result);
void print_json(FILE *out, const struct ddds_result *result,
                const struct style *style);
void print_json_refusal(FILE *out, const struct refusal *refusal);

/* Print the trace, in lines that begin with ";;". */
void print_trace(FILE *out, const struct ddds_result *result,
                 const struct style *style);

/* Why |result| has no outcome, as a sentence: reason, name and detail.
 * Allocated. */
char *reason_sentence(const struct ddds_result *result);

/* The same, and the option that would help. Allocated. */
char *reason_with_advice(const struct ddds_result *result);

/* Print both. */
void print_reason(FILE *out, const struct ddds_result *result);

/* Print |text| with what is not printable as \DDD (text/printable.h). */
void print_escaped(FILE *out, const char *text);
void print_escaped_span(FILE *out, struct ddds_span span);

/* Print "host:port", "[2001:db8::1]:port", or the host alone. */
void print_host_and_port(FILE *out, const struct ddds_endpoint *endpoint);
void line_add_host(struct line *line, const struct ddds_endpoint *endpoint);

/* Print |text| as a zone file has it: in quotes, escaped, in ASCII. */
void print_quoted(FILE *out, const char *text);
void line_add_quoted(struct line *line, struct ddds_span span);

/* End the line of an answer with its TTL, alias, server and transport. */
void line_add_answer_end(struct line *line, const struct ddds_answer *answer);

/* The class of |reason| in JSON: "resolved", "not_found" ... */
const char *status_word(enum ddds_reason reason);

#endif
