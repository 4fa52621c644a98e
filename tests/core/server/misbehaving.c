/* The misbehaving server as a program of its own, for tests of the tool: prints
 * its port, and ends with its standard input.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "core/server/misbehave.h"

int main(void)
{
    struct misbehaving server;
    misbehave_start(&server);
    printf("%u\n", server.port);
    fflush(stdout);
    while (getchar() != EOF) {
    }
    misbehave_stop(&server);
    return 0;
}
