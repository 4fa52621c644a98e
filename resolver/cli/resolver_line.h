/* What the command line says to a command that takes inputs to a source of
 * rules. Commands with more options of their own begin their structs with it.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_RESOLVER_LINE_H
#define CLI_RESOLVER_LINE_H

#include "cli/batch_options.h"
#include "cli/option.h"
#include "cli/output_options.h"
#include "cli/request_options.h"
#include "cli/source_options.h"

struct resolver_line {
    struct command_words words;
    struct source_options source;
    struct request_options request;
    struct batch_options batch;
    struct output_options output;
};

/* For struct option_set; |options| begin with struct resolver_line. Of a word
 * that begins with "@" a server is taken, of one that begins with "+" dig's
 * option. */
void resolver_line_begin(void *options);
int resolver_line_take(void *options, const struct option_set *set,
                       const char *word);
int resolver_line_complete(void *options);
void resolver_line_clear(void *options);

#endif
