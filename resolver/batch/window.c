/* One queue of items serves both orders: an item joins it when it begins, or
 * when it is done; done items at its front are shown. With threads, each has such
 * a window; the window that is run only configures them.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/window.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch/clock.h"
#include "batch/crew.h"
#include "cli/complain.h"
#include "batch/interrupt.h"
#include "batch/progress.h"
#include "text/line.h"

/* ---- Items come and go -------------------------------------------------- */

/* Is an item spare, and room for it? Items are made when they are needed first:
 * few inputs need few. Without memory for another one the window is narrower;
 * false means that there is not even one. */
static bool has_room(struct window *window)
{
    if (window->in_progress == window->width) {
        return false;
    }
    if (window->spare != NULL || window->item_count == window->most_items) {
        return window->spare != NULL;
    }
    struct window_item *item = calloc(1, window->item_size);
    if (item == NULL) {
        window->most_items = window->item_count;
        return false;
    }
    item->window = window;
    window->items[window->item_count++] = item;
    window->spare = item;
    return true;
}

/* How many items of a thread may wait to be shown, beside those in progress. */
enum { AHEAD = 512 };

/* Make room for as many items as there will be, and the first of them. */
static bool open_items(struct window *window)
{
    window->most_items = window->width + (window->worker != NULL ? AHEAD : 0);
    window->last = &window->first;
    window->items = calloc(window->most_items, sizeof window->items[0]);
    if (window->items != NULL && has_room(window)) {
        return true;
    }
    free(window->items);
    window->items = NULL;
    complain("out of memory");
    return false;
}

/* Append |item| to the queue. */
static void join(struct window_item *item)
{
    item->next = NULL;
    *item->window->last = item;
    item->window->last = &item->next;
}

/* Remove the first item of the queue. */
static struct window_item *leave(struct window *window)
{
    struct window_item *item = window->first;
    window->first = item->next;
    if (window->first == NULL) {
        window->last = &window->first;
    }
    return item;
}

/* Make |item| spare again. */
static void clear(struct window_item *item)
{
    item->window->clear(item->window->context, item);
    item->state = ITEM_SPARE;
    item->next = item->window->spare;
    item->window->spare = item;
}

/* Show the result of |item|; if it has none, drop it. */
static void show_now(struct window_item *item)
{
    struct window *window = item->window;
    if (item->state == ITEM_DONE) {
        window->shown++;
        window->show(window->context, item);
    } else if (window->drop != NULL) {
        window->drop(window->context, item);
    }
}

/* |item| left the queue: show it, or leave that to the crew. */
static void show(struct window_item *item)
{
    struct window *window = item->window;
    if (window->worker == NULL) {
        show_now(item);
        clear(item);
    } else if (crew_show(window->worker, item)) {
        clear(item);
    }
}

/* |item| will be neither in progress nor begun any more. */
static void settle(struct window_item *item, enum item_state state)
{
    item->state = state;
    item->window->in_progress--;
    if (item->window->is_unordered) {
        join(item);
    }
}

void window_finish(struct window_item *item)
{
    settle(item, ITEM_DONE);
}

/* Items that others have shown are spare again. */
static void collect(struct window *window)
{
    struct window_item *next;
    struct window_item *item = crew_collect(window->worker);
    for (; item != NULL; item = next) {
        next = item->next;
        clear(item);
    }
}

void window_stop(struct window *window)
{
    if (window->crew != NULL) {
        crew_stop(window->crew);
    }
    window->has_ended = true;
    window->is_stopped = true;
}

/* ---- Time --------------------------------------------------------------- */

/* The clock that the library uses for deadlines may be late by so many
 * milliseconds. */
enum { COARSE = 10 };

unsigned window_time(const struct window *window, unsigned most)
{
    uint64_t last = window->last_moment;
    uint64_t now = last != 0 ? read_clock() : 0;
    if (last == 0 || (most != 0 && now + most <= last)) {
        return most;
    }
    return last > now ? (unsigned)(last - now) : 1;
}

/* Is there time for one more item? If not, this is reported once. */
static bool has_time(struct window *window)
{
    if (window->last_moment == 0 ||
        (!window->is_cut_short &&
         read_clock() + COARSE < window->last_moment)) {
        return true;
    }
    if (!window->is_cut_short &&
        (window->worker == NULL || crew_is_first_late(window->worker))) {
        complain("--max-time: time is up; some inputs were not started");
    }
    window->is_cut_short = true;
    return false;
}

/* ---- Filling and emptying ----------------------------------------------- */

/* The first of the queue is done. */
static bool has_result(const struct window *window)
{
    return window->first != NULL && window->first->state != ITEM_IN_PROGRESS;
}

/* Take the next item. Items in progress do not wait for input. */
static enum taken take(struct window *window, struct window_item *item)
{
    if (window->worker != NULL) {
        return crew_take(window->worker, item);
    }
    if (window->in_progress > 0 && window->inputs != NULL &&
        !inputs_are_ready(window->inputs)) {
        return TAKEN_LATER;
    }
    return window->take(window->context, item) ? TAKEN : TAKEN_ALL;
}

/* Begin the spare item that was taken, unless there is no more time. A thread then
 * takes what it was given of the inputs all the same, to have it dropped. */
static void begin(struct window *window)
{
    struct window_item *item = window->spare;
    window->spare = item->next;
    item->state = ITEM_IN_PROGRESS;
    if (!window->is_unordered) {
        join(item);
    }
    window->in_progress++;
    item->database = window->database;
    if (has_time(window)) {
        window->start(window->context, item);
    } else {
        settle(item, ITEM_LATE);
        window->has_ended = window->worker == NULL;
    }
}

/* Take items until the window is full, or the first result can be shown:
 * an answer is shown before the next input is waited for. */
