/* The text of a file, in memory.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include <ddds/status.h>

struct source {
    struct source *next; /* link for the owner's list */
    char *name;
    const char *text;
    size_t length;
    size_t most;    /* maximum of octets */
    char *own_text; /* the owned |text|, or NULL */
    dev_t device;   /* identity of the file */
    ino_t inode;
};

/* Read |path|, a file, a pipe or a device of up to |most| octets, to its end.
 * Fails with DDDS_UNREADABLE, DDDS_LIMIT, DDDS_NO_MEMORY, or DDDS_SYNTAX if it
 * is not text: it contains a NUL, or starts with a byte order mark. */
ddds_status ddds_source_open(const char *path, size_t most,
                             struct source **source, struct ddds_error *error);

/* Likewise, but |path| must be a regular file, because devices and pipes may
 * not end. Fails with DDDS_UNREADABLE if it is not. */
ddds_status ddds_source_open_regular(const char *path, size_t most,
                                     struct source **source,
                                     struct ddds_error *error);

/* Create a source from |length| octets at |text|, which must outlive it. Fails
 * with DDDS_LIMIT or DDDS_SYNTAX, as for a file. */
ddds_status ddds_source_over(const char *name, const char *text, size_t length,
                             size_t most, struct source **source,
                             struct ddds_error *error);

/* Free |source|, which may be NULL. */
void ddds_source_free(struct source *source);

#endif
