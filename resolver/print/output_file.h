/* A file that is written completely or not at all.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PRINT_OUTPUT_FILE_H
#define PRINT_OUTPUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

/* Failures are numbers of errno, those of access.h, and this. */
enum { OUTPUT_HAS_LINKS = -3 };

struct output_file {
    FILE *file; /* to write to */

    /* Its own. */
    const char *name; /* NULL: standard output */
    char *path;       /* where the file will be */
    char *temporary;  /* what is written until then, or NULL */
    bool is_unnamed;  /* until then it has no name; else NULL: |path| itself */
};

/* Begin to write the file called |name|, or standard output if that is NULL. A
 * regular file is replaced when it is committed, and keeps its owner, mode,
 * access control list and attributes as access.h says; if it cannot, or has
 * several hard links, it is not replaced. Anything else, such as a terminal, is written at
 * once, and so is the file that standard output or standard error is, which
 * others have open. Returns 0, or a failure; then the file is as it was. End with
 * commit or abandon. */
int output_file_open(struct output_file *output, const char *name);

/* Put the file in its place. Returns 0, or a failure: then nothing is
 * changed. */
int output_file_commit(struct output_file *output);

/* Return the words for a failure. Static storage, or that of strerror(). */
const char *output_file_why(int failure);

/* Remove what was written. */
void output_file_abandon(struct output_file *output);

/* Go to the beginning of |file|, a temporary file, to read or write it again;
 * false, with errno, if what was written to it is not all there. */
bool output_rewind(FILE *file);

/* Copy all that was written to |from|, a temporary file, to |out|. Returns
 * false if that is not all there; failures of |out| are left to those who end
 * it. */
bool output_copy(FILE *from, FILE *out);

#endif
