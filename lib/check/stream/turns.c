/* Whoever is free takes the next number. The lowest number that is not done never
 * waits, so that no two threads wait for each other.
 *
 * SPDX-License-Identifier: MIT */
#include "check/stream/turns.h"

#include <pthread.h>
#include <signal.h>

#include "base/error.h"
#include "base/limits.h"

enum { STACK = 4 << 20 }; /* not all C libraries give a thread enough */

struct turns {
    size_t count;
    turn_fn *work;
    void *context;

    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t ended; /* one more turn has */
    size_t begun;
    size_t done;        /* from 0 on, without a gap */
    ddds_status status; /* of the first that failed */
    struct ddds_error *error;
};

/* Take the next number. False after the last one, and after a turn has failed. */
static bool begin(struct turns *turns, struct turn *turn)
{
    pthread_mutex_lock(&turns->lock);
    bool has_more = turns->begun < turns->count && turns->status == DDDS_OK;
    *turn = (struct turn){.turns = turns, .number = turns->begun};
    turns->begun += has_more ? 1 : 0;
    pthread_mutex_unlock(&turns->lock);
    return has_more;
}

bool ddds_turn_wait(const struct turn *turn)
{
    struct turns *turns = turn->turns;
    pthread_mutex_lock(&turns->lock);
    while (turns->done < turn->number) {
        pthread_cond_wait(&turns->ended, &turns->lock);
    }
    bool is_wanted = turns->status == DDDS_OK;
    pthread_mutex_unlock(&turns->lock);
    return is_wanted;
}

/* The turn ends with |status|. */
static void end(struct turn *turn, ddds_status status)
{
    struct turns *turns = turn->turns;
    bool is_first = ddds_turn_wait(turn) && status != DDDS_OK;
    pthread_mutex_lock(&turns->lock);
    if (is_first) {
        turns->status = status;
        *turns->error = turn->error;
    }
    turns->done++;
    pthread_cond_broadcast(&turns->ended);
    pthread_mutex_unlock(&turns->lock);
}

static void *work(void *context)
{
    struct turns *turns = context;
    struct turn turn;
    while (begin(turns, &turn)) {
        end(&turn, turns->work(turns->context, &turn));
    }
    return NULL;
}

/* Start up to |count| threads; return how many. Signals are for the threads of the
 * program. */
static unsigned start(struct turns *turns, pthread_t *threads, unsigned count)
{
    sigset_t signals;
    sigset_t before;
    pthread_attr_t attributes;
    unsigned started = 0;
    if (count == 0 || pthread_attr_init(&attributes) != 0) {
        return 0;
    }
    pthread_attr_setstacksize(&attributes, STACK);
    sigfillset(&signals);
    pthread_sigmask(SIG_SETMASK, &signals, &before);
    while (started < count &&
           pthread_create(&threads[started], &attributes, work, turns) == 0) {
        started++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return started;
}

ddds_status ddds_turns_run(unsigned threads, size_t count, turn_fn *function,
                           void *context, struct ddds_error *error)
{
    pthread_t others[LIMIT_CHECK_THREADS];
    struct turns turns = {.count = count,
                          .work = function,
                          .context = context,
                          .status = DDDS_OK,
                          .error = error};
    pthread_mutex_init(&turns.lock, NULL);
    pthread_cond_init(&turns.ended, NULL);
    threads = threads > count ? (unsigned)count : threads;
    threads = threads > LIMIT_CHECK_THREADS ? LIMIT_CHECK_THREADS : threads;
    unsigned started = start(&turns, others, threads > 0 ? threads - 1 : 0);
    work(&turns);
    for (unsigned i = 0; i < started; i++) {
        pthread_join(others[i], NULL);
    }
    pthread_cond_destroy(&turns.ended);
    pthread_mutex_destroy(&turns.lock);
    return turns.status;
}
