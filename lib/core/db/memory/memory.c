/* The store: zones, names and records, and the hash table of names.
 *
 * Names and records are packed into the arena of their zone, and the table is
 * an array of pointers, so a record takes little more memory than its data.
 * Records that no question can request, for example TXT, only make their name
 * exist.
 *
 * SPDX-License-Identifier: MIT */
#include "db/memory/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/limits.h"
#include "base/pages.h"
#include "db/wire/rdata.h"
#include "base/domain.h"

/* Two or more per name, so that few names collide. */
enum { FIRST_BUCKETS = 64 };

/* A zone allocates blocks of doubling size, within these bounds. */
enum { FIRST_BLOCK = 4096, LARGEST_BLOCK = 16 << 20 };

/* Octets of records in a message beyond which an RRset is long: then duplicates
 * are found by a search tree. */
enum { LONG_RRSET = 1024 };

/* Octets of a message: its header and the question without its name; and a
 * record with a compressed owner, without its data (RFC 1035 section 4.1). */
enum { MESSAGE_HEAD = 12 + 4, RECORD_HEAD = 2 + 10 };

/* ---- The table ---------------------------------------------------------- */

struct store_node *ddds_memory_find(const struct memory *memory,
                                    const struct store_zone *zone,
                                    const char *name, size_t length,
                                    uint32_t hash)
{
    struct store_node *node = memory->buckets[hash & memory->mask];
    while (node != NULL && (node->hash != hash || node->zone != zone ||
                            !ddds_memory_is_named(node, name, length))) {
        node = node->next;
    }
    return node;
}

static void link_node(struct store_node **buckets, size_t mask,
                      struct store_node *node)
{
    struct store_node **bucket = &buckets[node->hash & mask];
    node->next = *bucket;
    *bucket = node;
}

/* Double the number of buckets. */
static ddds_status grow(struct memory *memory, struct ddds_error *error)
{
    size_t size = 2 * (memory->mask + 1);
    struct store_node **buckets = calloc(size, sizeof(struct store_node *));
    if (buckets == NULL) {
        return ddds_error_no_memory(error);
    }
    ddds_pages_use(buckets, size * sizeof(struct store_node *));
    for (size_t i = 0; i <= memory->mask; i++) {
        while (memory->buckets[i] != NULL) {
            struct store_node *node = memory->buckets[i];
            memory->buckets[i] = node->next;
            link_node(buckets, size - 1, node);
        }
    }
    free(memory->buckets);
    memory->buckets = buckets;
    memory->mask = size - 1;
    return DDDS_OK;
}

/* Start a block of at least |size| octets. Return false if memory cannot be
 * allocated. */
static bool add_block(struct store_zone *zone, struct store_space *space,
                      size_t size)
{
    size_t block = size > space->block ? size : space->block;
    zone->octets += block;
    space->free = ddds_arena_alloc(&zone->arena, block);
    if (space->free == NULL) {
        space->end = NULL;
        return false;
    }
    space->end = space->free + block;
    ddds_pages_use(space->free, block);
    space->block *= space->block < LARGEST_BLOCK ? 2 : 1;
    return true;
}

/* Allocate |size| octets from |space|, in |zone|; NULL if memory cannot be
 * allocated. */
static void *take(struct store_zone *zone, struct store_space *space,
                  size_t size)
{
    size = (size + sizeof(void *) - 1) & ~(sizeof(void *) - 1);
    if ((size_t)(space->end - space->free) < size &&
        !add_block(zone, space, size)) {
        return NULL;
    }
    void *memory = space->free;
    space->free += size;
    return memory;
}

/* A name, spelt as in base/domain.h, and its hash. */
struct store_name {
    const char *text;
    size_t length;
    uint32_t hash;
};

/* Return the name between |text| and |end|. */
static struct store_name name_of(const struct memory *memory, const char *text,
                                 const char *end)
{
    size_t length = (size_t)(end - text);
    return (struct store_name){text, length,
                               ddds_memory_hash(memory, text, length)};
}

