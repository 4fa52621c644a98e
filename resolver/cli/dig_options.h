/* dig's spellings of options: +short, +time=5, +noall.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_DIG_OPTIONS_H
#define CLI_DIG_OPTIONS_H

#include "cli/resolver_line.h"

/* Parse |word|, which starts with "+" and a letter, by the options of |set| for
 * the command of |line|. Return -1 to continue, or an exit status after
 * reporting the error. */
int dig_option_take(struct resolver_line *line, const struct option_set *set,
                    const char *word);

/* Return the end of a message with the alternative to dig's option -|letter|,
 * which ddds does not support; NULL if dig does not have it either. */
const char *dig_letter_hint(char letter);

#endif
