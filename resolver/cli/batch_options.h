/* How many inputs are read and worked on.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_BATCH_OPTIONS_H
#define CLI_BATCH_OPTIONS_H

#include "cli/exits.h"
#include "cli/option.h"

/* When the progress of a batch is shown. AUTO: if standard error is a terminal
 * and standard output is not, because on a terminal the results show it. */
enum progress_mode {
    PROGRESS_AUTO,
    PROGRESS_ALWAYS,
    PROGRESS_NEVER,
    PROGRESS_JSON,
};

struct batch_options {
    struct given_words input_files; /* -f */
    bool is_nul_separated;          /* -0 */
    unsigned jobs;
    bool is_unordered;
    unsigned max_time;      /* milliseconds for all inputs; 0: no limit */
    bool is_ndjson;         /* inputs are JSON objects */
    const char *retry_file; /* for inputs that ended temporarily; or NULL */
    enum fail_on fail_on;
    enum progress_mode progress;
};

extern const struct option_rows batch_rows;

#endif
