/* One lock guards what threads share, and is held for moments: nothing is read,
 * resolved, printed or waited for meanwhile. One thread at a time reads inputs,
 * and one at a time shows results; neither keeps others from working on their
 * chunks.
 *
 * What ends a file of inputs or is to be reported is left until all that was taken
 * before has been shown, so that messages are in the order of one thread.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/crew.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "batch/clock.h"
#include "batch/interrupt.h"
#include "batch/pieces.h"
#include "batch/turns.h"
#include "cli/complain.h"
#include "text/memory.h"

/* Lines of a chunk, at most; lines that may be taken and not shown, and octets of
 * text that may wait to be shown, for each thread; octets that are passed on
 * although the chunk has not ended. */
enum {
    CHUNK = 512,
    LINES_AHEAD = 1024,
    TEXT_AHEAD = 1 << 20,
    PLENTY = 65536,
};

struct crew_worker {
    pthread_t thread;
    struct crew *crew;
    struct window window;
    struct crew_chunk *chunk; /* that items are taken from, or NULL */
    struct crew_chunk *shown; /* that what was composed belongs to, or NULL */
    struct composer composer;
    size_t most;     /* lines of the last chunk */
    bool has_waited; /* for answers, since then */
    size_t told;     /* items in progress, as the crew knows */
    bool has_ended;
};

struct crew {
    struct window *window;
    void (*work)(struct window *window);
    size_t count;
    struct crew_worker *workers;
    size_t started; /* threads, the first ones */
    int wakes;      /* a pipe: the thread that runs the whole is to wake */
    int sleeps;
    uint64_t kicked; /* when signals were last sent to all threads */
    atomic_bool is_late;

    pthread_mutex_t lock;   /* of what follows, and of what is shared above */
    pthread_cond_t changed; /* there may be something to do */
    size_t sleepers;        /* threads that wait for that */
    size_t active;          /* threads that have not ended */
    bool is_reading;
    bool is_at_edge; /* what comes next waits until all is shown */
    bool has_ended;  /* there are no more inputs */
    size_t in_progress;
    struct turns turns;
};

static void wake_sleepers(struct crew *crew)
{
    if (crew->sleepers > 0) {
        pthread_cond_broadcast(&crew->changed);
    }
}

/* The pipe has room: this is called a few times. */
static void wake_main(struct crew *crew)
{
    (void)!write(crew->wakes, "", 1);
}

void crew_stop(struct crew *crew)
{
    atomic_store(&crew->turns.is_over, true);
}

bool crew_is_over(const struct crew_worker *worker)
{
    return atomic_load(&worker->crew->turns.is_over);
}

bool crew_is_first_late(struct crew_worker *worker)
{
    return !atomic_exchange(&worker->crew->is_late, true);
}

/* ---- Passing on -------------------------------------------------------------- */

/* Pass on what was composed, and if |chunk| is not NULL, its end; show what has its
 * turn. */
static void deliver(struct crew_worker *worker, struct crew_chunk *chunk)
{
    struct crew *crew = worker->crew;
    composer_seal(&worker->composer);
    pthread_mutex_lock(&crew->lock);
    crew->in_progress += worker->window.in_progress - worker->told;
    worker->told = worker->window.in_progress;
    turns_pass(&crew->turns, worker->shown, &worker->composer);
    if (chunk != NULL) {
        turns_complete(&crew->turns, chunk);
        worker->shown = worker->shown == chunk ? NULL : worker->shown;
    }
    turns_show(&crew->turns);
    wake_sleepers(crew);
    pthread_mutex_unlock(&crew->lock);
    if (crew_is_over(worker)) {
        wake_main(crew);
    }
}

bool crew_show(struct crew_worker *worker, struct window_item *item)
{
    const struct window *window = &worker->window;
    struct composer *composer = &worker->composer;
    struct crew_chunk *chunk = item->chunk;
    if (worker->shown != chunk && composer_has_any(composer)) {
        deliver(worker, NULL); /* After an interrupt chunks do not end. */
    }
    worker->shown = chunk;
    bool is_text = item->state == ITEM_DONE && window->render != NULL &&
                   window->render(window->context, item, composer->out);
    if (is_text) {
        composer->count++;
    } else {
        composer_add(composer, item);
    }
    chunk->left--;
    if (chunk->is_read && chunk->left == 0) {
        deliver(worker, chunk);
    } else if (composer->length >= PLENTY) {
        deliver(worker, NULL);
    }
    return is_text;
}

