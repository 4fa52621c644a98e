/* Replaced regions of texts.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_CORRECT_EDITS_H
#define CHECK_CORRECT_EDITS_H

#include <ddds/check.h>

#include "base/arena.h"

/* |text| replaces |count| octets of the original file. */
struct edit {
    size_t file;
    size_t begin;
    size_t count;
    const char *text;
    size_t length;                      /* of |text| */
    const struct ddds_check_code *code; /* the worst that it corrects */
    const char *owner;
};

/* Edits of several files, sorted by file and position, without overlap. */
struct edits {
    struct edit *items;
    size_t count;
};

/* Position of a search in an edited file, in the order of lines. */
struct edit_cursor {
    const struct edits *edits;
    const struct ddds_check_contents *now; /* the edited file */
    const char *at;                        /* start of |line| */
    uint32_t line;                         /* from 1 */
    size_t next;      /* first edit that does not end before |at| */
    ptrdiff_t longer; /* octets added by the edits before it */
};

/* Start a search in |now|, the contents of |file| after |edits|. */
struct edit_cursor ddds_edits_search(const struct edits *edits, size_t file,
                                     const struct ddds_check_contents *now);

/* Set |edit| to the replacement of |region| by |fix|, merged with the record
 * there, even over an earlier edit, whose index is stored in |*replaced|;
 * otherwise SIZE_MAX. Return false if the region is not in the text, or without
 * memory. */
bool ddds_edits_make(struct edit_cursor *cursor,
                     const struct ddds_region *region, const char *fix,
                     bool respells, struct arena *arena, struct edit *edit,
                     size_t *replaced);

void ddds_edits_sort(struct edits *edits);

/* Return |original|, the file |file|, with |edits|; the caller frees it. NULL
 * without memory. */
char *ddds_edits_apply(const struct edits *edits, size_t file,
                       const struct ddds_check_contents *original,
                       size_t *length);

#endif
