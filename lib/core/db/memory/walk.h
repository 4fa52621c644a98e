/* The walk from a name to the node that holds its data.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_MEMORY_WALK_H
#define DB_MEMORY_WALK_H

#include "db/memory/memory.h"
#include "db/wire/rrset.h"

/* A lookup under way. */
struct store_walk {
    const struct memory *memory;
    const char *name;               /* the name being looked up */
    char names[2][LIMIT_NAME_SIZE]; /* targets of aliases, in turn */
    unsigned aliases;
    uint32_t ttl;                     /* the smallest so far */
    const struct store_zone *zone;    /* that contains |name|, or NULL */
    const struct store_node *barrier; /* the delegation or DNAME above it */
    const struct store_node *node;    /* that holds its data, or NULL */
    uint16_t type; /* of the records asked for; 0 unless DDDS_ASK_RECORDS */
    struct arena *arena; /* holds what |answer| points to */
    struct ddds_answer answer;
    char detail[DDDS_DETAIL_SIZE];
};

/* Follow delegations, wildcards and aliases until |walk->node| holds the data
 * of the name, and return true; false if there are none, with the reason in
 * |walk->answer|. */
bool ddds_walk_find_data(struct store_walk *walk);

/* Append the records of |set| to those of |walk->answer|, as those of |owner|;
 * false if memory cannot be allocated, as ddds_walk_fail. */
bool ddds_walk_show_records(struct store_walk *walk, const char *owner,
                            const struct store_rrset *set);

/* The TTL of the answer is at most |ttl|. */
void ddds_walk_limit_ttl(struct store_walk *walk, uint32_t ttl);

/* Answer with |reply|, a failure, and |walk->detail|. Returns false. */
bool ddds_walk_fail(struct store_walk *walk, enum ddds_reply reply);

/* Answer with |reply|: the name has no such data, or does not exist. Returns
 * false. */
bool ddds_walk_answer_nothing(struct store_walk *walk, enum ddds_reply reply);

/* The records of an RRset of the store, one after the other. */
struct store_rrset_records {
    struct rrset base;
    const struct store_record *record; /* the one returned last */
    size_t left;
    struct ddds_record current;
};

/* Begin with the first record of |set|, whose owner is |owner|. */
struct store_rrset_records ddds_walk_records(const struct store_rrset *set,
                                             const char *owner);

#endif
