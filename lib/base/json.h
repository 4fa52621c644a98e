/* A writer of JSON (RFC 8259) into memory of the caller, without allocation.
 *
 * Text is ASCII, without white space; all other characters are \uXXXX. Absent
 * values are null. A string that is not UTF-8 becomes null, and a member NAME_hex
 * with its octets in hexadecimal is added. What does not fit is counted, but not
 * written.
 *
 * Functions that write a value take the name of its member; NULL in arrays.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/span.h>

struct json {
    char *bytes;
    size_t size;
    size_t length;   /* of the whole, whether it fits or not */
    bool has_before; /* a value, behind which a comma is needed */
};

/* Begin in |size| octets at |bytes|, which may be NULL if |size| is 0. */
void ddds_json_begin(struct json *json, char *bytes, size_t size);

/* End with a NUL, behind "" if the whole does not fit. Returns the length of the
 * whole, without the NUL: it fits if this is less than the size. */
size_t ddds_json_end(struct json *json);

/* Begin and end an object or an array. */
void ddds_json_open(struct json *json, const char *name, char bracket);
void ddds_json_close(struct json *json, char bracket);

void ddds_json_null(struct json *json, const char *name);
void ddds_json_bool(struct json *json, const char *name, bool value);
void ddds_json_number(struct json *json, const char *name, uint64_t value);

/* A number, or null if it is unknown. */
void ddds_json_known(struct json *json, const char *name, bool is_known,
                     uint64_t value);

/* A string; null if its text is NULL. In an array, where no member can be added,
 * one that is not UTF-8 is left out. */
void ddds_json_span(struct json *json, const char *name, struct ddds_span span);
void ddds_json_string(struct json *json, const char *name, const char *text);

#endif
