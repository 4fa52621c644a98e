/* How results are shown.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_OUTPUT_OPTIONS_H
#define CLI_OUTPUT_OPTIONS_H

#include "cli/option.h"

enum format {
    FORMAT_TEXT,
    FORMAT_SHORT,
    FORMAT_JSON,
    FORMAT_RADSECPROXY, /* resolve */
    FORMAT_FREERADIUS,
};

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

struct color_options {
    enum color when;
    bool is_on; /* what that comes to */
};

struct output_options {
    enum format format;
    bool has_trace;
    bool hides_comments; /* query prints records only */
    struct color_options color;
};

/* The format and what belongs to it; colors, of struct color_options. */
extern const struct option_rows output_rows;
extern const struct option_rows color_rows;

/* The heading of options like these. */
extern const struct option_rows output_heading_rows;

/* Find out whether there are colors. */
void color_options_complete(struct color_options *color);

#endif
