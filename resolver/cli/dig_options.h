/* dig's spellings of options: +short, +time=5, +noall.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_DIG_OPTIONS_H
#define CLI_DIG_OPTIONS_H

#include <stdbool.h>

#include <ddds/database.h>

#include "cli/option.h"

/* The options of a command that these change. */
struct dig_words {
    struct command_words *words;  /* the base of all its options */
    const struct option_set *set; /* of the command */
    struct ddds_dns_options *dns;
    bool *hides_comments; /* of query; or NULL */
};

/* Return true if |word| starts with "+" and a letter. A digit would be that of
 * a telephone number. */
bool dig_option_is(const char *word);

/* Parse |word|, such an option of a command that queries servers. Return -1 to
 * continue, or an exit status after reporting the error. */
int dig_option_take(const struct dig_words *words, const char *word);

/* Return the end of a message with the alternative to dig's option -|letter|,
 * which ddds does not support; NULL if dig does not have it either. */
const char *dig_letter_hint(char letter);

#endif
