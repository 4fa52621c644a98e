/* Readers of strings that pass them through a substitution expression.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_READERS_REWRITING_H
#define CHECK_READERS_REWRITING_H

#include <ddds/rule.h>

#include "check/sets/match_reader.h"

/* Reasons why an expression has no reader. */
enum rewriting_fault {
    REWRITING_OK,
    REWRITING_NO_MEMORY,
    REWRITING_INVALID,   /* the expression is invalid */
    REWRITING_TOO_LARGE, /* more states than an automaton may have */
    REWRITING_NOT_ASCII,
    REWRITING_EMPTY_LOOP, /* a repetition of empty matches with groups: matchers
                             have special rules */
    REWRITING_TOO_LONG,   /* too many back-references */
};

/* Return the text of |fault|, in static storage. */
const char *ddds_rewriting_explain(enum rewriting_fault fault);

/* Return the bit set of groups in the replacement of |by|: group N is bit N. */
unsigned ddds_rewriting_groups(const ddds_substitution *by);

/* Make a reader with the labels that |output| gives the outputs of |by|, or
 * LABEL_NO_MATCH; an empty output counts as no match (RFC 3402 section 3.3,
 * step 3). The match is the longest of the leftmost, with the captures of
 * Perl's matchers. Both arguments must outlive the reader. NULL with the
 * |fault|. */
struct reader *ddds_rewriting_new(const ddds_substitution *by,
                                  struct reader *output,
                                  enum rewriting_fault *fault);

/* Uses of expressions. */
enum rewriting_use {
    REWRITING_RULE, /* as above */
    REWRITING_STEP, /* likewise, but strings without a match have label 0 */
    REWRITING_PART, /* |output| reads the string itself, with PART_BEGIN and
                       PART_END around the only group of the replacement; other
                       strings have label 0 */
};

/* Make a reader like ddds_rewriting_new, for any use. |hint|, which may be NULL
 * and must outlive the reader, is the capture of each group except the last.
 * Without it, |output| must have few states if the groups of the replacement
 * are not in order. */
struct reader *ddds_rewriting_make(const ddds_substitution *by,
                                   struct reader *output,
                                   enum rewriting_use use, const char *hint,
                                   enum rewriting_fault *fault);

#endif
