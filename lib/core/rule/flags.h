/* Flags, as sets of letters.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_FLAGS_H
#define RULE_FLAGS_H

#include <stdbool.h>
#include <stdint.h>

#include <ddds/rule.h>

/* The letters with a meaning, in the order of their bits: the letter, the
 * DDDS_NEXT_ and the DDDS_OUTCOME_ of its rules, and what users read that these
 * lead to, or NULL. NAME takes the rows of rules whose output is a name, which
 * end with the DDDS_ASK_ of the question about it. */
#define FLAG_ROWS(NAME, OTHER)                                                 \
    NAME(S, SERVERS, SERVERS, "servers", SERVERS)                              \
    NAME(A, ADDRESSES, HOST, "a host", ADDRESSES)                              \
    OTHER(U, URI, URI, NULL)                                                   \
    OTHER(P, PROTOCOL, PROTOCOL, NULL)                                         \
    NAME(D, TARGETS, URI, "URI records", URIS)
#define FLAG_LETTER(letter, ...) #letter
#define FLAG_PLACE(letter, ...) FLAG_PLACE_##letter,
#define FLAG_NONE(...)
#define FLAG_LETTERS FLAG_ROWS(FLAG_LETTER, FLAG_LETTER) /* "SAUPD" */

/* Set of the letters and digits in a flags field, or of those known to an
 * application: a bit for each with a possible meaning, and a bit for all
 * others. */
typedef uint32_t flag_letters;

/* The bits of the letter P, of others without a meaning, and of the first digit;
 * the last is only set for applications for which P is not terminal. */
enum { FLAG_ROWS(FLAG_PLACE, FLAG_PLACE) FLAG_MEANINGS };
enum {
    FLAG_P = 1 << FLAG_PLACE_P,
    FLAG_OTHERS = 1 << FLAG_MEANINGS,
    FLAG_DIGIT = FLAG_OTHERS << 1,
    FLAG_P_DELEGATES = FLAG_DIGIT << 10
};

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

/* Return true if the output of a rule with |next| is a name. */
static inline bool flags_make_name(enum ddds_next next)
{
#define IS_NEXT(letter, other, ...) || next == DDDS_NEXT_##other
    return next == DDDS_NEXT_RULES FLAG_ROWS(IS_NEXT, FLAG_NONE);
#undef IS_NEXT
}

#endif
