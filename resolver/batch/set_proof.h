/* Proofs about sets that the user gives.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_SET_PROOF_H
#define BATCH_SET_PROOF_H

#include <ddds/prove.h>

#include "cli/resolver_line.h"

/* Complain about |text|, the value of |option|, or a set if that is "", and
 * return the exit status. |text| may be NULL. */
int set_refuse(const char *option, const char *text,
               const struct ddds_error *error);

/* Prove where the inputs of |set| lead, or all if it is NULL. On failure, and if
 * no input is accepted, complain and set |*status| to the exit status. On failure
 * return NULL. */
ddds_proof *set_prove(ddds_database *database,
                      const struct resolver_line *options, const char *set,
                      int *status);

#endif
