/* Options for reading and processing batches of inputs.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_BATCH_OPTIONS_H
#define CLI_BATCH_OPTIONS_H

#include "cli/exits.h"
#include "cli/option.h"

/* When to show the progress of a batch. AUTO: if standard error is a terminal
 * and standard output is not, because there the results show it. */
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
    unsigned max_time;      /* milliseconds in total; 0: no limit */
    bool is_ndjson;         /* inputs are JSON objects */
    const char *retry_file; /* file for inputs with temporary failures; NULL:
                               none */
    enum fail_on fail_on;
    enum progress_mode progress;
};

extern const struct option_rows batch_rows;

#endif
