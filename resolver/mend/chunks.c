/* A text in pieces.
 *
 * SPDX-License-Identifier: MIT */
#include "mend/chunks.h"

#include <stdlib.h>
#include <string.h>

/* The octets of the line at |at|, with its line feed. */
static size_t measure_line(const char *at, const char *end)
{
    const char *feed = memchr(at, '\n', (size_t)(end - at));
    return (size_t)((feed != NULL ? feed + 1 : end) - at);
}

static size_t count_lines(const char *text, size_t length)
{
    size_t count = 0;
    const char *end = text + length;
    for (; text < end; text += measure_line(text, end)) {
        count++;
    }
    return count;
}

bool chunks_begin(struct chunks *chunks, const char *original, size_t length)
{
    size_t lines = count_lines(original, length);
    const char *end = original + length;
    *chunks = (struct chunks){
        .original = original,
        .length = length,
        .items = calloc(lines + 1, sizeof *chunks->items),
    };
    for (const char *at = original; chunks->items != NULL && at < end;) {
        size_t octets = measure_line(at, end);
        chunks->items[chunks->count] = (struct chunk){
            .text = at,
            .length = octets,
            .lines = 1,
            .first = chunks->count,
            .count = 1,
        };
        chunks->count++;
        at += octets;
    }
    return chunks->items != NULL;
}

void chunks_clear(struct chunks *chunks)
{
    for (size_t i = 0; i < chunks->count; i++) {
        free(chunks->items[i].own);
    }
    free(chunks->items);
    *chunks = (struct chunks){.items = NULL};
}

/* Take over |own| as the text of |chunk|. */
static void set_text(struct chunk *chunk, char *own, size_t length)
{
    free(chunk->own);
    chunk->own = own;
    chunk->text = own;
    chunk->length = length;
    chunk->lines = count_lines(own, length);
}

bool chunks_copy(struct chunks *copy, const struct chunks *chunks)
{
    *copy = *chunks;
    copy->items = calloc(chunks->count + 1, sizeof *copy->items);
    copy->count = 0;
    if (copy->items == NULL) {
        return false;
    }
    for (size_t i = 0; i < chunks->count; i++) {
        struct chunk *item = &copy->items[i];
        *item = chunks->items[i];
        item->own = NULL;
        copy->count++;
        if (chunks->items[i].own != NULL) {
            char *own = malloc(item->length + 1);
            if (own == NULL) {
                return false;
            }
            memcpy(own, item->text, item->length);
            set_text(item, own, item->length);
        }
    }
    return true;
}

char *chunks_text(const struct chunks *chunks, size_t *length)
{
    size_t size = 1;
    for (size_t i = 0; i < chunks->count; i++) {
        size += chunks->items[i].length;
    }
    char *text = malloc(size);
    *length = 0;
    for (size_t i = 0; text != NULL && i < chunks->count; i++) {
        memcpy(text + *length, chunks->items[i].text, chunks->items[i].length);
        *length += chunks->items[i].length;
    }
    if (text != NULL) {
        text[*length] = '\0';
    }
    return text;
}

/* ---- Changing ------------------------------------------------------------- */

/* Go on to |line|, and return where its |column| is, both from 1; NULL if the
 * text ends before. */
static const char *go_to(struct line_place *place, uint32_t line,
                         uint32_t column)
{
    for (; place->line < line && place->at < place->end; place->line++) {
        place->at += measure_line(place->at, place->end);
    }
    return place->line == line && column >= 1 &&
                   (size_t)(place->end - place->at) + 1 >= column
               ? place->at + column - 1
               : NULL;
}

const char *find_region(struct line_place *place,
                        const struct ddds_region *region, size_t *count)
{
    const char *begin = go_to(place, region->line, region->column);
    struct line_place last = *place;
    const char *behind = go_to(&last, region->end_line, region->end_column);
    if (begin == NULL || behind == NULL || behind < begin) {
        return NULL;
    }
    *count = (size_t)(behind - begin);
    return begin;
}

/* Put |change|, whose lines count from 1 in |chunk|, into it. */
static bool change_chunk(struct chunk *chunk, const struct change *change)
{
    size_t gone;
    struct line_place place = {chunk->text, chunk->text + chunk->length, 1};
    const char *begin = find_region(&place, &change->region, &gone);
    if (begin == NULL) {
        return true;
    }
    size_t before = (size_t)(begin - chunk->text);
    size_t come = strlen(change->text);
    size_t behind = chunk->length - before - gone;
    char *own = malloc(before + come + behind + 1);
    if (own == NULL) {
        return false;
    }
    memcpy(own, chunk->text, before);
    memcpy(own + before, change->text, come);
    memcpy(own + before + come, begin + gone, behind);
    set_text(chunk, own, before + come + behind);
    return true;
}

/* Join |count| chunks at |from| into |to|. False without memory. */
static bool join(struct chunk *to, const struct chunk *from, size_t count)
{
    size_t length = 0;
    for (size_t i = 0; i < count; i++) {
        length += from[i].length;
    }
    char *own = malloc(length + 1);
    *to = (struct chunk){.first = from[0].first};
    if (own == NULL) {
        return false;
    }
    length = 0;
    for (size_t i = 0; i < count; i++) {
        memcpy(own + length, from[i].text, from[i].length);
        length += from[i].length;
        to->count += from[i].count;
    }
    set_text(to, own, length);
    return true;
}

/* How many chunks from |from| on hold lines up to |last|; |line| is the first of
 * them. */
static size_t count_covered(const struct chunk *from, size_t left, size_t line,
                            size_t last)
{
    size_t count = 0;
    while (count < left && line <= last) {
        line += from[count++].lines;
    }
    return count;
}

bool chunks_change(struct chunks *chunks, const struct change *changes,
                   size_t count)
{
    struct chunk *items = chunks->items;
    size_t line = 1;
    size_t out = 0;
    bool is_good = true;
    for (size_t i = 0; i < chunks->count;) {
        size_t end = line + items[i].lines;
        if (!is_good || count == 0 || changes->region.line >= end) {
            line = end;
            items[out++] = items[i++];
            continue;
        }
        struct change change = *changes;
        struct chunk joined;
        size_t covered = count_covered(&items[i], chunks->count - i, line,
                                       change.region.end_line);
        change.region.line -= (uint32_t)(line - 1);
        change.region.end_line -= (uint32_t)(line - 1);
        if (!join(&joined, &items[i], covered)) {
            is_good = false;
            continue;
        }
        for (size_t k = 0; k < covered; k++) {
            line += items[i + k].lines;
            free(items[i + k].own);
        }
        is_good = change_chunk(&joined, &change);
        items[out++] = joined;
        i += covered;
        changes++;
        count--;
    }
    chunks->count = out;
    return is_good;
}

bool chunks_differ(const struct chunks *chunks)
{
    const char *at = chunks->original;
    const char *end = at + chunks->length;
    for (size_t i = 0; i < chunks->count; i++) {
        const struct chunk *item = &chunks->items[i];
        if ((size_t)(end - at) < item->length ||
            memcmp(at, item->text, item->length) != 0) {
            return true;
        }
        at += item->length;
    }
    return at != end;
}
