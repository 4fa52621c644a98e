/* Event loop of the server.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_LOOP_H
#define SERVE_HTTP_LOOP_H

#include "serve/http/server.h"

/* Block the signals that the loop will handle; call it before loop_open(). */
void loop_block_signals(void);

/* Start to accept connections and, without zones, open DNS. Return EXIT_FOUND,
 * or complain and return the exit status. Call loop_close() in either case. */
int loop_open(struct server *server);

/* Serve until a signal, then wait some seconds for requests in progress. */
void loop_run(struct server *server);

void loop_close(struct server *server);

#endif
