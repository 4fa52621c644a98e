/* Random octets from the kernel.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_ENTROPY_H
#define BASE_ENTROPY_H

#include <stdbool.h>
#include <stddef.h>

/* Fill |octets| with |length| random octets. Return false, with |octets|
 * undefined, if the kernel has none. Safe in any thread and in signal
 * handlers. */
bool ddds_entropy_read(void *octets, size_t length);

#endif
