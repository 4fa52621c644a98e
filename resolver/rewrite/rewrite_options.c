/* SPDX-License-Identifier: MIT */
#include "rewrite/rewrite_options.h"

#include "cli/option_readers.h"
#include "cli/options.h"
#include "cli/output_options.h"

#define SETS(what) .member = offsetof(struct rewrite_options, what)

static const struct option_row rows[] = {
    OPTION_HEADING(COMMAND_REWRITE, "Expression and output"),
    OPTION_SWITCH("master", 0, COMMAND_REWRITE,
                  "REGEXP is written as in a zone file: \"\\\\1\", not \"\\1\"",
                  read_switch, SETS(is_master)),
    OPTION_SWITCH("key", 0, COMMAND_REWRITE,
                  "the output must be a legal domain name", read_switch,
                  SETS(wants_key)),
    OPTION_SWITCH("uri", 0, COMMAND_REWRITE, "the output must be a URI",
                  read_switch, SETS(wants_uri)),
    OPTION_SWITCH("explain", 0, COMMAND_REWRITE,
                  "show the parts, the groups, and how other readers differ",
                  read_switch, SETS(explains)),
};

static const struct option_rows rewrite_rows = OPTION_ROWS(rows);

static const struct option_group groups[] = {
    {&rewrite_rows, offsetof(struct rewrite_line, rewrite)},
    {&output_heading_rows, 0},
    {&help_rows, offsetof(struct rewrite_line, words)},
    {NULL, 0},
};

const struct option_set rewrite_options = {
    .groups = groups,
    .size = sizeof(struct rewrite_line),
    .ends_at_input = true, /* strings may begin with "-" */
};
