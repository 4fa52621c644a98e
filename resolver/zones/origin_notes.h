/* Origins that were guessed from the names of files: one note tells them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef ZONES_ORIGIN_NOTES_H
#define ZONES_ORIGIN_NOTES_H

#include <stddef.h>

#include <ddds/record.h>

struct origin_notes {
    const char *path; /* of the file that is being read */
    size_t count;
    char first_path[200];
    char first_origin[DDDS_NAME_SIZE];
};

/* Take an origin that was assumed for |path| (ddds_origin_fn); |context| is a
 * struct origin_notes. */
void origin_notes_take(void *context, const char *origin);

/* Report the origins on standard error, if there are any. */
void origin_notes_print(const struct origin_notes *notes);

#endif
