/* Looks up names in the given zones, with the database in memory (db/memory).
 *
 * That database implements the rules of DNS for aliases, wildcards and
 * delegations. A file without SOA is a part of a zone: other names may exist
 * elsewhere, so that only its own records count.
 *
 * SPDX-License-Identifier: MIT */
#include "check/model/zone_lookup.h"

#include <stdlib.h>
#include <string.h>

#include <ddds/database.h>

#include "base/text.h"
#include "check/model/index.h"
#include "base/types.h"
#include "base/domain.h"

enum { HAS_NAPTR = 1, HAS_SRV = 2 };

/* Lookups outside of all zones that scan all records, before the database is
 * created. */
enum { OUTSIDE_MAX = 16 };

/* ---- Filling -------------------------------------------------------- */

/* Return the zone of a file, by its first record: its apex, otherwise its
 * origin. NULL if both are unknown. */
static const char *find_apex(const struct checked_record *first)
{
    return first->from->zone->apex != NULL ? first->from->zone->apex
                                           : first->from->origin;
}

/* Return true if the record |i| is the first of its file. */
static bool begins_file(const struct ddds_check *check, size_t i)
{
    return i == 0 ||
           check->records[i - 1]->from->zone != check->records[i]->from->zone;
}

/* Create a zone named |apex|; return false without memory. Files of the same
 * zone are merged. */
static bool add_zone(ddds_database *database, const char *apex)
{
    static const char soa[] = "@ 0 IN SOA . . 0 0 0 0 0\n";
    char name[LIMIT_NAME_SIZE + 1];
    struct text text;
    struct ddds_error error;
    ddds_text_init(&text, name, sizeof name);
    ddds_text_string(&text, apex);
    ddds_text_char(&text, '.');
    const struct ddds_zone_options options = {.size = sizeof options,
                                              .origin = name};
    return ddds_memory_load_text(database, apex, soa, sizeof soa - 1, &options,
                                 &error) != DDDS_NO_MEMORY;
}

/* Only the existence of NAPTR records is looked up. */
static const unsigned char some_naptr[8];

static bool add_record(ddds_database *database,
                       const struct checked_record *record)
{
    struct ddds_error error;
    const struct checked_base *base = &record->base;
    bool is_naptr = record->naptr != NULL;
    const struct ddds_record copy = {
        .owner = base->owner,
        .type = base->type,
        .ttl = base->ttl,
        .rdata = is_naptr ? some_naptr : base->rdata,
        .rdata_length = is_naptr ? sizeof some_naptr : base->rdata_length,
    };
    return ddds_memory_add(database, &copy, &error) != DDDS_NO_MEMORY;
}

/* Return true if |record| only repeats that its owner has a NAPTR record, like
 * |before|, which precedes it in its file. */
static bool repeats(const struct checked_record *record,
                    const struct checked_record *before)
{
    return record->naptr != NULL && before->naptr != NULL &&
           record->base.owner == before->base.owner;
}

/* Add all zones before the first record, because each record needs its zone. */
static bool add_zones(const struct ddds_check *check)
{
    for (size_t i = 0; i < check->record_count; i++) {
        const char *apex =
            begins_file(check, i) ? find_apex(check->records[i]) : NULL;
        if (apex != NULL && !add_zone(check->lookup.database, apex)) {
            return false;
        }
    }
    return true;
}

static bool add_records(const struct ddds_check *check)
{
    const char *apex = NULL;
    for (size_t i = 0; i < check->record_count; i++) {
        const struct checked_record *record = check->records[i];
        apex = begins_file(check, i) ? find_apex(record) : apex;
        if (apex != NULL &&
            (begins_file(check, i) ||
             !repeats(record, check->records[i - 1])) &&
            ddds_domain_is_within(record->base.owner, apex) &&
            !record->is_hidden && !add_record(check->lookup.database, record)) {
            return false;
        }
    }
    return true;
}

bool ddds_zone_lookup_begin(struct ddds_check *check)
{
    unsigned char *types =
        ddds_arena_array(&check->arena, check->record_count + 1, 1);
    size_t first = 0;
    check->lookup.types = types;
    for (size_t i = 0; types != NULL && i < check->record_count; i++) {
        uint16_t type = check->sorted[i]->base.type;
        if (strcmp(check->sorted[i]->base.owner,
                   check->sorted[first]->base.owner) != 0) {
            first = i;
        }
        if (check->sorted[i]->is_hidden) {
            continue;
        }
        if (type == TYPE_NAPTR) {
            types[first] |= HAS_NAPTR;
        } else if (type == TYPE_SRV) {
            types[first] |= HAS_SRV;
        }
    }
    return types != NULL;
}

/* ---- Lookups -------------------------------------------------------- */

struct pending_lookup {
    struct ddds_check *check;
    struct zone_answer *zone_answer;
};

