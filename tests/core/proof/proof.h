/* Common functions of the proofs in this folder. For CBMC a function without a
 * body may return any value: nondet_* represent data of strangers.
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

/* Consider only cases in which |condition| is true, from here on. */
#define ASSUME(condition) __CPROVER_assume(condition)

/* Prove that |condition| is true in every case considered. */
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
