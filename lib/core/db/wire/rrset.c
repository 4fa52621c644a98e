/* Rules, servers and addresses from records of zones in memory and of messages.
 *
 * SPDX-License-Identifier: MIT */
#include "db/wire/rrset.h"

#include <string.h>

#include "base/error.h"
#include "db/wire/rdata.h"

/* ---- Rules --------------------------------------------------------------- */

static struct rdata_view view_of(const struct rrset *set,
                                 const struct ddds_record *record)
{
    return (struct rdata_view){record->rdata, record->rdata_length, set->names};
}

/* Read a rule. Malformed RDATA become its defect. */
static ddds_status read_rule(const struct rdata_view *rdata,
                             struct arena *arena, struct rule_fields *rule)
{
    struct ddds_error error;
    ddds_status status = ddds_rdata_view_naptr(rdata, arena, rule, &error);
    if (status == DDDS_MALFORMED) {
        rule->defect = ddds_arena_string(arena, error.detail);
        status = rule->defect != NULL ? DDDS_OK : DDDS_NO_MEMORY;
    }
    return status;
}

ddds_ruleset *ddds_rrset_rules(struct rrset *set, struct arena *arena,
                               ddds_rulebook *rulebook,
                               struct ddds_error *error)
{
    size_t count = 0;
    struct rule_fields one; /* enough for most sets */
    struct rule_fields *rules =
        set->count == 1 ? &one
                        : ddds_arena_array(arena, set->count, sizeof *rules);
    const struct ddds_record *record;
    while (rules != NULL && (record = set->next(set)) != NULL) {
        const struct rdata_view rdata = view_of(set, record);
        if (read_rule(&rdata, arena, &rules[count++]) != DDDS_OK) {
            rules = NULL;
        }
    }
    if (rules == NULL) {
        ddds_error_no_memory(error);
        return NULL;
    }
    return ddds_ruleset_make(rulebook, rules, count, error);
}

/* ---- Servers and addresses ----------------------------------------------- */

ddds_status ddds_rrset_servers(struct rrset *set, struct arena *arena,
                               struct ddds_answer *answer,
                               struct ddds_error *error)
{
    struct ddds_srv *servers =
        ddds_arena_array(arena, set->count, sizeof *servers);
    if (servers == NULL) {
        return ddds_error_no_memory(error);
    }
    answer->servers = servers;
    const struct ddds_record *record;
    while ((record = set->next(set)) != NULL) {
        const struct rdata_view rdata = view_of(set, record);
        ddds_status status = ddds_rdata_view_srv(
            &rdata, arena, &servers[answer->server_count], error);
        if (status == DDDS_NO_MEMORY) {
            return status;
        }
        answer->server_count += status == DDDS_OK;
    }
    return answer->server_count > 0 ? DDDS_OK : DDDS_MALFORMED;
}

ddds_status ddds_rrset_targets(struct rrset *set, struct arena *arena,
                               struct ddds_answer *answer,
                               struct ddds_error *error)
{
    struct ddds_uri_target *targets =
        ddds_arena_array(arena, set->count, sizeof *targets);
    if (targets == NULL) {
        return ddds_error_no_memory(error);
    }
    answer->targets = targets;
    const struct ddds_record *record;
    while ((record = set->next(set)) != NULL) {
        ddds_status status =
            ddds_rdata_read_uri(record->rdata, record->rdata_length, arena,
                                &targets[answer->target_count], error);
        if (status == DDDS_NO_MEMORY) {
            return status;
        }
        answer->target_count += status == DDDS_OK;
    }
    return answer->target_count > 0 ? DDDS_OK : DDDS_MALFORMED;
}

ddds_status ddds_rrset_addresses(struct rrset *set, struct arena *arena,
                                 struct ddds_answer *answer,
                                 struct ddds_error *error)
{
    size_t before = answer->address_count;
    struct ddds_address *addresses =
        ddds_arena_array(arena, before + set->count, sizeof *addresses);
    if (addresses == NULL) {
        return ddds_error_no_memory(error);
    }
    if (before > 0) {
        memcpy(addresses, answer->addresses, before * sizeof *addresses);
    }
    answer->addresses = addresses;
    const struct ddds_record *record;
    while ((record = set->next(set)) != NULL) {
        answer->address_count +=
            ddds_rdata_read_address(
                record->type, record->rdata, record->rdata_length,
                &addresses[answer->address_count], error) == DDDS_OK;
    }
    return answer->address_count > before ? DDDS_OK : DDDS_MALFORMED;
}

/* ---- Messages ------------------------------------------------------------ */

bool ddds_rrset_matches(struct message *message,
                        const struct message_record *record, uint16_t type,
                        const struct name_view *name)
{
    return record->type == type && record->class_number == CLASS_IN &&
           ddds_wire_equal(&message->names, record->owner, name);
}

/* Return true if |record| belongs to |set|. Owners are usually pointers to the
 * same octets. */
static bool is_of_set(struct message_rrset *set,
                      const struct message_record *record)
{
    if (record->type != set->current.type || record->class_number != CLASS_IN) {
        return false;
    }
    if (record->owner == set->owner) {
        return true;
    }
    bool is_equal = ddds_wire_equal(set->base.names, record->owner, &set->name);
    set->owner = is_equal ? record->owner : set->owner;
    return is_equal;
}

static const struct ddds_record *next_of_message(struct rrset *base)
{
    struct message_rrset *set = (struct message_rrset *)base;
    while (set->record < set->end) {
        const struct message_record *record = set->record++;
        if (is_of_set(set, record)) {
            set->current.ttl = record->ttl;
            set->current.rdata = base->names->octets + record->rdata;
            set->current.rdata_length = record->rdata_length;
            return &set->current;
        }
    }
    return NULL;
}

struct message_rrset ddds_rrset_of(struct message *message,
                                   const struct message_record *section,
                                   size_t count, const struct name_view *name,
                                   uint16_t type)
{
    struct message_rrset set = {
        .base = {next_of_message, 0, &message->names},
        .ttl = UINT32_MAX,
        .end = section + count,
        .name = *name,
        .owner = message->asked == name->octets ? MESSAGE_HEADER : 0,
        .current.type = type,
    };
    const struct message_record *record = section;
    for (; record != set.end; record++) {
        if (is_of_set(&set, record)) {
            set.record = set.base.count == 0 ? record : set.record;
            set.base.count++;
            set.ttl = record->ttl < set.ttl ? record->ttl : set.ttl;
        }
    }
    set.record = set.base.count == 0 ? set.end : set.record;
    return set;
}
