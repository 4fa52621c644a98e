/* Flags: what is to be done with the output of a rule (RFC 3404 section 4.3,
 * which RFC 3958, 4848 and 6116 take over with fewer letters, and RFC 7553
 * section 5.2 with one more).
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/rule.h>

#include <string.h>

#include "base/ascii.h"

/* What one letter of those that may be known says. */
static enum ddds_next interpret_letter(char letter)
{
    switch (letter) {
    case 'S':
        return DDDS_NEXT_SERVERS;
    case 'A':
        return DDDS_NEXT_ADDRESSES;
    case 'U':
        return DDDS_NEXT_URI;
    case 'P':
        return DDDS_NEXT_PROTOCOL;
    case 'D':
        return DDDS_NEXT_TARGETS;
    default:
        return DDDS_NEXT_UNKNOWN;
    }
}

/* The whole field is read before flags are found to exclude each other: an
 * unknown one behind them may change what they mean. */
enum ddds_next ddds_flags_interpret(const char *flags, const char *known)
{
    enum ddds_next next = DDDS_NEXT_RULES;
    for (; *flags != '\0'; flags++) {
        char letter = ascii_to_upper(*flags);
        enum ddds_next meaning = strchr(known, letter) == NULL
                                     ? DDDS_NEXT_UNKNOWN
                                     : interpret_letter(letter);
        if (meaning == DDDS_NEXT_UNKNOWN) {
            return DDDS_NEXT_UNKNOWN;
        }
        next = next == DDDS_NEXT_RULES || next == meaning
                   ? meaning
                   : DDDS_NEXT_CONFLICTING;
    }
    return next;
}
