/* Listening sockets: those of --listen, or those that systemd passes.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_LISTENING_H
#define SERVE_HTTP_LISTENING_H

#include <stdbool.h>

#include "serve/http/server.h"

/* Return true if all --listen addresses are valid and allowed, or complain. */
bool listening_check(const struct serve_options *options);

/* Open the sockets. Return EXIT_FOUND, or complain and return an exit
 * status. */
int listening_open(struct server *server);

/* Close the sockets that are open. */
void listening_close(struct server *server);

/* Close the sockets that systemd passed, in a child of the server. Otherwise
 * they would stay in use after the server has ended. */
void listening_leave(void);

/* Print a line for each socket, unless systemd started the program. */
void listening_report(const struct server *server);

/* Send |state|, such as "READY=1", to systemd if it started the program. */
void listening_notify(const char *state);

#endif
