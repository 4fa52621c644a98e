/* Many items in progress at the same time: ddds_many, and what a tool does
 * around it.
 *
 * The window reads the inputs when there is room for them, shows results, and
 * ends on an interrupt or when the time is over. The command decides what an
 * item is. The number of items in flight bounds the memory.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_WINDOW_H
#define BATCH_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/many.h>

#include "batch/inputs.h"
#include "batch/progress_line.h"

struct window;

/* The first member of every item. */
struct window_item {
    struct window_item *next; /* of those that are spare */
    struct window_item *made; /* before it */
    struct window *window;
    ddds_many_place *place; /* that the item holds, or NULL */
    bool is_dropped;
};

struct window {
    ddds_database *database;
    struct ddds_many_options many_options; /* its size need not be set */
    struct inputs *inputs;                 /* that |take| reads; NULL: none */
    size_t item_size;
    uint64_t last_moment; /* no item is begun after it, in monotonic
                             milliseconds; 0: there is none */
    uint64_t total;       /* how many items there will be; 0: not known */
    enum progress_mode progress;
    bool keeps_lines; /* what is printed is made of lines: lines_keep */

    /* Take the next item; false at the end. */
    bool (*take)(void *context, struct window_item *item);

    /* Begin it: add an input to |many|, with the item as |own|; or call
     * window_hold, and window_release when it is done, before or after this
     * returns. */
    void (*start)(void *context, struct window_item *item);

    /* Show its result. */
    void (*show)(void *context, struct window_item *item,
                 const struct ddds_many_result *result);

    /* It was taken, but it will not be shown: there is no time for it, or an
     * interrupt came before it was done. NULL: nothing is to be done. */
    void (*drop)(void *context, struct window_item *item);

    /* Cancel it: its place is held, and will be released. NULL: no place is
     * held for long. */
    void (*cancel)(void *context, struct window_item *item);

    /* Free what it holds, whether it was shown or not. */
    void (*clear)(void *context, struct window_item *item);
    void *context;

    ddds_many *many; /* while the window runs */

    /* The outcome. */
    uint64_t shown;
    size_t in_progress; /* when it ended */
    bool is_cut_short;  /* by the last moment; that has been reported */

    /* The window's own. */
    struct window_item *items; /* the one that was made last */
    struct window_item *spare;
    struct window_item *late; /* taken when there was no more time, or NULL */
    uint64_t flushed;         /* when output was last flushed before waiting */
    bool has_ended;           /* no more items are taken */
    bool is_stopped;
};

/* Run until no item is left. SIGINT and SIGTERM end it early: finished items
 * have then been shown, in order, and interrupt_came() is true. False if the
 * options of resolutions are not valid: that has been reported. */
bool window_run(struct window *window);

/* Hold a place for the item, in the order of the items. */
void window_hold(struct window_item *item);

/* What the item holds its place for is done. */
void window_release(struct window_item *item);

/* Take no more items, and show none of those that are taken. May be called
 * while one is shown. */
void window_stop(struct window *window);

/* The time for an item that begins now: |most| milliseconds, or less if the
 * last moment comes before. 0 is no limit. */
unsigned window_time(const struct window *window, unsigned most);

/* After an interrupt, report how far |window| came, and end the process with
 * the signal. Without an interrupt, do nothing. */
void window_die(const struct window *window);

#endif
