/* Names in messages are skipped within the message.
 *
 * proves  From any place in any octets: ddds_wire_skip reads nothing outside of
 *         them and ends; it fails and moves nothing, or moves by at least one
 *         octet to a place within. The skipped octets are labels of at most 63
 *         octets that end with the root or a pointer.
 * bound   32 octets
 * files   -
 * options --unwind 18
 * mutant  lib/core/db/wire/wire_name.c s/length > (size_t)(end - at)/length > (size_t)(end - at) + 1/
 *
 * SPDX-License-Identifier: MIT */
#include "db/wire/wire_name.c"

#include "proof.h"

enum { LONGEST = 32 };

/* Return true if the octets from |at| up to |end| are a name. */
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
    /* Octets after the last are outside of the array. */
    unsigned char octets[LONGEST];
    size_t begin = nondet_size();
    ASSUME(begin <= LONGEST);
    struct cursor cursor =
        ddds_cursor_over(octets + begin, sizeof octets - begin);
    ddds_wire_skip(&cursor);
    size_t at = (size_t)(cursor.next - octets);
    PROVE(cursor.end == octets + sizeof octets);
    PROVE(at >= begin && at <= sizeof octets);
    PROVE(!cursor.failed || at == begin);
    PROVE(cursor.failed || is_name(octets, begin, at));
}
