/* Any octets as a configuration file of ddds lint, and as a baseline.
 *
 * A configuration that is accepted switches off only codes of the table, once
 * each, and severities stay within bounds. The entries of a baseline are
 * sorted, and each begins with a code.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "fuzz.h"
#include "lint/baseline.h"
#include "lint/lint_config.h"
#include "lint/policy.h"

static void check_policy(const struct lint_policy *policy)
{
    size_t count = lint_code_count();
    for (size_t i = 0; i < count; i++) {
        const struct ddds_check_code *code = ddds_check_code_at(i);
        require(strcmp(policy->codes[i].code, code->code) == 0);
        require(policy->codes[i].severity <= DDDS_ERROR);
        (void)lint_policy_is_off(policy, code);
    }
    (void)lint_policy_ignores(policy, "a.example.com");
}

static void read_config(const char *text, size_t length)
{
    struct lint_line line = {.words.command = COMMAND_LINT};
    int status = lint_config_read(&line, &lint_options, "f", text, length);
    require(status == -1 || status == 2);
    require(line.lint.config != NULL);
    check_policy(line.lint.config->policy);
    lint_config_free(line.lint.config);
}

static void read_baseline(const char *text, size_t length)
{
    struct baseline baseline = {.entries = NULL};
    int status = baseline_read(&baseline, "f", text, length);
    require(status == -1 || status == 2);
    for (size_t i = 0; i < baseline.count; i++) {
        require(baseline.entries[i].text[0] == 'L');
        require(status != -1 || i == 0 ||
                strcmp(baseline.entries[i - 1].text,
                       baseline.entries[i].text) <= 0);
    }
    require(baseline_left(&baseline) == baseline.count);
    baseline_clear(&baseline);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = copy_of(data, size);
    read_config(text, size);
    read_baseline(text, size);
    free(text);
    return 0;
}
