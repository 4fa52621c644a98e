/* Allocations that fail.
 *
 * SPDX-License-Identifier: MIT */
#include "fault/harness.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

int fault_padding;

static struct {
    const char *name;
    bool is_armed;
    bool for_good;      /* whatever comes after the one that fails fails too */
    unsigned long at;   /* which one fails: 1, 2, ... */
    atomic_ulong count; /* of several threads, too */
} fault;

static bool must_fail(void)
{
    if (!fault.is_armed) {
        return false;
    }
    unsigned long count = atomic_fetch_add(&fault.count, 1) + 1;
    return fault.for_good ? count >= fault.at : count == fault.at;
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
                fault.for_good ? " and all behind it" : "", what);
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

/* True if that took fewer allocations than the one that was to fail. */
static bool run_once(bool (*run)(void))
{
    fault.count = 0;
    fault.is_armed = true;
    bool ok = run();
    fault.is_armed = false;
    bool is_over = fault.count < fault.at;
    fault_demand(ok || !is_over, "success with enough memory");
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
        if (before != NULL) {
            before();
        }
        is_over = run_once(run);
        if (after != NULL) {
            after();
        }
    }
    return fault.at - 2;
}

void fault_run(const struct fault_case *cases, size_t count,
               void (*before)(void), void (*after)(void))
{
    for (size_t i = 0; i < count; i++) {
        unsigned long failures = 0;
        fault.name = cases[i].name;
        for (fault_padding = 0; fault_padding <= cases[i].most_padding;
             fault_padding += 16) {
            failures += exhaust(cases[i].run, false, before, after);
            failures += exhaust(cases[i].run, true, before, after);
        }
        printf("%s: %lu failures\n", fault.name, failures);
    }
}
