/* Flags: the kind of a rule's output (RFC 3404 section 4.3; RFC 3958, 4848 and
 * 6116 use subsets, RFC 7553 section 5.2 adds a letter).
 *
 * SPDX-License-Identifier: MIT */
#include "rule/flags.h"

#include "base/ascii.h"

enum { MEANINGS = 5, OTHERS = 1 << MEANINGS };

const unsigned char ddds_flags_meanings[1 << MEANINGS] = {
    [0] = DDDS_NEXT_RULES + 1,          [1 << 0] = DDDS_NEXT_SERVERS + 1,
    [1 << 1] = DDDS_NEXT_ADDRESSES + 1, [1 << 2] = DDDS_NEXT_URI + 1,
    [FLAG_P] = DDDS_NEXT_PROTOCOL + 1,  [1 << 4] = DDDS_NEXT_TARGETS + 1,
};

/* Return the bit of |letter|, which is upper case or a digit, if it has a
 * meaning. */
static flag_letters bit_of(char letter)
{
    switch (letter) {
    case 'S':
        return 1 << 0;
    case 'A':
        return 1 << 1;
    case 'U':
        return 1 << 2;
    case 'P':
        return FLAG_P;
    case 'D':
        return 1 << 4;
    default:
        return (flag_letters)(ascii_is_digit((unsigned char)letter)
                                  ? FLAG_DIGIT << (letter - '0')
                                  : OTHERS);
    }
}

flag_letters ddds_flags_letters(const char *flags)
{
    unsigned letters = 0;
    for (; *flags != '\0'; flags++) {
        letters |= bit_of(ascii_to_upper(*flags));
    }
    return (flag_letters)letters;
}

flag_letters ddds_flags_known(const char *known)
{
    unsigned letters = 0;
    for (; *known != '\0'; known++) {
        letters |= *known == 'p' ? FLAG_P | FLAG_P_DELEGATES : bit_of(*known);
    }
    return (flag_letters)(letters & ~(unsigned)OTHERS);
}

enum ddds_next ddds_flags_interpret(const char *flags, const char *known)
{
    return ddds_flags_meaning(ddds_flags_letters(flags),
                              ddds_flags_known(known));
}
