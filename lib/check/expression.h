/* What is known of an expression: read and compiled once, however many records
 * have it.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_EXPRESSION_H
#define CHECK_EXPRESSION_H

#include <ddds/rule.h>

/* An expression, and why it is none. */
struct expression {
    struct expression *next;
    const char *regexp;              /* as it is meant, on the wire */
    ddds_substitution *substitution; /* NULL if it cannot be used */
    struct ddds_error error;         /* then: why */
};

/* The expressions that were met lately: as many as are kept, then none. */
struct expressions;

struct expressions *ddds_expressions_new(void); /* NULL without memory */
void ddds_expressions_free(struct expressions *expressions);

/* What is known of |regexp|, which is not empty. It is forgotten when another
 * is asked for. NULL without memory. */
const struct expression *ddds_expressions_find(struct expressions *expressions,
                                               const char *regexp);

#endif
