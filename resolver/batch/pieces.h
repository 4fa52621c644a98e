/* What a thread prints, kept until it is its turn: pieces of text, and items that
 * are to be shown behind them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BATCH_PIECES_H
#define BATCH_PIECES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "batch/window.h"

struct piece {
    struct piece *next;
    char *text; /* of |count| items */
    size_t length;
    uint64_t count;
    struct window_item *first; /* of the items behind it, joined by |next| */
    struct window_item **last;
};

struct piece_list {
    struct piece *first;
    struct piece **last;
};

void piece_list_clear(struct piece_list *list);

/* Move all of |from| to the end of |to|. */
void piece_list_move(struct piece_list *from, struct piece_list *to);

/* Free |piece|, but not its items. */
void piece_free(struct piece *piece);

/* Being composed, by one thread. */
struct composer {
    FILE *out; /* what is printed here becomes text */
    char *text;
    size_t length;
    size_t size;
    uint64_t count; /* items whose text it is */
    struct piece_list pieces;
    struct piece *latest; /* of the pieces; NULL: there are none */
    size_t octets;        /* of their text */
};

/* |keeps_lines|: what is printed by this thread is made of lines: lines_keep. End
 * it with composer_close. Without memory the tool ends. */
void composer_open(struct composer *composer, bool keeps_lines);
void composer_close(struct composer *composer);

/* Is there anything, sealed or not? */
bool composer_has_any(const struct composer *composer);

/* Append |item|, to be shown behind all that was printed. */
void composer_add(struct composer *composer, struct window_item *item);

/* Make what was printed since the last item a piece. */
void composer_seal(struct composer *composer);

/* Move what was composed and sealed to the end of |to|. Returns the octets of its
 * text. */
size_t composer_move(struct composer *composer, struct piece_list *to);

#endif
