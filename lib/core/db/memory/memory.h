/* The store of zones in memory: load.c fills it, walk.c searches it.
 *
 * A hash table holds the names of all zones. A zone owns its names and records:
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

/* The RDATA of a NAPTR record are followed by a struct store_place. */
struct store_record {
    struct store_record *next; /* in its RRset, circular */
    uint16_t length;
    unsigned char rdata[];
};

/* The position of a record: number of the file in its zone, from 1 on, in two
 * halves so that no octet is padding. 0: not read from a file. */
struct store_place {
    uint16_t file;
    uint16_t line[2];
};

/* A file that has rules of a zone. */
struct store_file {
    struct store_file *before;
    unsigned number;
    char name[];
};

/* An RRset in the order of the file. Only requestable types and aliases are
 * stored. */
struct store_rrset {
    struct store_rrset *next;  /* in its node */
    struct store_record *last; /* its next is the first */
    uint32_t ttl;              /* minimum of its records */
    uint16_t type;
    uint16_t octets; /* of a message with them, or RRSET_TOO_LARGE */
};

/* An RRset that exceeds a message is not used: the rest of its records is not
 * even stored. */
enum { RRSET_TOO_LARGE = UINT16_MAX };
#define DDDS_MEMORY_TOO_LARGE                                                  \
    "the records of this type at this name do not fit into a DNS message "     \
    "(65535 octets), and are not used"

enum node_flag {
    NODE_APEX = 1,
    NODE_NS = 2, /* name servers: below the apex, a delegation */
    NODE_CNAME = 4,
    NODE_DNAME = 8,
    NODE_OTHER = 16, /* data that conflict with a CNAME */
};

/* A name that exists in a zone. Without RRsets it is an empty non-terminal, or
 * has only records of types that are not stored. |rules| is the rule set of its
 * NAPTR records, built by the first thread that needs it. */
struct store_node {
    struct store_node *next; /* in its bucket */
    _Atomic(ddds_ruleset *) rules;
    struct store_rrset *rrsets;
    struct store_zone *zone;
    uint32_t hash;
    uint16_t length;
    uint8_t flags;
    char name[]; /* spelt as in base/domain.h, and a NUL */
};

/* Rest of the present block, and size of the next. Names and records have
 * separate blocks, so that names lie close together. */
struct store_space {
    char *free;
    char *end;
    size_t block;
};

struct store_zone {
    struct store_zone *next;
    struct store_node *apex;
    const char *source;            /* file name, for messages */
    const char *failure;           /* why it is unusable, or NULL */
    enum ddds_reply failure_reply; /* the answer if it is unusable */
    bool has_soa;
    uint32_t negative_ttl; /* RFC 2308 section 5 */
    struct arena arena;    /* for its names and records */
    struct store_space names;
    struct store_space records;
    size_t octets;            /* total size of the blocks */
    struct store_file *files; /* the newest */

    /* The last owner, and the parent of the last new owner: the next record
     * usually has one of these. */
    struct store_node *last;
    struct store_node *parent;
};

struct memory {
    struct ddds_database base;
    struct hash_key key;
    struct store_node **buckets;
    size_t mask; /* number of buckets, a power of two, minus 1 */
    size_t count;
    struct store_zone *zones;
    struct duplicates duplicates; /* only while a zone is loaded */
    bool is_loading;
    const char *file; /* file and line of the record that is loaded */
    uint32_t line;
    ddds_rulebook *rulebook;
    struct ddds_memory_reports reports;
    _Atomic(size_t) rule_sets; /* number of published rule sets */
};

static inline bool ddds_memory_is_named(const struct store_node *node,
                                        const char *name, size_t length)
{
    return node->length == length && memcmp(node->name, name, length) == 0;
}

static inline uint32_t ddds_memory_hash(const struct memory *memory,
                                        const char *name, size_t length)
{
    return (uint32_t)ddds_hash(&memory->key, name, length);
}

/* Find the node of |name|, with its length and hash, in |zone|; NULL if it does
 * not exist. */
struct store_node *ddds_memory_find(const struct memory *memory,
                                    const struct store_zone *zone,
                                    const char *name, size_t length,
                                    uint32_t hash);

/* Find the zone with the apex |name|, with its length and hash; NULL if it does
 * not exist. */
struct store_zone *ddds_memory_zone_at(const struct memory *memory,
                                       const char *name, size_t length,
                                       uint32_t hash);

/* Create an empty zone named |apex|, read from |source|. Fails with
 * DDDS_BAD_OPTION if the store has a zone of that name, or DDDS_NO_MEMORY. */
ddds_status ddds_memory_new_zone(struct memory *memory, const char *apex,
                                 const char *source, struct store_zone **zone,
                                 struct ddds_error *error);

/* Free |zone|, which must be the newest, and its names and records. */
void ddds_memory_drop_zone(struct memory *memory, struct store_zone *zone);

/* Add |record|, whose owner is spelt as in base/domain.h, to |zone|. Its RDATA
 * are well formed, or NULL if the type has no layout. |*complaint| becomes a
 * constant string that tells why the record was ignored or is invalid; NULL if
 * it is valid. Fails with DDDS_NO_MEMORY. */
ddds_status ddds_memory_insert(struct memory *memory, struct store_zone *zone,
                               const struct ddds_record *record,
                               const char **complaint,
                               struct ddds_error *error);

/* Write the struct store_place of the present record, which is loaded into
 * |zone|, to |at|. False if allocation fails. */
bool ddds_memory_place(const struct memory *memory, struct store_zone *zone,
                       unsigned char *at);

/* Find the RRset of |type| at |node|; NULL if it does not exist. */
static inline struct store_rrset *
ddds_memory_rrset(const struct store_node *node, uint16_t type)
{
    struct store_rrset *set = node->rrsets;
    while (set != NULL && set->type != type) {
        set = set->next;
    }
    return set;
}

/* Create an empty store with |methods|. NULL if memory cannot be allocated. */
ddds_database *ddds_memory_open(const struct ddds_database_class *methods,
                                struct ddds_error *error);

/* Free a store and all its zones. */
void ddds_memory_close(ddds_database *database);

#endif
