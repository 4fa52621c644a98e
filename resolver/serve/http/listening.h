/* Listening sockets: those of --listen, or those that systemd passes.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_LISTENING_H
#define SERVE_HTTP_LISTENING_H

#include <stdbool.h>

#include "serve/http/server.h"

/* Return true if all addresses of --listen are valid and allowed; otherwise
 * complain. */
bool listening_check(const struct serve_options *options);

/* Open the sockets of |server|. Return EXIT_FOUND, or complain and return the
 * exit status. */
int listening_open(struct server *server);

/* Close the sockets that are open. */
void listening_close(struct server *server);

/* Close the sockets that systemd passed, in a child of the server. Otherwise
 * they would stay in use after the server has ended. */
void listening_leave(void);

/* Print a line to standard error for each socket, unless systemd started the
 * program. */
void listening_report(const struct server *server);

/* Send |state|, for example "READY=1", to systemd, if it started the
 * program. */
void listening_notify(const char *state);

#endif
