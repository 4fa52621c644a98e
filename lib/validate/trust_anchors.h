/* Trust anchors: keys that validation starts from (RFC 4033 section 2).
 *
 * SPDX-License-Identifier: MIT */
#ifndef VALIDATE_TRUST_ANCHORS_H
#define VALIDATE_TRUST_ANCHORS_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/status.h>

#include "base/arena.h"

struct ub_ctx;

/* A zone with trust anchors. */
struct anchored_zone {
    struct anchored_zone *next;
    const char *name;
    const char *place; /* of its first record: "FILE:LINE:COLUMN" */
    bool is_usable;    /* libunbound knows the algorithms of one */
};

struct trust_anchors {
    struct ub_ctx *context; /* libunbound's, to which they are added */
    struct arena *arena;
    struct anchored_zone *zones;
};

/* Add the DS and DNSKEY records of the file |path|. Fails with DDDS_UNREADABLE,
 * DDDS_SYNTAX, DDDS_LIMIT or DDDS_NO_MEMORY. */
ddds_status ddds_trust_anchors_read(struct trust_anchors *anchors,
                                    const char *path, struct ddds_error *error);

/* Add the records in |text|. */
ddds_status ddds_trust_anchors_parse(struct trust_anchors *anchors,
                                     const char *text,
                                     struct ddds_error *error);

/* Add the key of the root from the system's file. Fails like
 * ddds_trust_anchors_read(). */
ddds_status ddds_trust_anchors_find(struct trust_anchors *anchors,
                                    struct ddds_error *error);

/* Fail with DDDS_SYNTAX if all anchors of a zone have an unknown algorithm or
 * digest type: libunbound ignores them (RFC 4035 section 5.2), and would not
 * validate the zone. */
ddds_status ddds_trust_anchors_check(const struct trust_anchors *anchors,
                                     struct ddds_error *error);

/* Return true if |name| is at or below a zone with trust anchors. */
bool ddds_trust_anchors_cover(const struct trust_anchors *anchors,
                              const char *name);

#endif
