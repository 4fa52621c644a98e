/* JSON that a function writes into memory, as a line or as a tree.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PRINT_JSON_TEXT_H
#define PRINT_JSON_TEXT_H

#include <stddef.h>

#include <jansson.h>

#include "text/line.h"

/* Write |subject| to the |size| octets at |text|, with a NUL; "" if it does not
 * fit. Returns the length of the whole, without the NUL. */
typedef size_t json_write_fn(const void *subject, char *text, size_t size);

/* Append what |write| writes. */
void line_add_json(struct line *line, json_write_fn *write,
                   const void *subject);

/* The object that |write| writes. The caller releases it. */
json_t *make_json_tree(json_write_fn *write, const void *subject);

#endif
