/* Many things at once: a window of items moves over what there is to do.
 *
 * What is done with an item is its owner's business; when it is begun, in which
 * order what came of it is shown, and what an interrupt or the end of the time
 * leaves of it, is the same for all commands and stands here. Memory is that of
 * the window, however much there is to do.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_WINDOW_H
#define BATCH_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ddds/database.h>

struct window;

enum item_state { ITEM_SPARE, ITEM_UNDER_WAY, ITEM_DONE };

/* The first member of every item. */
struct window_item {
    struct window_item *next;
    struct window *window;
    enum item_state state;
};

struct window {
    ddds_database *database; /* whose answers are waited for */
    size_t width;            /* items under way at a time */
    size_t item_size;
    bool is_unordered;    /* shown as they are done, not as they were taken */
    uint64_t last_moment; /* no item is begun after it, in monotonic
                             milliseconds; 0: there is none */
    uint64_t total;       /* how many items there will be; 0: not known */

    /* Take the next item; false at the end. */
    bool (*take)(void *context, struct window_item *item);

    /* Is there something to take, or an end to see, without waiting? NULL: yes.
     */
    bool (*is_ready)(void *context);

    /* Begin it. window_finish is called when it is done, before or after this
     * returns. */
    void (*start)(void *context, struct window_item *item);

    /* Show what came of it. */
    void (*show)(void *context, struct window_item *item);

    /* Let go of it, shown or not, done or not. */
    void (*clear)(void *context, struct window_item *item);
    void *context;

    /* What came of the whole. */
    uint64_t taken;
    uint64_t shown;
    size_t under_way;
    bool is_cut_short; /* by the last moment; that has been reported */

    /* The window's own. */
    char *items;
    struct window_item *spare;
    struct window_item *first; /* of those to be shown, in the order to do so */
    struct window_item **last;
    bool has_ended; /* no more items are taken */
    bool is_stopped;
};

/* Run all of it. SIGINT and SIGTERM end it early: what is done has then been
 * shown, in order, and interrupt_came() says so. False without memory: that has
 * been reported. */
bool window_run(struct window *window);

/* |item| is done. */
void window_finish(struct window_item *item);

/* Take no more items, and show none of those that are taken. May be called
 * while one is shown. */
void window_stop(struct window *window);

/* What is left of |most| milliseconds, for an item that begins now, until the
 * last moment; 0, which stands for no limit, stays so if there is none. */
unsigned window_time(const struct window *window, unsigned most);

/* After an interrupt, say how far |window| came, and die of the signal; without
 * one, do nothing. */
void window_die(const struct window *window);

#endif
