/* How the values of options are read, for the options of any command.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_OPTION_READERS_H
#define CLI_OPTION_READERS_H

#include "cli/option.h"

/* The member that |use|'s row sets. */
void *option_member(void *group, const struct option_use *use);

/* Report that the value of |use| is not |wanted|; EXIT_USAGE. */
int option_refuse(const struct option_use *use, const char *wanted);

/* The choice that the |length| octets at |word| name. NULL if there is none:
 * reported, with the choices that there are. */
const struct option_choice *option_choose(const struct option_use *use,
                                          const char *word, size_t length);

/* A bool becomes true, or false; an unsigned becomes the row's number; a whole
 * number from 1 to the row's number; a time in milliseconds; a port; a string;
 * a string appended to those before it, with a comma; a given_words that becomes
 * longer; the number of a choice. */
option_reader read_switch, read_switch_off, read_constant, read_count,
    read_duration, read_port, read_string, read_list, read_word, read_choice;

#endif
