/* Random octets of the kernel.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UUID_ENTROPY_H
#define UUID_ENTROPY_H

#include <stdbool.h>
#include <stddef.h>

/* Fill |length| octets with random ones; false if the kernel gives none, and
 * then |octets| hold nothing of use. A few octets may come from a pool (see
 * entropy.c). Any number of threads may call this, and signal handlers; but in a
 * library that dlopen(3) loaded, the first call of a thread may allocate. */
bool uuid_entropy_read(unsigned char *octets, size_t length);

/* The same, from the kernel in this call. */
bool uuid_entropy_read_kernel(unsigned char *octets, size_t length);

/* The octets of all pools, for tests. */
enum { UUID_ENTROPY_POOLS_SIZE = 16 * 4096 };
const unsigned char *uuid_entropy_pools(void);

/* Discard what the pools hold. */
void uuid_entropy_discard(void);

#endif
