/* Limits of matches: memory and work.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_ERE_RESOURCES_H
#define RULE_ERE_RESOURCES_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/status.h>

struct ere_subject;

/* What decides how many steps a match may take, and how much they count. */
struct ere_effort {
    bool is_utf;
    bool is_anchored;
    bool counts_anew;  /* at each place where a match may begin */
    bool repeats_once; /* nothing, or one thing */
    size_t octets;     /* of the program that searches */
};

/* Return the steps that a match in |length| octets may take with a |share| of
 * the limits: 1 is all, 64 a 64th. */
size_t ddds_ere_most_steps(const struct ere_effort *effort, size_t length,
                           unsigned share);

/* Return how much |steps| of such a match count. */
size_t ddds_ere_count_steps(const struct ere_effort *effort, size_t length,
                            unsigned share, size_t steps);

/* malloc and free as PCRE2 calls them: a program that replaces those of the
 * library by its own also replaces PCRE2's. |context| is not used. */
void *ddds_ere_allocate(size_t size, void *context);
void ddds_ere_release(void *memory, void *context);

/* Return how many numbers of work space a search for the longest match in
 * |length| octets may have: three for each state, twice. At every octet each
 * state is compared with all others, so that the work grows with the square of
 * the states. |share| is the part of the limits: 1 is all, 64 a 64th. */
size_t ddds_ere_space(size_t length, unsigned share, bool is_utf);

/* Take |count| steps of those that are left. If there are fewer, take these, and
 * fail with DDDS_LIMIT. */
ddds_status ddds_ere_take_steps(const struct ere_subject *subject, size_t count,
                                struct ddds_error *error);

#endif
