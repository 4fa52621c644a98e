/* A file that is written completely or not at all.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PRINT_OUTPUT_FILE_H
#define PRINT_OUTPUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

struct output_file {
    FILE *file; /* to write to */

    /* Its own. */
    const char *name; /* NULL: standard output */
    char *path;       /* where the file will be */
    char *temporary;  /* what is written until then, or NULL */
    bool is_unnamed;  /* until then it has no name; else NULL: |path| itself */
};

/* Begin to write the file called |name|, or standard output if that is NULL. A
 * regular file is replaced when it is committed, and keeps its owner and its
 * mode, without the bits to run it as another user; it is an error (EPERM) if
 * the owner cannot be kept. Anything else, such as a terminal, is written at
 * once, and so is the file that standard output or standard error is, which
 * others have open. Returns 0, or an errno. End with one of the next two. */
int output_file_open(struct output_file *output, const char *name);

/* Put the file in its place. Returns 0, or an errno: then nothing is
 * changed. */
int output_file_commit(struct output_file *output);

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