static ddds_status add_node(struct memory *memory, struct store_zone *zone,
                            const struct store_name *name,
                            struct store_node **node, struct ddds_error *error)
{
    size_t size = offsetof(struct store_node, name) + name->length + 1;
    if (memory->count > memory->mask / 2 && grow(memory, error) != DDDS_OK) {
        return DDDS_NO_MEMORY;
    }
    *node = take(zone, &zone->names, size);
    if (*node == NULL) {
        return ddds_error_no_memory(error);
    }
    atomic_init(&(*node)->rules, NULL);
    (*node)->rrsets = NULL;
    (*node)->zone = zone;
    (*node)->hash = name->hash;
    (*node)->length = (uint16_t)name->length;
    (*node)->flags = 0;
    memcpy((*node)->name, name->text, name->length + 1);
    link_node(memory->buckets, memory->mask, *node);
    memory->count++;
    return DDDS_OK;
}

/* Find or create the node of |name|; |*is_new| tells which. */
static ddds_status ensure_one(struct memory *memory, struct store_zone *zone,
                              const struct store_name *name,
                              struct store_node **node, bool *is_new,
                              struct ddds_error *error)
{
    *node =
        ddds_memory_find(memory, zone, name->text, name->length, name->hash);
    *is_new = *node == NULL;
    return *is_new ? add_node(memory, zone, name, node, error) : DDDS_OK;
}

/* A name that exists makes all names between it and the apex exist (RFC 4592
 * section 2.2.2): create the missing ancestors of |node|. */
static ddds_status ensure_above(struct memory *memory, struct store_zone *zone,
                                const struct store_node *node,
                                struct ddds_error *error)
{
    const char *end = node->name + node->length;
    const char *name = ddds_domain_parent(node->name);
    if (name == NULL ||
        (zone->parent != NULL &&
         ddds_memory_is_named(zone->parent, name, (size_t)(end - name)))) {
        return DDDS_OK;
    }
    bool is_new = true;
    for (zone->parent = NULL; is_new && name != NULL;
         name = ddds_domain_parent(name)) {
        struct store_node *above;
        struct store_name its = name_of(memory, name, end);
        ddds_status status =
            ensure_one(memory, zone, &its, &above, &is_new, error);
        if (status != DDDS_OK) {
            return status;
        }
        zone->parent = zone->parent != NULL ? zone->parent : above;
    }
    return DDDS_OK;
}

/* Ensure that |name|, in |zone|, and its ancestors have nodes. */
static ddds_status ensure_node(struct memory *memory, struct store_zone *zone,
                               const struct store_name *name,
                               struct ddds_error *error)
{
    bool is_new;
    struct store_node *node;
    ddds_status status = ensure_one(memory, zone, name, &node, &is_new, error);
    if (status == DDDS_OK && is_new) {
        status = ensure_above(memory, zone, node, error);
    }
    zone->last = status == DDDS_OK ? node : NULL;
    return status;
}

struct store_zone *ddds_memory_zone_at(const struct memory *memory,
                                       const char *name, size_t length,
                                       uint32_t hash)
{
    const struct store_node *node = memory->buckets[hash & memory->mask];
    for (; node != NULL; node = node->next) {
        if (node->hash == hash && (node->flags & NODE_APEX) != 0 &&
            ddds_memory_is_named(node, name, length)) {
            return node->zone;
        }
    }
    return NULL;
}

/* ---- Zones -------------------------------------------------------------- */

/* Release the rules of |node|, if it has any. */
static void release_rules(struct memory *memory, struct store_node *node)
{
    ddds_ruleset *rules = atomic_load(&node->rules);
    if (rules != NULL) {
        ddds_ruleset_free(rules);
        atomic_fetch_sub(&memory->rule_sets, 1);
    }
}

