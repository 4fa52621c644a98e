/* The walk from a name to the node with its data.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_MEMORY_WALK_H
#define DB_MEMORY_WALK_H

#include "db/memory/memory.h"
#include "db/wire/rrset.h"

/* State of a lookup. */
struct store_walk {
    const struct memory *memory;
    const char *name;               /* being looked up */
    char names[2][LIMIT_NAME_SIZE]; /* alternating targets of aliases */
    unsigned aliases;
    uint32_t ttl;                     /* minimum so far */
    const struct store_zone *zone;    /* the zone of |name|, or NULL */
    const struct store_node *barrier; /* delegation or DNAME above |name|, or
                                         NULL */
    const struct store_node *node;    /* node with its data, or NULL */
    uint16_t type;       /* requested type; 0 unless DDDS_ASK_RECORDS */
    struct arena *arena; /* memory of |answer| */
    struct ddds_answer answer;
    char detail[DDDS_DETAIL_SIZE];
};

/* Follow delegations, wildcards and aliases until |walk->node| holds the data
 * of the name, and return true; false without data, with the reason in
 * |walk->answer|. */
bool ddds_walk_find_data(struct store_walk *walk);

/* Append the records of |set| to |walk->answer|, with the owner |owner|.
 * Without memory call ddds_walk_fail and return false. */
bool ddds_walk_show_records(struct store_walk *walk, const char *owner,
                            const struct store_rrset *set);

/* Limit the TTL of the answer to |ttl|. */
void ddds_walk_limit_ttl(struct store_walk *walk, uint32_t ttl);

/* Answer with the failure |reply| and |walk->detail|. Return false. */
bool ddds_walk_fail(struct store_walk *walk, enum ddds_reply reply);

/* Answer with |reply|: the name has no such data, or does not exist. Return
 * false. */
bool ddds_walk_answer_nothing(struct store_walk *walk, enum ddds_reply reply);

/* Iterator over the records of an RRset of the store. */
struct store_rrset_records {
    struct rrset base;
    const struct store_record *record; /* the last returned */
    size_t left;
    struct ddds_record current;
};

/* Start before the first record of |set|, whose owner is |owner|. */
struct store_rrset_records ddds_walk_records(const struct store_rrset *set,
                                             const char *owner);

#endif
