/* Replace a file, all or nothing.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PRINT_REPLACE_FILE_H
#define PRINT_REPLACE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/span.h>

/* Read all of the regular file |path|, with a NUL after it that does not
 * count. Free it with free(). NULL on failure, with errno. */
char *read_whole_file(const char *path, size_t *length);

/* Write |length| octets at |text| to the file |path|, all or nothing: to a new
 * file in the same directory, which takes the place of the old one as output_file.h
 * says. A symbolic link is followed. With |before|, the file must
 * exist and hold that; if it is NULL, it may be missing. Returns false on failure:
 * |why| then has the reason, and the file is as it was. */
bool replace_file(const char *path, const struct ddds_span *before,
                  const char *text, size_t length, char *why, size_t size);

#endif
