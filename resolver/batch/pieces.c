/* The text grows in memory; a piece takes it over.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* fopencookie */
#include "batch/pieces.h"

#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "text/line.h"
#include "text/memory.h"

/* ---- Lists --------------------------------------------------------------- */

void piece_list_clear(struct piece_list *list)
{
    *list = (struct piece_list){.last = &list->first};
}

void piece_list_move(struct piece_list *from, struct piece_list *to)
{
    if (from->first != NULL) {
        *to->last = from->first;
        to->last = from->last;
        piece_list_clear(from);
    }
}

void piece_free(struct piece *piece)
{
    free(piece->text);
    free(piece);
}

/* ---- Text ---------------------------------------------------------------- */

/* Make room for |count| octets more. */
static void widen(struct composer *composer, size_t count)
{
    enum { FIRST_SIZE = 16384 };
    size_t size = composer->size > 0 ? composer->size : FIRST_SIZE;
    while (size - composer->length < count) {
        size *= 2;
    }
    char *larger = realloc(composer->text, size);
    if (larger == NULL) {
        memory_fail();
    }
    composer->text = larger;
    composer->size = size;
}

static ssize_t append(void *cookie, const char *octets, size_t count)
{
    struct composer *composer = cookie;
    if (composer->size - composer->length < count) {
        widen(composer, count);
    }
    memcpy(composer->text + composer->length, octets, count);
    composer->length += count;
    return (ssize_t)count;
}

void composer_open(struct composer *composer, bool keeps_lines)
{
    static const cookie_io_functions_t functions = {.write = append};
    *composer = (struct composer){
        .out = fopencookie(composer, "w", functions),
    };
    if (composer->out == NULL) {
        memory_fail();
    }
    __fsetlocking(composer->out, FSETLOCKING_BYCALLER); /* one thread's */
    piece_list_clear(&composer->pieces);
    if (keeps_lines) {
        lines_keep(composer->out);
    }
}

void composer_close(struct composer *composer)
{
    lines_end();
    fclose(composer->out);
    free(composer->text);
}

/* ---- Pieces ---------------------------------------------------------------- */

bool composer_has_any(const struct composer *composer)
{
    return composer->count > 0 || composer->pieces.first != NULL;
}

static void add_piece(struct composer *composer)
{
    struct piece *piece = malloc(sizeof *piece);
    if (piece == NULL) {
        memory_fail();
    }
    *piece = (struct piece){.last = &piece->first};
    *composer->pieces.last = piece;
    composer->pieces.last = &piece->next;
    composer->latest = piece;
}

void composer_seal(struct composer *composer)
{
    if (composer->count == 0) {
        return;
    }
    lines_send();
    fflush(composer->out);
    add_piece(composer);
    composer->latest->text = composer->text;
    composer->latest->length = composer->length;
    composer->latest->count = composer->count;
    composer->octets += composer->length;
    composer->text = NULL;
    composer->length = 0;
    composer->size = 0;
    composer->count = 0;
}

void composer_add(struct composer *composer, struct window_item *item)
{
    composer_seal(composer);
    if (composer->latest == NULL) {
        add_piece(composer);
    }
    item->next = NULL;
    *composer->latest->last = item;
    composer->latest->last = &item->next;
}

size_t composer_move(struct composer *composer, struct piece_list *to)
{
    size_t octets = composer->octets;
    piece_list_move(&composer->pieces, to);
    composer->latest = NULL;
    composer->octets = 0;
    return octets;
}
