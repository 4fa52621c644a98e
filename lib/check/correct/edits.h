/* Texts with some regions replaced.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_CORRECT_EDITS_H
#define CHECK_CORRECT_EDITS_H

#include <ddds/check.h>

#include "base/arena.h"

/* |text| in place of |count| octets of a file as it was. */
struct edit {
    size_t file;
    size_t begin;
    size_t count;
    const char *text;
    size_t length;                      /* of |text| */
    const struct ddds_check_code *code; /* the worst that it corrects */
    const char *owner;
};

/* Edits of several files, by file and place; no two overlap. */
struct edits {
    struct edit *items;
    size_t count;
};

/* Where a search in an edited file is: regions are searched in the order of
 * their lines. */
struct edit_cursor {
    const struct edits *edits;
    const struct ddds_check_contents *now; /* the edited file */
    const char *at;                        /* where |line| begins */
    uint32_t line;                         /* from 1 */
    size_t next;      /* the first edit that does not end before |at| */
    ptrdiff_t longer; /* the octets that those before it add */
};

/* Begin in |now|, the file |file| with |edits|. */
struct edit_cursor ddds_edits_search(const struct edits *edits, size_t file,
                                     const struct ddds_check_contents *now);

/* Make |edit| the one that replaces |region| with |fix|, merged with the record
 * there: also over an edit that was there before, of which |*replaced| receives
 * the place, or SIZE_MAX. Returns false if the region is not in the text, or
 * without memory. */
bool ddds_edits_make(struct edit_cursor *cursor,
                     const struct ddds_region *region, const char *fix,
                     bool respells, struct arena *arena, struct edit *edit,
                     size_t *replaced);

/* Sort |edits|. */
void ddds_edits_sort(struct edits *edits);

/* Return |original|, the file |file|, with |edits|. To be freed with free();
 * NULL without memory. */
char *ddds_edits_apply(const struct edits *edits, size_t file,
                       const struct ddds_check_contents *original,
                       size_t *length);

#endif
