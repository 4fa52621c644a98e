/* dig's spellings of options: +short, +time=5, +noall.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_DIG_OPTIONS_H
#define CLI_DIG_OPTIONS_H

#include "cli/resolver_line.h"

/* Read |word|, which begins with "+" and a letter, by the options of |set| that
 * the command of |line| takes. Returns -1 to go on, or an exit status: the
 * mistake has been reported. */
int dig_option_take(struct resolver_line *line, const struct option_set *set,
                    const char *word);

/* What to do instead of dig's option -|letter|, which ddds has not, as the end
 * of a message; NULL if dig has none either. */
const char *dig_letter_hint(char letter);

#endif
