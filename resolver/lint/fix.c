/* ddds lint --fix and --diff.
 *
 * SPDX-License-Identifier: MIT */
#include "lint/fix.h"

#include <stdlib.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "lint/lint_config.h"
#include "lint/policy.h"
#include "lint/reporter.h"

/* What cannot be corrected. Returns -1 to go on. */
static int check_usage(const struct lint_line *options,
                       const char *const *paths, size_t count)
{
    const char *option = options->lint.fixes ? "--fix" : "--diff";
    if (options->lint.fixes && options->lint.has_diff) {
        complain("lint: --fix and --diff exclude each other; --diff only "
                 "shows what --fix would change");
        return EXIT_USAGE;
    }
    if (options->lint.is_live) {
        complain("lint: %s corrects zone files, not servers", option);
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < count; i++) {
        if (strcmp(paths[i], "-") == 0) {
            complain("lint: %s corrects files, not standard input", option);
            return EXIT_USAGE;
        }
    }
    return -1;
}

/* Does the configuration leave the code enabled? The library knows what the
 * command line ignores. */
static bool wants(const void *user, const struct ddds_finding *finding)
{
    const struct lint_line *options = user;
    const struct lint_policy *policy = lint_config_policy(options);
    return !lint_policy_is_off(policy, finding->code) &&
           !lint_policy_ignores(policy, finding->owner);
}

/* Report what is left to the user. */
static int report_rest(struct mend *mend)
{
    ddds_check *check = ddds_check_new(&mend->checking, NULL);
    if (check == NULL) {
        complain("out of memory");
        return EXIT_OWN_FAILURE;
    }
    int status = mend->reader(mend->context, check, true);
    if (status == EXIT_FOUND) {
        status = reporter_run(mend->user, check, stdout);
    }
    ddds_check_free(check);
    return status;
}

static int run(struct mend *mend, const struct lint_line *options)
{
    int status = mend_begin(mend);
    status = status < 0 ? mend_run(mend) : status;
    if (status >= 0) {
        return status;
    }
    if (options->lint.has_diff) {
        return mend_print_diff(mend, stdout);
    }
    status = mend_write(mend);
    return status < 0 ? report_rest(mend) : status;
}

int correct_files(const struct lint_line *options,
                  const struct ddds_check_options *checking,
                  const char *const *paths, size_t count, mend_reader *reader,
                  void *context)
{
    int status = check_usage(options, paths, count);
    if (status >= 0) {
        return status;
    }
    struct mend mend = {
        .user = options,
        .checking = *checking,
        .files = calloc(count + 1, sizeof *mend.files),
        .wants = wants,
        .reader = reader,
        .context = context,
    };
    if (mend.files == NULL) {
        complain("out of memory");
        return EXIT_OWN_FAILURE;
    }
    for (size_t i = 0; i < count; i++) {
        size_t known = 0;
        while (known < mend.file_count &&
               strcmp(mend.files[known].path, paths[i]) != 0) {
            known++;
        }
        mend.files[known].path = paths[i];
        mend.file_count += known == mend.file_count;
    }
    status = run(&mend, options);
    mend_end(&mend);
    free(mend.files);
    return status;
}
