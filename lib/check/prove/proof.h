/* A proof.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_PROOF_H
#define CHECK_PROVE_PROOF_H

#include "check/prove/explore.h"

struct ddds_proof {
    struct exploration with;
    struct classes classes;
    const char *count; /* of all inputs, or NULL */
    uint64_t seed;
};

#endif
