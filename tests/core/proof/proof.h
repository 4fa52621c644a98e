/* What the proofs of this folder share. CBMC gives a function that has no body
 * any value of its type: nondet_* stand for whatever a stranger may send.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PROOF_PROOF_H
#define PROOF_PROOF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

bool nondet_bool(void);
size_t nondet_size(void);
unsigned nondet_unsigned(void);
unsigned char nondet_octet(void);
uint64_t nondet_number(void);

/* From here on only what makes |condition| true is looked at. */
#define ASSUME(condition) __CPROVER_assume(condition)

/* This holds in every case that is looked at. */
#define PROVE(condition) __CPROVER_assert(condition, #condition)

/* An object of exactly |size| octets, which may be anything: an access outside
 * of it is found. */
static inline void *any_octets(size_t size)
{
    void *octets = malloc(size);
    ASSUME(octets != NULL);
    return octets;
}

#endif
