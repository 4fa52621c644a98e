/* Zones in memory: what the store (memory.c), the loader (zone.c) and the one
 * who answers (lookup.c) share.
 *
 * One table holds the names of all zones. A zone owns its names and records: it
 * comes and goes as a whole.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_MEMORY_MEMORY_H
#define DB_MEMORY_MEMORY_H

#include <stdatomic.h>
#include <stdbool.h>

#include <ddds/database.h>

#include "base/arena.h"
#include "base/hash.h"
#include "db/wire/types.h"

struct store_record {
    struct store_record *next; /* of its set: a ring */
    uint16_t length;
    unsigned char rdata[];
};

/* The records of one type at one name, in the order they came. Only types that
 * questions ask for, or that lead elsewhere, are kept. |rules| is what NAPTR
 * records say, made when first asked for by whichever thread is first. */
struct store_rrset {
    struct store_rrset *next;  /* of its node */
    struct store_record *last; /* whose next is the first */
    _Atomic(ddds_ruleset *) rules;
    uint32_t ttl; /* the least of its records */
    uint16_t type;
};

enum node_flag {
    NODE_APEX = 1,
    NODE_NS = 2, /* has name servers: below the apex, a delegation */
    NODE_CNAME = 4,
    NODE_DNAME = 8,
    NODE_OTHER = 16, /* has data that may not stand beside a CNAME */
};

/* A name that exists in a zone. One without data is an empty non-terminal, or
 * holds only what no question asks for. */
struct store_node {
    struct store_node *next; /* in its bucket */
    struct store_rrset *rrsets;
    struct store_zone *zone;
    uint32_t hash;
    uint16_t length;
    uint8_t flags;
    char name[]; /* spelt as in name/domain.h, and a NUL */
};

struct store_zone {
    struct store_zone *next;
    struct store_node *apex;
    const char *source; /* where it was read, for complaints */
    bool has_soa;
    uint32_t negative_ttl; /* of answers that there is nothing (RFC 2308 5) */
    size_t octets;         /* that its names and records take */
    struct arena arena;
};

struct memory {
    struct ddds_database base;
    struct hash_key key;
    struct store_node **buckets;
    size_t mask; /* their number, a power of two, less one */
    size_t count;
    struct store_zone *zones;
    ddds_rulebook *rulebook;
};

/* The hash of a name in the table of |memory|. */
static inline uint32_t ddds_memory_hash(const struct memory *memory,
                                        const char *name, size_t length)
{
    return (uint32_t)ddds_hash(&memory->key, name, length);
}

/* The node of |name| in |zone|, or NULL. */
struct store_node *ddds_memory_find(const struct memory *memory,
                                    const struct store_zone *zone,
                                    const char *name, size_t length,
                                    uint32_t hash);

/* The zone whose apex is |name|, or NULL. */
struct store_zone *ddds_memory_zone_at(const struct memory *memory,
                                       const char *name, size_t length,
                                       uint32_t hash);

/* Make an empty zone named |apex|, read from |source|. Fails with
 * DDDS_BAD_OPTION if there is one of that name, or DDDS_NO_MEMORY. */
ddds_status ddds_memory_new_zone(struct memory *memory, const char *apex,
                                 const char *source, struct store_zone **zone,
                                 struct ddds_error *error);

/* Forget |zone|, the newest, and all that is in it. */
void ddds_memory_drop_zone(struct memory *memory, struct store_zone *zone);

/* Put |record| into |zone|, its owner spelt as in name/domain.h. Its RDATA is
 * well formed, or NULL if the type is opaque. |*complaint| receives why it was
 * not taken, or taken and yet is wrong; it lives for ever, or is NULL. Fails
 * with DDDS_NO_MEMORY. */
ddds_status ddds_memory_insert(struct memory *memory, struct store_zone *zone,
                               const struct ddds_record *record,
                               const char **complaint,
                               struct ddds_error *error);

/* The set of |type| at |node|, or NULL. */
static inline struct store_rrset *
ddds_memory_rrset(const struct store_node *node, uint16_t type)
{
    struct store_rrset *set = node->rrsets;
    while (set != NULL && set->type != type) {
        set = set->next;
    }
    return set;
}

/* How much memory names and records take, in octets: the house's own
 * accounting, which tests hold against a bound. */
size_t ddds_memory_octets(const ddds_database *memory);

/* Make an empty store with |methods|. NULL if memory cannot be allocated. */
ddds_database *ddds_memory_open(const struct ddds_database_class *methods,
                                struct ddds_error *error);

/* Free a store and all its zones. */
void ddds_memory_close(ddds_database *database);

#endif
