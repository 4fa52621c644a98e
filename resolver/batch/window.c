/* One queue of items serves both orders: an item joins it when it begins, or
 * when it is done; done items at its front are shown.
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

/* Is an item spare? Items are made when they are needed first: few inputs need
 * few. Without memory for another one the window is narrower; false means that
 * there is not even one. */
static bool has_spare(struct window *window)
{
    if (window->spare != NULL || window->item_count == window->width) {
        return window->spare != NULL;
    }
    struct window_item *item = calloc(1, window->item_size);
    if (item == NULL) {
        window->width = window->item_count;
        return false;
    }
    item->window = window;
    window->items[window->item_count++] = item;
    window->spare = item;
    return true;
}

/* For each thread, how many items may wait for it, or to be shown. */
enum { AHEAD = 512 };

/* Make room for as many items as there will be, and the first of them. */
static bool open_items(struct window *window)
{
    size_t most = window->width + window->thread_count * AHEAD;
    window->last = &window->first;
    window->items = calloc(most, sizeof window->items[0]);
    if (window->items != NULL && has_spare(window)) {
        return true;
    }
    free(window->items);
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

static void show(struct window_item *item)
{
    item->window->shown++;
    item->window->show(item->window->context, item);
}

static void drop(struct window_item *item)
{
    if (item->window->drop != NULL) {
        item->window->drop(item->window->context, item);
    }
}

/* Make |item| spare again. */
static void clear(struct window_item *item)
{
    item->window->clear(item->window->context, item);
    item->state = ITEM_SPARE;
    item->next = item->window->spare;
    item->window->spare = item;
}

static void settle(struct window_item *item)
{
    item->state = ITEM_DONE;
    item->window->in_progress--;
    if (item->window->is_unordered) {
        join(item);
    }
}

void window_finish(struct window_item *item)
{
    if (item->worker != NULL) {
        crew_finish(item);
    } else {
        settle(item);
    }
}

/* Settle what the crew has done. */
static void collect(struct window *window)
{
    struct window_item *next;
    struct window_item *item = crew_take(window->crew);
    for (; item != NULL; item = next) {
        next = item->link;
        item->worker = NULL;
        settle(item);
    }
}

void window_stop(struct window *window)
{
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
        read_clock() + COARSE < window->last_moment) {
        return true;
    }
    complain("--max-time: time is up; some inputs were not started");
    window->is_cut_short = true;
    return false;
}

/* ---- Filling and emptying ----------------------------------------------- */

static bool has_result(const struct window *window)
{
    return window->first != NULL && window->first->state == ITEM_DONE;
}

static void begin(struct window *window)
{
    struct window_item *item = window->spare;
    window->spare = item->next;
    item->state = ITEM_IN_PROGRESS;
    if (!window->is_unordered) {
        join(item);
    }
    window->in_progress++;
    window->taken++;
    if (window->crew != NULL) {
        crew_give(window->crew, item);
        return;
    }
    item->database = window->database;
    window->start(window->context, item);
}

/* May the next item be taken? Items in progress do not wait for input. */
static bool can_take(const struct window *window)
{
    return window->in_progress == 0 || window->is_ready == NULL ||
           window->is_ready(window->context);
}

/* Take items until the window is full, or the first result can be shown:
 * an answer is shown before the next input is waited for. */
static void fill(struct window *window)
{
    while (!window->has_ended && !interrupt_came() && !has_result(window) &&
           has_spare(window) && can_take(window)) {
        if (!window->take(window->context, window->spare)) {
            window->has_ended = true;
        } else if (has_time(window)) {
            begin(window);
        } else {
            window->has_ended = true;
            drop(window->spare);
            window->clear(window->context, window->spare);
        }
    }
    if (window->crew != NULL) {
        crew_send(window->crew);
    }
}

/* Show done items at the front of the queue; false if there are none. */
static bool drain(struct window *window)
{
    bool any = has_result(window);
    while (has_result(window) && !window->is_stopped) {
        struct window_item *item = leave(window);
        show(item);
        clear(item);
    }
    return any;
}

/* Milliseconds for which results may be kept in the buffer of standard output
 * while others come in. If none come, it is a second: waiting is interrupted
 * that often. */
enum { FLUSH_AFTER = 50 };

static void wait_for_answers(struct window *window)
{
    uint64_t now = read_clock();
    if (now - window->flushed >= FLUSH_AFTER) {
        lines_send();
        fflush(stdout);
        window->flushed = now;
    }
    if (window->crew != NULL) {
        crew_wait(window->crew);
        collect(window);
    } else {
        window->database->methods->wait(window->database);
    }
}

/* ---- The whole ---------------------------------------------------------- */

static bool is_over(const struct window *window)
{
    return interrupt_came() || window->is_stopped || ferror(stdout) != 0 ||
           (window->has_ended && window->first == NULL &&
            window->in_progress == 0);
}

static struct progress measure(const struct window *window, uint64_t opened)
{
    return (struct progress){window->shown, window->total, window->in_progress,
                             read_clock() - opened};
}

static void move(struct window *window)
{
    uint64_t opened = read_clock();
    bool has_progress = progress_begin(window->progress, window->total);
    interrupt_begin();
    while (!is_over(window)) {
        fill(window);
        if (!interrupt_came() && !drain(window) && window->in_progress > 0) {
            wait_for_answers(window);
        }
        if (has_progress) {
            progress_show(measure(window, opened));
        }
    }
    progress_end(measure(window, opened));
}

/* After an interrupt, show all done items in the queue, although others before
 * them are not done; then free all items. */
static void close_items(struct window *window)
{
    for (struct window_item *item = window->first;
         interrupt_came() && !window->is_stopped && item != NULL;
         item = item->next) {
        if (item->state == ITEM_DONE) {
            show(item);
        }
    }
    for (size_t i = 0; i < window->item_count; i++) {
        struct window_item *item = window->items[i];
        if (item->state == ITEM_IN_PROGRESS) {
            drop(item);
        }
        if (item->state != ITEM_SPARE) {
            clear(item);
        }
        if (window->release != NULL) {
            window->release(window->context, item);
        }
        free(item);
    }
    free(window->items);
}

/* Start the threads; the window is then wider than what they have in
 * progress. */
static bool open_crew(struct window *window)
{
    if (window->thread_count < 2) {
        return true;
    }
    window->crew = crew_new(window);
    if (window->crew == NULL) {
        complain("threads cannot be started: %s", strerror(errno));
        return false;
    }
    window->width += window->thread_count * AHEAD;
    return true;
}

static void close_crew(struct window *window)
{
    if (window->crew != NULL) {
        crew_end(window->crew);
        collect(window);
        crew_free(window->crew);
        window->crew = NULL;
    }
}

/* The crew ends by signals that interrupts handle, so that nothing may fail
 * between its beginning and theirs. */
bool window_run(struct window *window)
{
    if (!open_items(window)) {
        return false;
    }
    bool is_open = open_crew(window);
    if (is_open) {
        move(window);
        close_crew(window);
    }
    close_items(window);
    return is_open;
}

void window_die(const struct window *window)
{
    if (interrupt_came()) {
        complain("interrupted: %llu done, %zu in progress",
                 (unsigned long long)window->shown, window->in_progress);
    }
    interrupt_end();
}
