/* The process that works on texts of clients.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_WORKER_H
#define SERVE_HTTP_WORKER_H

#include "serve/http/serve_options.h"

/* Receive sockets from |control|, and for each read a request from it and
 * answer it, for |milliseconds| at most. Ends the process when |control| is
 * closed. */
_Noreturn void worker_run(int control, const struct serve_line *options,
                          unsigned milliseconds);

#endif
