/* Items are made when they are needed first: few inputs need few.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/window.h"

#include <stdio.h>
#include <stdlib.h>

#include "batch/clock.h"
#include "batch/interrupt.h"
#include "cli/complain.h"
#include "text/line.h"

/* ---- Items come and go -------------------------------------------------- */

/* A spare item, which stays spare until it is begun. */
static struct window_item *find_spare(struct window *window)
{
    if (window->spare == NULL) {
        struct window_item *item = calloc(1, window->item_size);
        item->window = window;
        item->made = window->items;
        window->items = item;
        window->spare = item;
    }
    return window->spare;
}

/* Make |item| spare again. */
static void clear(struct window_item *item)
{
    struct window *window = item->window;
    window->clear(window->context, item);
    item->is_dropped = false;
    item->next = window->spare;
    window->spare = item;
}

static void drop(struct window_item *item)
{
    struct window *window = item->window;
    if (window->drop != NULL) {
        window->drop(window->context, item);
    }
    clear(item);
}

void window_hold(struct window_item *item)
{
    item->place = ddds_many_hold(item->window->many, item);
}

void window_release(struct window_item *item)
{
    ddds_many_place *place = item->place;
    item->place = NULL;
    ddds_many_release(place);
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

/* Is there time for one more item? If not, this is reported. */
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

/* Would taking an item not wait? Items in progress do not wait for input. */
static bool can_take(struct window *window)
{
    return ddds_many_in_progress(window->many) == 0 || window->inputs == NULL ||
           inputs_are_ready(window->inputs);
}

/* Take an item and begin it, if there is room, input and time; false if not. */
static bool begin_next(struct window *window)
{
    if (window->has_ended || ddds_many_room(window->many) == 0 ||
        !can_take(window)) {
        return false;
    }
    struct window_item *item = find_spare(window);
    if (!window->take(window->context, item)) {
        window->has_ended = true;
        return false;
    }
    window->spare = item->next;
    if (has_time(window)) {
        window->start(window->context, item);
        return true;
    }
    window->late = item;
    window->has_ended = true;
    return false;
}

/* Show the results that there are: an answer is shown before the next input is
 * waited for. */
static void show_all(struct window *window)
{
    const struct ddds_many_result *result;
    while (!window->is_stopped &&
           (result = ddds_many_next(window->many)) != NULL) {
        window->shown++;
        window->show(window->context, result->own, result);
        clear(result->own);
    }
}

/* Milliseconds for which results may be kept in the buffer of standard output
 * while others come in. If none come, it is a second: waiting is interrupted
 * that often. */
enum { FLUSH_AFTER = 50 };

static void await(struct window *window)
{
    if (ddds_many_in_progress(window->many) == 0) {
        return;
    }
    uint64_t now = read_clock();
    if (now - window->flushed >= FLUSH_AFTER) {
        lines_send();
        fflush(stdout);
        window->flushed = now;
    }
    ddds_many_wait(window->many);
}

/* ---- The whole ---------------------------------------------------------- */

static bool is_over(const struct window *window)
{
    return interrupt_came() || window->is_stopped || ferror(stdout) != 0 ||
           (window->has_ended && ddds_many_in_progress(window->many) == 0);
}

static struct progress_line measure(const struct window *window,
                                    uint64_t opened)
{
    return (struct progress_line){window->shown, window->total,
                                  ddds_many_in_progress(window->many),
                                  read_clock() - opened};
}

static void move(struct window *window, bool has_progress, uint64_t opened)
{
    while (!is_over(window)) {
        if (!begin_next(window) && !interrupt_came()) {
            await(window);
        }
        show_all(window);
        if (has_progress) {
            progress_show(measure(window, opened));
        }
    }
}

static void cancel_all(struct window *window)
{
    for (struct window_item *item = window->items; item != NULL;
         item = item->made) {
        if (item->place != NULL) {
            window->cancel(window->context, item);
            item->is_dropped = true;
            window_release(item);
        }
    }
    ddds_many_stop(window->many);
}

/* After an interrupt, all that is done is shown, although what was to come
 * before it is not done. What is not done is dropped. */
static void empty(struct window *window)
{
    const struct ddds_many_result *result;
    window->in_progress = ddds_many_in_progress(window->many);
    cancel_all(window);
    while ((result = ddds_many_next(window->many)) != NULL) {
        struct window_item *item = result->own;
        if (result->is_cancelled || item->is_dropped) {
            drop(item);
            continue;
        }
        if (interrupt_came() && !window->is_stopped) {
            window->shown++;
            window->show(window->context, item, result);
        }
        clear(item);
    }
    if (window->late != NULL) {
        drop(window->late);
    }
}

static void free_items(struct window *window)
{
    struct window_item *before;
    for (struct window_item *item = window->items; item != NULL;
         item = before) {
        before = item->made;
        free(item);
    }
    window->items = window->spare = NULL;
}

bool window_run(struct window *window)
{
    struct ddds_error error;
    uint64_t opened = read_clock();
    bool has_progress = progress_begin(window->progress, window->total);
    window->many_options.size = sizeof window->many_options;
    window->many =
        ddds_many_new(window->database, &window->many_options, &error);
    if (window->many == NULL) {
        complain("%s", error.detail);
        return false;
    }
    interrupt_begin();
    if (window->keeps_lines) {
        lines_keep(stdout);
    }
    move(window, has_progress, opened);
    empty(window);
    lines_end();
    progress_end((struct progress_line){window->shown, window->total,
                                        window->in_progress,
                                        read_clock() - opened});
    free_items(window);
    ddds_many_free(window->many);
    window->many = NULL;
    return true;
}

void window_die(const struct window *window)
{
    if (interrupt_came()) {
        complain("interrupted: %llu done, %zu in progress",
                 (unsigned long long)window->shown, window->in_progress);
    }
    interrupt_end();
}
