/* JSON from functions that write into memory.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PRINT_JSON_TEXT_H
#define PRINT_JSON_TEXT_H

#include <stddef.h>

#include <jansson.h>

#include "text/line.h"

/* Write |subject| to |text|, of |size| octets, with NUL; "" if it does not fit.
 * Return the full length without NUL. */
typedef size_t json_write_fn(const void *subject, char *text, size_t size);

/* Append the JSON of |write|. */
void line_add_json(struct line *line, json_write_fn *write,
                   const void *subject);

/* Return the JSON of |write| as an object; the caller releases it. */
json_t *make_json_tree(json_write_fn *write, const void *subject);

#endif
