/* The loop of the server.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_LOOP_H
#define SERVE_HTTP_LOOP_H

#include "serve/http/server.h"

/* Keep the signals for the loop, from before it opens. */
void loop_block_signals(void);

/* Start to listen for connections and, if there are no zones, open DNS. Returns
 * EXIT_FOUND, or the exit status of a failure, which has been reported. Close it
 * with loop_close in any case. */
int loop_open(struct server *server);

/* Serve until a signal ends the server, and then until no request is in
 * progress, but only for some seconds. */
void loop_run(struct server *server);

void loop_close(struct server *server);

#endif
