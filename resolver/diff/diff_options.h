/* Options of ddds diff.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DIFF_DIFF_OPTIONS_H
#define DIFF_DIFF_OPTIONS_H

#include "cli/resolver_line.h"
#include "cli/run.h"

/* Kind of a word: part of a source, or an input. */
enum source_kind {
    SOURCE_WORD,
    SOURCE_ZONE,
    SOURCE_CONFIGURATION,
    SOURCE_VIEW, /* of the previous configuration */
    SOURCE_SERVER,
    SOURCE_SYSTEM, /* the system's resolver */
    SOURCE_AGAINST,
};

struct source_word {
    enum source_kind kind;
    const char *text;
};

struct diff_options {
    struct source_word *words; /* in order of the command line */
    size_t word_count;
    bool compares_ttl;
    struct given_words sets; /* --all-inputs */
};

struct diff_line {
    struct resolver_line common;
    struct diff_options diff;
};

extern const struct option_set diff_options;

command_function command_diff;

#endif
