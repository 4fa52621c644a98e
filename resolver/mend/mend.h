/* Corrections in files.
 *
 * SPDX-License-Identifier: MIT */
#ifndef MEND_MEND_H
#define MEND_MEND_H

#include <stdio.h>

#include <ddds/check.h>

#include "mend/change.h"

/* Return whether the user wants the correction of |finding|. */
typedef bool mend_filter(const void *user, const struct ddds_finding *finding);

/* Reads all files into |check|. Returns an exit status: what cannot be read has
 * been reported, unless |is_quiet|. */
typedef int mend_reader(void *context, ddds_check *check, bool is_quiet);

/* A file that may be changed. */
struct mend_file {
    const char *path; /* as the reader calls it */
    char *text;       /* as it was read, or NULL */
    struct changes changes;
    struct mended *made; /* one for each change */
};

/* A correction that was made. */
struct mended {
    uint32_t line; /* of the file as it was */
    const char *code;
};

/* Files that are being corrected. The caller sets the members up to |reader|
 * and its context; begin with mend_begin, end with mend_end. */
struct mend {
    const void *user;                   /* of |wants| */
    struct ddds_check_options checking; /* |contents|: as the files are now */
    struct mend_file *files;
    size_t file_count;
    mend_filter *wants;
    mend_reader *reader;
    void *context; /* of |reader| */

    struct ddds_check_contents *contents;
    int status;        /* of the last reading */
    bool is_read;      /* once */
    bool has_included; /* a correction in an included file was left out */
};

/* Read the files. Returns -1, or an exit status: the mistake has been
 * reported. */
int mend_begin(struct mend *mend);

/* Correct the texts (ddds_check_correct). Returns -1, or an exit status. */
int mend_run(struct mend *mend);

/* Write the changed files, and report each correction to standard error.
 * Returns -1, or an exit status. */
int mend_write(struct mend *mend);

/* Print all changes as a unified diff. Returns an exit status: EXIT_NOT_FOUND
 * if there are any. */
int mend_print_diff(const struct mend *mend, FILE *out);

/* Free what |mend| has, except |files| itself. */
void mend_end(struct mend *mend);

#endif
