/* State of a comparison of two proofs.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_COMPARING_H
#define CHECK_PROVE_COMPARING_H

#include "base/limits.h"
#include "check/prove/proof.h"

struct ddds_comparison {
    struct classes classes;
    struct ddds_compared *alike; /* for each class */
    struct ddds_compared totals[DDDS_COMPARED_NUMBERS];
};

/* |sets| are the |first_count| parts of the first proof, then those of the
 * second; |owners| are the numbers of their classes. |classes| are the present
 * classes. |is_vague|: the set was not read. */
struct comparing {
    const ddds_proof *proofs[2];
    ddds_compare_fn *compare;
    void *context;
    ddds_comparison *made;
    const struct dfa **sets;
    size_t *owners;
    size_t count;
    size_t first_count;
    bool is_vague;
    size_t classes[2];
    struct dfa_budget budget;
    uint64_t random;
    char witness[LIMIT_INPUT + 1];
    struct ddds_error *error;
    ddds_status status;
};

/* Set that allocation failed, and return false. */
bool ddds_comparing_fail(struct comparing *comparing);

/* These functions add |dfa|, which is freed. They return false, with the status
 * set, if allocation fails. */

/* Add inputs whose relation is unknown, for the reason |because|. */
bool ddds_comparing_add_unknown(struct comparing *comparing, struct dfa *dfa,
                                const char *because);

/* Compare and add inputs that take the same path with each database. */
bool ddds_comparing_add(struct comparing *comparing, struct dfa *dfa);

#endif
