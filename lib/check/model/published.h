/* What the given zones publish at a name, with all of DNS's rules for aliases,
 * wildcards and delegations.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_PUBLISHED_H
#define CHECK_MODEL_PUBLISHED_H

#include <stdbool.h>

#include "check/check.h"

/* What a lookup found. */
enum publication {
    PUBLISHED_THERE,
    PUBLISHED_NOT,     /* the name is there, such records are not */
    PUBLISHED_NO_NAME, /* the name is not */
    PUBLISHED_LOOP,    /* aliases without end */
    PUBLISHED_UNKNOWN, /* that is for others to say: no given zone has it */
};

struct published {
    enum publication found;
    bool is_alias;
    char name[LIMIT_NAME_SIZE]; /* where aliases led, else the name itself */
};

/* The zones of a check, to be asked; NULL without memory. */
struct published_zones;

struct published_zones *ddds_published_new(const struct ddds_check *check);
void ddds_published_free(struct published_zones *zones);

/* Look for records of |type| at |name|; TYPE_A stands for any address. */
void ddds_published_find(struct published_zones *zones, const char *name,
                         uint16_t type, struct published *published);

/* Has any of them ended for want of memory? */
bool ddds_published_has_failed(const struct published_zones *zones);

/* The owner that has the records of |type|, TYPE_NAPTR or TYPE_SRV, for |name|,
 * at which they were found: |name|, or the wildcard that covers it. NULL if it
 * is in no file. */
const char *ddds_published_owner(const struct published_zones *zones,
                                 const char *name, uint16_t type);

#endif
