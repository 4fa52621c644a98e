/* Options and entry point of ddds lint.
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
    size_t *origin_places;      /* number of inputs before each */
    struct given_words samples; /* --input */
    char **ignored;             /* codes; point into the command line */
    size_t ignored_count;
    enum lint_format format;
    bool has_format; /* set by the command line */
    enum ddds_severity fail_on;
    bool has_fail_on;
    bool shows_codes;
    const char *explained;    /* a code, or NULL */
    bool has_summary;         /* counts instead of findings */
    bool is_quiet;            /* show only findings that fail */
    bool fixes;               /* --fix */
    bool has_diff;            /* --diff */
    const char *baseline;     /* file of known findings, or NULL */
    const char *new_baseline; /* file to write, or NULL */
    const char *config_path;  /* from the command line, or NULL */
    bool has_no_config;
    struct lint_config *config; /* NULL without configuration */
    bool is_live;               /* inputs are names, not files */
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
