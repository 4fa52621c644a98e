/* SPDX-License-Identifier: MIT */
#include "urn/urn_options.h"

#include "cli/option_readers.h"
#include "cli/options.h"
#include "cli/output_options.h"

static const struct option_row rows[] = {
    OPTION_SWITCH("json", 0, COMMAND_URN_PARSE,
                  "one JSON object for each input", read_switch,
                  .member = offsetof(struct urn_options, is_json)),
};

static const struct option_rows urn_rows = OPTION_ROWS(rows);

static const struct option_group groups[] = {
    {&output_heading_rows, 0},
    {&urn_rows, offsetof(struct urn_line, urn)},
    {&help_rows, offsetof(struct urn_line, words)},
    {NULL, 0},
};

const struct option_set urn_options = {.groups = groups,
                                       .size = sizeof(struct urn_line)};
