/* Reader of numbers and spans from untrusted octets.
 *
 * After the first read past the end the cursor has failed, and further reads
 * return zero or NULL. So a parser follows the diagram of its RFC, and checks
 * once, at the end. Numbers are in network order.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_CURSOR_H
#define BASE_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cursor {
    const unsigned char *next;
    const unsigned char *end;
    bool failed;
};

static inline struct cursor ddds_cursor_over(const void *octets, size_t length)
{
    const unsigned char *begin = octets;
    return (struct cursor){begin, begin + length, false};
}

static inline size_t ddds_cursor_left(const struct cursor *cursor)
{
    return cursor->failed ? 0 : (size_t)(cursor->end - cursor->next);
}

/* Return the next |length| octets, not copied; NULL if fewer are left. */
static inline const unsigned char *ddds_cursor_span(struct cursor *cursor,
                                                    size_t length)
{
    if (cursor->failed || length > (size_t)(cursor->end - cursor->next)) {
        cursor->failed = true;
        return NULL;
    }
    const unsigned char *span = cursor->next;
    cursor->next += length;
    return span;
}

static inline uint8_t ddds_cursor_u8(struct cursor *cursor)
{
    const unsigned char *span = ddds_cursor_span(cursor, 1);
    return cursor->failed ? 0 : span[0];
}

/* Return the number in the two octets at |at|. */
static inline uint16_t ddds_octets_u16(const unsigned char *at)
{
    return (uint16_t)(at[0] << 8 | at[1]);
}

/* Write |number| to the two octets at |at|; return their end. */
static inline unsigned char *ddds_octets_put_u16(unsigned char *at,
                                                 unsigned number)
{
    at[0] = (unsigned char)(number >> 8);
    at[1] = (unsigned char)number;
    return at + 2;
}

static inline uint16_t ddds_cursor_u16(struct cursor *cursor)
{
    const unsigned char *span = ddds_cursor_span(cursor, 2);
    return span == NULL ? 0 : ddds_octets_u16(span);
}

static inline uint32_t ddds_cursor_u32(struct cursor *cursor)
{
    uint32_t high = ddds_cursor_u16(cursor);
    return high << 16 | ddds_cursor_u16(cursor);
}

#endif
