/* One lock guards what threads exchange: the items that wait for a thread, and
 * those that are done. They are exchanged many at a time, so that the lock is
 * hardly ever contended. The window's thread sleeps in poll(2), which returns on
 * signals.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/crew.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "batch/interrupt.h"

/* Items that a thread takes at a time, at most, and results for which the
 * window's thread wakes although there is more to do at once. */
enum { HANDFUL = 64, PLENTY = 256 };

struct crew_list {
    struct window_item *first;
    struct window_item **last;
    size_t count;
};

struct crew_worker {
    pthread_t thread;
    struct crew *crew;
    ddds_database *database;
    size_t width;       /* items in progress at a time */
    size_t in_progress; /* begun, and not done */
    struct crew_list done;
    bool has_ended;
};

struct crew {
    struct window *window;
    size_t count;
    struct crew_worker *workers;
    struct crew_list given; /* not yet sent; of the window's thread alone */
    int wakes;              /* a pipe: the window's thread is to wake */
    int sleeps;

    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t work;  /* there are items waiting, or the end has come */
    struct crew_list waiting;
    struct crew_list done;
    size_t idle; /* threads that wait for work */
    bool is_asleep;
    bool is_ending;
};

/* ---- Lists --------------------------------------------------------------- */

static void clear_list(struct crew_list *list)
{
    *list = (struct crew_list){.last = &list->first};
}

static void append(struct crew_list *list, struct window_item *item)
{
    item->link = NULL;
    *list->last = item;
    list->last = &item->link;
    list->count++;
}

/* Move all of |from| to the end of |to|. */
static void move_list(struct crew_list *from, struct crew_list *to)
{
    if (from->first != NULL) {
        *to->last = from->first;
        to->last = from->last;
        to->count += from->count;
        clear_list(from);
    }
}

static struct window_item *leave(struct crew_list *list)
{
    struct window_item *item = list->first;
    list->first = item->link;
    list->count--;
    if (list->first == NULL) {
        list->last = &list->first;
    }
    return item;
}

/* ---- A thread of the crew ------------------------------------------------ */

/* Pass on what is done. The window's thread is woken when this thread is about to
 * wait, or there is plenty; also for what was passed on before, when neither was
 * so. The lock is held. */
static void deliver(struct crew_worker *worker)
{
    struct crew *crew = worker->crew;
    move_list(&worker->done, &crew->done);
    bool is_due = worker->in_progress > 0 || crew->waiting.first == NULL ||
                  crew->done.count >= PLENTY;
    if (crew->is_asleep && is_due && crew->done.first != NULL) {
        crew->is_asleep = false;
        /* It has room: one octet is written for each sleep. */
        (void)!write(crew->wakes, "", 1);
    }
}

/* Take items that wait, no more than a fair share, to |taken|. The lock is
 * held. */
static void take_share(struct crew_worker *worker, struct crew_list *taken)
{
    struct crew *crew = worker->crew;
    size_t share = crew->waiting.count / crew->count + 1;
    size_t room = worker->width - worker->in_progress;
    size_t most = share < HANDFUL ? share : HANDFUL;
    most = most < room ? most : room;
    clear_list(taken);
    while (taken->count < most && crew->waiting.first != NULL) {
        append(taken, leave(&crew->waiting));
    }
}

/* Deliver, and take more; false at the end. Without anything to do, wait. */
static bool exchange(struct crew_worker *worker, struct crew_list *taken)
{
    struct crew *crew = worker->crew;
    pthread_mutex_lock(&crew->lock);
    deliver(worker);
    while (!crew->is_ending && crew->waiting.first == NULL &&
           worker->in_progress == 0) {
        crew->idle++;
        pthread_cond_wait(&crew->work, &crew->lock);
        crew->idle--;
    }
    take_share(worker, taken);
    bool goes_on = !crew->is_ending;
    worker->has_ended = !goes_on;
    pthread_mutex_unlock(&crew->lock);
    return goes_on;
}

static void *work(void *context)
{
    struct crew_worker *worker = context;
    struct window *window = worker->crew->window;
    struct crew_list taken;
    while (exchange(worker, &taken)) {
        bool is_full = taken.first == NULL;
        while (taken.first != NULL) {
            struct window_item *item = leave(&taken);
            item->worker = worker;
            item->database = worker->database;
            worker->in_progress++;
            window->start(window->context, item);
        }
        if (is_full && worker->in_progress > 0) {
            worker->database->methods->wait(worker->database);
        }
    }
    return NULL;
}

