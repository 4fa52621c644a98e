/* Looks up what the given zones have at a name, by the rules of DNS for
 * aliases, wildcards and delegations (RFC 1034 section 4.3.2, RFC 4592, RFC
 * 6672).
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_ZONE_LOOKUP_H
#define CHECK_MODEL_ZONE_LOOKUP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"

struct ddds_check;

/* What a lookup found. */
enum zone_answer_kind {
    ZONE_DATA,
    ZONE_NO_DATA,    /* the name is there, such records are not */
    ZONE_NO_NAME,    /* the name is not */
    ZONE_ALIAS_LOOP, /* aliases without end */
    ZONE_UNKNOWN,    /* that is for others to say: no given zone has it */
};

struct zone_answer {
    enum zone_answer_kind found;
    bool is_alias;
    char name[LIMIT_NAME_SIZE]; /* where aliases led, else the name itself */
};

/* The zones of a check, to be asked; NULL without memory. */
struct zone_lookup;

struct zone_lookup *ddds_zone_lookup_new(const struct ddds_check *check);
void ddds_zone_lookup_free(struct zone_lookup *zones);

/* Look for records of |type| at |name|; TYPE_A stands for any address. */
void ddds_zone_lookup_find(struct zone_lookup *zones, const char *name,
                           uint16_t type, struct zone_answer *answer);

/* Has any of them ended for want of memory? */
bool ddds_zone_lookup_has_failed(const struct zone_lookup *zones);

/* The owner that has the records of |type|, TYPE_NAPTR or TYPE_SRV, for |name|,
 * at which they were found: |name|, or the wildcard that covers it. NULL if it
 * is in no file. */
const char *ddds_zone_lookup_owner(const struct zone_lookup *zones,
                                   const char *name, uint16_t type);

#endif
