/* Flags: what is to be done with the output of a rule (RFC 3404 section 4.3,
 * which RFC 3958, 4848 and 6116 take over with fewer letters, and RFC 7553
 * section 5.2 with one more).
 *
 * SPDX-License-Identifier: MIT */
#include "rule/flags.h"

#include "base/ascii.h"

enum { MEANINGS = 5, OTHERS = 1 << MEANINGS };

/* The letters that have a meaning, a bit each. */
static const char letters_of_bits[MEANINGS] = {'S', 'A', 'U', 'P', 'D'};

/* What each of them says. */
static const unsigned char meanings[MEANINGS] = {
    DDDS_NEXT_SERVERS,  DDDS_NEXT_ADDRESSES, DDDS_NEXT_URI,
    DDDS_NEXT_PROTOCOL, DDDS_NEXT_TARGETS,
};

/* The bit of |letter|, which is in upper case if it is a letter. */
static flag_letters bit_of(char letter)
{
    for (unsigned i = 0; i < MEANINGS; i++) {
        if (letters_of_bits[i] == letter) {
            return (flag_letters)(1U << i);
        }
    }
    return OTHERS;
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
        letters |= bit_of(*known);
    }
    return (flag_letters)(letters & ~(unsigned)OTHERS);
}

/* The whole field counts before flags are found to exclude each other: an
 * unknown one behind them may change what they mean. */
enum ddds_next ddds_flags_meaning(flag_letters letters, flag_letters known)
{
    unsigned rest = letters;
    unsigned bit = 0;
    if ((letters & ~known) != 0) {
        return DDDS_NEXT_UNKNOWN;
    }
    if (letters == 0) {
        return DDDS_NEXT_RULES;
    }
    for (; (rest & 1) == 0; rest >>= 1) {
        bit++;
    }
    return rest == 1 ? (enum ddds_next)meanings[bit] : DDDS_NEXT_CONFLICTING;
}

enum ddds_next ddds_flags_interpret(const char *flags, const char *known)
{
    return ddds_flags_meaning(ddds_flags_letters(flags),
                              ddds_flags_known(known));
}
