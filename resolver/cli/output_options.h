/* Options for output.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_OUTPUT_OPTIONS_H
#define CLI_OUTPUT_OPTIONS_H

#include "cli/option.h"

enum format {
    FORMAT_TEXT,
    FORMAT_SHORT,
    FORMAT_JSON,
    FORMAT_RADSECPROXY, /* only for resolve */
    FORMAT_FREERADIUS,
};

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

struct color_options {
    enum color when;
    bool is_on; /* the decision */
};

struct output_options {
    enum format format;
    bool has_trace;
    bool hides_comments; /* query prints only records */
    struct color_options color;
};

/* Rows of the format and related options; rows of colors, for struct
 * color_options. */
extern const struct option_rows output_rows;
extern const struct option_rows color_rows;

/* The heading for these options. */
extern const struct option_rows output_heading_rows;

/* Decide whether to use colors. */
void color_options_complete(struct color_options *color);

#endif
