/* Work on texts that clients send: zones to check, expressions to try. Each piece
 * of it is done by a process of its own, whose memory and time are bounded, so that
 * it neither keeps a loop from its other clients nor ends the server.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_WORK_H
#define SERVE_HTTP_WORK_H

#include <stdbool.h>

struct request;
struct server;
struct loop;
struct work;

/* Start the process that starts the others. To be called while the server has one
 * thread and no zones. False if that fails, which has been reported. */
bool work_begin(struct server *server);

/* End it. */
void work_end(struct server *server);

/* Let a process answer |request|: request_answered is called later, or before
 * this returns if there are too many. */
void work_start(struct request *request);

/* End the work of |loop| that takes too long. */
void work_sweep(struct loop *loop);

/* End |work|, which may be NULL, without an answer. */
void work_abandon(struct work *work);

#endif
