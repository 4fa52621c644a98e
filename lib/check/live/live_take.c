/* Adds records of answers to the check, and looks up their targets.
 *
 * SPDX-License-Identifier: MIT */
#include "check/live/live_take.h"

#include <string.h>

#include "check/intake/intake.h"
#include "check/judge/rule_view.h"
#include "check/model/zone_text.h"
#include "check/report/report.h"
#include "db/wire/rdata.h"

/* An RRset that the check already has. */
struct set_taken {
    struct set_taken *next;
    const char *owner;
    const char *server;
    uint16_t type;
};

/* ---- Sets ------------------------------------------------------------- */

/* Return the end of the records of |asked| that have the owner and type of
 * the record at |begin|. */
static size_t end_of_set(const struct live_question *asked, size_t begin)
{
    const struct ddds_record *first = asked->records[begin];
    size_t end = begin + 1;
    while (end < asked->record_count &&
           asked->records[end]->type == first->type &&
           strcmp(asked->records[end]->owner, first->owner) == 0) {
        end++;
    }
    return end;
}

/* Return the server that sent the answer. */
static const char *server_of(const struct live_question *asked)
{
    return asked->server != NULL ? asked->server : "DNS";
}

/* Record the RRset that starts with |record|. Return false if the check already
 * had it, from any server or, for a query to a single server, from that
 * server. */
static bool note_set(struct live *live, const struct ddds_record *record,
                     const struct live_question *asked)
{
    bool is_own = asked->asker != &live->asker;
    for (const struct set_taken *each = live->taken; each != NULL;
         each = each->next) {
        if (each->type == record->type &&
            strcmp(each->owner, record->owner) == 0 &&
            (!is_own || strcmp(each->server, server_of(asked)) == 0)) {
            return false;
        }
    }
    struct set_taken *set =
        ddds_arena_array(&live->check->arena, 1, sizeof *set);
    if (set == NULL) {
        return false;
    }
    *set = (struct set_taken){live->taken, record->owner, server_of(asked),
                              record->type};
    live->taken = set;
    return true;
}

/* Report compressed names, which RFC 3403 section 4.1 and RFC 2782 forbid.
 * The records of the set are the newest of the check. */
static void check_compression(struct live *live,
                              const struct live_question *asked, size_t begin,
                              size_t end)
{
    struct ddds_check *check = live->check;
    size_t count = end - begin;
    for (size_t i = 0; i < count && check->record_count >= count; i++) {
        const struct checked_record *record =
            check->records[check->record_count - count + i];
        if (!asked->records[begin + i]->is_compressed) {
            continue;
        }
        if (record->naptr != NULL) {
            ddds_report(
                check, ddds_place_field(record, NAPTR_REPLACEMENT),
                CODE_COMPRESSED_NAME,
                "the server sent the replacement as a compression pointer");
        } else if (record->base.type == TYPE_SRV) {
            ddds_report(check, ddds_place_record(record), CODE_COMPRESSED_NAME,
                        "the server sent the target as a compression pointer");
        }
    }
}

/* Add the records from |begin| to |end|, an RRset, to the check. */
static struct checked_zone *take_set(struct live *live,
                                     const struct live_question *asked,
                                     size_t begin, size_t end)
{
    struct ddds_check *check = live->check;
    bool is_pending = false;
    size_t length;
    const char *owner = asked->records[begin]->owner;
    const char *text = ddds_zone_text(asked->records + begin, end - begin,
                                      &check->arena, &length);
    if (text == NULL) {
        return NULL;
    }
    struct checked_zone *zone = ddds_intake_answer(
        check, server_of(asked), ddds_live_apex(live, owner, &is_pending), text,
        length);
    if (zone != NULL && zone->records == end - begin) {
        check_compression(live, asked, begin, end);
    }
    return zone;
}

/* ---- Targets ---------------------------------------------------------- */

struct live_question *ddds_live_ask_from(struct live *live, const char *name,
                                         uint16_t type,
                                         const struct live_question *from)
{
    struct live_question *asked = ddds_ask(&live->asker, name, type);
    if (asked != NULL && asked->from == NULL && !asked->is_wanted) {
        asked->from = from;
        asked->depth = from->depth;
    }
    if (asked != NULL) {
        asked->is_wanted = true;
    }
    return asked;
}