void crew_finish(struct window_item *item)
{
    item->worker->in_progress--;
    append(&item->worker->done, item);
}

/* ---- The window's thread ------------------------------------------------- */

void crew_give(struct crew *crew, struct window_item *item)
{
    append(&crew->given, item);
}

void crew_send(struct crew *crew)
{
    if (crew->given.first == NULL) {
        return;
    }
    pthread_mutex_lock(&crew->lock);
    move_list(&crew->given, &crew->waiting);
    if (crew->idle > 0) {
        pthread_cond_broadcast(&crew->work);
    }
    pthread_mutex_unlock(&crew->lock);
}

/* May the window's thread sleep? */
static bool begin_sleep(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    crew->is_asleep = crew->done.first == NULL;
    bool is_asleep = crew->is_asleep;
    pthread_mutex_unlock(&crew->lock);
    return is_asleep;
}

void crew_wait(struct crew *crew)
{
    struct pollfd polled = {crew->sleeps, POLLIN, 0};
    char octet;
    if (begin_sleep(crew) && poll(&polled, 1, 1000) > 0) {
        (void)!read(crew->sleeps, &octet, 1);
    }
}

struct window_item *crew_take(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    struct window_item *first = crew->done.first;
    clear_list(&crew->done);
    crew->is_asleep = false;
    pthread_mutex_unlock(&crew->lock);
    return first;
}

/* ---- Beginning and end --------------------------------------------------- */

/* Start as many of |count| threads as there can be; the error number of the one
 * that could not be started, or 0. Signals that end the batch are for the
 * window's thread. */
static int start_threads(struct crew *crew, size_t count)
{
    int failure = 0;
    sigset_t signals;
    sigset_t before;
    interrupt_take_alarm();
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    /* They look at |count| when they have something to do. */
    pthread_mutex_lock(&crew->lock);
    for (; crew->count < count; crew->count++) {
        struct crew_worker *worker = &crew->workers[crew->count];
        size_t share = crew->window->width / count;
        share += crew->count < crew->window->width % count ? 1 : 0;
        worker->crew = crew;
        worker->database = crew->window->databases[crew->count];
        worker->width = share;
        clear_list(&worker->done);
        failure = pthread_create(&worker->thread, NULL, work, worker);
        if (failure != 0) {
            break;
        }
    }
    pthread_mutex_unlock(&crew->lock);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return failure;
}

struct crew *crew_new(struct window *window)
{
    int ends[2];
    struct crew *crew = calloc(1, sizeof *crew);
    struct crew_worker *workers =
        calloc(window->thread_count, sizeof *crew->workers);
    if (crew == NULL || workers == NULL || pipe(ends) != 0) {
        free(workers);
        free(crew);
        return NULL;
    }
    crew->window = window;
    crew->workers = workers;
    crew->sleeps = ends[0];
    crew->wakes = ends[1];
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->work, NULL);
    clear_list(&crew->given);
    clear_list(&crew->waiting);
    clear_list(&crew->done);
    int failure = start_threads(crew, window->thread_count);
    if (crew->count == 0) {
        crew_free(crew);
        errno = failure;
        return NULL;
    }
    return crew;
}

static bool has_ended(struct crew_worker *worker)
{
    pthread_mutex_lock(&worker->crew->lock);
    bool it_has = worker->has_ended;
    pthread_mutex_unlock(&worker->crew->lock);
    return it_has;
}

void crew_end(struct crew *crew)
{
    static const struct timespec moment = {.tv_nsec = 2000000};
    pthread_mutex_lock(&crew->lock);
    crew->is_ending = true;
    pthread_cond_broadcast(&crew->work);
    pthread_mutex_unlock(&crew->lock);
    for (size_t i = 0; i < crew->count; i++) {
        struct crew_worker *worker = &crew->workers[i];
        /* A signal just before it waits for answers would be too early. */
        while (!has_ended(worker)) {
            pthread_kill(worker->thread, SIGALRM);
            nanosleep(&moment, NULL);
        }
        pthread_join(worker->thread, NULL);
    }
    pthread_mutex_lock(&crew->lock);
    for (size_t i = 0; i < crew->count; i++) {
        deliver(&crew->workers[i]);
    }
    pthread_mutex_unlock(&crew->lock);
}

void crew_free(struct crew *crew)
{
    if (crew != NULL) {
        close(crew->sleeps);
        close(crew->wakes);
        pthread_mutex_destroy(&crew->lock);
        pthread_cond_destroy(&crew->work);
        free(crew->workers);
        free(crew);
    }
}