/* Return true if |name| is in the zone of a file. */
static bool is_in_zone(const struct ddds_check *check, const char *name)
{
    for (size_t i = 0; i < check->record_count; i++) {
        const char *apex =
            begins_file(check, i) ? find_apex(check->records[i]) : NULL;
        if (apex != NULL && ddds_domain_is_within(name, apex)) {
            return true;
        }
    }
    return false;
}

/* Create the database, unless it exists or is not needed so far: most zones of
 * numbers have no targets in the files. */
static bool has_database(struct ddds_check *check, const char *name)
{
    struct ddds_error error;
    struct zone_lookup *lookup = &check->lookup;
    if (lookup->database != NULL || check_has_failed(check) ||
        (lookup->outside < OUTSIDE_MAX && !is_in_zone(check, name))) {
        lookup->outside++;
        return lookup->database != NULL;
    }
    lookup->database = ddds_memory_new(&error);
    if (lookup->database == NULL || !add_zones(check) || !add_records(check)) {
        check_fail(check);
    }
    return lookup->database != NULL;
}

/* Return true if |name| may have records outside of the files. */
static bool may_be_elsewhere(const struct ddds_check *check, const char *name)
{
    const struct checked_zone *zone = ddds_index_zone(check, name);
    return zone == NULL || zone->apex == NULL || zone->has_gap;
}

static void receive(void *context, uint32_t id,
                    const struct ddds_answer *answer)
{
    (void)id;
    struct pending_lookup *reception = context;
    struct zone_answer *zone_answer = reception->zone_answer;
    if (answer->canonical != NULL) {
        size_t length = strlen(answer->canonical);
        memcpy(zone_answer->name, answer->canonical, length + 1);
        zone_answer->is_alias = true;
    }
    switch (answer->reply) {
    case DDDS_REPLY_DATA:
        zone_answer->found = ZONE_DATA;
        return;
    case DDDS_REPLY_NO_DATA:
        zone_answer->found = ZONE_NO_DATA;
        break;
    case DDDS_REPLY_NO_NAME:
        zone_answer->found = ZONE_NO_NAME;
        break;
    case DDDS_REPLY_OUTSIDE:
        zone_answer->found = ZONE_UNKNOWN;
        return;
    case DDDS_REPLY_NO_MEMORY:
        check_fail(reception->check);
        zone_answer->found = ZONE_UNKNOWN;
        return;
    default:
        /* The limit on aliases is reached after a valid target; a DNAME that
         * makes no valid name cannot be judged. */
        zone_answer->found =
            answer->canonical != NULL ? ZONE_ALIAS_LOOP : ZONE_UNKNOWN;
        return;
    }
    if (may_be_elsewhere(reception->check, zone_answer->name)) {
        zone_answer->found = ZONE_UNKNOWN;
    }
}

void ddds_zone_lookup_find(struct ddds_check *check, const char *name,
                           uint16_t type, struct zone_answer *zone_answer)
{
    struct pending_lookup reception = {.check = check,
                                       .zone_answer = zone_answer};
    const struct ddds_question question = {
        .size = sizeof question,
        .kind = type == TYPE_A ? DDDS_ASK_ADDRESSES : DDDS_ASK_RECORDS,
        .name = name,
        .type = type,
    };
    size_t length = strlen(name);
    memcpy(zone_answer->name, name, length + 1);
    zone_answer->is_alias = false;
    zone_answer->found = ZONE_UNKNOWN;
    if (has_database(check, name)) {
        ddds_database *database = check->lookup.database;
        database->methods->lookup(database, &question, 0, receive, &reception);
    }
    if (check->live != NULL && zone_answer->found != ZONE_DATA &&
        zone_answer->found != ZONE_ALIAS_LOOP) {
        zone_answer->found = check->absence(check->live, name, type);
    }
}

/* ---- Owners of records ---------------------------------------------- */

/* Return the owner |name| if it has records of |type|; else NULL. */
static const char *find_owner(const struct ddds_check *check, const char *name,
                              uint16_t type)
{
    size_t count;
    struct checked_record *const *records =
        ddds_index_records(check, name, &count);
    unsigned char wanted = type == TYPE_SRV ? HAS_SRV : HAS_NAPTR;
    return count > 0 &&
                   (check->lookup.types[records - check->sorted] & wanted) != 0
               ? records[0]->base.owner
               : NULL;
}

const char *ddds_zone_lookup_owner(const struct ddds_check *check,
                                   const char *name, uint16_t type)
{
    const char *owner = find_owner(check, name, type);
    for (const char *parent = ddds_domain_parent(name);
         parent != NULL && owner == NULL; parent = ddds_domain_parent(parent)) {
        char wildcard[LIMIT_NAME_SIZE];
        struct text text;
        ddds_text_init(&text, wildcard, sizeof wildcard);
        ddds_text_string(&text, *parent != '\0' ? "*." : "*");
        ddds_text_string(&text, parent);
        owner = text.failed ? NULL : find_owner(check, wildcard, type);
    }
    return owner;
}