void ddds_live_ask_addresses(struct live *live, const char *name,
                             const struct live_question *from)
{
    ddds_live_ask_from(live, name, TYPE_A, from);
    ddds_live_ask_from(live, name, TYPE_AAAA, from);
}

static void follow_to(struct live *live, enum ddds_next next,
                      const char *target, const struct live_question *from)
{
    struct live_question *asked = NULL;
    switch (next) {
    case DDDS_NEXT_RULES:
        if (from->depth < LIMIT_HOPS) {
            asked = ddds_live_ask_from(live, target, TYPE_NAPTR, from);
        }
        if (asked != NULL && asked->from == from && !asked->is_done) {
            asked->depth = from->depth + 1;
        }
        break;
    case DDDS_NEXT_SERVERS:
        asked = ddds_live_ask_from(live, target, TYPE_SRV, from);
        break;
    case DDDS_NEXT_TARGETS:
        asked = ddds_live_ask_from(live, target, TYPE_URI, from);
        break;
    case DDDS_NEXT_ADDRESSES:
        ddds_live_ask_addresses(live, target, from);
        asked = ddds_ask_find(&live->asker, target, TYPE_A);
        break;
    case DDDS_NEXT_URI:
    case DDDS_NEXT_PROTOCOL:
    case DDDS_NEXT_UNKNOWN:
    case DDDS_NEXT_CONFLICTING:
        break;
    }
    if (asked != NULL) {
        asked->is_rules_own = true;
    }
}

static void follow_rule(struct live *live, const struct checked_record *record,
                        const struct live_question *from)
{
    char target[LIMIT_NAME_SIZE];
    if (!ddds_rule_view_is_readable(record)) {
        return;
    }
    for (size_t i = 0; i < ddds_rule_view_target_count(live->check); i++) {
        enum ddds_next next;
        if (ddds_rule_view_target(live->check, record, i, &next, target)) {
            follow_to(live, next, target, from);
        }
    }
}

static void follow_server(struct live *live,
                          const struct checked_record *record,
                          const struct live_question *from)
{
    enum { PORT = 2 }; /* index of the port */
    struct ddds_fields fields = DDDS_FIELDS_INIT;
    char target[DDDS_NAME_SIZE];
    const struct ddds_record base = {.owner = record->base.owner,
                                     .type = record->base.type,
                                     .rdata = record->base.rdata,
                                     .rdata_length = record->base.rdata_length};
    if (base.rdata != NULL &&
        ddds_record_read(&base, &fields, NULL) == DDDS_OK &&
        fields.numbers[PORT] != 0 &&
        ddds_name_parse(fields.name, target, NULL) == DDDS_OK) {
        ddds_live_ask_addresses(live, target, from);
    }
}

/* Look up the targets of the records of |zone|, the newest of the check. */
static void follow_set(struct live *live, const struct checked_zone *zone,
                       const struct live_question *from)
{
    const struct ddds_check *check = live->check;
    for (size_t i = check->record_count - zone->records;
         i < check->record_count; i++) {
        const struct checked_record *record = check->records[i];
        if (record->naptr != NULL) {
            follow_rule(live, record, from);
        } else if (record->base.type == TYPE_SRV) {
            follow_server(live, record, from);
        }
    }
}

struct checked_zone *ddds_live_take(struct live *live,
                                    const struct live_question *asked,
                                    const struct live_question *from)
{
    struct checked_zone *found = NULL;
    for (size_t begin = 0, end; begin < asked->record_count; begin = end) {
        const struct ddds_record *first = asked->records[begin];
        end = end_of_set(asked, begin);
        if (!note_set(live, first, asked)) {
            continue;
        }
        struct checked_zone *zone = take_set(live, asked, begin, end);
        if (zone == NULL) {
            return NULL;
        }
        follow_set(live, zone, from);
        found = first->type == asked->type ? zone : found;
    }
    return found;
}
