/* Options of ddds rewrite.
 *
 * SPDX-License-Identifier: MIT */
#ifndef REWRITE_REWRITE_OPTIONS_H
#define REWRITE_REWRITE_OPTIONS_H

#include "cli/run.h"

struct rewrite_options {
    bool is_master; /* the expression is escaped as in a zone file */
    bool explains;
    bool wants_key;
    bool wants_uri;
};

struct rewrite_line {
    struct command_words words;
    struct rewrite_options rewrite;
};

extern const struct option_set rewrite_options;

command_function command_rewrite;

#endif
