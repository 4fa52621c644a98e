/* Names in messages, which may be compressed (RFC 1035 section 4.1.4): compared
 * where they stand, and written out only if they are needed.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_WIRE_WIRE_NAME_H
#define DB_WIRE_WIRE_NAME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/cursor.h"
#include "base/limits.h"

/* The octets that compression pointers lead to: a message. */
struct message_names {
    const unsigned char *octets;
    size_t length;
    unsigned labels; /* how many more may be looked at */
};

/* A name as labels, not compressed; of a message, in the case that it has
 * there. */
struct plain_name {
    size_t length;
    unsigned char octets[LIMIT_NAME_WIRE];
};

/* One that is kept elsewhere, in lower case. */
struct name_view {
    const unsigned char *octets;
    size_t length;
};

/* Why a name cannot be read that does not end. */
extern const char ddds_wire_past_end[];

/* Move |cursor| past a name, without following pointers; it has failed if there
 * is none. */
void ddds_wire_skip(struct cursor *cursor);

/* The same for a name that mostly is a pointer. */
static inline void ddds_wire_skip_owner(struct cursor *cursor)
{
    enum { POINTERS = 0xc0, SIZE = 2 };
    if (ddds_cursor_left(cursor) >= SIZE && *cursor->next >= POINTERS) {
        cursor->next += SIZE;
    } else {
        ddds_wire_skip(cursor);
    }
}

/* If the name at |offset| is only a pointer back, return its target; else
 * |offset|. */
size_t ddds_wire_target(const struct message_names *names, size_t offset);

/* Write out the name at |offset|. Returns NULL, or why it cannot be read. */
const char *ddds_wire_expand(struct message_names *names, size_t offset,
                             struct plain_name *name);

/* Is the name at |offset| readable, and the same as |wanted| (RFC 4343)? */
bool ddds_wire_equal(struct message_names *names, size_t offset,
                     const struct name_view *wanted);

/* Put the letters of |name| into lower case. */
void ddds_wire_lower(struct plain_name *name);

/* If |name| is |ancestor| or below it, return how many of its octets come
 * before; else LIMIT_NAME_WIRE. Both are in lower case. */
size_t ddds_wire_within(const struct name_view *name,
                        const struct name_view *ancestor);

#endif
