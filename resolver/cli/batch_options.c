/* Options for batches of inputs.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/batch_options.h"

#include "cli/option_readers.h"

#define SETS(what) .member = offsetof(struct batch_options, what)

/* Values of --fail-on. */
static const struct option_choice failures[] = {
    {"bad", BATCH_COMMANDS, FAIL_ON_BAD},
    {"temporary", BATCH_COMMANDS, FAIL_ON_TEMPORARY},
    {"bad", COMMAND_TEST, FAIL_ON_FAILED},
    {"temporary", COMMAND_TEST, FAIL_ON_ANY},
    {"none", BATCH_COMMANDS | COMMAND_TEST, FAIL_ON_NONE},
    {NULL, ALL_COMMANDS, 0},
};

static const struct option_choice progress_modes[] = {
    {"auto", ALL_COMMANDS, PROGRESS_AUTO},
    {"always", ALL_COMMANDS, PROGRESS_ALWAYS},
    {"never", ALL_COMMANDS, PROGRESS_NEVER},
    {"json", ALL_COMMANDS, PROGRESS_JSON},
    {NULL, ALL_COMMANDS, 0},
};

static const struct option_row rows[] = {
    OPTION_HEADING(LISTING_COMMANDS, "Many inputs"),
    OPTION_HEADING(COMMAND_TEST, "Many expectations"),
    OPTION_VALUE(
        NULL, 'f', "FILE", LISTING_COMMANDS,
        "read inputs from FILE, one a line; - is standard input; repeatable",
        read_word, SETS(input_files), .is_kept = true),
    OPTION_SWITCH(NULL, '0', LISTING_COMMANDS,
                  "inputs end with NUL, not newline", read_switch,
                  SETS(is_nul_separated)),
    OPTION_VALUE("jobs", 0, "N", SOURCE_COMMANDS & ~COMMAND_SERVE,
                 "in flight at a time (128; fetch: 16)", read_count, SETS(jobs),
                 .number = 65536),
    OPTION_SWITCH("ordered", 0, BATCH_COMMANDS,
                  "print results in input order (default)", read_switch_off,
                  SETS(is_unordered)),
    OPTION_SWITCH("unordered", 0, BATCH_COMMANDS,
                  "print results as they finish", read_switch,
                  SETS(is_unordered)),
    OPTION_VALUE("max-time", 0, "DUR", BATCH_COMMANDS,
                 "time for all inputs; then start no more", read_duration,
                 SETS(max_time)),
    OPTION_VALUE("retry-file", 0, "FILE", BATCH_COMMANDS | COMMAND_TEST,
                 "write inputs with temporary failures to FILE", read_string,
                 SETS(retry_file)),
    OPTION_VALUE("fail-on", 0, "WHAT", BATCH_COMMANDS | COMMAND_TEST,
                 "exit with 0 but for these failures:", read_choice,
                 SETS(fail_on), .choices = failures),
    OPTION_VALUE("progress", 0, "WHEN", BATCH_COMMANDS | COMMAND_TEST,
                 "show the progress on standard error:", read_choice,
                 SETS(progress), .choices = progress_modes,
                 .has_default = true),
    OPTION_SWITCH("ndjson", 0, BATCH_COMMANDS,
                  "inputs are JSON objects with a member \"input\"; the others "
                  "come back with the result",
                  read_switch, SETS(is_ndjson)),
};

const struct option_rows batch_rows = OPTION_ROWS(rows);
