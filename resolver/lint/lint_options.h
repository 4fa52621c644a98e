/* ddds lint: its options, and what it does.
 *
 * SPDX-License-Identifier: MIT */
#ifndef LINT_LINT_OPTIONS_H
#define LINT_LINT_OPTIONS_H

#include <ddds/check.h>

#include "cli/output_options.h"
#include "cli/request_options.h"
#include "cli/run.h"
#include "cli/source_options.h"

enum lint_format {
    LINT_TEXT,
    LINT_GCC,
    LINT_JSON,
    LINT_SARIF,
    LINT_GITHUB,
    LINT_JUNIT,
};

struct lint_config;

struct lint_options {
    struct given_words origins; /* --origin */
    size_t *origin_places;      /* of each: how many inputs precede it */
    struct given_words samples; /* --input */
    char **ignored;             /* codes; pieces of the command line */
    size_t ignored_count;
    enum lint_format format;
    bool has_format; /* the command line names one */
    enum ddds_severity fail_on;
    bool has_fail_on;
    bool shows_codes;
    const char *explained;    /* a code, or NULL */
    bool has_summary;         /* counts instead of findings */
    bool is_quiet;            /* only what fails */
    bool fixes;               /* correct the files */
    bool has_diff;            /* show what that would change */
    const char *baseline;     /* known findings, or NULL */
    const char *new_baseline; /* write them there, or NULL */
    const char *config_path;  /* of the command line, or NULL */
    bool has_no_config;
    struct lint_config *config; /* that was read, or NULL */
    bool is_live;               /* the inputs are names, not files */
    bool asks_authorities;
    uint16_t authority_port;
};

struct lint_line {
    struct command_words words;
    struct source_options source;
    struct request_options request;
    struct color_options color;
    struct lint_options lint;
};

extern const struct option_set lint_options;

command_function command_lint;

#endif
