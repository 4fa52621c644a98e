/* Records that a caller adds singly, and zones that could not be loaded.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/error.h"
#include "db/memory/memory.h"
#include "db/wire/rdata.h"
#include "base/domain.h"

/* Return the zone if it is the only zone and contains |name|; otherwise
 * NULL. */
static struct store_zone *only_zone(const struct memory *memory,
                                    const char *name)
{
    struct store_zone *zone = memory->zones;
    return zone != NULL && zone->next == NULL &&
                   ddds_domain_is_within(name, zone->apex->name)
               ? zone
               : NULL;
}

/* Find the deepest zone that contains |name|; if none does, create a zone
 * of the root. */
static ddds_status choose_zone(struct memory *memory, const char *name,
                               struct store_zone **zone,
                               struct ddds_error *error)
{
    *zone = only_zone(memory, name);
    if (*zone != NULL) {
        return DDDS_OK;
    }
    for (; name != NULL; name = ddds_domain_parent(name)) {
        size_t length = strlen(name);
        *zone = ddds_memory_zone_at(memory, name, length,
                                    ddds_memory_hash(memory, name, length));
        if (*zone != NULL) {
            return DDDS_OK;
        }
    }
    return ddds_memory_new_zone(memory, "", "single records", zone, error);
}

static ddds_status check_record(const struct ddds_record *record,
                                struct ddds_error *error)
{
    if (record->rdata_length > RDATA_SIZE_MAX ||
        ddds_type_is_meta(record->type)) {
        return ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET,
                              "record of type %u with %zu octets: not allowed "
                              "in a zone",
                              (unsigned)record->type, record->rdata_length);
    }
    return ddds_rdata_check(record->type, record->rdata, record->rdata_length,
                            error);
}

ddds_status ddds_memory_add(ddds_database *database,
                            const struct ddds_record *record,
                            struct ddds_error *error)
{
    struct memory *memory = (struct memory *)database;
    char owner[LIMIT_NAME_SIZE];
    const char *given = record->owner[0] != '\0' ? record->owner : ".";
    ddds_status status = ddds_domain_parse(given, strlen(given), owner, error);
    if (status == DDDS_OK) {
        status = check_record(record, error);
    }
    struct store_zone *zone;
    if (status == DDDS_OK) {
        status = choose_zone(memory, owner, &zone, error);
    }
    if (status != DDDS_OK) {
        return status;
    }
    struct ddds_record copy = *record;
    copy.owner = owner;
    /* A TTL has 31 bits; with the 32nd it is 0 (RFC 2181 section 8). */
    copy.ttl = record->ttl <= INT32_MAX ? record->ttl : 0;
    const char *complaint;
    status = ddds_memory_insert(memory, zone, &copy, &complaint, error);
    if (status == DDDS_OK && complaint != NULL &&
        strcmp(complaint, DDDS_MEMORY_TOO_LARGE) == 0) {
        return ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET, "\"%s\": %s",
                              owner, complaint);
    }
    return status;
}

ddds_status ddds_memory_break(ddds_database *database, const char *apex,
                              const struct ddds_error *why,
                              struct ddds_error *error)
{
    struct memory *memory = (struct memory *)database;
    char name[LIMIT_NAME_SIZE];
    struct store_zone *zone;
    struct ddds_error why_not;
    ddds_status status = ddds_domain_parse(apex, strlen(apex), name, &why_not);
    if (status != DDDS_OK) {
        return ddds_error_set(error, DDDS_BAD_OPTION, why_not.offset, "%s",
                              why_not.detail);
    }
    status = ddds_memory_new_zone(memory, name, name, &zone, error);
    if (status != DDDS_OK) {
        return status;
    }
    zone->failure_reply = why->status == DDDS_UNREADABLE
                              ? DDDS_REPLY_SERVER_FAILURE
                              : DDDS_REPLY_MALFORMED;
    zone->failure = ddds_arena_string(&zone->arena, why->detail);
    if (zone->failure == NULL) {
        ddds_memory_drop_zone(memory, zone);
        return ddds_error_no_memory(error);
    }
    return DDDS_OK;
}
