/* Divides a zone file, which is not in memory, into what all checks need, and parts
 * by owner.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_STREAM_SORTER_H
#define CHECK_STREAM_SORTER_H

#include <ddds/database.h>

#include "check/model/streamed.h"
#include "check/stream/lines.h"
#include "check/stream/sections.h"

/* Part 0 is what all parts need: it leads to other names, or something leads to
 * it. The others are by owner. */
enum { PART_LINKED = 0 };

struct sorter {
    /* Set by the caller. */
    const char *path;
    const char *origin; /* NULL: unknown */
    const struct ddds_zone_options *options;
    const char *folder;
    size_t part_octets;
    size_t size; /* of the file */
    unsigned threads;
    struct streamed *streamed;

    char apex[LIMIT_NAME_SIZE];
    bool has_apex;
    bool is_open;     /* the last owner is relative to an unknown origin */
    size_t faults;    /* lines that are not records */
    bool has_origins; /* $ORIGIN */
    struct ddds_error first; /* what is wrong first of all */

    struct sections sections; /* if there are several threads */
    bool has_record;          /* the line has */

    struct name_set must; /* owners that are linked, even in an apart check */
    struct name_set may;  /* owners that are linked otherwise */

    char **samples; /* owners */
    size_t sample_count;
    uint64_t seen;
    uint64_t chance;
    size_t part_count;      /* without that of the linked */
    const char **splitters; /* part_count - 1, pieces of |samples| */

    struct spill *spill;
    struct lines lines;
    bool has_part;        /* the line has */
    bool is_bad;          /* the line has a fault */
    size_t part;          /* of the line */
    size_t linked;        /* octets of files that are included */
    uint32_t origin_line; /* of the last $ORIGIN; 0: none */
    char *origin_text;    /* that line */
    size_t origin_length;
    struct wire_name judged; /* the last origin of a record, */
    bool is_doubled;         /* which may be a mistake (L110) */
    uint32_t *origins_put;   /* the line of the last that was put, by part */
    struct last_set *last;   /* of the part and those before it, by part */
    ddds_status status;
    struct ddds_error *error;
};

/* Read the file twice, and fill |spill|. On failure, too, the caller calls
 * ddds_sorter_clear. Fails with DDDS_SYNTAX (not a zone file), DDDS_LIMIT,
 * DDDS_UNREADABLE or DDDS_NO_MEMORY. */
ddds_status ddds_sorter_run(struct sorter *sorter, struct ddds_error *error);

void ddds_sorter_clear(struct sorter *sorter);

#endif
