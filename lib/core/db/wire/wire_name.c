/* Decoder of names in messages.
 *
 * A compression pointer must lead to an earlier octet than any that its name
 * was read from (RFC 1035 section 4.1.4: "a prior occurrence"), so no name
 * forms a loop. The labels of all names of a message are limited, so that many
 * long chains take bounded time.
 *
 * SPDX-License-Identifier: MIT */
#include "db/wire/wire_name.h"

#include <string.h>

#include "base/ascii.h"
#include "db/wire/message.h"

enum { POINTER = 0xc0 };

const char ddds_wire_past_end[] = "a name runs past the end";

void ddds_wire_skip(struct cursor *cursor)
{
    const unsigned char *at = cursor->next;
    const unsigned char *end = cursor->end;
    while (!cursor->failed) {
        if (at == end || (*at > LIMIT_LABEL && *at < POINTER)) {
            break; /* label types not in use (RFC 6891 section 5) */
        }
        size_t length = *at < POINTER ? 1 + (size_t)*at : 2;
        if (length > (size_t)(end - at)) {
            break;
        }
        bool is_last = *at == 0 || *at >= POINTER;
        at += length;
        if (is_last) {
            cursor->next = at;
            return;
        }
    }
    cursor->failed = true;
}

/* Return the target of the pointer at |offset|. */
static size_t read_pointer(const struct message_names *names, size_t offset)
{
    return (names->octets[offset] & ~(size_t)POINTER) << 8 |
           names->octets[offset + 1];
}

size_t ddds_wire_target(const struct message_names *names, size_t offset)
{
    if (names->length - offset < 2 || names->octets[offset] < POINTER) {
        return offset;
    }
    size_t target = read_pointer(names, offset);
    return target < offset && target >= MESSAGE_HEADER ? target : offset;
}

/* Append the label of |length| octets at |at|. Return NULL or an error. */
static const char *add_label(const struct message_names *names, size_t at,
                             size_t length, struct plain_name *name)
{
    size_t root = length > 0; /* one more octet must follow */
    if (length > LIMIT_LABEL) {
        return "a name has a label of a type that is not in use";
    }
    if (name->length + 1 + length + root > LIMIT_NAME_WIRE) {
        return "a name is longer than 255 octets";
    }
    if (names->length - at < 1 + length) {
        return ddds_wire_past_end;
    }
    memcpy(name->octets + name->length, names->octets + at, 1 + length);
    name->length += 1 + length;
    return NULL;
}

const char *ddds_wire_expand(struct message_names *names, size_t offset,
                             struct plain_name *name)
{
    size_t at = offset;
    size_t before = offset; /* pointers must lead to an earlier octet */
    name->length = 0;
    for (;;) {
        if (names->labels == 0 || at >= names->length) {
            return ddds_wire_past_end;
        }
        names->labels--;
        size_t length = names->octets[at];
        if (length < POINTER) {
            const char *why = add_label(names, at, length, name);
            if (why != NULL || length == 0) {
                return why;
            }
            at += 1 + length;
            continue;
        }
        if (at + 1 >= names->length) {
            return ddds_wire_past_end;
        }
        at = read_pointer(names, at);
        if (at >= before || at < MESSAGE_HEADER) {
            return "a compression pointer does not lead back to a name";
        }
        before = at;
    }
}

void ddds_wire_lower(struct plain_name *name)
{
    /* Lengths of labels are less than any letter. */
    for (size_t i = 0; i < name->length; i++) {
        name->octets[i] = (unsigned char)ascii_to_lower((char)name->octets[i]);
    }
}

bool ddds_wire_equal(struct message_names *names, size_t offset,
                     const struct name_view *wanted)
{
    /* Fast path: most names are repeated octet by octet. Such a name has no
     * pointers, because |wanted| is uncompressed. */
    if (offset < names->length && wanted->length <= names->length - offset &&
        memcmp(names->octets + offset, wanted->octets, wanted->length) == 0) {
        return true;
    }
    struct plain_name name;
    if (ddds_wire_expand(names, offset, &name) != NULL ||
        name.length != wanted->length) {
        return false;
    }
    ddds_wire_lower(&name);
    return memcmp(name.octets, wanted->octets, name.length) == 0;
}

size_t ddds_wire_within(const struct name_view *name,
                        const struct name_view *ancestor)
{
    for (size_t at = 0; at + ancestor->length <= name->length;
         at += 1 + (size_t)name->octets[at]) {
        if (name->length - at == ancestor->length) {
            return memcmp(name->octets + at, ancestor->octets,
                          ancestor->length) == 0
                       ? at
                       : LIMIT_NAME_WIRE;
        }
    }
    return LIMIT_NAME_WIRE;
}
