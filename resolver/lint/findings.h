/* Lint records that are in no file: those of an answer, or one made up
 * around an expression. Commands other than lint show the findings beside
 * their output.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_FINDINGS_H
#define LINT_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <jansson.h>

#include <ddds/check.h>

/* One finding. |line| is the line of its record in the text, from 1. */
struct kept_finding {
    const struct ddds_check_code *code;
    size_t line;
    char *detail;
    char *fix; /* or NULL */
};

struct lint_findings {
    struct kept_finding *items;
    size_t count;
};

/* Return a check for findings_make. The TTLs are not judged if |is_cached|: a
 * cache counts them down. */
ddds_check *findings_check(bool is_cached);

/* Lint the |length| octets of |text|, a zone file whose names are absolute, with
 * |check|, and keep the findings in |findings|, to be freed with
 * findings_free. */
void findings_make(struct lint_findings *findings, ddds_check *check,
                   const char *text, size_t length);

/* The same of the expression |regexp|, in a record that contains it, without the
 * findings about other fields. */
void findings_of_expression(struct lint_findings *findings, const char *regexp);

/* Free what they have kept. */
void findings_free(struct lint_findings *findings);

/* Return |finding| as an object, for the JSON of commands other than lint. */
json_t *findings_make_json(const struct kept_finding *finding);

/* Return whether a record of |line| has a finding of severity error. */
bool findings_has_error(const struct lint_findings *findings, size_t line);

#endif
