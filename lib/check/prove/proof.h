/* A proof.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_PROOF_H
#define CHECK_PROVE_PROOF_H

#include "check/prove/explore.h"

/* A decided property. */
struct decided {
    struct ddds_proof_property shown;
    struct decided *next;
};

struct ddds_proof {
    struct exploration with;
    struct classes classes;
    const char *count;     /* of all inputs, or NULL */
    const char *set;       /* as given, or NULL */
    struct decided *first; /* in the order of ddds_proof_check */
    struct decided **end;
    uint64_t seed;
};

/* True if some input of |class| is known. The empty text may be one. */
static inline bool proof_class_has_witness(const struct ddds_proof_class *class)
{
    return class->key == NULL &&
           (class->witness[0] != '\0' || class->status != DDDS_PROOF_UNKNOWN);
}

#endif
