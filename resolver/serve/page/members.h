/* Members of JSON documents, for HTML.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_PAGE_MEMBERS_H
#define SERVE_PAGE_MEMBERS_H

#include <stdio.h>

#include <jansson.h>

/* Return the string |name| of |object|, or its octets in hexadecimal if it was
 * not UTF-8; valid as long as |object|. NULL if it is missing. */
const char *member(const json_t *object, const char *name);

/* Return the number |name| of |object|, or 0. */
json_int_t member_number(const json_t *object, const char *name);

/* Write the number |name| of |object|, unless it is null or missing. */
void html_number(FILE *out, const json_t *object, const char *name);

/* Limit on octets of a request that a page repeats, without excerpts. */
enum { MOST_REPEATED = 1 << 16 };

/* Return the total length of all strings in |object|. */
size_t members_length(const json_t *object);

#endif
