/* Replace files atomically.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PRINT_REPLACE_FILE_H
#define PRINT_REPLACE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/span.h>

/* Read the regular file |path|. Return |*length| octets and NUL, to be freed;
 * NULL with errno on failure. */
char *read_whole_file(const char *path, size_t *length);

/* Write |length| octets of |text| to the file |path|, completely or not at all,
 * as output_file.h describes. With |before|, the file must exist and have these
 * contents; if |before| is NULL, it may be missing. On failure return false,
 * with a message in |why| and the file unchanged. */
bool replace_file(const char *path, const struct ddds_span *before,
                  const char *text, size_t length, char *why, size_t size);

#endif
