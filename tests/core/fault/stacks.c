/* Which calls led to an allocation: a number for each stack of return
 * addresses, and a table of the numbers that were seen.
 *
 * SPDX-License-Identifier: MIT */
#include "core/fault/stacks.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unwind.h>

struct walk {
    uintptr_t base;
    uint64_t number;
    unsigned depth;
};

static _Unwind_Reason_Code take_frame(struct _Unwind_Context *context, void *to)
{
    struct walk *walk = to;
    if (_Unwind_GetCFA(context) > walk->base) {
        return _URC_END_OF_STACK;
    }
    walk->number = (walk->number ^ _Unwind_GetIP(context)) * 0x9e3779b97f4a7c15;
    walk->number ^= walk->number >> 32;
    walk->depth++;
    return _URC_NO_REASON;
}

uint64_t stack_number(uintptr_t base)
{
    struct walk walk = {base, 1, 0};
    _Unwind_Backtrace(take_frame, &walk);
    if (walk.depth < 2) {
        fprintf(stderr, "call stacks cannot be read: this test needs programs "
                        "that are built with unwind tables\n");
        exit(1);
    }
    return walk.number;
}

static unsigned note(struct stacks *stacks, uint64_t number)
{
    size_t at = number % STACKS_SIZE;
    while (stacks->times[at] != 0 && stacks->numbers[at] != number) {
        at = (at + 1) % STACKS_SIZE;
    }
    if (stacks->times[at] == 0) {
        stacks->numbers[at] = number;
        stacks->count++;
    }
    return stacks->times[at]++;
}

unsigned stack_note(struct stacks *stacks, uint64_t number)
{
    while (atomic_flag_test_and_set(&stacks->is_taken)) {
    }
    unsigned before = note(stacks, number);
    bool is_full = stacks->count > STACKS_SIZE / 2;
    atomic_flag_clear(&stacks->is_taken);
    if (is_full) {
        fprintf(stderr, "more than %d call stacks\n", STACKS_SIZE / 2);
        exit(1);
    }
    return before;
}