struct window_item *crew_collect(struct crew_worker *worker)
{
    pthread_mutex_lock(&worker->crew->lock);
    struct window_item *first = worker->window.returned;
    worker->window.returned = NULL;
    pthread_mutex_unlock(&worker->crew->lock);
    return first;
}

/* ---- Taking ------------------------------------------------------------------ */

/* May a thread read the next chunk? */
static bool can_read(const struct crew *crew)
{
    const struct turns *turns = &crew->turns;
    return !crew->is_reading &&
           turns->lines < crew->window->width + LINES_AHEAD * crew->count &&
           turns->octets < TEXT_AHEAD * crew->count &&
           (!crew->is_at_edge || turns_are_done(turns));
}

/* How many lines are worth taking: as many as can be begun at once, so that each
 * thread has some to wait for; more and more if none has to be waited for. */
static size_t next_size(struct crew_worker *worker)
{
    size_t room = worker->window.width - worker->window.in_progress;
    size_t doubled = 2 * worker->most < CHUNK ? 2 * worker->most : CHUNK;
    worker->most = worker->has_waited || doubled < room ? room : doubled;
    worker->has_waited = false;
    return worker->most;
}

/* Read up to |*lines| of the next inputs to the window of |worker|, alone;
 * |may_cross| if all was shown. */
static enum inputs_given read_inputs(struct crew_worker *worker, size_t *lines,
                                     bool may_cross)
{
    struct inputs *inputs = worker->crew->window->inputs;
    bool is_idle = worker->window.in_progress == 0;
    enum inputs_given given =
        inputs_give(inputs, worker->window.inputs, lines, false, may_cross);
    if (given == INPUTS_NOT_YET && is_idle) {
        deliver(worker, NULL);
        turns_flush(&worker->crew->turns);
        given =
            inputs_give(inputs, worker->window.inputs, lines, true, may_cross);
    }
    return given;
}

/* Take from the command itself, alone: one item is a chunk. */
static enum inputs_given take_one(struct crew_worker *worker,
                                  struct window_item *item)
{
    const struct window *window = &worker->window;
    return window->take(window->context, item) ? INPUTS_GIVEN : INPUTS_ENDED;
}

/* May this thread read the next chunk? Then no other may until it has ended. */
static bool begin_reading(struct crew *crew, bool *may_cross, bool *has_ended)
{
    pthread_mutex_lock(&crew->lock);
    bool is_mine = !crew->has_ended && can_read(crew);
    *may_cross = turns_are_done(&crew->turns);
    *has_ended = crew->has_ended;
    crew->is_reading |= is_mine;
    pthread_mutex_unlock(&crew->lock);
    return is_mine;
}

/* Read a chunk; what the command takes itself, to |item|. */
static enum inputs_given open_chunk(struct crew_worker *worker,
                                    struct window_item *item)
{
    struct crew *crew = worker->crew;
    bool may_cross;
    bool has_ended;
    if (!begin_reading(crew, &may_cross, &has_ended)) {
        return has_ended ? INPUTS_ENDED : INPUTS_NOT_YET;
    }
    bool has_inputs = worker->window.inputs != NULL;
    size_t lines = has_inputs ? next_size(worker) : 1;
    struct crew_chunk *chunk = malloc(sizeof *chunk);
    if (chunk == NULL) {
        memory_fail();
    }
    enum inputs_given given = has_inputs
                                  ? read_inputs(worker, &lines, may_cross)
                                  : take_one(worker, item);
    pthread_mutex_lock(&crew->lock);
    if (given == INPUTS_GIVEN) {
        turns_add(&crew->turns, chunk, lines);
        worker->chunk = chunk;
    } else {
        free(chunk);
    }
    crew->is_reading = false;
    crew->is_at_edge = given == INPUTS_AT_EDGE;
    crew->has_ended = given == INPUTS_ENDED;
    wake_sleepers(crew);
    pthread_mutex_unlock(&crew->lock);
    return given;
}

