/* Pieces of JSON that all of its schemas share.
 *
 * Absent things are null, not missing. A string whose octets are not UTF-8 is
 * null, and its octets stand beside it, in hexadecimal, as NAME_hex.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PRINT_JSON_H
#define PRINT_JSON_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include <ddds/question.h>
#include <ddds/span.h>

/* Put a member called |name| into |object|. */
void put_string(json_t *object, const char *name, const char *text);
void put_span(json_t *object, const char *name, struct ddds_span span);
void put_number(json_t *object, const char *name, json_int_t number);

/* A number, or null if it is not known. */
void put_known(json_t *object, const char *name, bool is_known,
               json_int_t number);

/* What |answer| says, who said it and how; not its data. */
json_t *make_reply(const struct ddds_answer *answer);

/* Why there is no result. */
json_t *make_json_reason(const char *code, const char *at, const char *detail);

/* |object| on a line, and let go of it. */
void print_json_object(FILE *out, json_t *object);

#endif
