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
#ifndef LINT_LINT_CONFIG_H
#define LINT_LINT_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "lint/lint_options.h"

/* What was read from a file: its text, which options point into. */
struct lint_config {
    char *text;
    char *path;
    struct lint_policy *policy;
    const char *origin; /* NULL: none */
    const struct option_set *set;
    struct lint_line options; /* those of |set| that the file sets */
};

/* Read the |length| octets at |text|, called |path|, into the configuration of
 * |line|; |set| has lint's options. Returns -1 to go on, or an exit status:
 * mistakes have been reported, each with file and line. */
int lint_config_read(struct lint_line *line, const struct option_set *set,
                     const char *path, const char *text, size_t length);
void lint_config_free(struct lint_config *config);

/* Read the file that the command line names, or else .ddds-lint in the working
 * directory, if there is one, and use it where the command line says nothing.
 * Returns as lint_config_read does. */
int lint_config_begin(struct lint_line *line, const struct option_set *set);

/* What the configuration of |line| makes of codes; NULL: nothing. */
const struct lint_policy *lint_config_policy(const struct lint_line *line);

#endif
