/* Accept connections, and pass them to libmicrohttpd once the client's address
 * is known.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_ARRIVALS_H
#define SERVE_HTTP_ARRIVALS_H

#include <stdbool.h>

#include "serve/http/server.h"

/* Watch the listening sockets. False, with errno, on failure. */
bool arrivals_open(struct server *server);

/* Accept connections again after a limit was reached and one connection has
 * ended. */
void arrivals_go_on(struct server *server);

/* Close connections of proxies whose PROXY header is late. While the server
 * stops, wait a second for it. */
void arrivals_sweep(struct server *server);

/* Accept the connections that wait at the listeners from number |first| on,
 * once. */
void arrivals_finish(struct server *server, size_t first);

/* Close connections that wait for their PROXY header. */
void arrivals_close(struct server *server);

#endif
