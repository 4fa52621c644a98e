/* Extended regular expressions, compiled and matched within limits.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_ERE_H
#define RULE_ERE_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/rule.h>
#include <ddds/status.h>

#include "rule/ere_reader.h"

/* What all expressions of a database share: limits, spare match memory, and
 * how many of them may still become machine code. */
struct ere_context;

struct ere_context *ddds_ere_context_new(void); /* NULL without memory */
void ddds_ere_context_free(struct ere_context *context);

/* How many more of its expressions may become machine code: LIMIT_HOT_RULES at
 * first. */
int ddds_ere_context_hot_left(const struct ere_context *context);
void ddds_ere_context_set_hot_left(struct ere_context *context, int count);

/* One compiled expression; any number of threads may match it. */
struct ere_program;

/* Compile what ddds_ere_read read. |context| must outlive the program. Fails
 * with DDDS_LIMIT or DDDS_NO_MEMORY. */
ddds_status ddds_ere_compile(struct ere_context *context,
                             const struct ere_reading *reading,
                             bool ignore_case, struct ere_program **program,
                             struct ddds_error *error);

/* Compile |ere| as Perl would read it, for comparison. Fails also with
 * DDDS_MALFORMED. */
ddds_status ddds_ere_compile_perl(struct ere_context *context, const char *ere,
                                  bool ignore_case,
                                  struct ere_program **program,
                                  struct ddds_error *error);

void ddds_ere_program_free(struct ere_program *program);

/* |length| octets to match. Most matches are easy; how many hard ones may still
 * be tried is counted down in |patience|, or NULL for any number. */
struct ere_subject {
    const char *text;
    size_t length;
    unsigned *patience;
};

/* Find the longest of the leftmost matches in |subject|. On a match |captures|
 * says where it and its groups lie. Fails with DDDS_LIMIT if that took too many
 * steps, or DDDS_NO_MEMORY. */
ddds_status ddds_ere_match(struct ere_program *program,
                           const struct ere_subject *subject, bool *matched,
                           struct ddds_captures *captures,
                           struct ddds_error *error);

#endif
