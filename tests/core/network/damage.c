/* Damage to answers: octets that changed, messages that were cut, wrong counts
 * and lengths.
 *
 * SPDX-License-Identifier: MIT */
#include "core/network/damage.h"

#include "core/network/zone.h"

enum {
    HEADER = 12,
    RESPONSE = 0x80,
    OPCODES = 0x78,
    KINDS = 8,
    RECORD_LENGTH = 10, /* where a record's length is, after a pointer */
    LONGEST = 4800,     /* longer than the library receives at once */
};

size_t damage_length(struct chance *chance, unsigned char *octets,
                     size_t length)
{
    size_t more = chance_below(chance, 8) == 0
                      ? LONGEST
                      : length + 1 + (size_t)chance_below(chance, 300);
    while (length < more) {
        octets[length++] = (unsigned char)chance_draw(chance);
    }
    return length;
}

size_t damage_wildly(struct chance *chance, unsigned char *octets,
                     size_t length)
{
    size_t begin = zone_question_end(octets, length);
    size_t count = 1 + (size_t)chance_below(chance, 4);
    while (begin > 0 && begin < length && count-- > 0) {
        size_t at = chance_below(chance, 8) == 0
                        ? 6 + (size_t)chance_below(chance, 6)
                        : begin + (size_t)chance_below(chance, length - begin);
        octets[at] ^= (unsigned char)(1 + chance_below(chance, 255));
    }
    return length;
}

/* Have the first record say that it is longer than the message. */
static void lengthen_record(unsigned char *octets, size_t length)
{
    size_t at = zone_question_end(octets, length) + RECORD_LENGTH;
    if (at + 1 < length) {
        octets[at] = octets[at + 1] = 0xff;
    } else {
        octets[7]++; /* an answer record that is not there */
    }
}

size_t damage_visibly(struct chance *chance, unsigned char *octets,
                      size_t length)
{
    size_t end = zone_question_end(octets, length);
    switch (chance_below(chance, KINDS)) {
    case 0:
        octets[chance_below(chance, 2)] ^=
            (unsigned char)(1 + chance_below(chance, 255));
        break;
    case 1: /* another question, of the same length */
        octets[HEADER + 1] = octets[HEADER + 1] == 'z' ? 'q' : 'z';
        break;
    case 2: /* cut within the records, or before them */
        length = chance_below(chance, 2) == 0 || length == end
                     ? (size_t)chance_below(chance, end)
                     : end + (size_t)chance_below(chance, length - end);
        break;
    case 3:
        octets[6 + 2 * chance_below(chance, 3)] ^= 0x10;
        break;
    case 4:
        octets[2] &= (unsigned char)~RESPONSE;
        break;
    case 5:
        octets[2] = (unsigned char)((octets[2] & ~OPCODES) | 0x10);
        break;
    case 6:
        lengthen_record(octets, length);
        break;
    default: /* another type */
        octets[end - 3] ^= 0x40;
        break;
    }
    return length;
}
