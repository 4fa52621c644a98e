/* A string builder with a fixed maximum.
 *
 * The caller provides the memory; it never grows. After the first text that
 * does not fit the builder has failed, and further calls do nothing, so callers
 * need only check |failed| at the end.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct text {
    char *bytes;
    size_t length; /* without the NUL, which is always present */
    size_t size;   /* of the memory, including the NUL */
    bool failed;
};

/* Initialise with an empty string in |memory| of |size| octets, at least 1. */
static inline void ddds_text_init(struct text *text, char *memory, size_t size)
{
    text->bytes = memory;
    text->length = 0;
    text->size = size;
    text->failed = false;
    memory[0] = '\0';
}

/* Add |length| octets. */
static inline void ddds_text_add(struct text *text, const char *bytes,
                                 size_t length)
{
    if (text->failed || length >= text->size - text->length) {
        text->failed = true;
        return;
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

static inline void ddds_text_char(struct text *text, char octet)
{
    ddds_text_add(text, &octet, 1);
}

/* Add a string. */
static inline void ddds_text_string(struct text *text, const char *string)
{
    ddds_text_add(text, string, strlen(string));
}

/* Copy |length| octets and a NUL to |*next|, and move it after them. */
static inline const char *text_keep(char **next, const char *bytes,
                                    size_t length)
{
    char *copy = *next;
    memcpy(copy, bytes, length);
    copy[length] = '\0';
    *next += length + 1;
    return copy;
}

/* Repeat the last |length| octets, so that they are present |times| times. */
void ddds_text_repeat(struct text *text, size_t length, size_t times);

/* Add |value| in decimal. */
void ddds_text_number(struct text *text, uint64_t value);

/* Add |octet| as \DDD (RFC 1035 section 5.1). */
void ddds_text_escape(struct text *text, unsigned char octet);

/* Add |length| octets of |bytes|, with unprintable octets as \DDD. */
void ddds_text_printable(struct text *text, const void *bytes, size_t length);

/* Likewise in quotes, escaping quotes and backslashes: a character-string of a
 * zone file (RFC 1035 section 5.1). */
void ddds_text_quoted(struct text *text, const void *bytes, size_t length);

#endif
