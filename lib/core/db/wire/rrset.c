/* Rules, servers and addresses from records of zones in memory and of messages.
 *
 * SPDX-License-Identifier: MIT */
#include "db/wire/rrset.h"

#include <string.h>

#include "base/error.h"
#include "db/wire/rdata.h"

/* ---- Rules --------------------------------------------------------------- */

/* Read a rule. Malformed RDATA become its defect. */
static ddds_status read_rule(const struct ddds_record *record,
                             struct arena *arena, struct rule_fields *rule)
{
    struct ddds_error error;
    ddds_status status = ddds_rdata_read_naptr(
        record->rdata, record->rdata_length, arena, rule, &error);
    if (status == DDDS_NO_MEMORY) {
        return status;
    }
    if (rule->defect != NULL) {
        return DDDS_OK; /* a NUL octet: the form of the fields depends on it */
    }
    if (record->defect != NULL) {
        rule->defect = record->defect;
    } else if (status == DDDS_MALFORMED) {
        rule->defect = ddds_arena_string(arena, error.detail);
    }
    return arena->failed ? DDDS_NO_MEMORY : DDDS_OK;
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
    while (rules != NULL && (record = set->next(set, arena)) != NULL) {
        if (read_rule(record, arena, &rules[count++]) != DDDS_OK) {
            rules = NULL;
        }
    }
    if (rules == NULL || arena->failed) {
        ddds_error_no_memory(error);
        return NULL;
    }
    return ddds_ruleset_make(rulebook, rules, count, error);
}

/* ---- Servers and addresses ----------------------------------------------- */

/* Records of a set. */
struct set_reading {
    size_t readable;
    size_t all;
    struct ddds_error error; /* of the last that is not readable */
};

static void count_record(struct set_reading *reading, ddds_status status)
{
    reading->readable += status == DDDS_OK;
    reading->all++;
}

/* Return the status of a set. A detail of |answer| tells that some of its
 * records are left out; |error| is set if all are. */
static ddds_status conclude(struct arena *arena,
                            const struct set_reading *reading,
                            struct ddds_answer *answer,
                            struct ddds_error *error)
{
    if (reading->readable == 0 && !arena->failed) {
        return ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET, "%s",
                              reading->error.detail);
    }
    if (reading->readable < reading->all) {
        answer->detail =
            ddds_arena_format(arena, "left out %zu of %zu records: %s",
                              reading->all - reading->readable, reading->all,
                              reading->error.detail);
    }
    return arena->failed ? ddds_error_no_memory(error) : DDDS_OK;
}

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
    struct set_reading reading = {.all = 0};
    const struct ddds_record *record;
    while ((record = set->next(set, arena)) != NULL) {
        ddds_status status =
            record->defect != NULL
                ? ddds_error_set(&reading.error, DDDS_MALFORMED, DDDS_NO_OFFSET,
                                 "%s", record->defect)
                : ddds_rdata_read_srv(record->rdata, record->rdata_length,
                                      arena, &servers[reading.readable],
                                      &reading.error);
        count_record(&reading, status);
    }
    answer->server_count = reading.readable;
    return conclude(arena, &reading, answer, error);
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
    struct set_reading reading = {.all = 0};
    const struct ddds_record *record;
    while ((record = set->next(set, arena)) != NULL) {
        count_record(&reading, ddds_rdata_read_uri(
                                   record->rdata, record->rdata_length, arena,
                                   &targets[reading.readable], &reading.error));
    }
    answer->target_count = reading.readable;
    return conclude(arena, &reading, answer, error);
}

ddds_status ddds_rrset_addresses(struct rrset *set, struct arena *arena,
                                 struct ddds_answer *answer,
                                 struct ddds_error *error)
{
    const size_t before = answer->address_count;
    struct ddds_address *addresses = ddds_arena_extend(
        arena, answer->addresses, before, set->count, sizeof *addresses);
    if (addresses == NULL) {
        return ddds_error_no_memory(error);
    }
    answer->addresses = addresses;
    struct set_reading reading = {.all = 0};
    const struct ddds_record *record;
    while ((record = set->next(set, arena)) != NULL) {
        count_record(&reading,
                     ddds_rdata_read_address(
                         record->type, record->rdata, record->rdata_length,
                         &addresses[before + reading.readable],
                         &reading.error));
    }
    answer->address_count = before + reading.readable;
    return conclude(arena, &reading, answer, error);
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
    bool is_equal = ddds_wire_equal(set->names, record->owner, &set->name);
    set->owner = is_equal ? record->owner : set->owner;
    return is_equal;
}

static const struct ddds_record *next_of_message(struct rrset *base,
                                                 struct arena *arena)
{
    struct message_rrset *set = (struct message_rrset *)base;
    while (set->record < set->end) {
        const struct message_record *record = set->record++;
        if (is_of_set(set, record)) {
            return ddds_message_rdata(set->names, record, arena, &set->current)
                       ? &set->current
                       : NULL;
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
        .base = {next_of_message, 0},
        .names = &message->names,
        .ttl = UINT32_MAX,
        .end = section + count,
        .name = *name,
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
