/* The seed of random numbers in a test: the same in every run, unless SEED in
 * the environment sets it. It is printed, so that a failure can be repeated.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TESTS_SEED_H
#define TESTS_SEED_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Read |text|, or end the program: a seed that is not a number would repeat
 * something else. */
static inline uint64_t read_whole_number(const char *text)
{
    char *end;
    uint64_t number = strtoull(text, &end, 0);
    if (*text < '0' || *text > '9' || *end != '\0') {
        fprintf(stderr, "not a number: \"%s\"\n", text);
        exit(2);
    }
    return number;
}

static inline uint64_t take_seed(uint64_t usual)
{
    const char *given = getenv("SEED");
    uint64_t seed =
        given != NULL && *given != '\0' ? read_whole_number(given) : usual;
    printf("SEED=%llu\n", (unsigned long long)seed);
    fflush(stdout);
    return seed;
}

#endif
