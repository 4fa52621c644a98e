/* Parser for POSIX extended regular expressions, with translation to PCRE2
 * patterns.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_ERE_READER_H
#define RULE_ERE_READER_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/status.h>

/* Size of the pattern of an expression of a character-string: an octet becomes
 * at most three. */
enum { ERE_PATTERN_SIZE = 1024 };

/* Reasons for refusing an expression. */
enum ere_fault {
    ERE_FAULT_NONE,
    ERE_FAULT_SYNTAX,
    ERE_FAULT_EMPTY,
    ERE_FAULT_PERL,       /* Perl's syntax */
    ERE_FAULT_UNDEFINED,  /* undefined in POSIX, and engines differ */
    ERE_FAULT_REPETITION, /* likewise: an invalid operand of a repetition */
    ERE_FAULT_HYPHEN,     /* a hyphen after a range that is not last */
    ERE_FAULT_SIZE,       /* beyond a limit */
};

struct ere_reading {
    enum ere_fault fault; /* if it was refused */

    char pattern[ERE_PATTERN_SIZE];
    size_t length;
    unsigned groups;

    /* Some character is not ASCII: characters are UTF-8 code points for any
     * subject. */
    bool is_utf;

    /* A match can start only at the start of the subject. */
    bool is_anchored;

    /* Some alternatives are outside of all groups. */
    bool has_alternatives;

    /* No choice is left after the start of a match, so the first match is the
     * longest. */
    bool is_determined;

    /* At most one piece is repeated, and it is not a group: no step of a match
     * reads the whole subject. */
    bool repeats_once;
};

/* Check and translate |length| octets at |ere|. Expressions that POSIX (XBD
 * 9.4) leaves undefined, about which engines differ, and Perl's syntax are
 * refused. Fails with DDDS_MALFORMED or DDDS_LIMIT, the offset of the fault,
 * and a detail that quotes the expression. */
ddds_status ddds_ere_read(const char *ere, size_t length,
                          struct ere_reading *reading,
                          struct ddds_error *error);

/* Return true if the |length| octets at |ere| are `.*', possibly with anchors
 * and a group around it: every string matches completely. */
bool ddds_ere_matches_all(const char *ere, size_t length);

#endif
