/* Connections that arrive: accepted here, and passed to libmicrohttpd when it is
 * known whose they are.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_ARRIVALS_H
#define SERVE_HTTP_ARRIVALS_H

#include <stdbool.h>

#include "serve/http/server.h"

/* Watch the sockets that listen. False if that fails: errno says why. */
bool arrivals_open(struct server *server);

/* If the server had as many connections as it may have, or as the system
 * allows, and one has ended, accept others. */
void arrivals_go_on(struct server *server);

/* Close connections of proxies that do not say in time who their client is; if
 * the server is stopping, within a second. */
void arrivals_sweep(struct server *server);

/* Accept what waits at the sockets from the number |first| on, and no more. */
void arrivals_finish(struct server *server, size_t first);

/* Close those that are not yet connections of libmicrohttpd. */
void arrivals_close(struct server *server);

#endif
