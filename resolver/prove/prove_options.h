/* Options of ddds prove.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PROVE_PROVE_OPTIONS_H
#define PROVE_PROVE_OPTIONS_H

#include "cli/resolver_line.h"
#include "cli/run.h"

struct prove_options {
    struct given_words properties; /* --that */
    unsigned members;              /* printed for each class */
    unsigned class_number;         /* --class; 0: all */
    bool is_json;
};

struct prove_line {
    struct resolver_line common;
    struct prove_options prove;
};

extern const struct option_set prove_options;

command_function command_prove;

#endif
