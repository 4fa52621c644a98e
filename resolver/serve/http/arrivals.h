/* Accept connections, and pass them to libmicrohttpd with their addresses.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_ARRIVALS_H
#define SERVE_HTTP_ARRIVALS_H

#include <stdbool.h>

#include "serve/http/server.h"

/* Watch the listening sockets. False, with errno, on failure. */
bool arrivals_open(struct server *server);

/* Accept connections again if a connection has ended since the limit. */
void arrivals_go_on(struct server *server);

/* Close connections of proxies whose PROXY header is late. While the server
 * stops, wait a second for it. */
void arrivals_sweep(struct server *server);

/* Accept connections that wait at listeners from |first| on, up to a limit. */
void arrivals_finish(struct server *server, size_t first);

/* Close connections that wait for their PROXY header. */
void arrivals_close(struct server *server);

#endif
