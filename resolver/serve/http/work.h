/* Work on texts that clients send: zones to check, expressions to try. One
 * process does it, one piece after the other, each with bounded memory and
 * time, so that it neither keeps the loop from other clients nor ends the
 * server.
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
    int control; /* the socket to the process */
    pid_t process;
    unsigned time;      /* milliseconds for a piece */
    struct work *works; /* in the order of their arrival */
    struct work *present;
    unsigned short last; /* whose piece was the last one */
    long long count;
};

/* |status| is 0 and |answer| to be taken over, or |status| says why there is no
 * answer: 422 if the work took too much time or memory, 503 if its turn did not
 * come. */
typedef void work_done_fn(void *context, unsigned status,
                          struct answer *answer);

/* Start the process, whose pieces take |milliseconds| at most. To be called
 * while the server has no zones. False if that fails, which has been
 * reported. */
bool workshop_open(struct workshop *shop, struct watching *watching,
                   const struct serve_line *options, unsigned milliseconds);
void workshop_close(struct workshop *shop);

/* Have |ask|, which lives as long, answered: |done| is called later with
 * |context|. |owner| is whose piece it is, who may have |most|. NULL if there
 * are too many: |*status| is 429 if they are those of |owner|, or 503. */
struct work *work_start(struct workshop *shop, const struct ask *ask,
                        unsigned short owner, unsigned most, work_done_fn *done,
                        void *context, unsigned *status);

/* End |work|, which may be NULL, without calling |done|. */
void work_abandon(struct work *work);

/* Give the process the next piece, if it has none. */
void workshop_run(struct workshop *shop);

/* End the work that takes, or has waited, too long. */
void workshop_sweep(struct workshop *shop);

/* worker.c: what the process does. Receive sockets from |control|, and for each
 * read a request from it and answer it, for |milliseconds| at most. Ends the
 * process when |control| is closed. */
_Noreturn void worker_run(int control, const struct serve_line *options,
                          unsigned milliseconds);

#endif
