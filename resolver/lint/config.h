/* The configuration file of ddds lint: one setting on each line.
 *
 *     # style does not matter to us
 *     L512 = off
 *     L403 = error
 *     ignore-owners = *.test.example.com *.lab.example.com
 *     fail-on = warning
 *
 * Settings are severities of codes, owners that are ignored, and defaults of
 * options, which the command line overrides.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_CONFIG_H
#define LINT_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options.h"

/* The file that is read without --config, if it exists: the one beside the first
 * zone file, or else the one in the working directory. Those beside other zone
 * files judge the findings in these (folders.h). */
#define LINT_CONFIG_FILE ".ddds-lint"

/* What was read from a file: its text, which options point into. */
struct lint_config {
    char *text;
    char *path;
    bool is_of_folder; /* only its policy counts, not its defaults of options */
    struct lint_policy *policy;
    const struct ddds_application *application; /* NULL: none */
    const char *origin;                         /* NULL: none */
};

/* Read the |length| octets at |text|, called |path|, into |options| and their
 * configuration. Returns as lint_config_begin does. */
int lint_config_read(struct options *options, const char *path,
                     const char *text, size_t length);

/* Read the file |path| into |options|. Returns as lint_config_begin does. */
int lint_config_read_path(struct options *options, const char *path);

/* Read the file |path| for the findings in one folder. Sets |*config|, to be
 * freed with lint_config_free, also after mistakes. Returns as
 * lint_config_begin does. */
int lint_config_read_folder(const char *path, struct lint_config **config);

#endif
