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

#include "cli/options.h"

/* What was read from a file: its text, which options point into. */
struct lint_config {
    char *text;
    char *path;
    struct lint_policy *policy;
    const struct ddds_application *application; /* NULL: none */
    const char *origin;                         /* NULL: none */
};

/* Read the |length| octets at |text|, called |path|, into |options| and their
 * configuration. Returns -1 to go on, or an exit status: mistakes have been
 * reported, each with file and line. */
int lint_config_read(struct options *options, const char *path,
                     const char *text, size_t length);

/* Read the file that --config names among the |count| words at |arguments|, or
 * else .ddds-lint in the working directory, if there is one. Returns as
 * lint_config_read does. */
int lint_config_begin(struct options *options, int count, char **arguments);

/* What the configuration of |options| makes of codes; NULL: nothing. */
const struct lint_policy *lint_config_policy(const struct options *options);

#endif