/* Unlink the nodes of |zone| from the list at |link|. */
static void unlink_nodes(struct memory *memory, struct store_node **link,
                         const struct store_zone *zone)
{
    while (*link != NULL) {
        struct store_node *node = *link;
        if (node->zone != zone) {
            link = &node->next;
            continue;
        }
        *link = node->next;
        memory->count--;
        release_rules(memory, node);
    }
}

void ddds_memory_drop_zone(struct memory *memory, struct store_zone *zone)
{
    for (size_t i = 0; i <= memory->mask; i++) {
        unlink_nodes(memory, &memory->buckets[i], zone);
    }
    memory->zones = zone->next;
    ddds_arena_free(&zone->arena);
    free(zone);
}

static ddds_status refuse_second(const struct store_zone *zone,
                                 const char *source, struct ddds_error *error)
{
    return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                          "%s: zone \"%s\" was already loaded from %s; remove "
                          "one of them",
                          source, zone->apex->name, zone->source);
}

/* Set the name and the source of |zone|, and create its apex. */
static ddds_status name_zone(struct memory *memory, struct store_zone *zone,
                             const char *apex, const char *source,
                             struct ddds_error *error)
{
    struct store_name name = name_of(memory, apex, apex + strlen(apex));
    zone->names.block = FIRST_BLOCK;
    zone->records.block = FIRST_BLOCK;
    zone->source = ddds_arena_string(&zone->arena, source);
    if (zone->source == NULL) {
        return ddds_error_no_memory(error);
    }
    ddds_status status = add_node(memory, zone, &name, &zone->apex, error);
    if (status == DDDS_OK) {
        zone->apex->flags = NODE_APEX;
    }
    return status;
}

ddds_status ddds_memory_new_zone(struct memory *memory, const char *apex,
                                 const char *source, struct store_zone **zone,
                                 struct ddds_error *error)
{
    const struct store_zone *same =
        ddds_memory_zone_at(memory, apex, strlen(apex),
                            ddds_memory_hash(memory, apex, strlen(apex)));
    if (same != NULL) {
        return refuse_second(same, source, error);
    }
    *zone = calloc(1, sizeof **zone);
    if (*zone == NULL) {
        return ddds_error_no_memory(error);
    }
    (*zone)->next = memory->zones;
    memory->zones = *zone;
    ddds_status status = name_zone(memory, *zone, apex, source, error);
    if (status != DDDS_OK) {
        ddds_memory_drop_zone(memory, *zone);
    }
    return status;
}

/* ---- Records ------------------------------------------------------------ */

/* Return true if |set| has a record equal to |record|. */
static bool is_duplicate(const struct memory *memory,
                         const struct store_rrset *set,
                         const struct ddds_record *record)
{
    if (set->octets > LONG_RRSET && memory->is_loading) {
        return ddds_duplicates_has(&memory->duplicates, set, record->rdata,
                                   record->rdata_length);
    }
    const struct store_record *other = set->last->next;
    for (;;) {
        if (other->length == record->rdata_length &&
            memcmp(other->rdata, record->rdata, other->length) == 0) {
            return true;
        }
        if (other == set->last) {
            return false;
        }
        other = other->next;
    }
}

/* Add an empty set of |type| to |node|. */
static struct store_rrset *add_rrset(struct store_node *node, uint16_t type)
{
    struct store_rrset *set =
        take(node->zone, &node->zone->records, sizeof *set);
    if (set == NULL) {
        return NULL;
    }
    set->next = node->rrsets;
    set->last = NULL;
    set->ttl = UINT32_MAX;
    set->type = type;
    set->octets =
        (uint16_t)(MESSAGE_HEAD + ddds_domain_wire_length(node->name));
    node->rrsets = set;
    return set;
}

/* Add the last record of |set| to the tree of duplicates; if it makes the set
 * long, add all its records. */