static void fill(struct window *window)
{
    enum taken taken = TAKEN;
    if (window->worker != NULL) {
        collect(window);
    }
    while (taken != TAKEN_LATER && !window->has_ended && !interrupt_came() &&
           !has_result(window) && has_room(window)) {
        taken = take(window, window->spare);
        if (taken == TAKEN) {
            begin(window);
        }
        window->has_ended |= taken == TAKEN_ALL;
    }
}

/* Show done items at the front of the queue; false if there are none. */
static bool drain(struct window *window)
{
    bool any = has_result(window);
    while (has_result(window) && !window->is_stopped) {
        show(leave(window));
    }
    return any;
}

/* Milliseconds for which results may be kept in the buffer of standard output
 * while others come in. If none come, it is a second: waiting is interrupted
 * that often. */
enum { FLUSH_AFTER = 50 };

/* Wait for answers, and with threads also for what else there is to do. */
static void await(struct window *window)
{
    if (window->worker != NULL) {
        crew_wait(window->worker);
    }
    if (window->in_progress == 0) {
        return;
    }
    uint64_t now = read_clock();
    if (now - window->flushed >= FLUSH_AFTER) {
        lines_send();
        fflush(stdout);
        window->flushed = now;
    }
    window->database->methods->wait(window->database);
}

/* ---- The whole ---------------------------------------------------------- */

static bool is_over(const struct window *window)
{
    bool is_broken = window->worker != NULL ? crew_is_over(window->worker)
                                            : ferror(stdout) != 0;
    return interrupt_came() || window->is_stopped || is_broken ||
           (window->has_ended && window->first == NULL &&
            window->in_progress == 0);
}

static struct progress measure(const struct window *window, uint64_t opened)
{
    return (struct progress){window->shown, window->total, window->in_progress,
                             read_clock() - opened};
}

/* Run |window| to its end. After an interrupt, all done items in the queue are
 * shown, although others before them are not done. */
static void move(struct window *window, bool has_progress, uint64_t opened)
{
    while (!is_over(window)) {
        fill(window);
        if (!interrupt_came() && !drain(window)) {
            await(window);
        }
        if (has_progress) {
            progress_show(measure(window, opened));
        }
    }
    while (interrupt_came() && !window->is_stopped && window->first != NULL) {
        struct window_item *item = leave(window);
        if (item->state != ITEM_IN_PROGRESS) {
            show(item);
        }
    }
}

/* Free all items. What was not done is dropped; so is what a thread was given of
 * the inputs and did not take before an interrupt. */
static void close_items(struct window *window)
{
    for (size_t i = 0; i < window->item_count; i++) {
        struct window_item *item = window->items[i];
        if (item->state == ITEM_IN_PROGRESS) {
            show_now(item);
        }
        if (item->state != ITEM_SPARE) {
            clear(item);
        }
    }
    while (window->worker != NULL && window->inputs != NULL &&
           window->item_count > 0 && interrupt_came() &&
           window->take(window->context, window->items[0])) {
        show_now(window->items[0]);
        clear(window->items[0]);
    }
    for (size_t i = 0; i < window->item_count; i++) {
        if (window->release != NULL) {
            window->release(window->context, window->items[i]);
        }
        free(window->items[i]);
    }
    free(window->items);
}

/* What a thread of the crew does. */
static void work(struct window *window)
{
    move(window, false, 0);
}

/* Show the progress until the threads have ended, and take over what they did. */
static void supervise(struct window *window, bool has_progress, uint64_t opened)
{
    while (!interrupt_came() &&
           crew_watch(window->crew, has_progress ? PROGRESS_EACH : 1000)) {
        if (has_progress) {
            progress_show(measure(window, opened));
        }
    }
    crew_end(window->crew);
}

static bool run_alone(struct window *window, bool has_progress, uint64_t opened)
{
    if (!open_items(window)) {
        return false;
    }
    interrupt_begin();
    if (window->keeps_lines) {
        lines_keep(stdout);
    }
    move(window, has_progress, opened);
    lines_end();
    return true;
}

static bool open_windows(struct crew *crew)
{
    bool is_open = true;
    for (size_t i = 0; i < crew_size(crew) && is_open; i++) {
        is_open = open_items(crew_window(crew, i));
    }
    return is_open;
}

/* The crew ends by signals that interrupts handle, so that nothing may fail
 * between its beginning and theirs. */
static bool run_crew(struct window *window, bool has_progress, uint64_t opened)
{
    window->crew = crew_new(window, work, show_now);
    if (window->crew == NULL) {
        complain("threads cannot be started: %s", strerror(errno));
        return false;
    }
    bool is_run = open_windows(window->crew) && crew_start(window->crew);
    if (is_run) {
        interrupt_begin();
        supervise(window, has_progress, opened);
    }
    return is_run;
}

bool window_run(struct window *window)
{
    uint64_t opened = read_clock();
    bool has_progress = progress_begin(window->progress, window->total);
    bool has_threads = window->thread_count > 1;
    bool is_run = has_threads ? run_crew(window, has_progress, opened)
                              : run_alone(window, has_progress, opened);
    if (is_run) {
        progress_end(measure(window, opened));
    }
    if (!has_threads) {
        close_items(window);
    }
    for (size_t i = 0; window->crew != NULL && i < crew_size(window->crew);
         i++) {
        close_items(crew_window(window->crew, i));
    }
    crew_free(window->crew);
    window->crew = NULL;
    return is_run;
}

void window_die(const struct window *window)
{
    if (interrupt_came()) {
        complain("interrupted: %llu done, %zu in progress",
                 (unsigned long long)window->shown, window->in_progress);
    }
    interrupt_end();
}
