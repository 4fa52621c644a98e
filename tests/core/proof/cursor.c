/* The cursor never leaves its octets.
 *
 * proves  After one read of any kind and length, from any place in the octets
 *         and whether or not the cursor has failed before: |next| is within the
 *         octets; a read past the end gives nothing, moves nothing and fails for
 *         good; any other gives the octets at |next|, in network order, and
 *         moves by their number. Since the state before is any, this holds for
 *         any sequence of reads.
 * bound   65,535 octets, the longest message; lengths of reads are any size_t
 * files   -
 * options --unwind 1
 * mutant  lib/base/cursor.h s/length > (size_t)(cursor->end - cursor->next)/length > (size_t)(cursor->end - cursor->next) + 1/
 *
 * SPDX-License-Identifier: MIT */
#include "base/cursor.h"

#include "proof.h"

enum { LONGEST = 65535 };

static void read_span(struct cursor *cursor, const struct cursor *before)
{
    size_t length = nondet_size();
    size_t left = ddds_cursor_left(before);
    const unsigned char *span = ddds_cursor_span(cursor, length);
    bool is_read = !before->failed && length <= left;
    PROVE(cursor->failed == !is_read);
    PROVE(span == (is_read ? before->next : NULL));
    PROVE(cursor->next == before->next + (is_read ? length : 0));
}

static void read_number(struct cursor *cursor, const struct cursor *before)
{
    size_t left = ddds_cursor_left(before);
    size_t size = 1;
    uint64_t number = 0;
    switch (nondet_unsigned()) {
    case 1:
        number = ddds_cursor_u8(cursor);
        break;
    case 2:
        size = 2;
        number = ddds_cursor_u16(cursor);
        break;
    default:
        size = 4;
        number = ddds_cursor_u32(cursor);
        break;
    }
    PROVE(cursor->failed == (left < size));
    if (left < size) {
        /* The first half of four octets may have been there. */
        PROVE(cursor->next == before->next ||
              (size == 4 && cursor->next == before->next + 2));
        return;
    }
    PROVE(cursor->next == before->next + size);
    const unsigned char *octets = before->next;
    uint64_t wanted = octets[0];
    if (size > 1) {
        wanted = wanted << 8 | octets[1];
    }
    if (size > 2) {
        wanted = (wanted << 8 | octets[2]) << 8 | octets[3];
    }
    PROVE(number == wanted);
}

void prove(void)
{
    size_t length = nondet_size();
    ASSUME(length <= LONGEST);
    const unsigned char *octets = any_octets(length);
    struct cursor cursor = ddds_cursor_over(octets, length);
    size_t at = nondet_size();
    ASSUME(at <= length);
    cursor.next += at;
    cursor.failed = nondet_bool();
    const struct cursor before = cursor;
    if (nondet_bool()) {
        read_span(&cursor, &before);
    } else {
        read_number(&cursor, &before);
    }
    PROVE(cursor.end == octets + length);
    PROVE(cursor.next >= octets && cursor.next <= cursor.end);
    PROVE(!before.failed || cursor.failed);
    PROVE(!cursor.failed || ddds_cursor_left(&cursor) == 0);
}
