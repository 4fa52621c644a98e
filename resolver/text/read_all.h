/* A file as one text.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEXT_READ_ALL_H
#define TEXT_READ_ALL_H

#include <stddef.h>
#include <stdio.h>

/* Read |file|, which may be a pipe, to its end. Returns its |*length| octets
 * and a NUL, to be freed; NULL with errno if it cannot be read, EFBIG if it has
 * more than |most| octets. */
char *read_all(FILE *file, size_t most, size_t *length);

/* The same, and close |file|. NULL, with errno as it is, if |file| is NULL. */
char *read_and_close(FILE *file, size_t most, size_t *length);

#endif
