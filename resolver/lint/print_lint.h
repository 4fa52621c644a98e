/* Showing findings: one function for each format of ddds lint.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_PRINT_LINT_H
#define LINT_PRINT_LINT_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include <ddds/check.h>

/* For people: what is wrong, where, why, what it does, how it should be. */
void print_finding_text(FILE *out, const struct ddds_finding *finding,
                        bool has_color);
void print_summary_text(FILE *out, const struct ddds_check_summary *summary);

/* For editors: a line each, as compilers write it. */
void print_finding_gcc(FILE *out, const struct ddds_finding *finding);

/* For programs: schema ddds.lint/1, fixtures/schema/lint.json. */
json_t *make_finding_json(const struct ddds_finding *finding);
void print_lint_json(FILE *out, json_t *findings,
                     const struct ddds_check_summary *summary);

/* For code hosts: SARIF 2.1.0. */
json_t *make_finding_sarif(const struct ddds_finding *finding);
void print_lint_sarif(FILE *out, json_t *findings);

/* All codes: one a line, or in JSON. */
void print_codes_text(FILE *out);
void print_codes_json(FILE *out);

#endif
