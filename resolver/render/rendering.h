/* Output formats for results, and their helpers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RENDER_RENDERING_H
#define RENDER_RENDERING_H

#include <stdbool.h>
#include <stdio.h>

#include <ddds/result.h>
#include <ddds/status.h>

#include "text/line.h"

/* Style of the output. */
struct style {
    bool has_trace;
    bool has_color;
    bool hides_comments; /* for query */
    const char *given;   /* JSON object of the input, or NULL */
};

enum paint { PAINT_PLAIN, PAINT_ANSWER, PAINT_GOOD, PAINT_BAD, PAINT_DIM };

/* Return |name|, or "." for the root, whose name is empty. */
const char *shown_name(const char *name);

/* Return the escape sequence for |paint|; "" without colour. */
const char *color(const struct style *style, enum paint paint);

/* A rejected input and the reason. */
struct refusal {
    struct ddds_span input;
    const struct ddds_application *application;
    const struct ddds_error *error;
    const char *given;    /* as in struct style */
    const char *schema;   /* NULL means ddds.resolve/1 */
    const char *reserved; /* name that only results use, or NULL */
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

/* Return the reason, name and detail of a failure as a sentence; allocated. */
char *reason_sentence(const struct ddds_result *result);

/* Return reason_sentence() and an option that helps, if any; allocated. */
char *reason_with_advice(const struct ddds_result *result);

/* Print the text of reason_with_advice(). */
void print_reason(FILE *out, const struct ddds_result *result);

/* Return true if the addresses of a host of |outcome| are known, or that it has
 * none. All are unknown with --no-addresses only. */
bool outcome_has_addresses(const struct ddds_outcome *outcome);

/* Return the answer with the addresses of |host|, a host of |outcome|; NULL if
 * they were not looked up. */
const struct ddds_answer *find_addresses(const struct ddds_result *result,
                                         const struct ddds_outcome *outcome,
                                         const char *host);

/* Return the next note of |result| or its outcomes from |*index| on, which
 * begins with 0; repetitions are skipped. NULL after the last. */
const char *next_note(const struct ddds_result *result, size_t *index);

/* Print |text|; unprintable octets become \DDD (text/printable.h). */
void print_escaped(FILE *out, const char *text);
void print_escaped_span(FILE *out, struct ddds_span span);

/* Print "host:port", "[2001:db8::1]:port", or the host alone. */
void print_host_and_port(FILE *out, const struct ddds_endpoint *endpoint);
void line_add_host(struct line *line, const struct ddds_endpoint *endpoint);

/* Print |text| as in a zone file: quoted, escaped, in ASCII. */
void print_quoted(FILE *out, const char *text);
void line_add_quoted(struct line *line, struct ddds_span span);

/* Append TTL, alias, server and transport of an answer, and end the line. */
void line_add_answer_end(struct line *line, const struct ddds_answer *answer);

/* Return the class of |reason| in JSON: "resolved", "not_found" ... */
const char *status_word(enum ddds_reason reason);

#endif
