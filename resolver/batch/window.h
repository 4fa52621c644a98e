/* Many items in progress at the same time.
 *
 * The window decides when an item begins, in which order results are shown, and
 * what happens on an interrupt or at the end of the time. The command decides
 * what an item is. The number of items in progress bounds the memory.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_WINDOW_H
#define BATCH_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <ddds/database.h>

#include "batch/inputs.h"
#include "batch/progress.h"

struct window;
struct crew;
struct crew_worker;
struct crew_chunk;

enum item_state {
    ITEM_SPARE,
    ITEM_IN_PROGRESS,
    ITEM_LATE, /* taken when there was no more time */
    ITEM_DONE,
};

/* The first member of every item. */
struct window_item {
    struct window_item *next;
    struct window *window; /* of the thread that took it */
    enum item_state state;
    ddds_database *database;  /* to begin it with */
    struct crew_chunk *chunk; /* the crew's */
};

struct window {
    ddds_database *database; /* whose answers are waited for */
    /* More than one: so many threads call |take|, |start|, |render|, |clear| and
     * window_finish, each with a database and a window of its own. |show| and
     * |drop| are called by one thread at a time, in the same order as without
     * threads. */
    size_t thread_count;
    ddds_database *const *databases;
    struct inputs *inputs; /* that |take| reads, from the window of its item;
                              NULL: none, and one thread at a time takes */
    size_t width;          /* items in progress at a time */
    size_t item_size;
    bool is_unordered;    /* shown as they finish, not as they were taken */
    uint64_t last_moment; /* no item is begun after it, in monotonic
                             milliseconds; 0: there is none */
    uint64_t total;       /* how many items there will be; 0: not known */
    enum progress_mode progress;

    /* Take the next item; false at the end. */
    bool (*take)(void *context, struct window_item *item);

    /* Begin it. window_finish is called when it is done, before or after this
     * returns. */
    void (*start)(void *context, struct window_item *item);

    /* With threads: print to |out| what |show| would print of it. False if |show|
     * has to do more than that; nothing is then printed. NULL: it always has. */
    bool (*render)(void *context, struct window_item *item, FILE *out);
    bool keeps_lines; /* what is printed is made of lines: lines_keep */

    /* Show its result. */
    void (*show)(void *context, struct window_item *item);

    /* It was taken, but it will not be shown: there is no time for it, or an
     * interrupt came before it was done. NULL: nothing is to be done. */
    void (*drop)(void *context, struct window_item *item);

    /* Free what it holds, whether it was shown, or done, or not. */
    void (*clear)(void *context, struct window_item *item);

    /* Free what the item keeps for the next one in its place. NULL: nothing. */
    void (*release)(void *context, struct window_item *item);
    void *context;

    /* The outcome. */
    uint64_t shown;
    size_t in_progress;
    bool is_cut_short; /* by the last moment; that has been reported */

    /* The window's own. */
    struct window_item **items; /* all that were made so far */
    size_t item_count;
    size_t most_items;
    struct window_item *spare;
    struct window_item *first; /* of those to be shown, in the order to do so */
    struct window_item **last;
    struct crew *crew;            /* whose windows work for this one, or NULL */
    struct crew_worker *worker;   /* whose window this is, or NULL */
    struct window_item *returned; /* by other threads, which have shown them;
                                     guarded by the crew's lock */
    uint64_t flushed; /* when output was last flushed before waiting */
    bool has_ended;   /* no more items are taken */
    bool is_stopped;
};

/* Run until no item is left. SIGINT and SIGTERM end it early: finished items
 * have then been shown, in order, and interrupt_came() is true. False without
 * memory, which has been reported. */
bool window_run(struct window *window);

/* |item| is done. Called by the thread that took it. */
void window_finish(struct window_item *item);

/* Take no more items, and show none of those that are taken. May be called
 * while one is shown. */
void window_stop(struct window *window);

/* The time for an item that begins now: |most| milliseconds, or less if the last
 * moment comes before. 0 is no limit. */
unsigned window_time(const struct window *window, unsigned most);

/* After an interrupt, report how far |window| came, and end the process with the
 * signal. Without an interrupt, do nothing. */
void window_die(const struct window *window);

#endif
