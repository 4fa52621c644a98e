/* Measurements: contenders take turns in one process, round by round. Their
 * minimum times are compared, because other programs can only increase times.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BENCH_ROUNDS = 15, BENCH_ROUNDS_MAX = 64 };

/* Amount of work: |rounds|, and a divisor of the work in each. */
struct bench {
    unsigned rounds;
    unsigned divisor;
};

/* Parse the arguments: "--smoke" for a single round with little work, or the
 * number of rounds. */
struct bench bench_start(int argc, char **argv);

/* Return |count|, reduced by the divisor of |bench|; at least 1. */
size_t bench_share(const struct bench *bench, size_t count);

/* Nanoseconds of a clock that never goes back. */
double bench_now(void);

/* The measurements of a contender. */
struct bench_series {
    unsigned count;
    double samples[BENCH_ROUNDS_MAX];
};

void bench_add(struct bench_series *series, double sample);
double bench_least(const struct bench_series *series);

/* Print a result, a line of a name and a number: tests/whole/bench/run puts the goal
 * beside it. The name is |subject|, |what|, and |unit| if that is not empty,
 * with hyphens between them. */
void bench_print(const char *subject, const char *what, const char *unit,
                 double value);

/* Print and return the minimum of |one| divided by the minimum of |other|. If
 * this ratio differs by more than 5 % between the first and the second half of
 * the rounds, print both, too. */
double bench_compare(const char *subject, const char *what, const char *unit,
                     const struct bench_series *one,
                     const struct bench_series *other);

/* Resident memory of this process, in octets. */
size_t bench_resident(void);

/* Return the result of |measure|, run in a separate child process. */
double bench_apart(double (*measure)(const void *context), const void *context);

/* End the program with a message: |what| went wrong. */
void bench_fail(const char *what);

/* Keep the compiler from removing the computation of |value|. */
void bench_use(uint64_t value);

#endif
