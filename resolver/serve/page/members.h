/* Members of JSON documents, as HTML shows them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_PAGE_MEMBERS_H
#define SERVE_PAGE_MEMBERS_H

#include <stdio.h>

#include <jansson.h>

/* The string |name| of |object|; if it was not UTF-8, its octets in
 * hexadecimal. NULL if there is none. It lives as long as |object|. */
const char *member(const json_t *object, const char *name);

/* The number |name| of |object|, or 0. */
json_int_t member_number(const json_t *object, const char *name);

/* Write the number |name| of |object|; nothing if it is null. */
void html_number(FILE *out, const json_t *object, const char *name);

/* A page repeats no more octets of what was sent, but for the short excerpts
 * that findings have. */
enum { MOST_REPEATED = 1 << 16 };

/* The octets of all strings in |object|. */
size_t members_length(const json_t *object);

#endif
