/* Zone files with every mistake that ddds lint knows, checked with memory that
 * fails: no code of it may take half a zone for a whole one.
 *
 * usage: fault_zones [--all] /FILE...      --all: each allocation fails; else
 *                                          a few of those with one call stack
 *
 * SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ddds/check.h>
#include <ddds/ddds.h>

#include "core/fault/harness.h"

enum { PADDING_STEPS = 4, PADDING = 64, PATH_SIZE = 4096 };

/* Hundreds of zones lead to the same allocations. */
enum { MOST_ALIKE = 8 };

static const char *given;
static char path[PATH_SIZE];
static size_t findings; /* with enough memory */

/* A check keeps the path, so that a longer one moves everything in its
 * arena. */
static void spell_path(void)
{
    size_t length = (size_t)fault_padding * PADDING;
    memset(path, '/', length);
    snprintf(path + length, sizeof path - length, "%s", given);
}

static void count_finding(void *context, const struct ddds_finding *finding)
{
    size_t *count = context;
    *count += finding != NULL;
}

static ddds_status check_with(ddds_check *check, size_t *count)
{
    struct ddds_check_summary summary = DDDS_CHECK_SUMMARY_INIT;
    struct ddds_error error;
    ddds_status status = ddds_check_file(check, path, NULL, &error);
    return status == DDDS_OK ? ddds_check_report(check, count_finding, count,
                                                 &summary, &error)
                             : status;
}

static bool check_file(void)
{
    spell_path();
    size_t count = 0;
    ddds_check *check = ddds_check_new(NULL, NULL);
    ddds_status status =
        check == NULL ? DDDS_NO_MEMORY : check_with(check, &count);
    ddds_check_free(check);
    fault_demand(status == DDDS_OK || status == DDDS_NO_MEMORY,
                 "a report or NO_MEMORY");
    fault_demand(status != DDDS_OK || count == findings,
                 "the findings of a run with enough memory");
    return status == DDDS_OK;
}

/* Check |given| with memory that fails; false if it cannot be checked at
 * all. */
static bool fail_file(void)
{
    fault_padding = 0;
    findings = 0;
    spell_path();
    ddds_check *check = ddds_check_new(NULL, NULL);
    bool is_checked = check != NULL && check_with(check, &findings) == DDDS_OK;
    ddds_check_free(check);
    const struct fault_case one = {given, check_file, 16 * (PADDING_STEPS - 1)};
    if (is_checked) {
        fault_run(&one, 1, NULL, NULL);
    }
    return is_checked;
}

int main(int argc, char **argv)
{
    int first = 1;
    fault_most_alike = MOST_ALIKE;
    if (argc > 1 && strcmp(argv[1], "--all") == 0) {
        fault_most_alike = UINT_MAX;
        first++;
    }
    for (int i = first; i < argc; i++) {
        given = argv[i];
        if (!fail_file()) {
            fprintf(stderr, "%s cannot be checked\n", path);
            return EXIT_FAILURE;
        }
    }
    fault_print_stacks();
    return EXIT_SUCCESS;
}
