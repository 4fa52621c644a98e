/* The text of a file, in memory.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
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

    /* |text| is a window over a file; otherwise |has_more| is false. */
    bool has_more;   /* lines follow those in |text| */
    size_t octets;   /* of the whole file */
    size_t room;     /* size of |own_text| */
    size_t held;     /* bytes used: |length| plus an incomplete last line */
    off_t next_read; /* in the file */
    int descriptor;  /* -1: none */
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

/* Like ddds_source_open, but if |path| is much longer than |window| octets,
 * |text| is a sliding window of complete lines. Octets that are not text are
 * then reported when they are reached. */
ddds_status ddds_source_open_window(const char *path, size_t most,
                                    size_t window, struct source **source,
                                    struct ddds_error *error);

/* Return to the first lines of |source|, which may have a window. Fails like
 * ddds_source_open. */
ddds_status ddds_source_rewind(struct source *source, struct ddds_error *error);

/* Advance the window: keep the last |kept| octets of |text|, which start with
 * line |line|, and append at least a line. |has_more| must be true. Fails like
 * ddds_source_open. */
ddds_status ddds_source_next(struct source *source, size_t kept, uint32_t line,
                             struct ddds_error *error);

/* Create a source from |length| octets at |text|, which must outlive it. Fails
 * with DDDS_LIMIT or DDDS_SYNTAX, as for a file. */
ddds_status ddds_source_over(const char *name, const char *text, size_t length,
                             size_t most, struct source **source,
                             struct ddds_error *error);

/* Free |source|, which may be NULL. */
void ddds_source_free(struct source *source);

#endif
