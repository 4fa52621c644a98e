/* SPDX-License-Identifier: MIT */
#include "test/test_options.h"

#include "cli/option_readers.h"
#include "cli/options.h"

#define SETS(what) .member = offsetof(struct test_options, what)
#define AT(member) offsetof(struct test_line, member)

static const struct option_choice formats[] = {
    {"tap", ALL_COMMANDS, TEST_TAP},
    {"junit", ALL_COMMANDS, TEST_JUNIT},
    {"prometheus", ALL_COMMANDS, TEST_PROMETHEUS},
    {"nagios", ALL_COMMANDS, TEST_NAGIOS},
    {NULL, ALL_COMMANDS, 0},
};

static const struct option_row rows[] = {
    OPTION_VALUE("format", 0, "FORMAT", COMMAND_TEST, "", read_choice,
                 SETS(format), .choices = formats, .has_default = true),
    OPTION_SWITCH("record", 0, COMMAND_TEST,
                  "write today's results as expectations", read_switch,
                  SETS(records)),
    OPTION_VALUE("output", 0, "FILE", COMMAND_TEST,
                 "write to FILE, which is replaced at the end", read_string,
                 SETS(output)),
};

static const struct option_rows test_rows = OPTION_ROWS(rows);

static const struct option_group groups[] = {
    {&source_rows, AT(common.source)},
    {&zone_file_rows, AT(common.source)},
    {&root_rows, AT(common.request)},
    {&request_rows, AT(common.request)},
    {&batch_rows, AT(common.batch)},
    {&output_heading_rows, 0},
    {&test_rows, AT(test)},
    {&help_rows, AT(common.words)},
    {&dns_rows, AT(common.source)},
    {NULL, 0},
};

/* Monitoring systems expect the exit statuses of plugins. */
static int exit_of_format(const void *options, int status)
{
    const struct test_line *line = options;
    return line->test.format == TEST_NAGIOS ? exit_of_plugin(status) : status;
}

const struct option_set test_options = {
    .groups = groups,
    .size = sizeof(struct test_line),
    .begin = resolver_line_begin,
    .take = resolver_line_take,
    .complete = resolver_line_complete,
    .clear = resolver_line_clear,
    .exit = exit_of_format,
};
