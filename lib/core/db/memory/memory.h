/* The store of zones in memory, which load.c fills and walk.c searches.
 *
 * One table holds the names of all zones. A zone owns its names and records:
 * they are added and freed together.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_MEMORY_MEMORY_H
#define DB_MEMORY_MEMORY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include <ddds/database.h>

#include "base/arena.h"
#include "base/hash.h"
#include "db/memory/duplicates.h"
#include "base/types.h"
#include "rule/ruleset.h"

struct store_record {
    struct store_record *next; /* in its RRset: a ring */
    uint16_t length;
    unsigned char rdata[];
};

/* The records of one type at one name, in the order of the file. Only types
 * that questions ask for, and aliases, are kept. */
struct store_rrset {
    struct store_rrset *next;  /* of its node */
    struct store_record *last; /* whose next is the first */
    uint32_t ttl;              /* the smallest of its records */
    uint16_t type;
    uint16_t octets; /* of a message with them, or RRSET_TOO_LARGE */
};

/* An RRset that no message can hold is not used: its other records are not even
 * kept. */
enum { RRSET_TOO_LARGE = UINT16_MAX };
#define DDDS_MEMORY_TOO_LARGE                                                  \
    "too many records of this type at this name: a DNS message holds 65535 "   \
    "octets; the set is not used"

enum node_flag {
    NODE_APEX = 1,
    NODE_NS = 2, /* has name servers: below the apex, a delegation */
    NODE_CNAME = 4,
    NODE_DNAME = 8,
    NODE_OTHER = 16, /* has data that a CNAME excludes */
};

/* A name that exists in a zone. Without RRsets it is an empty non-terminal, or
 * has only records of types that are not kept. |rules| is the rule set of its
 * NAPTR records, made by the first thread that needs it. All that is read to
 * find them lies in one line of the cache, if the name is short. */
struct store_node {
    struct store_node *next; /* in its bucket */
    _Atomic(ddds_ruleset *) rules;
    struct store_rrset *rrsets;
    struct store_zone *zone;
    uint32_t hash;
    uint32_t rules_ttl; /* of the NAPTR records */
    uint16_t length;
    uint8_t flags;
    char name[]; /* spelt as in base/domain.h, and a NUL */
};

/* What is left of the block that is in use, and the size of the next one. Names
 * and records have blocks of their own, so that names lie close together. */
struct store_space {
    char *free;
    char *end;
    size_t block;
};

struct store_zone {
    struct store_zone *next;
    struct store_node *apex;
    const char *source;            /* its file, for messages */
    const char *failure;           /* why it cannot be used, or NULL */
    enum ddds_reply failure_reply; /* the answer then */
    bool has_soa;
    uint32_t negative_ttl; /* of negative answers (RFC 2308 section 5) */
    struct arena arena;    /* holds its names and records */
    struct store_space names;
    struct store_space records;
    size_t octets; /* of all blocks of both */

    /* The owner of the record that was added last, and the name above that of
     * the last new owner: the next record mostly has one of them, too. */
    struct store_node *last;
    struct store_node *parent;
};

struct memory {
    struct ddds_database base;
    struct hash_key key;
    struct store_node **buckets;
    size_t mask; /* their number, a power of two, less one */
    size_t count;
    struct store_zone *zones;
    struct duplicates duplicates; /* while a zone is loaded */
    bool is_loading;
    ddds_rulebook *rulebook;
    struct ddds_memory_reports reports;
    _Atomic(size_t) rule_sets; /* at nodes */
};

/* Is |node| named |name|, of |length| octets? Most names are short. */
static inline bool ddds_memory_is_named(const struct store_node *node,
                                        const char *name, size_t length)
{
    uint64_t one[2];
    uint64_t other[2];
    if (node->length != length) {
        return false;
    }
    if (length < 8 || length > 16) {
        return memcmp(node->name, name, length) == 0;
    }
    memcpy(&one[0], node->name, 8);
    memcpy(&one[1], node->name + length - 8, 8);
    memcpy(&other[0], name, 8);
    memcpy(&other[1], name + length - 8, 8);
    return ((one[0] ^ other[0]) | (one[1] ^ other[1])) == 0;
}

/* Return the hash of a name in the table of |memory|. */
static inline uint32_t ddds_memory_hash(const struct memory *memory,
                                        const char *name, size_t length)
{
    return (uint32_t)ddds_hash(&memory->key, name, length);
}

/* Find the node of |name|, with its length and hash, in |zone|; NULL if there
 * is none. */
struct store_node *ddds_memory_find(const struct memory *memory,
                                    const struct store_zone *zone,
                                    const char *name, size_t length,
                                    uint32_t hash);

/* Find the zone whose apex is |name|, with its length and hash; NULL if there
 * is none. */
struct store_zone *ddds_memory_zone_at(const struct memory *memory,
                                       const char *name, size_t length,
                                       uint32_t hash);

/* Make an empty zone named |apex|, read from |source|. Fails with
 * DDDS_BAD_OPTION if there is one of that name, or DDDS_NO_MEMORY. */
ddds_status ddds_memory_new_zone(struct memory *memory, const char *apex,
                                 const char *source, struct store_zone **zone,
                                 struct ddds_error *error);

/* Free |zone|, which must be the newest, and everything in it. */
void ddds_memory_drop_zone(struct memory *memory, struct store_zone *zone);

/* Enlarge the table for |names| more, so that it need not grow step by step.
 * Fails with DDDS_NO_MEMORY. */
ddds_status ddds_memory_reserve(struct memory *memory, size_t names,
                                struct ddds_error *error);

/* A name, spelt as in base/domain.h, and its hash. */
struct store_name {
    const char *text;
    size_t length;
    uint32_t hash;
};

/* The name between |text| and |end|. */
static inline struct store_name
ddds_memory_name(const struct memory *memory, const char *text, const char *end)
{
    size_t length = (size_t)(end - text);
    return (struct store_name){text, length,
                               ddds_memory_hash(memory, text, length)};
}

/* Add |record| of |owner| to |zone|. Its RDATA are well formed, or NULL if the
 * type has no layout. |*complaint| becomes a constant string that says why the
 * record was ignored, or is wrong; NULL if it is good. Fails with
 * DDDS_NO_MEMORY. */
ddds_status ddds_memory_insert(struct memory *memory, struct store_zone *zone,
                               const struct store_name *owner,
                               const struct ddds_record *record,
                               const char **complaint,
                               struct ddds_error *error);

/* Find the RRset of |type| at |node|; NULL if there is none. */
static inline struct store_rrset *
ddds_memory_rrset(const struct store_node *node, uint16_t type)
{
    struct store_rrset *set = node->rrsets;
    while (set != NULL && set->type != type) {
        set = set->next;
    }
    return set;
}

/* Make an empty store with |methods|. NULL if memory cannot be allocated. */
ddds_database *ddds_memory_open(const struct ddds_database_class *methods,
                                struct ddds_error *error);

/* Free a store and all its zones. */
void ddds_memory_close(ddds_database *database);

#endif
