/* Origins that were guessed from the names of files.
 *
 * SPDX-License-Identifier: MIT */
#include "zones/origin_notes.h"

#include <stdio.h>

#include "cli/complain.h"

void origin_notes_take(void *context, const char *origin)
{
    struct origin_notes *notes = context;
    if (notes->count++ == 0) {
        snprintf(notes->first_path, sizeof notes->first_path, "%s",
                 notes->path);
        snprintf(notes->first_origin, sizeof notes->first_origin, "%s", origin);
    }
}

void origin_notes_print(const struct origin_notes *notes)
{
    if (notes->count == 1) {
        complain("%s: there is no $ORIGIN; the file's name suggests %.253s; to "
                 "set another origin, write %s:NAME",
                 notes->first_path, notes->first_origin, notes->first_path);
    } else if (notes->count > 1) {
        complain("%zu files have no $ORIGIN; their names suggest it, as %.253s "
                 "for %s; to set another origin, write FILE:NAME",
                 notes->count, notes->first_origin, notes->first_path);
    }
}
