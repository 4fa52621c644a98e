/* Read files to the end.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEXT_READ_ALL_H
#define TEXT_READ_ALL_H

#include <stddef.h>
#include <stdio.h>

/* Read |file|, which may be a pipe, to its end. Return |*length| octets and
 * NUL, to be freed. On failure return NULL and set errno; EFBIG: the file has
 * more than |most| octets. */
char *read_all(FILE *file, size_t most, size_t *length);

/* The same, then close |file|. If |file| is NULL, return NULL. */
char *read_and_close(FILE *file, size_t most, size_t *length);

#endif