static bool note_last(struct memory *memory, const struct store_rrset *set,
                      bool was_long)
{
    if (!memory->is_loading || set->octets <= LONG_RRSET) {
        return true;
    }
    const struct store_record *record = was_long ? set->last : set->last->next;
    while (ddds_duplicates_add(&memory->duplicates, set, record->rdata,
                               record->length)) {
        if (record == set->last) {
            return true;
        }
        record = record->next;
    }
    return false;
}

/* Append a copy of |record| to |set|. */
static ddds_status append(struct memory *memory, struct store_node *node,
                          struct store_rrset *set,
                          const struct ddds_record *record,
                          struct ddds_error *error)
{
    size_t extra = record->type == TYPE_NAPTR ? sizeof(struct store_place) : 0;
    struct store_record *copy = take(node->zone, &node->zone->records,
                                     offsetof(struct store_record, rdata) +
                                         record->rdata_length + extra);
    if (copy == NULL ||
        (extra > 0 && !ddds_memory_place(memory, node->zone,
                                         copy->rdata + record->rdata_length))) {
        return ddds_error_no_memory(error);
    }
    copy->length = (uint16_t)record->rdata_length;
    memcpy(copy->rdata, record->rdata, record->rdata_length);
    copy->next = set->last == NULL ? copy : set->last->next;
    if (set->last != NULL) {
        set->last->next = copy;
    }
    set->last = copy;
    bool was_long = set->octets > LONG_RRSET;
    set->octets = (uint16_t)(set->octets + RECORD_HEAD + copy->length);
    return note_last(memory, set, was_long) ? DDDS_OK
                                            : ddds_error_no_memory(error);
}

/* Return true if a message is too small for |set| with |record|. */
static bool is_too_large(const struct store_rrset *set,
                         const struct ddds_record *record)
{
    return set->octets + RECORD_HEAD + record->rdata_length >= RRSET_TOO_LARGE;
}

static void limit_ttl(struct store_rrset *set, uint32_t ttl)
{
    set->ttl = ttl < set->ttl ? ttl : set->ttl;
}

/* Store |record| at |node|. Duplicates are dropped (RFC 2181 section 5). If the
 * TTLs of a set differ the smallest counts (section 5.2). */
static ddds_status keep(struct memory *memory, struct store_node *node,
                        const struct ddds_record *record,
                        const char **complaint, struct ddds_error *error)
{
    struct store_rrset *set = ddds_memory_rrset(node, record->type);
    bool single = record->type == TYPE_CNAME || record->type == TYPE_DNAME;
    if (set == NULL) {
        set = add_rrset(node, record->type);
        if (set == NULL) {
            return ddds_error_no_memory(error);
        }
    } else if (set->octets == RRSET_TOO_LARGE) {
        return DDDS_OK;
    } else if (set->last != NULL && is_duplicate(memory, set, record)) {
        limit_ttl(set, record->ttl);
        return DDDS_OK;
    } else if (single) {
        *complaint = "second CNAME or DNAME at this name, ignored (RFC 2181 "
                     "section 10.1, RFC 6672 section 2.4)";
        return DDDS_OK;
    }
    if (is_too_large(set, record)) {
        limit_ttl(set, record->ttl);
        set->octets = RRSET_TOO_LARGE;
        *complaint = DDDS_MEMORY_TOO_LARGE;
        return DDDS_OK;
    }
    ddds_status status = append(memory, node, set, record, error);
    if (status == DDDS_OK) {
        limit_ttl(set, record->ttl);
    } else if (set->last == NULL) {
        node->rrsets = set->next; /* sets must not be empty */
    }
    return status;
}

/* Set the TTL of negative answers of |zone| (RFC 2308 section 5), from its SOA
 * |soa|. */
