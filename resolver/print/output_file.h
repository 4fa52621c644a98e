/* Files that are written completely or not at all.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PRINT_OUTPUT_FILE_H
#define PRINT_OUTPUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

/* Errors in addition to errno and those of access.h. */
enum { OUTPUT_HAS_LINKS = -3 };

struct output_file {
    FILE *file; /* for writing */

    /* Internal. */
    const char *name; /* NULL: standard output */
    char *path;       /* canonical path */
    char *temporary;  /* name of the temporary file, or NULL */
    bool is_unnamed;  /* the file has no name yet */
};

/* Open an output with the name |name|; NULL: standard output.
 *
 * A regular file is replaced by output_file_commit(), and keeps its owner,
 * mode, access control list and attributes (access.h). If that is impossible,
 * or if it has several hard links, the call fails. Other files, such as
 * terminals, are written directly; so is a file that is also standard output or
 * standard error. Return 0, or an error with the file unchanged. End with
 * commit or abandon. */
int output_file_open(struct output_file *output, const char *name);

/* Replace the file. Return 0, or an error with the file unchanged. */
int output_file_commit(struct output_file *output);

/* Return a message for an error, in static storage or that of strerror(). */
const char *output_file_why(int failure);

/* Discard the output. */
void output_file_abandon(struct output_file *output);

/* Rewind the temporary file |file|. False, with errno, if writing failed. */
bool output_rewind(FILE *file);

/* Copy the temporary file |from| to |out|. False if it is incomplete; write
 * errors of |out| are not checked. */
bool output_copy(FILE *from, FILE *out);

#endif
