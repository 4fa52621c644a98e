/* Readers of values for the options of any command.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_OPTION_READERS_H
#define CLI_OPTION_READERS_H

#include "cli/option.h"

/* Return the member that |use|'s row sets. */
void *option_member(void *group, const struct option_use *use);

/* Report that the value of |use| is not |wanted|; return EXIT_USAGE. */
int option_refuse(const struct option_use *use, const char *wanted);

/* Return the choice named by the |length| octets at |word|. NULL, after
 * reporting the choices, if it does not exist. */
const struct option_choice *option_choose(const struct option_use *use,
                                          const char *word, size_t length);

/* Readers: set a bool; clear a bool; set an unsigned to the row's number; a
 * number from 1 to the row's number; a time in milliseconds; a port; a string;
 * append to a comma-separated string; append to a given_words; a choice. */
option_reader read_switch, read_switch_off, read_constant, read_count,
    read_duration, read_port, read_string, read_list, read_word, read_choice;

#endif
