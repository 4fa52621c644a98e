/* ddds-server: the program that ddds serve runs.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/run.h"
#include "serve/http/serve_options.h"

static int run(int count, char **arguments)
{
    return command_run(COMMAND_SERVE, &serve_options, command_serve, true,
                       count - 1, arguments + 1);
}

int main(int count, char **arguments)
{
    return command_main(run, count, arguments);
}
