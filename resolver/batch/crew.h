/* Threads that work on the items of a window, each with a database of its own.
 *
 * The window's own thread takes inputs and shows results; it gives items to the
 * crew, and gets them back when they are done. An item belongs to one thread at
 * a time.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_CREW_H
#define BATCH_CREW_H

#include "batch/window.h"

/* Start |window->thread_count| threads, or as many of them as there can be. NULL
 * without any: errno says why. Free it with crew_free. */
struct crew *crew_new(struct window *window);

/* Give |item| to the crew with the next crew_send. */
void crew_give(struct crew *crew, struct window_item *item);
void crew_send(struct crew *crew);

/* Wait until items are done, a signal arrives, or a second has passed. */
void crew_wait(struct crew *crew);

/* The items that are done, joined by |link|; NULL: none. They are the caller's
 * again. */
struct window_item *crew_take(struct crew *crew);

/* |item| is done; called by the thread that works on it. */
void crew_finish(struct window_item *item);

/* End all threads, also those that wait for answers. All items are then the
 * caller's; crew_take still returns those that are done. */
void crew_end(struct crew *crew);

void crew_free(struct crew *crew);

#endif
