/* Pieces of JSON that all schemas share.
 *
 * Absent values are null, not missing. A string that is not valid UTF-8 becomes
 * null, and a member NAME_hex with its octets in hexadecimal is added.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PRINT_JSON_MEMBERS_H
#define PRINT_JSON_MEMBERS_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include <ddds/span.h>

/* Add a member called |name| to |object|. */
void put_string(json_t *object, const char *name, const char *text);
void put_span(json_t *object, const char *name, struct ddds_span span);
void put_number(json_t *object, const char *name, json_int_t number);

/* Add a number, or null if it is unknown. */
void put_known(json_t *object, const char *name, bool is_known,
               json_int_t number);

/* The reason why there is no result. */
json_t *make_json_reason(const char *code, const char *at, const char *detail);

/* Add the members of the JSON object in the text |given|, which may be NULL,
 * but for "input", when |object| has all of its own. A name that |object| has itself, or that is |reserved|, which
 * may be NULL, goes to a member "given"; so does a "given" beside it. */
void put_given(json_t *object, const char *given, const char *reserved);

/* The text of |object|, which is released; to be freed. */
char *make_json_text(json_t *object);

/* Print |object| and release it: nothing else, or a line. */
void print_json_value(FILE *out, json_t *object);
void print_json_object(FILE *out, json_t *object);

#endif
