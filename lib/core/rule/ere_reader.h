/* Reading a POSIX extended regular expression and writing it as an equivalent
 * PCRE2 pattern.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_ERE_READER_H
#define RULE_ERE_READER_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/status.h>

/* Room for the pattern of any expression that a character-string can hold:
 * no octet becomes more than three. */
enum { ERE_PATTERN_SIZE = 1024 };

/* Why an expression is rejected. */
enum ere_fault {
    ERE_FAULT_NONE,
    ERE_FAULT_SYNTAX,
    ERE_FAULT_EMPTY,
    ERE_FAULT_PERL,       /* Perl's syntax, not POSIX's */
    ERE_FAULT_UNDEFINED,  /* POSIX leaves it undefined, and engines differ */
    ERE_FAULT_REPETITION, /* likewise: a repetition of nothing repeatable */
    ERE_FAULT_HYPHEN,     /* a hyphen after a range, and not last */
    ERE_FAULT_SIZE,       /* it exceeds a limit */
};

struct ere_reading {
    enum ere_fault fault; /* if it is rejected */

    char pattern[ERE_PATTERN_SIZE];
    size_t length;
    unsigned groups;

    /* Some character is not ASCII: characters are UTF-8 code points, whatever
     * the subject is. */
    bool is_utf;

    /* A match can begin only where the subject begins. */
    bool is_anchored;

    /* There are alternatives outside all groups. */
    bool has_alternatives;

    /* No choice is left once a match has begun, so that the first match found
     * is the longest. */
    bool is_determined;

    /* At most one piece is repeated, and that is not a group: no step of a
     * match looks at the whole subject. */
    bool repeats_once;
};

/* Check and translate |length| octets at |ere|. Rejects what POSIX (XBD 9.4)
 * leaves undefined, because engines disagree about it, and Perl's syntax. Fails
 * with DDDS_MALFORMED or DDDS_LIMIT, the offset of the fault, and a detail that
 * quotes the expression. */
ddds_status ddds_ere_read(const char *ere, size_t length,
                          struct ere_reading *reading,
                          struct ddds_error *error);

/* Are |length| octets at |ere| `.*' and nothing else but anchors and one group
 * around it? Every string matches as a whole. */
bool ddds_ere_matches_all(const char *ere, size_t length);

#endif
