/* Reading a POSIX extended regular expression and writing it as a PCRE2
 * pattern that means the same.
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

/* Why an expression is refused. */
enum ere_fault {
    ERE_FAULT_NONE,
    ERE_FAULT_SYNTAX,
    ERE_FAULT_EMPTY,
    ERE_FAULT_PERL,       /* Perl's syntax, not POSIX's */
    ERE_FAULT_UNDEFINED,  /* POSIX leaves it undefined, and engines differ */
    ERE_FAULT_REPETITION, /* likewise: a repetition where none may stand */
    ERE_FAULT_HYPHEN,     /* a hyphen where BIND takes none */
    ERE_FAULT_SIZE,       /* it asks for too much */
};

struct ere_reading {
    enum ere_fault fault; /* if it is refused */

    char pattern[ERE_PATTERN_SIZE];
    size_t length;
    unsigned groups;

    /* Some character is not ASCII: characters are UTF-8 code points. */
    bool is_utf;

    /* A match can begin nowhere but where the subject does. */
    bool is_anchored;

    /* There are alternatives outside all groups. */
    bool has_alternatives;

    /* No choice is left once a match has begun, so that the first match found
     * is the longest. */
    bool is_determined;

    /* `.*' and nothing else but anchors and one group around it: every string
     * matches as a whole. */
    bool matches_all;
};

/* Check and translate |length| octets at |ere|. What POSIX (XBD 9.4) leaves
 * undefined is refused, because engines disagree about it; so is whatever is
 * Perl's. Fails with DDDS_MALFORMED or DDDS_LIMIT, the offset of the offence
 * and a detail that goes on after "the expression ". */
ddds_status ddds_ere_read(const char *ere, size_t length,
                          struct ere_reading *reading,
                          struct ddds_error *error);

#endif