/* No more items are taken from the chunk. */
static void close_chunk(struct crew_worker *worker)
{
    struct crew_chunk *chunk = worker->chunk;
    worker->chunk = NULL;
    chunk->is_read = true;
    if (chunk->left == 0) {
        deliver(worker, chunk);
    }
}

enum taken crew_take(struct crew_worker *worker, struct window_item *item)
{
    const struct window *window = &worker->window;
    enum inputs_given given = INPUTS_GIVEN;
    bool is_taken = false;
    while (given == INPUTS_GIVEN && !is_taken) {
        if (worker->chunk == NULL) {
            given =
                window->is_cut_short ? INPUTS_ENDED : open_chunk(worker, item);
        } else if (window->inputs != NULL &&
                   window->take(window->context, item)) {
            is_taken = true;
        } else {
            close_chunk(worker);
        }
        is_taken |= window->inputs == NULL && given == INPUTS_GIVEN &&
                    worker->chunk != NULL;
    }
    if (is_taken) {
        item->chunk = worker->chunk;
        item->chunk->left++;
        return TAKEN;
    }
    return given == INPUTS_ENDED ? TAKEN_ALL : TAKEN_LATER;
}

/* ---- A thread ---------------------------------------------------------------- */

/* Is there something to do for a thread without items in progress? */
static bool has_work(const struct crew_worker *worker)
{
    const struct crew *crew = worker->crew;
    const struct window *window = &worker->window;
    bool has_room =
        window->spare != NULL || window->item_count < window->most_items;
    return worker->window.returned != NULL ||
           atomic_load(&crew->turns.is_over) || interrupt_came() ||
           (has_room && (crew->has_ended || can_read(crew)));
}

void crew_wait(struct crew_worker *worker)
{
    struct crew *crew = worker->crew;
    deliver(worker, NULL);
    if (worker->window.in_progress > 0) {
        worker->has_waited = true;
        return;
    }
    turns_flush(&crew->turns);
    pthread_mutex_lock(&crew->lock);
    crew->sleepers++;
    while (!has_work(worker)) {
        pthread_cond_wait(&crew->changed, &crew->lock);
    }
    crew->sleepers--;
    pthread_mutex_unlock(&crew->lock);
}

static void *run(void *context)
{
    struct crew_worker *worker = context;
    struct crew *crew = worker->crew;
    composer_open(&worker->composer, worker->window.keeps_lines);
    crew->work(&worker->window);
    deliver(worker, NULL);
    composer_close(&worker->composer);
    pthread_mutex_lock(&crew->lock);
    worker->has_ended = true;
    crew->active--;
    wake_sleepers(crew);
    if (crew->active == 0) {
        wake_main(crew);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/* ---- Beginning and end --------------------------------------------------- */

/* The part of the work of the thread |index|. */
static bool open_worker(struct crew *crew, size_t index)
{
    struct crew_worker *worker = &crew->workers[index];
    const struct window *window = crew->window;
    size_t width = window->width / crew->count;
    worker->crew = crew;
    worker->has_waited = true;
    worker->window = *window;
    worker->window.worker = worker;
    worker->window.database = window->databases[index];
    worker->window.width =
        width + (index < window->width % crew->count ? 1 : 0);
    if (window->inputs != NULL) {
        worker->window.inputs = inputs_part(window->inputs);
    }
    return window->inputs == NULL || worker->window.inputs != NULL;
}

struct crew *crew_new(struct window *window,
                      void (*work)(struct window *window),
                      void (*show)(struct window_item *item))
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
    crew->work = work;
    crew->workers = workers;
    crew->count = window->thread_count;
    crew->sleeps = ends[0];
    crew->wakes = ends[1];
    crew->turns.lock = &crew->lock;
    crew->turns.show = show;
    crew->turns.is_unordered = window->is_unordered;
    turns_open(&crew->turns);
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->changed, NULL);
    bool is_open = true;
    for (size_t i = 0; i < crew->count && is_open; i++) {
        is_open = open_worker(crew, i);
    }
    if (!is_open) {
        crew_free(crew);
    }
    return is_open ? crew : NULL;
}

