/* Print findings: functions for each format of ddds lint, text, gcc, JSON
 * and SARIF.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_PRINT_LINT_H
#define LINT_PRINT_LINT_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include <ddds/check.h>

/* Print |finding| for people: place, message, why, effect and correction,
 * with colors if |has_color|. */
void print_finding_text(FILE *out, const struct ddds_finding *finding,
                        bool has_color);

/* Print one line that counts files or queries, records, keys and findings. */
void print_summary_text(FILE *out, const struct ddds_check_summary *summary);

/* Print |finding| on one line, as compilers do. */
void print_finding_gcc(FILE *out, const struct ddds_finding *finding);

/* Return |finding| as JSON; the caller owns it. */
json_t *make_finding_json(const struct ddds_finding *finding);

/* Print the document of schema ddds.lint/1 (fixtures/schema/lint.json) with
 * |findings|, which it takes over, and |summary|. */
void print_lint_json(FILE *out, json_t *findings,
                     const struct ddds_check_summary *summary);

/* Return |finding| as a result of SARIF 2.1.0; the caller owns it. */
json_t *make_finding_sarif(const struct ddds_finding *finding);

/* Print the SARIF document with |findings|, which it takes over. */
void print_lint_sarif(FILE *out, json_t *findings);

/* Print all codes, one on each line. */
void print_codes_text(FILE *out);

/* Print all codes as JSON, schema ddds.lint-codes/1. */
void print_codes_json(FILE *out);

#endif
