/* Expensive requests: zones to check, expressions to test. A separate process
 * answers them one after the other, each with limits on memory and time, so
 * that they cannot block or crash the server.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_WORK_H
#define SERVE_HTTP_WORK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "serve/answer/http_answer.h"
#include "serve/http/watching.h"

struct serve_line;
struct work;

struct workshop {
    struct watching *watching;
    int control; /* socket to the worker */
    pid_t process;
    unsigned time;      /* limit for a request, in milliseconds */
    struct work *works; /* in order of arrival */
    struct work *present;
    unsigned short last; /* owner of the last request */
    long long count;
};

/* |status| is 0 and the callee takes over |answer|; or the work failed with the
 * HTTP status 422, because it exceeded a limit on time or memory, or 503,
 * because it waited too long. */
typedef void work_done_fn(void *context, unsigned status,
                          struct answer *answer);

/* Start the worker, which spends at most |milliseconds| on a request. Call it
 * before the server has zones. On failure complain and return false. */
bool workshop_open(struct workshop *shop, struct watching *watching,
                   const struct serve_line *options, unsigned milliseconds);
void workshop_close(struct workshop *shop);

/* Queue |ask|, which must stay valid; |done| is called later with |context|.
 * |owner| is the client's quota, and may have |most| requests queued. If
 * |owner| has too many, return NULL and set |*status| to 429; if all clients
 * together have too many, to 503. */
struct work *work_start(struct workshop *shop, const struct ask *ask,
                        unsigned short owner, unsigned most, work_done_fn *done,
                        void *context, unsigned *status);

/* Cancel |work|, which may be NULL, without calling |done|. */
void work_abandon(struct work *work);

/* If the worker is idle, send it the next request. */
void workshop_run(struct workshop *shop);

/* Fail requests that take, or have waited, too long. */
void workshop_sweep(struct workshop *shop);

/* Defined in worker.c: receive sockets from |control|; read a request from
 * each, and answer it within |milliseconds|. Exit when |control| is closed. */
_Noreturn void worker_run(int control, const struct serve_line *options,
                          unsigned milliseconds);

#endif
