/* Options of ddds prove.
 *
 * SPDX-License-Identifier: MIT */
#include "prove/prove_options.h"

#include "cli/option_readers.h"
#include "cli/options.h"

#define SETS(what) .member = offsetof(struct prove_options, what)
#define AT(member) offsetof(struct prove_line, member)

static const struct option_row proofs[] = {
    OPTION_HEADING(COMMAND_PROVE, "Proof"),
    OPTION_VALUE("that", 0, "PROPERTY", COMMAND_PROVE,
                 "of all inputs: \"found\", \"uri PREFIX*\", \"uri /ERE/\", "
                 "\"kind K\", \"not REASON\", \"hops <= N\", \"only below "
                 "NAME\", \"every rule used\" or \"one to one\"; repeatable",
                 read_word, SETS(properties), .is_kept = true),
};

static const struct option_row outputs[] = {
    OPTION_VALUE("members", 0, "N", COMMAND_PROVE,
                 "show N inputs of each class: the first, the last, others at "
                 "random (--seed)",
                 read_count, SETS(members), .number = 10000),
    OPTION_VALUE("class", 0, "N", COMMAND_PROVE,
                 "show only class N, with the resolution of its witness",
                 read_count, SETS(class_number), .number = 1000000),
    OPTION_SWITCH("json", 0, COMMAND_PROVE, "one JSON object for each set",
                  read_switch, SETS(is_json)),
};

static const struct option_rows proof_rows = OPTION_ROWS(proofs);
static const struct option_rows prove_rows = OPTION_ROWS(outputs);

static const struct option_group groups[] = {
    {&source_rows, AT(common.source)},
    {&zone_file_rows, AT(common.source)},
    {&root_rows, AT(common.request)},
    {&request_rows, AT(common.request)},
    {&proof_rows, AT(prove)},
    {&output_heading_rows, 0},
    {&prove_rows, AT(prove)},
    {&help_rows, AT(common.words)},
    {NULL, 0},
};

const struct option_set prove_options = {
    .groups = groups,
    .size = sizeof(struct prove_line),
    .begin = resolver_line_begin,
    .take = resolver_line_take,
    .complete = resolver_line_complete,
    .clear = resolver_line_clear,
};
