/* Flags, as sets of letters.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_FLAGS_H
#define RULE_FLAGS_H

#include <stdint.h>

#include <ddds/rule.h>

/* Set of the letters and digits in a flags field, or of those known to an
 * application: a bit for each with a possible meaning, and a bit for all
 * others. */
typedef uint32_t flag_letters;

/* The bit of the letter P, and of the first digit: bits of letters are smaller.
 * The last is only set for applications for which P is not terminal. */
enum { FLAG_P = 1 << 3, FLAG_DIGIT = 1 << 6, FLAG_P_DELEGATES = 1 << 16 };

/* Return the letters in |flags|, a field, in any case. */
flag_letters ddds_flags_letters(const char *flags);

/* Return the letters known to an application, listed in |known|. */
flag_letters ddds_flags_known(const char *known);

/* Meanings plus 1 of sets with a single letter or none; 0 for several letters,
 * which exclude each other. */
extern const unsigned char ddds_flags_meanings[];

/* Return the kind of output of a rule with |letters|, like
 * ddds_flags_interpret, for an application that knows the letters in |known|.
 * Unknown flags are checked before conflicts, because they may change the
 * meaning of the others. */
static inline enum ddds_next ddds_flags_meaning(flag_letters letters,
                                                flag_letters known)
{
    if ((letters & ~known) != 0) {
        return DDDS_NEXT_UNKNOWN;
    }
    if (letters == FLAG_P && (known & FLAG_P_DELEGATES) != 0) {
        return DDDS_NEXT_RULES;
    }
    if (letters >= FLAG_DIGIT) { /* digits are for experiments */
        return (letters & (letters - 1)) == 0 ? DDDS_NEXT_PROTOCOL
                                              : DDDS_NEXT_CONFLICTING;
    }
    unsigned char meaning = ddds_flags_meanings[letters];
    return meaning != 0 ? (enum ddds_next)(meaning - 1) : DDDS_NEXT_CONFLICTING;
}

#endif
