/* Whose turn it is to be shown: chunks of inputs, in the order in which they were
 * taken, or pieces of them as they come.
 *
 * All functions but turns_flush are called with the lock held.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_TURNS_H
#define BATCH_TURNS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "batch/pieces.h"
#include "batch/window.h"

struct crew_chunk {
    struct crew_chunk *next;
    struct crew_chunk **link; /* that points to it */
    struct piece_list pieces;
    size_t lines;
    size_t left;  /* items that were taken and not passed on; of its thread */
    bool is_read; /* no more items are taken from it; of its thread */
    bool is_complete;
};

struct turns {
    /* To be set. */
    pthread_mutex_t *lock;
    void (*show)(struct window_item *item);
    bool is_unordered;
    atomic_bool is_over; /* no more is shown; read without the lock, too */

    struct crew_chunk *first;
    struct crew_chunk **last;
    size_t chunks; /* that have not had their turn */
    size_t lines;  /* of these */
    struct piece_list ready;
    size_t octets; /* that wait to be shown */
    bool is_showing;
    uint64_t shown;     /* items */
    atomic_int failure; /* why standard output cannot be written, or 0 */
};

void turns_open(struct turns *turns);

/* The chunks that are left have had their turn. */
void turns_close(struct turns *turns);

/* Append |chunk|, of |lines|, which is |turns|'s then. */
void turns_add(struct turns *turns, struct crew_chunk *chunk, size_t lines);

/* What was composed and sealed, if anything, belongs to |chunk|. */
void turns_pass(struct turns *turns, struct crew_chunk *chunk,
                struct composer *composer);

/* Nothing more belongs to |chunk|, which is freed in its turn. */
void turns_complete(struct turns *turns, struct crew_chunk *chunk);

/* Show what has its turn, unless another thread does. The lock is not held
 * meanwhile. Items that are shown are then among those that were |returned| to
 * their windows. */
void turns_show(struct turns *turns);

/* Pass on what standard output keeps. May be called without the lock. */
void turns_flush(struct turns *turns);

/* Has all been shown? */
bool turns_are_done(const struct turns *turns);

#endif
