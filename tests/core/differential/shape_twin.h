/* A shape and the program of PCRE2 for the same expression.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DIFFERENTIAL_SHAPE_TWIN_H
#define DIFFERENTIAL_SHAPE_TWIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rule/ere.h"
#include "rule/shape.h"

struct shape_twin {
    const struct shape *shape;
    struct ere_context *context;
    struct ere_program *program;
    unsigned groups;
    _Alignas(uint64_t) unsigned char memory[1024];
};

/* Result of a comparison. */
enum shape_twin_verdict {
    SHAPE_TWIN_SAME,
    SHAPE_TWIN_UNSURE,  /* the shape leaves the match to PCRE2 */
    SHAPE_TWIN_LIMITED, /* PCRE2 gives up */
    SHAPE_TWIN_WRONG,
};

/* Begin with |ere|. Return false if it is not a shape; |*is_wrong| becomes true
 * if it is a shape that the reader of expressions rejects. */
bool shape_twin_begin(struct shape_twin *twin, const char *ere,
                      bool ignore_case, bool *is_wrong);

/* Match |subject| by the shape and by PCRE2: whether, where, and the groups. */
enum shape_twin_verdict shape_twin_compare(const struct shape_twin *twin,
                                           const char *subject, bool *matched);

void shape_twin_end(struct shape_twin *twin);

#endif
