/* What a check of a part of a zone knows of the rest (check/stream/).
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_STREAMED_H
#define CHECK_MODEL_STREAMED_H

#include "base/limits.h"
#include "check/model/name_set.h"

/* The NAPTR RRset of some records that is the last by owner. */
struct last_set {
    char owner[LIMIT_NAME_SIZE];
    bool exists;
    bool has_ttl;
    uint32_t ttl;
};

struct streamed {
    /* The owners that are not in memory: they have only NAPTR records, whose
     * outputs are not names. */
    struct name_index names;
    size_t record_count; /* of the zone */
    bool is_apart;       /* what leads elsewhere is not in each part */

    /* The owners of the part: from |from| on, before |to|. NULL: all. Records
     * that all parts share may have others. */
    const char *from;
    const char *to;

    /* The last RRset of the parts before, or NULL. */
    const struct last_set *last;
};

#endif
