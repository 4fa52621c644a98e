/* How the values of options are read: the readers of the option table, except
 * those of ddds uuid.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLI_OPTION_READERS_H
#define CLI_OPTION_READERS_H

#include "cli/option.h"
#include "cli/options.h"

/* The member that |use|'s row sets. */
void *option_member(struct options *options, const struct option_use *use);

/* Report that the value of |use| is not |wanted|; EXIT_USAGE. */
int option_refuse(const struct option_use *use, const char *wanted);

/* The choice that the |length| octets at |word| name, for |command|. NULL if
 * there is none: reported, with the choices that there are. */
const struct option_choice *option_choose(const struct option_use *use,
                                          unsigned command, const char *word,
                                          size_t length);

/* For any command: a bool becomes true, or false; an unsigned becomes the
 * row's number; a whole number from 1 to the row's number; a time in
 * milliseconds; a port; a string; a string appended to those before it, with
 * a comma; the number of a choice. */
option_reader read_switch, read_switch_off, read_constant, read_count,
    read_duration, read_port, read_string, read_list, read_choice;

/* For one option, or a few. */
option_reader read_help, read_version, read_zone, read_application,
    read_application_file, read_type, read_input_file, read_seed, read_sample,
    read_ignored, read_buffer_size, read_configuration, read_origin,
    read_source, read_key, read_depth, read_listen;

#endif
