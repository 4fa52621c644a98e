/* Showing results: one function for each format, and what they share.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PRINT_PRINT_H
#define PRINT_PRINT_H

#include <stdbool.h>
#include <stdio.h>

#include <ddds/result.h>
#include <ddds/status.h>

/* How to show something. */
struct style {
    bool has_trace;
    bool has_color;
};

enum paint { PAINT_PLAIN, PAINT_ANSWER, PAINT_GOOD, PAINT_BAD, PAINT_DIM };

/* What a terminal is told to write like that from here on; "" if it is not. */
const char *color(const struct style *style, enum paint paint);

/* An input that could not be begun with, and why. */
struct refusal {
    const char *input;
    const struct ddds_application *application;
    const struct ddds_error *error;
};

void print_text(FILE *out, const struct ddds_result *result,
                const struct style *style);
void print_short(FILE *out, const struct ddds_result *result);
void print_json(FILE *out, const struct ddds_result *result,
                const struct style *style);
void print_json_refusal(FILE *out, const struct refusal *refusal);

/* The walk, in lines that begin with ";;". */
void print_trace(FILE *out, const struct ddds_result *result,
                 const struct style *style);

/* Why |result| has no outcome: what, where and what exactly. */
void print_reason(FILE *out, const struct ddds_result *result);

/* |text| as RFC 1035 section 5.1 writes what does not print: \DDD. */
void print_escaped(FILE *out, const char *text);
void print_escaped_span(FILE *out, struct ddds_span span);

/* "host:port", "[2001:db8::1]:port", or the host alone. */
void print_host_and_port(FILE *out, const struct ddds_endpoint *endpoint);

/* |text| as a master file has it: in quotes, with the escapes that it needs
 * there. */
void print_quoted(FILE *out, const char *text);
void print_quoted_span(FILE *out, struct ddds_span span);

/* The end of a line, behind what was answered: how long that holds, and who
 * said it. */
void print_answer_end(FILE *out, const struct ddds_answer *answer);

/* "NAPTR", "SRV", "A+AAAA". */
const char *question_types(enum ddds_question_kind kind);

/* "resolved", "not_found", ...: the class of a reason in JSON. */
const char *status_word(enum ddds_reason reason);

/* "answer", "no such name", "timeout" ... */
const char *reply_word(enum ddds_reply reply);

/* The six octets of a node, with colons. */
enum { NODE_TEXT_SIZE = 18 };
void print_node(char text[NODE_TEXT_SIZE], const unsigned char node[6]);

/* Look into |uuid|; what is in the future is so by the system's clock. */
void inspect_now(const struct ddds_uuid *uuid, struct ddds_uuid_fields *fields);

#endif