static void note_soa(struct store_zone *zone, const struct ddds_record *soa)
{
    uint32_t minimum = 0;
    ddds_type_read_minimum(soa->rdata, soa->rdata_length, &minimum);
    zone->has_soa = true;
    uint32_t ttl = minimum < soa->ttl ? minimum : soa->ttl;
    zone->negative_ttl = ttl < LIMIT_NEGATIVE_TTL ? ttl : LIMIT_NEGATIVE_TTL;
}

/* Return the node flags for a record of |type|. */
static uint8_t flags_of(uint16_t type)
{
    switch (type) {
    case TYPE_CNAME:
        return NODE_CNAME;
    case TYPE_DNAME:
        return NODE_DNAME | NODE_OTHER;
    case TYPE_NS:
        return NODE_NS | NODE_OTHER;
    default:
        return ddds_type_may_join_cname(type) ? 0 : NODE_OTHER;
    }
}

ddds_status ddds_memory_insert(struct memory *memory, struct store_zone *zone,
                               const struct ddds_record *record,
                               const char **complaint, struct ddds_error *error)
{
    const char *owner = record->owner;
    const size_t length = strlen(owner);
    *complaint = NULL;
    if (zone->last == NULL ||
        !ddds_memory_is_named(zone->last, owner, length)) {
        if (!ddds_domain_is_within(owner, zone->apex->name)) {
            *complaint = "name outside the zone; record ignored";
            return DDDS_OK;
        }
        struct store_name name = name_of(memory, owner, owner + length);
        ddds_status status = ensure_node(memory, zone, &name, error);
        if (status != DDDS_OK) {
            return status;
        }
    }
    struct store_node *node = zone->last;
    uint8_t flags = flags_of(record->type);
    uint8_t all = (uint8_t)(node->flags | flags);
    if (flags != 0 && (all & NODE_CNAME) != 0 && (all & NODE_OTHER) != 0) {
        *complaint = "CNAME and other data at this name; the CNAME is used "
                     "(RFC 1034 section 3.6.2)";
    }
    if (record->type == TYPE_SOA && node == zone->apex) {
        note_soa(zone, record);
    }
    bool is_kept = ddds_type_name(record->type) != NULL;
    ddds_status status =
        is_kept ? keep(memory, node, record, complaint, error) : DDDS_OK;
    node->flags = status == DDDS_OK ? all : node->flags;
    return status;
}

/* ---- The database ------------------------------------------------------- */

/* Release the rules of all nodes; stop after the last, because often only few
 * have rules. */
static void release_all_rules(struct memory *memory)
{
    for (size_t i = 0; atomic_load(&memory->rule_sets) > 0; i++) {
        for (struct store_node *node = memory->buckets[i]; node != NULL;
             node = node->next) {
            release_rules(memory, node);
        }
    }
}

void ddds_memory_close(ddds_database *database)
{
    struct memory *memory = (struct memory *)database;
    release_all_rules(memory);
    while (memory->zones != NULL) {
        struct store_zone *zone = memory->zones;
        memory->zones = zone->next;
        ddds_arena_free(&zone->arena);
        free(zone);
    }
    free(memory->buckets);
    ddds_rulebook_free(memory->rulebook);
    free(memory);
}

ddds_database *ddds_memory_open(const struct ddds_database_class *methods,
                                struct ddds_error *error)
{
    struct memory *memory = calloc(1, sizeof *memory);
    if (memory == NULL) {
        ddds_error_no_memory(error);
        return NULL;
    }
    memory->base.methods = methods;
    memory->key = ddds_hash_key(memory);
    memory->buckets = calloc(FIRST_BUCKETS, sizeof(struct store_node *));
    memory->mask = FIRST_BUCKETS - 1;
    memory->rulebook = ddds_rulebook_new(error);
    if (memory->buckets == NULL || memory->rulebook == NULL) {
        ddds_error_no_memory(error);
        ddds_memory_close(&memory->base);
        return NULL;
    }
    ddds_rulebook_keep_all(memory->rulebook);
    return &memory->base;
}
