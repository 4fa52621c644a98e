/* The configuration file of ddds lint, with a setting per line.
 *
 *     # style does not matter to us
 *     L512 = off
 *     L403 = error
 *     ignore-owners = *.test.example.com *.lab.example.com
 *     fail-on = warning
 *
 * Settings are severities of codes, ignored owners, and defaults of options,
 * which the command line overrides.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_LINT_CONFIG_H
#define LINT_LINT_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "lint/lint_options.h"

/* A configuration; its options point into |text|. */
struct lint_config {
    char *text;
    char *path;
    struct lint_policy *policy;
    const char *origin; /* NULL: none */
    const struct option_set *set;
    struct lint_line options; /* set by the file */
};

/* Parse the |length| octets at |text|, called |path|, into the configuration of
 * |line|; |set| has lint's options. Return -1 to continue, or an exit status
 * after reporting errors with file and line. */
int lint_config_read(struct lint_line *line, const struct option_set *set,
                     const char *path, const char *text, size_t length);
void lint_config_free(struct lint_config *config);

/* Read the file that the command line names, or .ddds-lint in the working
 * directory, if it exists, and use its settings where the command line has
 * none. Return like lint_config_read. */
int lint_config_begin(struct lint_line *line, const struct option_set *set);

/* Return the policy of |line|; NULL if it has none. */
const struct lint_policy *lint_config_policy(const struct lint_line *line);

#endif
