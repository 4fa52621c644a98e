/* Tests with failing allocations. Every case is repeated, and in its n-th run
 * the n-th allocation fails, until a run needs fewer than n. Functions without
 * memory must report that and leak nothing, which the sanitizers' build checks.
 * In a second round all allocations after the n-th fail as well.
 *
 * The programs are linked so that the library's calls of malloc, calloc and
 * realloc come here, and those of libraries that are static.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FAULT_HARNESS_H
#define FAULT_HARNESS_H

#include <stdbool.h>
#include <stddef.h>

/* Callbacks have parameters that a case does not need. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* A case to run with too little memory. |run| returns true if it succeeded as
 * with enough memory. It is run with |fault_padding| from 0 to |most_padding|,
 * in steps: an arena rarely allocates, and with inputs of different lengths the
 * failure meets each of its users. */
struct fault_case {
    const char *name;
    bool (*run)(void);
    int most_padding;
};

extern int fault_padding;

/* Limit on failures per call stack, in all cases of the program: only the first
 * allocations fail. 0, the default: each allocation fails. */
extern unsigned fault_most_alike;

/* Unless it |is_so|, end the program with a message: |what| was expected. */
void fault_demand(bool is_so, const char *what);

/* Return the number of allocations so far. */
unsigned long fault_count(void);

/* Count from here on, without a failure, until the end. */
void fault_watch(void);

/* Memory is back, for the rest of this run. */
void fault_end(void);

/* Run |count| |cases|, each run between |before| and |after|, which have as
 * much memory as they like and may be NULL. */
void fault_run(const struct fault_case *cases, size_t count,
               void (*before)(void), void (*after)(void));

/* Print the number of call stacks of allocations, and of those with a failure.
 * Both are unknown if |fault_most_alike| is 0. */
void fault_print_stacks(void);

#endif
