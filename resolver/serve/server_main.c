/* ddds-server: the program behind ddds serve.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "program/run.h"

static int run(int count, char **arguments)
{
    return command_run(COMMAND_SERVE, command_serve, NULL, true, count - 1,
                       arguments + 1);
}

int main(int count, char **arguments)
{
    return command_main(run, count, arguments);
}
