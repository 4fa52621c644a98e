/* Flags: the kind of a rule's output (RFC 3404 section 4.3; RFC 3958, 4848 and
 * 6116 use subsets, RFC 7553 section 5.2 adds a letter).
 *
 * SPDX-License-Identifier: MIT */
#include "rule/flags.h"

#include "base/ascii.h"

#define MEANING(letter, next, ...)                                             \
    [1 << FLAG_PLACE_##letter] = DDDS_NEXT_##next + 1,

const unsigned char ddds_flags_meanings[1 << FLAG_MEANINGS] = {
    [0] = DDDS_NEXT_RULES + 1, FLAG_ROWS(MEANING, MEANING)};

/* Return the bit of |letter|, which is upper case or a digit, if it has a
 * meaning. */
static flag_letters bit_of(char letter)
{
    for (unsigned i = 0; i < FLAG_MEANINGS; i++) {
        if (FLAG_LETTERS[i] == letter) {
            return (flag_letters)1 << i;
        }
    }
    return (flag_letters)(ascii_is_digit((unsigned char)letter)
                              ? FLAG_DIGIT << (letter - '0')
                              : FLAG_OTHERS);
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
    return (flag_letters)(letters & ~(unsigned)FLAG_OTHERS);
}

enum ddds_next ddds_flags_interpret(const char *flags, const char *known)
{
    return ddds_flags_meaning(ddds_flags_letters(flags),
                              ddds_flags_known(known));
}
