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
    struct source *next; /* for whoever keeps several */
    char *name;
    const char *text;
    size_t length;
    size_t most;    /* octets that it may have */
    char *own_text; /* |text|, if it dies with the source, or NULL */
    dev_t device;   /* of a file: which one it is */
    ino_t inode;

    /* |text| is a window over a file; otherwise |has_more| is false. */
    bool has_more;   /* lines follow those in |text| */
    size_t octets;   /* of the whole file */
    size_t room;     /* at |own_text| */
    size_t held;     /* of them in use: |length|, and the begin of a line */
    off_t next_read; /* in the file */
    int descriptor;  /* -1: none */
};

/* Read |path|, a file, a pipe or a device of |most| octets, to its end. Fails
 * with DDDS_UNREADABLE, DDDS_LIMIT, DDDS_NO_MEMORY, or DDDS_SYNTAX if it is
 * not text: it holds a NUL, or begins with a byte order mark. */
ddds_status ddds_source_open(const char *path, size_t most,
                             struct source **source, struct ddds_error *error);

/* The same, but |path| must be a regular file: devices have no end, and pipes
 * may never have one. Fails with DDDS_UNREADABLE if it is not. */
ddds_status ddds_source_open_regular(const char *path, size_t most,
                                     struct source **source,
                                     struct ddds_error *error);

/* Open |path| as ddds_source_open does, but if it is much longer than |window|
 * octets, |text| is a window over it: whole lines, the first ones at first.
 * What is not text is then found when it is reached. */
ddds_status ddds_source_open_window(const char *path, size_t most,
                                    size_t window, struct source **source,
                                    struct ddds_error *error);

/* Return to the first lines of |source|, which may have a window. Fails like
 * ddds_source_open. */
ddds_status ddds_source_rewind(struct source *source, struct ddds_error *error);

/* Move the window on: the last |kept| octets of |text|, which begin with line
 * |line|, and at least one more line are its text from now on. |has_more| must
 * be true. Fails like ddds_source_open. */
ddds_status ddds_source_next(struct source *source, size_t kept, uint32_t line,
                             struct ddds_error *error);

/* Make a source of |length| octets at |text|, which must outlive it. Fails with
 * DDDS_LIMIT or DDDS_SYNTAX, as for a file. */
ddds_status ddds_source_over(const char *name, const char *text, size_t length,
                             size_t most, struct source **source,
                             struct ddds_error *error);

/* Free |source|, which may be NULL. */
void ddds_source_free(struct source *source);

#endif
