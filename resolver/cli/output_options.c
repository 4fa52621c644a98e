/* SPDX-License-Identifier: MIT */
#include "cli/output_options.h"

#include "cli/option_readers.h"
#include "cli/terminal_color.h"

#define SETS(what) .member = offsetof(struct output_options, what)

static const struct option_choice formats[] = {
    {"text", ALL_COMMANDS, FORMAT_TEXT},
    {"short", BATCH_COMMANDS, FORMAT_SHORT},
    {"json", ALL_COMMANDS, FORMAT_JSON},
    {"radsecproxy", COMMAND_RESOLVE, FORMAT_RADSECPROXY},
    {"freeradius", COMMAND_RESOLVE, FORMAT_FREERADIUS},
    {NULL, ALL_COMMANDS, FORMAT_TEXT},
};

static const struct option_choice colors[] = {
    {"auto", ALL_COMMANDS, COLOR_AUTO},
    {"always", ALL_COMMANDS, COLOR_ALWAYS},
    {"never", ALL_COMMANDS, COLOR_NEVER},
    {NULL, ALL_COMMANDS, 0},
};

static const struct option_row headings[] = {
    OPTION_HEADING(ALL_COMMANDS, "Output"),
};

static const struct option_row outputs[] = {
    OPTION_SWITCH("trace", 0, RESOLVING_COMMANDS, "show every step, too",
                  read_switch, SETS(has_trace)),
    OPTION_SWITCH("short", 0, BATCH_COMMANDS, "only the result", read_constant,
                  SETS(format), .number = FORMAT_SHORT),
    OPTION_SWITCH("json", 0, BATCH_COMMANDS | COMMAND_DIFF,
                  "one JSON object for each input", read_constant, SETS(format),
                  .number = FORMAT_JSON),
    OPTION_VALUE("format", 0, "FORMAT", BATCH_COMMANDS | COMMAND_DIFF, "",
                 read_choice, SETS(format), .choices = formats,
                 .has_default = true),
};

static const struct option_row shades[] = {
    OPTION_VALUE("color", 0, "WHEN", ALL_COMMANDS, "", read_choice,
                 .member = offsetof(struct color_options, when),
                 .choices = colors, .has_default = true),
};

const struct option_rows output_heading_rows = OPTION_ROWS(headings);
const struct option_rows output_rows = OPTION_ROWS(outputs);
const struct option_rows color_rows = OPTION_ROWS(shades);

void color_options_complete(struct color_options *color)
{
    color->is_on = color->when == COLOR_ALWAYS ||
                   (color->when == COLOR_AUTO && terminal_wants_color());
}
