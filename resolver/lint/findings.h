/* What ddds lint would say of records that stand in no file: those that an
 * answer holds, or one made up around an expression.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_FINDINGS_H
#define LINT_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <ddds/check.h>

/* One of them; |line| is its record's in the text, from 1. */
struct kept_finding {
    const struct ddds_check_code *code;
    size_t line;
    char *detail;
    char *fix; /* or NULL */
};

struct findings {
    struct kept_finding *items;
    size_t count;
};

/* Judge the |length| octets of |text|, a master file, and keep what is found;
 * nothing without memory. It lives until findings_free. */
void findings_make(struct findings *findings, const char *text, size_t length);
void findings_free(struct findings *findings);

/* Is there an error in |line|? */
bool findings_has_error(const struct findings *findings, size_t line);

#endif
