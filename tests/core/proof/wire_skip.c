/* Names in messages are skipped within the message.
 *
 * proves  From any place in any octets: ddds_wire_skip and ddds_wire_skip_owner
 *         read nothing outside of them and end; they fail and move nothing, or
 *         move by at least one octet to a place within. What they moved over are
 *         labels of at most 63 octets that end with the root or a pointer.
 * bound   32 octets
 * files   -
 * options --unwind 18
 * mutant  lib/core/db/wire/wire_name.c s/length > (size_t)(end - at)/length > (size_t)(end - at) + 1/
 *
 * SPDX-License-Identifier: MIT */
#include "db/wire/wire_name.c"

#include "proof.h"

enum { LONGEST = 32 };

/* Do the octets from |at| up to |end| make one name? */
static bool is_name(const unsigned char *octets, size_t at, size_t end)
{
    while (at < end && octets[at] != 0 && octets[at] <= LIMIT_LABEL) {
        at += 1 + (size_t)octets[at];
    }
    return at < end && ((octets[at] == 0 && at + 1 == end) ||
                        (octets[at] >= POINTER && at + 2 == end));
}

void prove(void)
{
    /* What is after the last octet is outside of the array. */
    unsigned char octets[LONGEST];
    size_t begin = nondet_size();
    ASSUME(begin <= LONGEST);
    struct cursor cursor =
        ddds_cursor_over(octets + begin, sizeof octets - begin);
    if (nondet_bool()) {
        ddds_wire_skip(&cursor);
    } else {
        ddds_wire_skip_owner(&cursor);
    }
    size_t at = (size_t)(cursor.next - octets);
    PROVE(cursor.end == octets + sizeof octets);
    PROVE(at >= begin && at <= sizeof octets);
    PROVE(!cursor.failed || at == begin);
    PROVE(cursor.failed || is_name(octets, begin, at));
}
