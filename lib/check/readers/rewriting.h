/* Readers of strings that a substitution expression is applied to.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_READERS_REWRITING_H
#define CHECK_READERS_REWRITING_H

#include <ddds/rule.h>

#include "check/sets/match_reader.h"

/* Why an expression has no reader. */
enum rewriting_fault {
    REWRITING_OK,
    REWRITING_NO_MEMORY,
    REWRITING_INVALID,   /* the expression cannot be used */
    REWRITING_TOO_LARGE, /* more states than an automaton may have */
    REWRITING_NOT_ASCII,
    REWRITING_EMPTY_LOOP, /* a repetition of empty matches that captures groups, for which matchers have rules of their own */
    REWRITING_TOO_LONG,   /* more back-references than are followed */
};

/* The text of |fault| for people: static storage. */
const char *ddds_rewriting_explain(enum rewriting_fault fault);

/* Make a reader whose label is the one that |output| has for the string that
 * |by| makes of what was read, or LABEL_NO_MATCH: an empty output is no match
 * either (RFC 3402 section 3.3, step 3). The match is the longest of
 * the leftmost, and among its captures those that Perl's matchers would find.
 * Both arguments outlive the reader. NULL with the |fault|. */
struct reader *ddds_rewriting_new(const ddds_substitution *by,
                                  struct reader *output,
                                  enum rewriting_fault *fault);

/* Uses of expressions. */
enum rewriting_use {
    REWRITING_RULE, /* as above */
    REWRITING_STEP, /* the same, but that strings without a match have label 0 */
    REWRITING_PART, /* |output| reads the string itself, with PART_BEGIN and
                       PART_END around the only group of the replacement; other
                       strings have label 0 */
};

/* Make a reader as ddds_rewriting_new does, for any use. |hint|, which may be NULL
 * and outlives the reader, is the capture of each group but the last of the
 * replacement: otherwise |output| must not have too many states if groups are
 * not in order. */
struct reader *ddds_rewriting_make(const ddds_substitution *by,
                                   struct reader *output,
                                   enum rewriting_use use, const char *hint,
                                   enum rewriting_fault *fault);

#endif
