/* Random octets of the kernel.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_ENTROPY_H
#define BASE_ENTROPY_H

#include <stdbool.h>
#include <stddef.h>

/* Fill |length| octets with random ones; false if the kernel gives none, and
 * then |octets| hold nothing of use. Any number of threads may call this, and
 * signal handlers. */
bool ddds_entropy_read(void *octets, size_t length);

#endif
