/* Common functions of the fuzz targets.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Callbacks have parameters that a target does not need. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* End the run, unless |holds|: the fuzzer keeps the input. */
static inline void require(bool holds)
{
    if (!holds) {
        abort();
    }
}

/* The input as a string in memory of its own, so that a read past its end is
 * seen. */
static inline char *copy_of(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    require(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

#endif
