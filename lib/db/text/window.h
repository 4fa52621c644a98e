/* A zone file that is read through a window: what has been read of it leaves
 * memory.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_TEXT_WINDOW_H
#define DB_TEXT_WINDOW_H

#include "db/text/reader.h"

/* Open |path|, a regular file. Fails with DDDS_UNREADABLE or
 * DDDS_NO_MEMORY. */
ddds_status ddds_window_new(const char *path, ddds_zonefile_line_fn *line,
                            void *context, struct zone_window **window,
                            struct ddds_error *error);

/* Hand over lines as from a window, of a text of |length| octets, at least one,
 * which the reader has as a whole. Fails with DDDS_NO_MEMORY. */
ddds_status ddds_window_over(size_t length, ddds_zonefile_line_fn *line,
                             void *context, struct zone_window **window,
                             struct ddds_error *error);

void ddds_window_free(struct zone_window *window);

/* Go to the beginning of the file, before the reader is used. Fails with
 * DDDS_UNREADABLE. */
ddds_status ddds_window_rewind(struct zone_reader *reader);

/* A line of the file itself begins: there is enough text for it now. Fails with
 * DDDS_UNREADABLE, or DDDS_SYNTAX if it is not text. */
ddds_status ddds_window_begin(struct zone_reader *reader);

/* The line has been read: hand it over. Fails with DDDS_LIMIT if it did not fit
 * into the window. */
ddds_status ddds_window_end(struct zone_reader *reader);

#endif
