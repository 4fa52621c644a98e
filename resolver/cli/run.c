/* Run a command from its words to its exit status.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/run.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "cli/help.h"
#include "cli/options.h"
#include "text/allocate.h"
#include "text/memory_report.h"
#include "text/stream_failure.h"

static void report_memory(void)
{
    complain("out of memory: the output is not complete");
}

static int exit_of(const struct option_set *set, const void *options,
                   int status)
{
    return set->exit != NULL ? set->exit(options, status) : status;
}

int command_run(enum command command, const struct option_set *set,
                command_function *run, bool is_named, int count,
                char **arguments)
{
    struct command_words *words = calloc(1, set->size);
    int status = options_read(words, set, command, count, arguments);
    words->is_implied = !is_named;
    memory_begin(report_memory, exit_of(set, words, EXIT_OWN_FAILURE));
    if (words->asks_for_help) {
        help_command(command_page(command), set);
    } else if (words->asks_for_version) {
        help_version();
    } else if (status < 0) {
        status = run(words);
    }
    status = exit_of(set, words, status);
    options_clear(words, set);
    free(words);
    return status;
}

/* Keep descriptors 0 to 2 occupied, so that no file is opened as standard
 * output (open uses the first free descriptor). Using a closed stream fails. */
static void hold_streams(void)
{
    static const int modes[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int i = 0; i < 3; i++) {
        if (fcntl(i, F_GETFD) < 0) {
            (void)open("/dev/null", modes[i]);
        }
    }
}

int command_main(int (*run)(int count, char **arguments), int count,
                 char **arguments)
{
    hold_streams();
    memory_begin(report_memory, EXIT_OWN_FAILURE);
    allocate_begin();
    int status = run(count, arguments);
    int failure = stream_failure(stdout);
    if (failure != 0) {
        complain("standard output: %s", strerror(failure));
        status = EXIT_OWN_FAILURE;
    }
    return status;
}
