/* Allocations that fail.
 *
 * SPDX-License-Identifier: MIT */
#include "core/fault/harness.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/fault/stacks.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

enum { MOST_CHOSEN = 100000 };

int fault_padding;
unsigned fault_most_alike;

static struct {
    const char *name;
    bool is_armed;
    bool is_choosing; /* nothing fails; |chosen| are those that will */
    uintptr_t base;   /* the frame that runs the case */
    atomic_ulong chosen_count;
    unsigned long chosen[MOST_CHOSEN];
    bool for_good;      /* all later allocations fail, too */
    unsigned long at;   /* the allocation that fails: 1, 2, ... */
    atomic_ulong count; /* of several threads, too */
} fault;

static struct stacks offered, failed;

/* Of the allocations with one call stack, the first few are to fail. */
static void choose(unsigned long count)
{
    if (stack_note(&offered, stack_number(fault.base)) < fault_most_alike) {
        unsigned long n = atomic_fetch_add(&fault.chosen_count, 1);
        fault_demand(n < MOST_CHOSEN, "fewer call stacks");
        fault.chosen[n] = count;
    }
}

static bool must_fail(void)
{
    if (!fault.is_armed) {
        return false;
    }
    unsigned long count = atomic_fetch_add(&fault.count, 1) + 1;
    if (fault.is_choosing) {
        choose(count);
        return false;
    }
    bool fails = fault.for_good ? count >= fault.at : count == fault.at;
    if (fails && fault_most_alike != 0) {
        stack_note(&failed, stack_number(fault.base));
    }
    return fails;
}

void *__wrap_malloc(size_t size)
{
    return must_fail() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return must_fail() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return must_fail() ? NULL : __real_realloc(memory, size);
}

void fault_demand(bool is_so, const char *what)
{
    if (!is_so) {
        fprintf(stderr, "%s, allocation %lu%s: %s\n", fault.name, fault.at,
                fault.for_good ? " and all after it" : "", what);
        exit(1);
    }
}

unsigned long fault_count(void)
{
    return fault.count;
}

void fault_watch(void)
{
    fault.name = "watched";
    fault.at = ULONG_MAX;
    fault.count = 0;
    fault.is_armed = true;
}

void fault_end(void)
{
    fault.is_armed = false;
}

/* True if this took too few allocations to reach the failing allocation. */
static bool run_once(bool (*run)(void))
{
    fault.count = 0;
    fault.base = (uintptr_t)__builtin_frame_address(0);
    fault.is_armed = true;
    bool ok = run();
    fault.is_armed = false;
    bool is_over = fault.count < fault.at;
    fault_demand(ok || !is_over, "success with enough memory");
    return is_over;
}

static bool run_between(bool (*run)(void), void (*before)(void),
                        void (*after)(void))
{
    if (before != NULL) {
        before();
    }
    bool is_over = run_once(run);
    if (after != NULL) {
        after();
    }
    return is_over;
}

/* Run it until it gets through untouched. */
static unsigned long exhaust(bool (*run)(void), bool for_good,
                             void (*before)(void), void (*after)(void))
{
    bool is_over = false;
    fault.for_good = for_good;
    for (fault.at = 1; !is_over; fault.at++) {
        fault_demand(fault.at < 100000, "an end");
        is_over = run_between(run, before, after);
    }
    return fault.at - 2;
}

/* Run it once with enough memory, and once for each allocation that this run
 * has chosen. */
static unsigned long fail_chosen(bool (*run)(void), void (*before)(void),
                                 void (*after)(void))
{
    fault.at = ULONG_MAX;
    fault.chosen_count = 0;
    fault.is_choosing = true;
    run_between(run, before, after);
    fault.is_choosing = false;
    for (unsigned long i = 0; i < fault.chosen_count; i++) {
        fault.at = fault.chosen[i];
        fault.for_good = false;
        run_between(run, before, after);
        fault.for_good = true;
        run_between(run, before, after);
    }
    return 2 * fault.chosen_count;
}

static unsigned long run_case(const struct fault_case *one,
                              void (*before)(void), void (*after)(void))
{
    if (fault_most_alike != 0) {
        return fail_chosen(one->run, before, after);
    }
    return exhaust(one->run, false, before, after) +
           exhaust(one->run, true, before, after);
}

void fault_run(const struct fault_case *cases, size_t count,
               void (*before)(void), void (*after)(void))
{
    for (size_t i = 0; i < count; i++) {
        unsigned long failures = 0;
        fault.name = cases[i].name;
        for (fault_padding = 0; fault_padding <= cases[i].most_padding;
             fault_padding += 16) {
            failures += run_case(&cases[i], before, after);
        }
        printf("%s: %lu failures\n", fault.name, failures);
    }
}

void fault_print_stacks(void)
{
    printf("%zu call stacks of allocations, %zu of allocations that failed\n",
           offered.count, failed.count);
}
