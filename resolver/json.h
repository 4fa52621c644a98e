/* JSON objects, member by member. Absent things are null, not missing.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RESOLVER_JSON_H
#define RESOLVER_JSON_H

#include <stdio.h>

#include <jansson.h>

#include <ddds/span.h>

/* A string, null if it is NULL; octets that are not UTF-8 become null, too, and
 * stand beside it, in hexadecimal, as NAME_hex. */
void put_string(json_t *object, const char *name, const char *text);
void put_span(json_t *object, const char *name, struct ddds_span span);
void put_number(json_t *object, const char *name, json_int_t number);

/* Write |object| on a line, and free it. */
void print_json_object(FILE *out, json_t *object);

#endif
