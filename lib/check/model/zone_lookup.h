/* Looks up names in the given zones, by the rules of DNS for aliases, wildcards
 * and delegations (RFC 1034 section 4.3.2, RFC 4592, RFC 6672).
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_ZONE_LOOKUP_H
#define CHECK_MODEL_ZONE_LOOKUP_H

#include <stdbool.h>
#include <stdint.h>

#include <ddds/database.h>

#include "base/limits.h"

struct ddds_check;

/* The result of a lookup. */
enum zone_answer_kind {
    ZONE_DATA,
    ZONE_NO_DATA,    /* the name exists without such records */
    ZONE_NO_NAME,    /* the name does not exist */
    ZONE_ALIAS_LOOP, /* aliases form a loop */
    ZONE_UNKNOWN,    /* outside of all given zones */
};

struct zone_answer {
    enum zone_answer_kind found;
    bool is_alias;
    char name[LIMIT_NAME_SIZE]; /* target of aliases, or the name itself */
};

/* The zones of a check, for lookups. */
struct zone_lookup {
    ddds_database *database; /* NULL before first use */
    size_t outside;          /* number of lookups without it */
    unsigned char *types;    /* bit sets of an owner, at the index of its first
                                sorted record */
};

/* Prepare lookups, after the records of |check| were sorted. Return false
 * without memory. */
bool ddds_zone_lookup_begin(struct ddds_check *check);

/* Look up records of |type| at |name|; TYPE_A means any address. */
void ddds_zone_lookup_find(struct ddds_check *check, const char *name,
                           uint16_t type, struct zone_answer *answer);

/* Return the owner of the records of |type|, TYPE_NAPTR or TYPE_SRV, that
 * were found at |name|: |name| or a wildcard. NULL if no file has them. */
const char *ddds_zone_lookup_owner(const struct ddds_check *check,
                                   const char *name, uint16_t type);

#endif
