/* The text of a master file, in memory.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_SOURCE_H
#define DB_SOURCE_H

#include <stddef.h>

#include <ddds/status.h>

struct source {
    struct source *next; /* for whoever keeps several */
    char *name;
    const char *text;
    size_t length;
    char *own_text; /* |text|, if it dies with the source, or NULL */
};

/* Read |path|, a file, a pipe or a device, to its end. Fails with
 * DDDS_UNREADABLE, DDDS_LIMIT, DDDS_NO_MEMORY, or DDDS_SYNTAX for what can be
 * no master file: one that holds a NUL, or begins with a byte order mark. */
ddds_status ddds_source_open(const char *path, struct source **source,
                             struct ddds_error *error);

/* The same for text that is there already and outlives the source. */
ddds_status ddds_source_over(const char *name, const char *text, size_t length,
                             struct source **source, struct ddds_error *error);

/* NULL is fine. */
void ddds_source_free(struct source *source);

#endif
