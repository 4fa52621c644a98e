/* Check records that are not in a file: those of an answer, or a record made
 * for an expression. Commands other than lint show the findings beside their
 * output.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_FINDINGS_H
#define LINT_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <jansson.h>

#include <ddds/check.h>

/* A finding. |line| is the line of its record in the text, from 1. */
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

/* Return a check for findings_make. If |is_cached|, TTLs are not checked,
 * because caches decrement them. */
ddds_check *findings_check(bool is_cached);

/* Check the |length| octets of |text|, a zone file with absolute names, with
 * |check|, and store the findings in |findings|; the caller calls
 * findings_free. */
void findings_make(struct lint_findings *findings, ddds_check *check,
                   const char *text, size_t length);

/* Likewise for a record that contains the expression |regexp|, without findings
 * about other fields. */
void findings_of_expression(struct lint_findings *findings, const char *regexp);

void findings_free(struct lint_findings *findings);

/* Return |finding| as JSON for commands other than lint; the caller owns it. */
json_t *findings_make_json(const struct kept_finding *finding);

/* Return true if a record at |line| has a finding with severity error. */
bool findings_has_error(const struct lint_findings *findings, size_t line);

#endif
