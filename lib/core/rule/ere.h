/* Extended regular expressions, compiled and matched within limits.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_ERE_H
#define RULE_ERE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include <ddds/rule.h>
#include <ddds/status.h>

#include "rule/ere_reader.h"

/* Resources that all expressions of a database share: limits, and spare memory
 * for matches. */
struct ere_context;

/* Return a new context, or NULL if allocation fails. */
struct ere_context *ddds_ere_context_new(void);

/* Free |context|, which may be NULL. Its programs have been freed before. */
void ddds_ere_context_free(struct ere_context *context);

/* One compiled expression; any number of threads may match it. */
struct ere_program;

/* Return the octets that |program|, which may be NULL, takes. */
size_t ddds_ere_program_octets(const struct ere_program *program);

/* From now on |program| keeps what it compiles later only as far as |allowance| has
 * octets for it; otherwise it compiles it again for each match. No other thread
 * uses the program yet, which may be NULL. */
void ddds_ere_program_limit(struct ere_program *program,
                            atomic_size_t *allowance);

/* Compile |reading|, of ddds_ere_read. |context| must outlive the program.
 * Fails with DDDS_LIMIT or DDDS_NO_MEMORY. */
ddds_status ddds_ere_compile(struct ere_context *context,
                             const struct ere_reading *reading,
                             bool ignore_case, struct ere_program **program,
                             struct ddds_error *error);

/* Compile |ere| as Perl reads it, for comparison; characters are octets, or
 * code points if |is_utf|. |context| must outlive the program. Fails with
 * DDDS_MALFORMED or DDDS_NO_MEMORY. */
ddds_status ddds_ere_compile_perl(struct ere_context *context, const char *ere,
                                  bool ignore_case, bool is_utf,
                                  struct ere_program **program,
                                  struct ddds_error *error);

/* Free |program|, which may be NULL. No thread matches it any more. */
void ddds_ere_program_free(struct ere_program *program);

/* |length| octets to match. |steps_left| counts down the steps that this and
 * other matches may still be given together, or is NULL for no limit. If it
 * |counts_hard_only|, the few steps that most matches need are free. */
struct ere_subject {
    const char *text;
    size_t length;
    size_t *steps_left;
    bool counts_hard_only;
};

/* Find the longest of the leftmost matches in |subject|. Characters are code
 * points if the expression or the subject holds some that are not ASCII, and
 * both are UTF-8; an expression that is not ASCII does not match a subject that
 * is not UTF-8. On a match |captures| holds it and its groups. Fails with
 * DDDS_LIMIT if that takes too many steps, more than one match may take or than
 * are left, or with DDDS_NO_MEMORY. */
ddds_status ddds_ere_match(struct ere_program *program,
                           const struct ere_subject *subject, bool *matched,
                           struct ddds_captures *captures,
                           struct ddds_error *error);

/* Return how many octets of |text|, which |program| does not match, a string
 * that it matches may begin with: the offset of the first octet that is wrong,
 * or |length| if more has to follow. Too many steps make it smaller. */
size_t ddds_ere_reach(struct ere_program *program, const char *text,
                      size_t length);

enum { ERE_VERSION_SIZE = 64 }; /* octets, with the NUL */

/* Write the version of PCRE2 that is in use. */
void ddds_ere_version(char version[ERE_VERSION_SIZE]);

#endif
