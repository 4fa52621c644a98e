/* User's severities of codes, and owners whose findings are ignored, from a
 * configuration file (lint_config.h).
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_POLICY_H
#define LINT_POLICY_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/check.h>

struct lint_policy {
    struct ddds_check_code *codes; /* all codes, with these severities */
    bool *is_off;                  /* indexed like |codes| */
    bool has_codes;                /* |codes| or |is_off| differs from the
                                      default */
    const char **owners;           /* shell patterns */
    size_t owner_count;
};

/* Return the number of codes. */
size_t lint_code_count(void);

/* Return the index of |code|, which may be a copy, among all codes. */
size_t lint_code_number(const struct ddds_check_code *code);

/* Create a policy without changes; the caller frees it with
 * lint_policy_free. */
struct lint_policy *lint_policy_new(void);

void lint_policy_free(struct lint_policy *policy);

/* Set the severity of |code| to |word|, or disable it: "error", "warning",
 * "info" or "off". Return false for other words. */
bool lint_policy_set(struct lint_policy *policy,
                     const struct ddds_check_code *code, const char *word);

/* Ignore owners that match |pattern|, which is lower case and must outlive the
 * policy. */
void lint_policy_ignore(struct lint_policy *policy, const char *pattern);

/* Return |code| with its severity according to |policy|, which may be NULL. */
const struct ddds_check_code *
lint_policy_code(const struct lint_policy *policy,
                 const struct ddds_check_code *code);

/* Return true if |policy|, which may be NULL, drops or changes findings. */
bool lint_policy_matters(const struct lint_policy *policy);

/* Return true if |code| is off. */
bool lint_policy_is_off(const struct lint_policy *policy,
                        const struct ddds_check_code *code);

/* Return true if findings about |owner|, which may be NULL, are ignored. */
bool lint_policy_ignores(const struct lint_policy *policy, const char *owner);

#endif
