/* What if allocations fail? Every case is run again and again, and in its n-th
 * run the n-th allocation fails, until a run needs fewer than that. Whatever
 * runs out must say so and leave nothing behind: the sanitizers' build looks
 * for leaks. In a second round everything after the n-th fails as well.
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

/* One thing to do with too little memory. |run| says whether everything went as
 * it does with enough. It is run with |fault_padding| from 0 to |most_padding|,
 * in steps: an arena goes for memory rarely, and with inputs of all lengths
 * every one of its users is the unlucky one at some time. */
struct fault_case {
    const char *name;
    bool (*run)(void);
    int most_padding;
};

extern int fault_padding;

/* Of the allocations that one call stack leads to, in all cases of the program,
 * how many fail: the first ones. 0, the default: each allocation fails. */
extern unsigned fault_most_alike;

/* Give up, saying |what| should have been, unless it |is_so|. */
void fault_demand(bool is_so, const char *what);

/* How many allocations there were. */
unsigned long fault_count(void);

/* Count from here on, without a failure, until the end. */
void fault_watch(void);

/* Memory is back, for the rest of this run. */
void fault_end(void);

/* Run |count| |cases|, each run between |before| and |after|, which have as
 * much memory as they like and may be NULL. */
void fault_run(const struct fault_case *cases, size_t count,
               void (*before)(void), void (*after)(void));

/* Say how many call stacks of allocations there were, and at how many of them
 * an allocation failed. Not known without |fault_most_alike|. */
void fault_print_stacks(void);

#endif
