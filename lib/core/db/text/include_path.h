/* The file that $INCLUDE names.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_TEXT_INCLUDE_PATH_H
#define DB_TEXT_INCLUDE_PATH_H

#include "db/text/reader.h"

/* Find the file that |token| names in |from|, a file of |file|, and write its
 * path into |*path|, to be freed with free(): the first that exists, in the
 * order of struct ddds_zone_options. Fails with DDDS_UNREADABLE, if none exists,
 * or DDDS_NO_MEMORY. */
ddds_status ddds_include_path(const struct zonefile *file, const char *from,
                              const struct token *token, char **path,
                              struct ddds_error *error);

#endif
