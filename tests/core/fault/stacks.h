/* Call stacks that led to an allocation.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FAULT_STACKS_H
#define FAULT_STACKS_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/* The stacks that were noted; several threads may note them. All zeros:
 * none. */
enum { STACKS_SIZE = 1 << 16 }; /* a power of two */
struct stacks {
    atomic_flag is_taken;
    size_t count; /* number of different stacks */
    uint64_t numbers[STACKS_SIZE];
    unsigned times[STACKS_SIZE];
};

/* The number of the call stack below the frame |base|: the same calls have the
 * same number as long as the process lives. */
uint64_t stack_number(uintptr_t base);

/* Note a stack, and return how often it was noted before. */
unsigned stack_note(struct stacks *stacks, uint64_t number);

#endif
