/* Printers for each format of ddds lint: text, gcc, JSON, SARIF, GitHub's
 * workflow commands and JUnit XML.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_PRINT_LINT_H
#define LINT_PRINT_LINT_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include <ddds/check.h>

#include "lint/counts.h"
#include "print/junit.h"

/* Print |finding| as text: position, message, why, effect and correction, with
 * colors if |has_color|. */
void print_finding_text(FILE *out, const struct ddds_finding *finding,
                        bool has_color);

/* Print a line with the numbers of files or queries, records, keys and
 * findings. */
void print_summary_text(FILE *out, const struct ddds_check_summary *summary);

/* Print |finding| on a line in the format of compilers. */
void print_finding_gcc(FILE *out, const struct ddds_finding *finding);

/* Print |finding| as a workflow command of GitHub, which shows it beside the
 * line. */
void print_finding_github(FILE *out, const struct ddds_finding *finding);

/* Print |detail|, why something could not be checked, as such a command. */
void print_unchecked_github(FILE *out, const char *detail);

/* Add |finding| to |junit|, as a failed case if it |counts|, otherwise as a
 * skipped case. */
void print_finding_junit(struct junit *junit,
                         const struct ddds_finding *finding, bool counts);

/* Add an error to |junit| for each of |unchecked|, which are texts, and a skipped
 * case for |omitted|, which may be NULL. */
void print_unchecked_junit(struct junit *junit, const json_t *unchecked,
                           const char *omitted);

/* Add a passed case to |junit| if it is empty, because some readers reject
 * empty documents. */
void print_no_findings_junit(struct junit *junit);

/* Return |finding| as JSON; the caller owns it. */
json_t *make_finding_json(const struct ddds_finding *finding);

/* Return the document of schema ddds.lint/1 with |findings| and |unchecked|,
 * whose ownership it takes, and |summary|; the caller owns it. */
json_t *make_lint_json(json_t *findings, json_t *unchecked,
                       const struct ddds_check_summary *summary);

/* Print the document of schema ddds.lint/1 (fixtures/schema/lint.json) with
 * |findings|, whose ownership it takes, |unchecked| and |summary|. */
void print_lint_json(FILE *out, json_t *findings, json_t *unchecked,
                     const struct ddds_check_summary *summary);

/* Return |finding|, which has |fingerprint|, as a result of SARIF 2.1.0; the
 * caller owns it. */
json_t *make_finding_sarif(const struct ddds_finding *finding,
                           struct fingerprint fingerprint);

/* Print the SARIF document with |findings|, whose ownership it takes, and
 * |unchecked|: with any of these, the check did not succeed. |omitted|, which
 * may be NULL, is a note. */
void print_lint_sarif(FILE *out, json_t *findings, const json_t *unchecked,
                      const char *omitted);

/* Print all codes, a line each. */
void print_codes_text(FILE *out);

/* Return |code| as JSON, with its example; the caller owns it. */
json_t *make_explained_code(const struct ddds_check_code *code);

/* Print all codes as JSON, schema ddds.lint-codes/1. */
void print_codes_json(FILE *out);

#endif
