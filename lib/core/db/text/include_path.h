/* Search for the file of an $INCLUDE.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_TEXT_INCLUDE_PATH_H
#define DB_TEXT_INCLUDE_PATH_H

#include "db/text/reader.h"

/* Find the file that |token| names in |from|, a file of |file|: the first that
 * exists, in the order of struct ddds_zone_options. The caller must free
 * |*path|. Fails with DDDS_UNREADABLE, if none exists, or DDDS_NO_MEMORY. */
ddds_status ddds_include_path(const struct zonefile *file, const char *from,
                              const struct token *token, char **path,
                              struct ddds_error *error);

#endif
