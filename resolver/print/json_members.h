/* Members of JSON objects, for all schemas.
 *
 * Missing values are null. A string that is not valid UTF-8 becomes null, with
 * a further member NAME_hex of its octets in hexadecimal.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PRINT_JSON_MEMBERS_H
#define PRINT_JSON_MEMBERS_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include <ddds/span.h>

/* Add the member |name| to |object|. */
void put_string(json_t *object, const char *name, const char *text);
void put_span(json_t *object, const char *name, struct ddds_span span);
void put_number(json_t *object, const char *name, json_int_t number);

/* Add a number, or null if it is unknown. */
void put_known(json_t *object, const char *name, bool is_known,
               json_int_t number);

/* Add |count|, a decimal number: as a string above 2^53, because doubles may
 * not represent it; null if it is NULL. */
void put_count(json_t *object, const char *name, const char *count);

/* Return the reason for a failure, as an object. */
json_t *make_json_reason(const char *code, const char *at, const char *detail);

/* Add the members of the JSON object |given|, or NULL, except "input", to
 * |object|, which must have its own members already. Names that |object| has,
 * the name |reserved|, or NULL, and "given" beside them go to "given". */
void put_given(json_t *object, const char *given, const char *reserved);

/* Return the text of |object|, to be freed; release |object|. */
char *make_json_text(json_t *object);

/* Print |object|, the second with a newline, and release it. */
void print_json_value(FILE *out, json_t *object);
void print_json_object(FILE *out, json_t *object);

#endif
