/* Pieces move from the first chunk to those that are ready, until it is complete.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/turns.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

void turns_open(struct turns *turns)
{
    turns->last = &turns->first;
    piece_list_clear(&turns->ready);
}

void turns_add(struct turns *turns, struct crew_chunk *chunk, size_t lines)
{
    *chunk = (struct crew_chunk){.lines = lines};
    piece_list_clear(&chunk->pieces);
    chunk->link = turns->last;
    *turns->last = chunk;
    turns->last = &chunk->next;
    turns->chunks++;
    turns->lines += lines;
}

void turns_pass(struct turns *turns, struct crew_chunk *chunk,
                struct composer *composer)
{
    if (composer->latest != NULL) {
        turns->octets += composer_move(
            composer, turns->is_unordered ? &turns->ready : &chunk->pieces);
    }
}

static void leave(struct turns *turns, struct crew_chunk *chunk)
{
    *chunk->link = chunk->next;
    if (chunk->next != NULL) {
        chunk->next->link = chunk->link;
    } else {
        turns->last = chunk->link;
    }
    turns->chunks--;
    turns->lines -= chunk->lines;
    free(chunk);
}

void turns_complete(struct turns *turns, struct crew_chunk *chunk)
{
    chunk->is_complete = true;
    if (turns->is_unordered) {
        leave(turns, chunk);
    }
}

/* Find what is ready, in the order of the chunks; of those that are not complete,
 * only if |is_end|. */
static void advance(struct turns *turns, bool is_end)
{
    struct crew_chunk *chunk;
    while ((is_end || !turns->is_unordered) && (chunk = turns->first) != NULL) {
        piece_list_move(&chunk->pieces, &turns->ready);
        if (!chunk->is_complete && !is_end) {
            return;
        }
        leave(turns, chunk);
    }
}

/* Standard output has failed, for the reason in errno, which each thread has for
 * itself. */
static void note_failure(struct turns *turns)
{
    int none = 0;
    (void)atomic_compare_exchange_strong(&turns->failure, &none, errno);
    atomic_store(&turns->is_over, true);
}

void turns_flush(struct turns *turns)
{
    if (fflush(stdout) != 0) {
        note_failure(turns);
    }
}

/* Show |piece|, without the lock; how many items it was. */
static uint64_t show_piece(struct turns *turns, const struct piece *piece)
{
    uint64_t count = 0;
    if (piece->count > 0 && !atomic_load(&turns->is_over)) {
        fwrite(piece->text, 1, piece->length, stdout);
        count = piece->count;
    }
    for (struct window_item *item = piece->first;
         item != NULL && !atomic_load(&turns->is_over); item = item->next) {
        count += item->state == ITEM_DONE ? 1 : 0;
        turns->show(item);
    }
    if (ferror(stdout) != 0) {
        note_failure(turns);
    }
    return count;
}

/* The items of |piece| are those of the threads that took them again. */
static void give_back(const struct piece *piece)
{
    struct window_item *next;
    for (struct window_item *item = piece->first; item != NULL; item = next) {
        next = item->next;
        item->next = item->window->returned;
        item->window->returned = item;
    }
}

static void show_ready(struct turns *turns)
{
    struct piece *piece;
    while ((piece = turns->ready.first) != NULL) {
        turns->ready.first = piece->next;
        if (piece->next == NULL) {
            turns->ready.last = &turns->ready.first;
        }
        pthread_mutex_unlock(turns->lock);
        uint64_t count = show_piece(turns, piece);
        pthread_mutex_lock(turns->lock);
        turns->shown += count;
        turns->octets -= piece->length;
        give_back(piece);
        piece_free(piece);
    }
}

void turns_show(struct turns *turns)
{
    advance(turns, false);
    if (!turns->is_showing) {
        turns->is_showing = true;
        show_ready(turns);
        turns->is_showing = false;
    }
}

void turns_close(struct turns *turns)
{
    advance(turns, true);
    show_ready(turns);
}

bool turns_are_done(const struct turns *turns)
{
    return turns->chunks == 0 && turns->ready.first == NULL &&
           !turns->is_showing;
}
