/* Limits of matches: memory and work.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RULE_ERE_RESOURCES_H
#define RULE_ERE_RESOURCES_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/status.h>

struct ere_subject;

/* Properties of an expression that determine limits and costs of steps. */
struct ere_effort {
    bool is_utf;
    bool is_anchored;
    bool counts_anew;  /* at each start of a match */
    bool repeats_once; /* at most one piece is repeated */
    size_t octets;     /* of the search program */
};

/* Return the maximum of steps for a match in |length| octets with a |share| of
 * the limits: 1 is all, 64 a 64th. */
size_t ddds_ere_most_steps(const struct ere_effort *effort, size_t length,
                           unsigned share);

/* Return the cost of |steps| of such a match. */
size_t ddds_ere_count_steps(const struct ere_effort *effort, size_t length,
                            unsigned share, size_t steps);

/* malloc and free for PCRE2, so that a program that replaces those of the
 * library also replaces PCRE2's. |context| is not used. */
void *ddds_ere_allocate(size_t size, void *context);
void ddds_ere_release(void *memory, void *context);

/* Return the size of the work space of a longest-match search in |length|
 * octets, in numbers: two sets of three for each state. At every octet each
 * state is compared with all others, so the work is quadratic in the states.
 * |share| is a fraction of the limits: 1 is all, 64 a 64th. */
size_t ddds_ere_space(size_t length, unsigned share, bool is_utf);

/* Take |count| steps from the budget. If fewer are left, take these, and fail
 * with DDDS_LIMIT. */
ddds_status ddds_ere_take_steps(const struct ere_subject *subject, size_t count,
                                struct ddds_error *error);

#endif
