/* Threads that work on the inputs of a window, each with a window and a database
 * of its own.
 *
 * A thread takes a chunk of the inputs at a time, resolves them, and prints the
 * results to memory. Chunks are shown in the order in which they were taken, by
 * whichever thread has the next one. So no item changes hands, unless its result
 * is more than text: then it is shown when it is its turn, and given back.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_CREW_H
#define BATCH_CREW_H

#include <stdbool.h>
#include <stddef.h>

#include "batch/window.h"

/* A crew for |window|, whose settings it copies: |work| runs the window of a
 * thread, and |show| shows an item. NULL without memory or descriptors; errno says
 * which. Free it with crew_free. */
struct crew *crew_new(struct window *window,
                      void (*work)(struct window *window),
                      void (*show)(struct window_item *item));
void crew_free(struct crew *crew);

/* The windows of the threads. */
size_t crew_size(const struct crew *crew);
struct window *crew_window(struct crew *crew, size_t index);

/* ---- For the thread that runs the whole -------------------------------------- */

/* Start the threads, or as many of them as there can be. False without any: that
 * has been reported. */
bool crew_start(struct crew *crew);

/* Wait for |milliseconds| at most, and take over how far the threads have come.
 * False if they are done. Returns early on a signal. */
bool crew_watch(struct crew *crew, int milliseconds);

/* End all threads, also those that wait for answers or inputs. What is done has
 * then been shown. */
void crew_end(struct crew *crew);

/* Show no more. May be called by any thread. */
void crew_stop(struct crew *crew);

/* ---- For a thread ------------------------------------------------------------- */

/* What came of taking an item. */
enum taken { TAKEN, TAKEN_LATER, TAKEN_ALL };

/* Take the next input to |item|. TAKEN_LATER: the input has not come yet, or others
 * must be done before it; crew_wait waits for that. TAKEN_ALL: the inputs have
 * ended. */
enum taken crew_take(struct crew_worker *worker, struct window_item *item);

/* Show |item|, which is the next one of the window. True if it has been printed and
 * is the caller's again; otherwise crew_collect returns it later. */
bool crew_show(struct crew_worker *worker, struct window_item *item);

/* The items that have been shown since, joined by |next|; NULL: none. */
struct window_item *crew_collect(struct crew_worker *worker);

/* Pass on what is done. If nothing is in progress, wait until there is something
 * to do. */
void crew_wait(struct crew_worker *worker);

/* Is the thread to end, whatever is left to do? */
bool crew_is_over(const struct crew_worker *worker);

/* Is this the first thread that has no more time? */
bool crew_is_first_late(struct crew_worker *worker);

#endif
