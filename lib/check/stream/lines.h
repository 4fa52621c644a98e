/* Sorts the lines of a zone into parts by owner, with what is around them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_STREAM_LINES_H
#define CHECK_STREAM_LINES_H

#include "base/limits.h"
#include "check/stream/spill.h"

/* Comments, empty lines, $ORIGIN and $TTL before a record go to the part of the
 * record, since checks read comments above it. */
struct lines {
    struct spill *spill;
    char *text; /* of |before| and |open| */
    struct zonefile_piece before;
    struct zonefile_piece open; /* what has been put into a part, not written */
    size_t part;                /* of |open| */
    char names[2][2][LIMIT_NAME_SIZE]; /* origin and owner of both */
};

/* Begin to write to |spill|. Fails with DDDS_NO_MEMORY. */
ddds_status ddds_lines_init(struct lines *lines, struct spill *spill,
                            struct ddds_error *error);

void ddds_lines_clear(struct lines *lines);

/* |line| has no record. Fails as ddds_spill_write does. */
ddds_status ddds_lines_hold(struct lines *lines,
                            const struct zonefile_piece *line,
                            struct ddds_error *error);

/* |line| is of |part|. Fails as ddds_spill_write does. */
ddds_status ddds_lines_put(struct lines *lines, size_t part,
                           const struct zonefile_piece *line,
                           struct ddds_error *error);

/* Write what has been put. Fails as ddds_spill_write does. */
ddds_status ddds_lines_flush(struct lines *lines, struct ddds_error *error);

/* Write what is left, after the last line. Fails as ddds_spill_write does. */
ddds_status ddds_lines_end(struct lines *lines, struct ddds_error *error);

#endif
