/* Options of ddds urn.
 *
 * SPDX-License-Identifier: MIT */
#ifndef URN_URN_OPTIONS_H
#define URN_URN_OPTIONS_H

#include "cli/run.h"

struct urn_options {
    bool is_json;
};

struct urn_line {
    struct command_words words;
    struct urn_options urn;
};

extern const struct option_set urn_options;

command_function command_urn_each; /* for parse and normalize */
command_function command_urn_equal;

#endif
