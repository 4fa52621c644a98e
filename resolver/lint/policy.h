/* What the user makes of codes: severities of their own, and owners whose
 * findings are ignored. A configuration file says so (lint_config.h).
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_POLICY_H
#define LINT_POLICY_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/check.h>

struct lint_policy {
    struct ddds_check_code *codes; /* all, with other severities */
    bool *is_off;                  /* each of them */
    bool has_codes;                /* some are off, or differ from the table */
    const char **owners; /* patterns of owner names, as for the shell */
    size_t owner_count;
};

/* How many codes there are. */
size_t lint_code_count(void);

/* The number of |code|, which may be a copy, in the order of all codes. */
size_t lint_code_number(const struct ddds_check_code *code);

/* Make a policy that changes nothing. Free it with lint_policy_free. */
struct lint_policy *lint_policy_new(void);

/* Free |policy|. */
void lint_policy_free(struct lint_policy *policy);

/* Give |code| the severity |word|, or switch it off: "error", "warning",
 * "info" or "off". False for another word. */
bool lint_policy_set(struct lint_policy *policy,
                     const struct ddds_check_code *code, const char *word);

/* Ignore owners like |pattern|, in lower case, which must outlive the
 * policy. */
void lint_policy_ignore(struct lint_policy *policy, const char *pattern);

/* Return |code| with the severity that |policy| gives it. |policy| may be
 * NULL. */
const struct ddds_check_code *
lint_policy_code(const struct lint_policy *policy,
                 const struct ddds_check_code *code);

/* Return whether |policy|, which may be NULL, drops findings, or changes
 * them. */
bool lint_policy_matters(const struct lint_policy *policy);

/* Return whether |code| is off. */
bool lint_policy_is_off(const struct lint_policy *policy,
                        const struct ddds_check_code *code);

/* Return whether findings about |owner|, which may be NULL, are ignored. */
bool lint_policy_ignores(const struct lint_policy *policy, const char *owner);

#endif
