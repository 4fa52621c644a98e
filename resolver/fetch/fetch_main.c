/* ddds-fetch: the program started by ddds fetch.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/run.h"
#include "fetch/fetch_options.h"

static int run(int count, char **arguments)
{
    return command_run(COMMAND_FETCH, &fetch_options, command_fetch, true,
                       count - 1, arguments + 1);
}

int main(int count, char **arguments)
{
    return command_main(run, count, arguments);
}
