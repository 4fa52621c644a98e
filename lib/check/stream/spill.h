/* A temporary file of pieces of a zone, sorted into parts. It has no name: it goes
 * with the process.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_STREAM_SPILL_H
#define CHECK_STREAM_SPILL_H

#include "db/text/zonefile.h"

struct spill;

/* Begin a file of |parts| parts in |folder|. NULL on failure: DDDS_UNREADABLE or
 * DDDS_NO_MEMORY. Free it with ddds_spill_free. */
struct spill *ddds_spill_new(const char *folder, size_t parts,
                             struct ddds_error *error);

void ddds_spill_free(struct spill *spill);

/* Add |piece| to |part|. Fails with DDDS_UNREADABLE or DDDS_NO_MEMORY. */
ddds_status ddds_spill_write(struct spill *spill, size_t part,
                             const struct zonefile_piece *piece,
                             struct ddds_error *error);

/* The octets that |part| takes. */
size_t ddds_spill_octets(const struct spill *spill, size_t part);

/* The pieces of a part, in the order they were written. */
struct spilled {
    char *memory;
    struct zonefile_piece *pieces;
    size_t count;
};

/* Read |part|. On success the caller frees it with ddds_spilled_clear. Fails with
 * DDDS_UNREADABLE or DDDS_NO_MEMORY. */
ddds_status ddds_spill_read(const struct spill *spill, size_t part,
                            struct spilled *spilled, struct ddds_error *error);

void ddds_spilled_clear(struct spilled *spilled);

#endif
