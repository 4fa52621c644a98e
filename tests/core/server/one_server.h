/* A misbehaving server, shared by all tests of a program.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVER_ONE_SERVER_H
#define SERVER_ONE_SERVER_H

#include "core/server/misbehave.h"
#include "base/assertions.h"

static struct misbehaving server;

static int start_server(void **state)
{
    misbehave_start(&server);
    return 0;
}

static int stop_server(void **state)
{
    misbehave_stop(&server);
    return 0;
}

#endif
