/* Inputs that are an expression and a subject. The first octet decides whether
 * case is ignored. The rest of the line is the expression, and the other lines
 * are the subject.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FUZZ_FUZZ_EXPRESSION_H
#define FUZZ_FUZZ_EXPRESSION_H

#include "base/limits.h"
#include "fuzz.h"

typedef void try_fn(const char *ere, bool ignore_case, const char *subject);

static inline void try_expression(const uint8_t *data, size_t size, try_fn *try)
{
    char *text = copy_of(data, size);
    char *subject = strchr(text, '\n');
    if (subject != NULL && subject > text && subject - text <= LIMIT_STRING) {
        *subject++ = '\0';
        try(text + 1, (text[0] & 1) != 0, subject);
    }
    free(text);
}

#endif
