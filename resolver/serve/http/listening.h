/* Sockets that listen: those of --listen, or those that systemd passes.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_LISTENING_H
#define SERVE_HTTP_LISTENING_H

#include <stdbool.h>

#include "serve/http/server.h"

/* Are all addresses of --listen valid and allowed? What is wrong has been
 * reported. */
bool listening_check(const struct serve_options *options);

/* Open the sockets of |server|. EXIT_FOUND, or the exit status: what is wrong
 * has been reported. */
int listening_open(struct server *server);

/* Close the sockets, if they are open. */
void listening_close(struct server *server);

/* In a child of the server: close the sockets that systemd passed to the
 * server, which would otherwise stay in use when the server has ended. */
void listening_leave(void);

/* Write a line to standard error for each socket, unless systemd started the
 * program. */
void listening_report(const struct server *server);

/* Tell systemd, if it started the program, |state|: "READY=1". */
void listening_notify(const char *state);

#endif
