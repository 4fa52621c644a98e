/* Replaced regions of texts.
 *
 * SPDX-License-Identifier: MIT */
#include "check/correct/edits.h"

#include <stdlib.h>
#include <string.h>

#include "check/correct/merge.h"

/* ---- Search ------------------------------------------------------------- */

struct edit_cursor ddds_edits_search(const struct edits *edits, size_t file,
                                     const struct ddds_check_contents *now)
{
    size_t next = 0;
    while (next < edits->count && edits->items[next].file < file) {
        next++;
    }
    return (struct edit_cursor){
        .edits = edits, .now = now, .at = now->text, .line = 1, .next = next};
}

/* Return the position of |line| and |column|, from 1, starting at the line
 * |*at| with the number |*number|, which both advance to that line; NULL beyond
 * the end of the text. */
static const char *go_to(const struct ddds_check_contents *now, const char **at,
                         uint32_t *number, uint32_t line, uint32_t column)
{
    const char *end = now->text + now->length;
    while (*number < line && *at < end) {
        const char *feed = memchr(*at, '\n', (size_t)(end - *at));
        *at = feed != NULL ? feed + 1 : end;
        ++*number;
    }
    return *number == line && column >= 1 && (size_t)(end - *at) + 1 >= column
               ? *at + column - 1
               : NULL;
}

/* Return the edit that overlaps the octets from |begin| to |end| of the edited
 * file; NULL: none. */
static const struct edit *find_covered(struct edit_cursor *cursor, size_t file,
                                       size_t begin, size_t end)
{
    const struct edits *edits = cursor->edits;
    while (cursor->next < edits->count) {
        const struct edit *edit = &edits->items[cursor->next];
        size_t first = edit->begin + (size_t)cursor->longer;
        if (edit->file != file || first >= end) {
            return NULL;
        }
        if (first + edit->length > begin) {
            return edit;
        }
        cursor->longer += (ptrdiff_t)edit->length - (ptrdiff_t)edit->count;
        cursor->next++;
    }
    return NULL;
}

/* Merge the parts of |old| before and after |edit|, which overlaps it, into
 * |edit|. Both are relative to |first|, the start of |old|'s text in the edited
 * file. */
static bool join(struct edit *edit, const struct edit *old, size_t first,
                 struct arena *arena)
{
    size_t end = edit->begin + edit->count;
    size_t old_end = first + old->length;
    size_t before = edit->begin > first ? edit->begin - first : 0;
    size_t after = old_end > end ? old_end - end : 0;
    size_t earlier = first > edit->begin ? first - edit->begin : 0;
    size_t later = end > old_end ? end - old_end : 0;
    char *text = ddds_arena_array(arena, before + edit->length + after + 1, 1);
    if (text == NULL) {
        return false;
    }
    memcpy(text, old->text, before);
    memcpy(text + before, edit->text, edit->length);
    memcpy(text + before + edit->length, old->text + old->length - after,
           after);
    edit->text = text;
    edit->length += before + after;
    edit->begin = old->begin - earlier;
    edit->count = earlier + old->count + later;
    return true;
}

bool ddds_edits_make(struct edit_cursor *cursor,
                     const struct ddds_region *region, const char *fix,
                     bool respells, struct arena *arena, struct edit *edit,
                     size_t *replaced)
{
    const struct ddds_check_contents *now = cursor->now;
    const char *begin =
        go_to(now, &cursor->at, &cursor->line, region->line, region->column);
    const char *at = cursor->at;
    uint32_t line = cursor->line;
    const char *end =
        go_to(now, &at, &line, region->end_line, region->end_column);
    *replaced = SIZE_MAX;
    if (begin == NULL || end == NULL || end < begin) {
        return false;
    }
    edit->begin = (size_t)(begin - now->text);
    edit->count = (size_t)(end - begin);
    edit->text = ddds_merge_record(begin, edit->count, fix, respells, arena);
    if (edit->text == NULL) {
        return false;
    }
    edit->length = strlen(edit->text);
    const struct edit *old = find_covered(cursor, edit->file, edit->begin,
                                          edit->begin + edit->count);
    if (old == NULL) {
        edit->begin -= (size_t)cursor->longer;
        return true;
    }
    const struct edit *next = old + 1;
    size_t first = old->begin + (size_t)cursor->longer;
    *replaced = cursor->next;
    return join(edit, old, first, arena) &&
           (*replaced + 1 == cursor->edits->count || next->file != edit->file ||
            next->begin >= edit->begin + edit->count);
}

/* ---- Applying ----------------------------------------------------------- */

static int compare_edits(const void *one, const void *other)
{
    const struct edit *a = one;
    const struct edit *b = other;
    if (a->file != b->file) {
        return a->file < b->file ? -1 : 1;
    }
    return (a->begin > b->begin) - (a->begin < b->begin);
}

void ddds_edits_sort(struct edits *edits)
{
    if (edits->count > 0) {
        qsort(edits->items, edits->count, sizeof *edits->items, compare_edits);
    }
}

static char *copy(char *to, const char *from, size_t length)
{
    memcpy(to, from, length);
    return to + length;
}

char *ddds_edits_apply(const struct edits *edits, size_t file,
                       const struct ddds_check_contents *original,
                       size_t *length)
{
    size_t size = original->length + 1;
    for (size_t i = 0; i < edits->count; i++) {
        size += edits->items[i].file == file ? edits->items[i].length : 0;
    }
    char *text = malloc(size);
    char *to = text;
    size_t from = 0;
    for (size_t i = 0; text != NULL && i < edits->count; i++) {
        const struct edit *edit = &edits->items[i];
        if (edit->file == file) {
            to = copy(to, original->text + from, edit->begin - from);
            to = copy(to, edit->text, edit->length);
            from = edit->begin + edit->count;
        }
    }
    if (text != NULL) {
        to = copy(to, original->text + from, original->length - from);
        *to = '\0';
        *length = (size_t)(to - text);
    }
    return text;
}
