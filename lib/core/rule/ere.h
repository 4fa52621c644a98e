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

/* Shared resources of the expressions of a database: limits, and cached memory
 * for matches. */
struct ere_context;

/* Return a new context, or NULL without memory. */
struct ere_context *ddds_ere_context_new(void);

/* Free |context|, which may be NULL. Its programs must be freed before. */
void ddds_ere_context_free(struct ere_context *context);

/* A compiled expression, usable by any number of threads. */
struct ere_program;

/* Return the memory of |program|, which may be NULL, in octets. */
size_t ddds_ere_program_octets(const struct ere_program *program);

/* Limit the memory that |program|, which may be NULL, allocates later to
 * |allowance|; beyond it, programs are compiled again for each match. Must be
 * called before other threads use the program. */
void ddds_ere_program_limit(struct ere_program *program,
                            atomic_size_t *allowance);

/* Compile |reading|, from ddds_ere_read. |context| must outlive the program.
 * Fails with DDDS_LIMIT or DDDS_NO_MEMORY. */
ddds_status ddds_ere_compile(struct ere_context *context,
                             const struct ere_reading *reading,
                             bool ignore_case, struct ere_program **program,
                             struct ddds_error *error);

/* Compile |ere| in Perl's syntax, for comparison; characters are octets, or
 * code points if |is_utf|. |context| must outlive the program. Fails with
 * DDDS_MALFORMED or DDDS_NO_MEMORY. */
ddds_status ddds_ere_compile_perl(struct ere_context *context, const char *ere,
                                  bool ignore_case, bool is_utf,
                                  struct ere_program **program,
                                  struct ddds_error *error);

/* Free |program|, which may be NULL and must not be in use. */
void ddds_ere_program_free(struct ere_program *program);

/* |length| octets to match. |steps_left|, unless it is NULL, is a budget of
 * steps shared by several matches. If |counts_hard_only|, the first share of
 * the limits, enough for most matches, is free. */
struct ere_subject {
    const char *text;
    size_t length;
    size_t *steps_left;
    bool counts_hard_only;
};

/* Find the longest of the leftmost matches in |subject|. Characters are code
 * points if the expression or the subject has non-ASCII characters, and both
 * are UTF-8; an expression that is not ASCII does not match a subject that is
 * not UTF-8. On a match |captures| receives it and its groups. Fails with
 * DDDS_LIMIT if the steps exceed the limit of a match or the budget, or with
 * DDDS_NO_MEMORY. */
ddds_status ddds_ere_match(struct ere_program *program,
                           const struct ere_subject *subject, bool *matched,
                           struct ddds_captures *captures,
                           struct ddds_error *error);

/* Return the length of the longest prefix of |text|, which |program| does not
 * match, that a matching string may start with: the offset of the first wrong
 * octet, or |length| if a continuation could match. Beyond the limit of steps
 * the result may be smaller. */
size_t ddds_ere_reach(struct ere_program *program, const char *text,
                      size_t length);

enum { ERE_VERSION_SIZE = 64 }; /* with the NUL */

/* Write the version of PCRE2 at run time. */
void ddds_ere_version(char version[ERE_VERSION_SIZE]);

#endif