size_t crew_size(const struct crew *crew)
{
    return crew->count;
}

struct window *crew_window(struct crew *crew, size_t index)
{
    return &crew->workers[index].window;
}

/* Signals that end the batch are for the thread that runs the whole. */
bool crew_start(struct crew *crew)
{
    int failure = 0;
    sigset_t signals;
    sigset_t before;
    interrupt_take_alarm();
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    pthread_mutex_lock(&crew->lock);
    while (crew->active < crew->count && failure == 0) {
        struct crew_worker *worker = &crew->workers[crew->active];
        failure = pthread_create(&worker->thread, NULL, run, worker);
        crew->active += failure == 0;
    }
    crew->started = crew->active;
    pthread_mutex_unlock(&crew->lock);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (crew->started == 0) {
        complain("threads cannot be started: %s", strerror(failure));
    }
    return crew->started > 0;
}

/* A thread that is about to wait, or was woken too early, looks again. */
static void kick(struct crew *crew)
{
    for (size_t i = 0; i < crew->started; i++) {
        pthread_kill(crew->workers[i].thread, SIGALRM);
    }
}

bool crew_watch(struct crew *crew, int milliseconds)
{
    struct pollfd polled = {crew->sleeps, POLLIN, 0};
    char octet;
    if (poll(&polled, 1, milliseconds) > 0) {
        (void)!read(crew->sleeps, &octet, 1);
    }
    uint64_t now = read_clock();
    if (now - crew->kicked >= 1000) {
        crew->kicked = now;
        kick(crew);
    }
    pthread_mutex_lock(&crew->lock);
    crew->window->shown = crew->turns.shown;
    crew->window->in_progress = crew->in_progress;
    bool is_active = crew->active > 0;
    pthread_mutex_unlock(&crew->lock);
    return is_active && !atomic_load(&crew->turns.is_over);
}

/* Has |worker| ended? If it waits, it looks again. */
static bool has_ended(struct crew_worker *worker)
{
    pthread_mutex_lock(&worker->crew->lock);
    bool it_has = worker->has_ended;
    wake_sleepers(worker->crew);
    pthread_mutex_unlock(&worker->crew->lock);
    return it_has;
}

void crew_end(struct crew *crew)
{
    static const struct timespec moment = {.tv_nsec = 2000000};
    struct window *window = crew->window;
    for (size_t i = 0; i < crew->started; i++) {
        struct crew_worker *worker = &crew->workers[i];
        /* A signal just before it waits would be too early. */
        while (!has_ended(worker)) {
            if (window->inputs != NULL) {
                inputs_leave(window->inputs);
            }
            pthread_kill(worker->thread, SIGALRM);
            nanosleep(&moment, NULL);
        }
        pthread_join(worker->thread, NULL);
    }
    pthread_mutex_lock(&crew->lock);
    turns_close(&crew->turns);
    pthread_mutex_unlock(&crew->lock);
    window->shown = crew->turns.shown;
    window->in_progress = 0;
    for (size_t i = 0; i < crew->count; i++) {
        window->in_progress += crew->workers[i].window.in_progress;
        window->is_cut_short |= crew->workers[i].window.is_cut_short;
    }
    if (atomic_load(&crew->turns.failure) != 0) {
        errno = atomic_load(&crew->turns.failure); /* the caller reports it */
    }
}

void crew_free(struct crew *crew)
{
    if (crew == NULL) {
        return;
    }
    for (size_t i = 0; i < crew->count; i++) {
        if (crew->workers[i].window.inputs != NULL) {
            inputs_free(crew->workers[i].window.inputs);
        }
    }
    close(crew->sleeps);
    close(crew->wakes);
    pthread_mutex_destroy(&crew->lock);
    pthread_cond_destroy(&crew->changed);
    free(crew->workers);
    free(crew);
}
