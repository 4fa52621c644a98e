/* A writer of JSON (RFC 8259) into the caller's memory, without allocation.
 *
 * The output is ASCII, without white space; all other characters are \uXXXX.
 * Absent values are null. A string that is not UTF-8 becomes null, and a member
 * NAME_hex with its octets in hexadecimal is added. Output beyond the buffer is
 * counted, but not written.
 *
 * Functions that write a value take the name of its member; NULL in arrays.
 * Inlining copies constant names with a few instructions, where a call would
 * cost more than the rest.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <ddds/span.h>

struct json {
    char *bytes;
    size_t size;
    size_t length;   /* of the output, even if truncated */
    bool has_before; /* a comma is needed before the next value */
};

/* Initialise with |size| octets at |bytes|, which may be NULL if |size| is
 * 0. */
void ddds_json_begin(struct json *json, char *bytes, size_t size);

/* Terminate with a NUL. Return the length of the output, without the NUL. If it
 * is not less than the size, the output is replaced by "". */
size_t ddds_json_end(struct json *json);

/* Return true if |length| octets and another fit. The sum does not overflow,
 * because the output comes from memory. */
static inline bool ddds_json_has_room(const struct json *json, size_t length)
{
    return json->length + length < json->size;
}

/* Add the |length| octets at |bytes| without escapes. */
static inline void ddds_json_add(struct json *json, const char *bytes,
                                 size_t length)
{
    if (ddds_json_has_room(json, length)) {
        memcpy(json->bytes + json->length, bytes, length);
    }
    json->length += length;
}

/* Add a comma if needed, and the name of the member. The check for space counts
 * a comma in any case; the value overwrites an unneeded comma. */
static inline void ddds_json_name(struct json *json, const char *name)
{
    size_t comma = json->has_before;
    size_t length = name != NULL ? strlen(name) + 3 : 0;
    if (ddds_json_has_room(json, 1 + length)) {
        char *at = json->bytes + json->length;
        *at = ',';
        at += comma;
        if (name != NULL) {
            *at = '"';
            memcpy(at + 1, name, length - 3);
            memcpy(at + length - 2, "\":", 2);
        }
    }
    json->length += comma + length;
    json->has_before = true;
}

/* Open or close an object or an array. */
static inline void ddds_json_open(struct json *json, const char *name,
                                  char bracket)
{
    ddds_json_name(json, name);
    ddds_json_add(json, &bracket, 1);
    json->has_before = false;
}

static inline void ddds_json_close(struct json *json, char bracket)
{
    ddds_json_add(json, &bracket, 1);
    json->has_before = true;
}

static inline void ddds_json_null(struct json *json, const char *name)
{
    ddds_json_name(json, name);
    ddds_json_add(json, "null", 4);
}

/* Add a value after its name: true or false; |value| in decimal, or null if it
 * is unknown; a string, or null if its text is NULL. |name| is the member's
 * name. */
void ddds_json_put_bool(struct json *json, bool value);
void ddds_json_put_number(struct json *json, bool is_known, uint64_t value);
void ddds_json_put_span(struct json *json, const char *name,
                        struct ddds_span span);
void ddds_json_put_string(struct json *json, const char *name,
                          const char *text);

/* Add a string to an array; skip it if it is not UTF-8. */
void ddds_json_element(struct json *json, struct ddds_span span);

static inline void ddds_json_bool(struct json *json, const char *name,
                                  bool value)
{
    ddds_json_name(json, name);
    ddds_json_put_bool(json, value);
}

/* Add a number, or null if it is unknown. */
static inline void ddds_json_known(struct json *json, const char *name,
                                   bool is_known, uint64_t value)
{
    ddds_json_name(json, name);
    ddds_json_put_number(json, is_known, value);
}

static inline void ddds_json_number(struct json *json, const char *name,
                                    uint64_t value)
{
    ddds_json_known(json, name, true, value);
}

/* Add a string; null if its text is NULL. In an array its text must not be
 * NULL, and a string that is not UTF-8 is skipped. */
static inline void ddds_json_span(struct json *json, const char *name,
                                  struct ddds_span span)
{
    if (name == NULL) {
        ddds_json_element(json, span);
    } else {
        ddds_json_name(json, name);
        ddds_json_put_span(json, name, span);
    }
}

static inline void ddds_json_string(struct json *json, const char *name,
                                    const char *text)
{
    if (name == NULL) {
        ddds_json_element(json, (struct ddds_span){text, strlen(text)});
    } else {
        ddds_json_name(json, name);
        ddds_json_put_string(json, name, text);
    }
}

#endif
