/* Where chance in a test begins: the same in every run, unless SEED in the
 * environment says otherwise. It is printed, so that a failure can be repeated.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TESTS_SEED_H
#define TESTS_SEED_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static inline uint64_t take_seed(uint64_t usual)
{
    const char *given = getenv("SEED");
    uint64_t seed =
        given != NULL && *given != '\0' ? strtoull(given, NULL, 0) : usual;
    printf("SEED=%llu\n", (unsigned long long)seed);
    fflush(stdout);
    return seed;
}

#endif
