/* From the words of a command to its exit status.
 *
 * SPDX-License-Identifier: MIT */
#include "program/run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "cli/help.h"
#include "text/allocate.h"
#include "text/memory_report.h"

static void report_memory(void)
{
    complain("out of memory: the output is not complete");
}

int command_run(enum command command, command_function *run,
                options_defaults_fn *defaults, bool is_named, int count,
                char **arguments)
{
    struct options options;
    int status = options_read(&options, command, defaults, count, arguments);
    options.is_implied = !is_named;
    if (options.format == FORMAT_NAGIOS) {
        memory_begin(report_memory, exit_of_plugin(EXIT_OWN_FAILURE));
    }
    if (options.asks == ASKS_HELP) {
        help_command(command_page(command));
    } else if (options.asks == ASKS_VERSION) {
        help_version();
    } else if (status < 0) {
        status = run(&options);
    }
    if (options.format == FORMAT_NAGIOS) {
        status = exit_of_plugin(status);
    }
    options_clear(&options);
    return status;
}

/* Keep descriptors 0 to 2 occupied, so that no file is opened as standard
 * output (open takes the first free descriptor). Using a stream that was closed
 * fails. */
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
    if (fflush(stdout) != 0 || ferror(stdout)) {
        complain("standard output: %s",
                 errno != 0 ? strerror(errno)
                            : "not everything could be written");
        status = EXIT_OWN_FAILURE;
    }
    return status;
}
