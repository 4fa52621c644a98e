/* Names in messages, possibly compressed (RFC 1035 section 4.1.4): compared in
 * place, and only copied if needed.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_WIRE_WIRE_NAME_H
#define DB_WIRE_WIRE_NAME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/cursor.h"
#include "base/limits.h"

/* The message that compression pointers refer to. */
struct message_names {
    const unsigned char *octets;
    size_t length;
    unsigned labels; /* budget of labels */
};

/* An uncompressed name in wire form, with the case of the message. */
struct plain_name {
    size_t length;
    unsigned char octets[LIMIT_NAME_WIRE];
};

/* A reference to such a name, in lower case. */
struct name_view {
    const unsigned char *octets;
    size_t length;
};

/* The error for a name without an end. */
extern const char ddds_wire_past_end[];

/* Move |cursor| past a name, without following pointers; it fails without a
 * name. */
void ddds_wire_skip(struct cursor *cursor);

/* If the name at |offset| is only a pointer back, return its target; otherwise
 * |offset|. */
size_t ddds_wire_target(const struct message_names *names, size_t offset);

/* Decompress the name at |offset|. Return NULL, or why it cannot be read. */
const char *ddds_wire_expand(struct message_names *names, size_t offset,
                             struct plain_name *name);

/* Return true if the name at |offset| is readable and equals |wanted|, ignoring
 * case (RFC 4343). */
bool ddds_wire_equal(struct message_names *names, size_t offset,
                     const struct name_view *wanted);

/* Convert |name| to lower case. */
void ddds_wire_lower(struct plain_name *name);

/* If |name| is |ancestor| or below it, return the number of its octets before
 * |ancestor|; otherwise LIMIT_NAME_WIRE. Both are in lower case. */
size_t ddds_wire_within(const struct name_view *name,
                        const struct name_view *ancestor);

#endif
