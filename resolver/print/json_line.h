/* JSON that is composed in a line, member by member: for results of which there
 * are many. A tree of Jansson takes five times as long. The text is the same as
 * that of json_members.h.
 *
 * Functions that write a value take the name of its member; NULL in arrays.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PRINT_JSON_LINE_H
#define PRINT_JSON_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include <ddds/span.h>

#include "text/line.h"

/* Begin with {.line = ...}. */
struct json_line {
    struct line *line;
    bool has_before; /* a value, after which a comma is needed */
};

/* Begin and end an object or an array. */
void json_line_open(struct json_line *json, const char *name, char bracket);
void json_line_close(struct json_line *json, char bracket);

/* A string, or null if its text is NULL. One that is not UTF-8 is null, and a
 * member NAME_hex follows. */
void json_line_string(struct json_line *json, const char *name,
                      const char *text);
void json_line_span(struct json_line *json, const char *name,
                    struct ddds_span span);

/* A number, or null if it is unknown. */
void json_line_known(struct json_line *json, const char *name, bool is_known,
                     unsigned number);
void json_line_number(struct json_line *json, const char *name,
                      unsigned number);

void json_line_bool(struct json_line *json, const char *name, bool value);
void json_line_null(struct json_line *json, const char *name);

/* The value |tree|, which is released. */
void json_line_tree(struct json_line *json, const char *name, json_t *tree);

#endif
