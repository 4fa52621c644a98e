/* Random expressions and subjects, reproducible by their seed.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DIFFERENTIAL_EXPRESSIONS_H
#define DIFFERENTIAL_EXPRESSIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

/* Seeded numbers: the state must not be 0. */
struct chance {
    uint64_t state;
};

/* A number below |bound|, which is not 0. */
unsigned chance_below(struct chance *chance, unsigned bound);

/* True |times| in a hundred. */
bool chance_is(struct chance *chance, unsigned times);

/* Add an expression that is likely to be a valid ERE; with some characters
 * that are not ASCII if |is_utf|. */
void expression_write(struct chance *chance, struct text *text, bool is_utf);

/* Add a string that such an expression has some hope to match. */
void subject_write(struct chance *chance, struct text *text, bool is_utf);

/* Add a substitution expression, "!ERE!replacement!flags", which is valid in
 * most cases. */
void field_write(struct chance *chance, struct text *text);

#endif
