/* Flags, as sets of letters.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_FLAGS_H
#define RULE_FLAGS_H

#include <stdint.h>

#include <ddds/rule.h>

/* The letters and digits of a flags field, or those that an application knows: a
 * bit for each that may have a meaning, and one for all others. */
typedef uint32_t flag_letters;

/* The bit of the letter P, and of the first digit: those of the letters are
 * smaller. Only an application has the last: for it, P is not terminal. */
enum { FLAG_P = 1 << 3, FLAG_DIGIT = 1 << 6, FLAG_P_DELEGATES = 1 << 16 };

/* Return the letters in |flags|, a field, in either case. */
flag_letters ddds_flags_letters(const char *flags);

/* Return the letters that an application knows, which it lists in |known|. */
flag_letters ddds_flags_known(const char *known);

/* One more than what a single letter, or none, says; 0 for several letters,
 * which exclude each other. */
extern const unsigned char ddds_flags_meanings[];

/* Return what the output of a rule with |letters| is, as ddds_flags_interpret
 * does, for an application that knows the letters in |known|. The whole field
 * counts before flags are found to exclude each other: an unknown one after
 * them may change what they mean. */
static inline enum ddds_next ddds_flags_meaning(flag_letters letters,
                                                flag_letters known)
{
    if ((letters & ~known) != 0) {
        return DDDS_NEXT_UNKNOWN;
    }
    if (letters == FLAG_P && (known & FLAG_P_DELEGATES) != 0) {
        return DDDS_NEXT_RULES;
    }
    if (letters >= FLAG_DIGIT) { /* a digit is for an experiment */
        return (letters & (letters - 1)) == 0 ? DDDS_NEXT_PROTOCOL
                                              : DDDS_NEXT_CONFLICTING;
    }
    unsigned char meaning = ddds_flags_meanings[letters];
    return meaning != 0 ? (enum ddds_next)(meaning - 1) : DDDS_NEXT_CONFLICTING;
}

#endif
