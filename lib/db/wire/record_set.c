/* From records to rules, servers and addresses.
 *
 * SPDX-License-Identifier: MIT */
#include "db/wire/record_set.h"

#include <string.h>

#include "base/error.h"
#include "db/wire/rdata.h"

bool ddds_record_is_at(const struct message_record *record, uint16_t type,
                       const char *name)
{
    return record->type == type && record->class_number == CLASS_IN &&
           record->owner != NULL && strcmp(record->owner, name) == 0;
}

const struct message_record *ddds_record_set_next(const struct record_set *set,
                                                  size_t *next)
{
    while (*next < set->count) {
        const struct message_record *record = &set->records[(*next)++];
        if (ddds_record_is_at(record, set->type, set->name)) {
            return record;
        }
    }
    return NULL;
}

size_t ddds_record_set_count(const struct record_set *set)
{
    size_t count = 0;
    size_t next = 0;
    while (ddds_record_set_next(set, &next) != NULL) {
        count++;
    }
    return count;
}

uint32_t ddds_record_set_ttl(const struct record_set *set)
{
    uint32_t ttl = UINT32_MAX;
    size_t next = 0;
    const struct message_record *record;
    while ((record = ddds_record_set_next(set, &next)) != NULL) {
        ttl = record->ttl < ttl ? record->ttl : ttl;
    }
    return ttl;
}

/* Read a rule; what cannot be read of it is its defect. */
static ddds_status read_rule(const struct message_record *record,
                             struct arena *arena, struct ddds_rule *rule,
                             struct ddds_error *error)
{
    ddds_status status = ddds_rdata_read_naptr(record->rdata, record->length,
                                               arena, rule, error);
    if (status == DDDS_MALFORMED) {
        rule->defect = ddds_arena_string(
            arena, record->defect != NULL ? record->defect : error->detail);
        status = rule->defect != NULL ? DDDS_OK : DDDS_NO_MEMORY;
    }
    return status;
}

ddds_status ddds_record_set_rules(const struct record_set *set,
                                  struct arena *arena, ddds_rulebook *rulebook,
                                  struct ddds_answer *answer,
                                  struct ddds_error *error)
{
    size_t count = 0;
    size_t next = 0;
    struct ddds_rule *rules =
        ddds_arena_array(arena, ddds_record_set_count(set), sizeof *rules);
    if (rules == NULL) {
        return ddds_error_no_memory(error);
    }
    const struct message_record *record;
    while ((record = ddds_record_set_next(set, &next)) != NULL) {
        struct ddds_error why;
        if (read_rule(record, arena, &rules[count++], &why) != DDDS_OK) {
            return ddds_error_no_memory(error);
        }
    }
    struct ddds_error why = {.status = DDDS_NO_MEMORY};
    answer->ruleset = ddds_ruleset_new(rulebook, rules, count, &why);
    if (answer->ruleset != NULL) {
        return DDDS_OK;
    }
    return ddds_error_set(error, why.status, why.offset, "%s", why.detail);
}

ddds_status ddds_record_set_servers(const struct record_set *set,
                                    struct arena *arena,
                                    struct ddds_answer *answer,
                                    struct ddds_error *error)
{
    size_t next = 0;
    struct ddds_srv *servers =
        ddds_arena_array(arena, ddds_record_set_count(set), sizeof *servers);
    if (servers == NULL) {
        return ddds_error_no_memory(error);
    }
    answer->servers = servers;
    const struct message_record *record;
    while ((record = ddds_record_set_next(set, &next)) != NULL) {
        ddds_status status =
            ddds_rdata_read_srv(record->rdata, record->length, arena,
                                &servers[answer->server_count], error);
        if (status == DDDS_NO_MEMORY) {
            return status;
        }
        answer->server_count += status == DDDS_OK;
    }
    return answer->server_count > 0 ? DDDS_OK : DDDS_MALFORMED;
}

ddds_status ddds_record_set_addresses(const struct record_set *set,
                                      struct arena *arena,
                                      struct ddds_answer *answer,
                                      struct ddds_error *error)
{
    size_t next = 0;
    size_t before = answer->address_count;
    struct ddds_address *addresses = ddds_arena_array(
        arena, before + ddds_record_set_count(set), sizeof *addresses);
    if (addresses == NULL) {
        return ddds_error_no_memory(error);
    }
    if (before > 0) {
        memcpy(addresses, answer->addresses, before * sizeof *addresses);
    }
    answer->addresses = addresses;
    const struct message_record *record;
    while ((record = ddds_record_set_next(set, &next)) != NULL) {
        answer->address_count +=
            ddds_rdata_read_address(record->type, record->rdata, record->length,
                                    &addresses[answer->address_count],
                                    error) == DDDS_OK;
    }
    return answer->address_count > before ? DDDS_OK : DDDS_MALFORMED;
}
