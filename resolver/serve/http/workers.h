/* The process that starts others, and what each of those does.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_WORKERS_H
#define SERVE_HTTP_WORKERS_H

#include "cli/options.h"

/* Receive sockets from |control|, and for each start a process that reads a
 * request from it, answers it and ends. At most |most| run at a time, each for
 * |milliseconds|. Ends the process when |control| is closed. */
_Noreturn void workers_run(int control, const struct options *options,
                           unsigned most, unsigned milliseconds);

#endif
