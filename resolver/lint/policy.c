/* User's severities of codes.
 *
 * SPDX-License-Identifier: MIT */
#include "lint/policy.h"

#include <assert.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

size_t lint_code_count(void)
{
    size_t count = 0;
    while (ddds_check_code_at(count) != NULL) {
        count++;
    }
    return count;
}

size_t lint_code_number(const struct ddds_check_code *code)
{
    size_t number = 0;
    while (strcmp(ddds_check_code_at(number)->code, code->code) != 0) {
        number++;
    }
    return number;
}

struct lint_policy *lint_policy_new(void)
{
    struct lint_policy *policy = calloc(1, sizeof *policy);
    size_t count = lint_code_count();
    assert(count > 0);
    policy->codes = calloc(count, sizeof *policy->codes);
    policy->is_off = calloc(count, sizeof *policy->is_off);
    for (size_t i = 0; i < count; i++) {
        policy->codes[i] = *ddds_check_code_at(i);
    }
    return policy;
}

void lint_policy_free(struct lint_policy *policy)
{
    free(policy->codes);
    free(policy->is_off);
    free(policy->owners);
    free(policy);
}

bool lint_policy_set(struct lint_policy *policy,
                     const struct ddds_check_code *code, const char *word)
{
    size_t number = lint_code_number(code);
    bool is_off = strcmp(word, "off") == 0;
    int severity = DDDS_INFO;
    while (!is_off && severity <= DDDS_ERROR &&
           strcmp(word, ddds_severity_text((enum ddds_severity)severity)) !=
               0) {
        severity++;
    }
    if (severity > DDDS_ERROR) {
        return false;
    }
    policy->has_codes = true;
    policy->is_off[number] = is_off;
    if (!is_off) {
        policy->codes[number].severity = (enum ddds_severity)severity;
    }
    return true;
}

void lint_policy_ignore(struct lint_policy *policy, const char *pattern)
{
    policy->owners = realloc(policy->owners, (policy->owner_count + 1) *
                                                 sizeof *policy->owners);
    policy->owners[policy->owner_count++] = pattern;
}

const struct ddds_check_code *
lint_policy_code(const struct lint_policy *policy,
                 const struct ddds_check_code *code)
{
    return policy != NULL ? &policy->codes[lint_code_number(code)] : code;
}

bool lint_policy_matters(const struct lint_policy *policy)
{
    return policy != NULL && (policy->has_codes || policy->owner_count > 0);
}

bool lint_policy_is_off(const struct lint_policy *policy,
                        const struct ddds_check_code *code)
{
    return policy != NULL && policy->is_off[lint_code_number(code)];
}

bool lint_policy_ignores(const struct lint_policy *policy, const char *owner)
{
    for (size_t i = 0;
         policy != NULL && owner != NULL && i < policy->owner_count; i++) {
        if (fnmatch(policy->owners[i], owner, FNM_NOESCAPE) == 0) {
            return true;
        }
    }
    return false;
}
