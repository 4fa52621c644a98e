/* A builder of strings with a maximum, which fails once.
 *
 * The memory is the caller's and its size is the maximum: nothing grows.
 * After the first piece that does not fit the builder has failed, every
 * further call does nothing, and the caller asks once, at the end.
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
    size_t length; /* without the NUL that always follows */
    size_t size;   /* of the memory, the NUL included */
    bool failed;
};

/* Begin an empty string in |memory| of |size| octets; |size| is at least 1. */
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

/* Add one octet. */
static inline void ddds_text_char(struct text *text, char octet)
{
    ddds_text_add(text, &octet, 1);
}

/* Add a whole string. */
static inline void ddds_text_string(struct text *text, const char *string)
{
    ddds_text_add(text, string, strlen(string));
}

/* Add the last |length| octets again and again, until they are there so many
 * |times|. */
void ddds_text_repeat(struct text *text, size_t length, size_t times);

/* Add |value| in decimal. */
void ddds_text_number(struct text *text, uint64_t value);

/* Add |octet| as \DDD (RFC 1035 section 5.1). */
void ddds_text_escape(struct text *text, unsigned char octet);

/* Add |length| octets of |bytes|, each as \DDD that is neither a space nor
 * prints as itself. */
void ddds_text_printable(struct text *text, const void *bytes, size_t length);

/* The same between quotes, with a backslash before quotes and backslashes: a
 * character-string of a zone file (RFC 1035 section 5.1). */
void ddds_text_quoted(struct text *text, const void *bytes, size_t length);

#endif
