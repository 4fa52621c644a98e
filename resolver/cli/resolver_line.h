/* Common options of commands that resolve or look up inputs. The base of
 * structs with more options.
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

/* Functions for struct option_set; the base of |options| is struct
 * resolver_line. A word that starts with "@" is a server, with "+" an option of
 * dig. */
void resolver_line_begin(void *options);
int resolver_line_take(void *options, const struct option_set *set,
                       const char *word);
int resolver_line_complete(void *options);
void resolver_line_clear(void *options);

#endif
