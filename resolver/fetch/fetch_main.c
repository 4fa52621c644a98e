/* ddds-fetch: the program that ddds fetch runs.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "program/run.h"

static int run(int count, char **arguments)
{
    return command_run(COMMAND_FETCH, command_fetch, NULL, true, count - 1,
                       arguments + 1);
}

int main(int count, char **arguments)
{
    return command_main(run, count, arguments);
}
