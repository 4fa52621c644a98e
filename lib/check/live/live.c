/* The walk over live records.
 *
 * 1. The rules at each name are asked for; then, as long as there is anything
 *    new, what those rules lead to: rules, servers, addresses. All that is
 *    known to be asked is asked at once, and looked at in the order of asking.
 * 2. Beside each set of records stands the zone it lies in, which its SOA says,
 *    so that checks of zones know what belongs together. A "no" names its zone;
 *    so that one question finds it as a rule.
 * 3. Each set becomes a master file of its own: what is looked at then, and
 *    how, is no business of this file. What only an answer can tell, is: that
 *    nobody answers, who vouches for it, how it was written on the wire.
 *
 * SPDX-License-Identifier: MIT */
#include "check/live/live.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "check/live/answers.h"
#include "check/looks/rule.h"
#include "check/model/zone_text.h"
#include "db/wire/rdata.h"
#include "name/domain.h"

/* A set that the check has already. */
struct set_taken {
    struct set_taken *next;
    const char *owner;
    const char *server;
    uint16_t type;
};

/* ---- Zones ---------------------------------------------------------- */

/* What the answer to the question for the SOA at a name says of its zone: its
 * name; NULL and |*is_above|: the name above knows; else nobody does. */
static const char *read_apex(const struct asked *asked, bool *is_above)
{
    bool is_plain = asked->canonical == NULL;
    *is_above = asked_is_answer(asked);
    if (is_plain && asked->reply == DDDS_REPLY_DATA) {
        return asked->name;
    }
    return is_plain && asked_is_no(asked) ? asked->zone : NULL;
}

const char *ddds_live_apex(struct live *live, const char *name,
                           bool *is_pending)
{
    bool is_above = true;
    for (; name != NULL && is_above; name = ddds_domain_parent(name)) {
        const struct asked *asked = ddds_ask(&live->asker, name, TYPE_SOA);
        if (asked == NULL) {
            return NULL;
        }
        if (!asked->is_done) {
            *is_pending = true;
            return NULL;
        }
        const char *apex = read_apex(asked, &is_above);
        if (apex != NULL) {
            return apex;
        }
    }
    return NULL;
}

/* ---- Sets ----------------------------------------------------------- */

/* Records of |asked|, from |begin| on, that have one owner and type. */
static size_t end_of_set(const struct asked *asked, size_t begin)
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

/* Is it made of a DNAME that stands before it, as RFC 6672 section 3.1 wants
 * for those who do not know DNAME? */
static bool is_made_up(const struct asked *asked, size_t i)
{
    const struct ddds_record *record = asked->records[i];
    for (size_t k = 0; k < i && record->type == TYPE_CNAME; k++) {
        if (asked->records[k]->type == TYPE_DNAME &&
            ddds_domain_is_within(record->owner, asked->records[k]->owner)) {
            return true;
        }
    }
    return false;
}

/* Who sent it. */
static const char *server_of(const struct asked *asked)
{
    return asked->server != NULL ? asked->server : "DNS";
}

/* Note that the check has the set that |record| begins; false if it has had it
 * from anybody, or, if it is |asked| of one server by itself, from that. */
static bool note_set(struct live *live, const struct ddds_record *record,
                     const struct asked *asked)
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
        live->check->status = DDDS_NO_MEMORY;
        return false;
    }
    *set = (struct set_taken){live->taken, record->owner, server_of(asked),
                              record->type};
    live->taken = set;
    return true;
}

/* RFC 3403 and 2782 forbid it. The records of the set are the check's newest.
 */
static void check_compression(struct live *live, const struct asked *asked,
                              size_t begin, size_t end)
{
    struct ddds_check *check = live->check;
    size_t count = end - begin;
    for (size_t i = 0; i < count && check->record_count >= count; i++) {
        const struct record *record =
            check->records[check->record_count - count + i];
        if (!asked->records[begin + i]->is_compressed) {
            continue;
        }
        if (record->naptr != NULL) {
            ddds_report_whole_field(check, record, CODE_COMPRESSED_NAME,
                                    NAPTR_REPLACEMENT,
                                    "the replacement came as a pointer to "
                                    "another name");
        } else if (record->type == TYPE_SRV) {
            ddds_report_record(check, record, CODE_COMPRESSED_NAME,
                               "the target came as a pointer to another name");
        }
    }
}

/* Put the records from |begin| to |end| into the check, those of one owner. */
static struct zone *take_set(struct live *live, const struct asked *asked,
                             size_t begin, size_t end)
{
    struct ddds_check *check = live->check;
    bool is_pending = false;
    size_t length;
    const char *owner = asked->records[begin]->owner;
    const char *text = ddds_zone_text(asked->records + begin, end - begin,
                                      &check->arena, &length);
    if (text == NULL) {
        check->status = DDDS_NO_MEMORY;
        return NULL;
    }
    struct zone *zone = ddds_check_add_answer(
        check, server_of(asked), ddds_live_apex(live, owner, &is_pending), text,
        length);
    if (zone != NULL && zone->records == end - begin) {
        check_compression(live, asked, begin, end);
    }
    return zone;
}

/* ---- What they lead to ---------------------------------------------- */

static struct asked *ask_from(struct live *live, const char *name,
                              uint16_t type, const struct asked *from)
{
    struct asked *asked = ddds_ask(&live->asker, name, type);
    if (asked != NULL && asked->from == NULL && !asked->is_wanted) {
        asked->from = from;
        asked->depth = from->depth;
    }
    if (asked != NULL) {
        asked->is_wanted = true;
    }
    return asked;
}

static void ask_addresses(struct live *live, const char *name,
                          const struct asked *from)
{
    ask_from(live, name, TYPE_A, from);
    ask_from(live, name, TYPE_AAAA, from);
}

static void follow_to(struct live *live, enum ddds_next next,
                      const char *target, const struct asked *from)
{
    struct asked *asked = NULL;
    switch (next) {
    case DDDS_NEXT_RULES:
        if (from->depth < LIMIT_HOPS) {
            asked = ask_from(live, target, TYPE_NAPTR, from);
        }
        if (asked != NULL && asked->from == from && !asked->is_done) {
            asked->depth = from->depth + 1;
        }
        break;
    case DDDS_NEXT_SERVERS:
        asked = ask_from(live, target, TYPE_SRV, from);
        break;
    case DDDS_NEXT_ADDRESSES:
        ask_addresses(live, target, from);
        asked = ddds_ask_find(&live->asker, target, TYPE_A);
        break;
    default:
        break;
    }
    if (asked != NULL) {
        asked->is_rules_own = true;
    }
}

static void follow_rule(struct live *live, const struct record *record,
                        const struct asked *from)
{
    char target[LIMIT_KEY_SIZE];
    if (!ddds_rule_is_readable(record)) {
        return;
    }
    for (size_t i = 0; i < ddds_rule_target_count(live->check); i++) {
        enum ddds_next next;
        if (ddds_rule_target(live->check, record, i, &next, target)) {
            follow_to(live, next, target, from);
        }
    }
}

static void follow_server(struct live *live, const struct record *record,
                          const struct asked *from)
{
    char memory[2048];
    struct arena arena;
    struct ddds_srv server;
    ddds_arena_init(&arena, memory, sizeof memory);
    if (record->rdata != NULL &&
        ddds_rdata_read_srv(record->rdata, record->rdata_length, &arena,
                            &server, NULL) == DDDS_OK &&
        *server.target != '\0' && server.port != 0) {
        ask_addresses(live, server.target, from);
    }
    ddds_arena_free(&arena);
}

/* Ask for what the records of |zone|, the check's newest, lead to. */
static void follow_set(struct live *live, const struct zone *zone,
                       const struct asked *from)
{
    const struct ddds_check *check = live->check;
    for (size_t i = check->record_count - zone->records;
         i < check->record_count; i++) {
        const struct record *record = check->records[i];
        if (record->naptr != NULL) {
            follow_rule(live, record, from);
        } else if (record->type == TYPE_SRV) {
            follow_server(live, record, from);
        }
    }
}

struct zone *ddds_live_take(struct live *live, const struct asked *asked,
                            const struct asked *from)
{
    struct zone *found = NULL;
    for (size_t begin = 0, end; begin < asked->record_count; begin = end) {
        const struct ddds_record *first = asked->records[begin];
        end = end_of_set(asked, begin);
        if (is_made_up(asked, begin) || !note_set(live, first, asked)) {
            continue;
        }
        struct zone *zone = take_set(live, asked, begin, end);
        if (zone == NULL) {
            return NULL;
        }
        follow_set(live, zone, from);
        found = first->type == asked->type ? zone : found;
    }
    return found;
}

/* ---- One answer ----------------------------------------------------- */

/* May others know better? */
static bool is_failure_of_server(const struct live *live,
                                 const struct asked *asked)
{
    return asked->reply == DDDS_REPLY_SERVER_FAILURE ||
           asked->reply == DDDS_REPLY_MALFORMED ||
           (asked->reply == DDDS_REPLY_TIMEOUT && live->asker.answers > 0);
}

/* Servers of a zone refuse what is not theirs: that is for others to say. */
static void take_failure(struct live *live, const struct asked *asked)
{
    bool is_users = asked->from == NULL;
    if (is_users && !is_failure_of_server(live, asked)) {
        ddds_answer_refuse_name(live, asked);
    } else if (asked->reply != DDDS_REPLY_REFUSED) {
        if (asked->type != TYPE_NAPTR) {
            ddds_answer_report_failure(live, asked);
        } else {
            ddds_live_ask_authorities(live, asked);
        }
    }
}

/* Look at what is around |zone|, the rules that |asked| found. */
static void take_zone(struct live *live, const struct asked *asked,
                      struct zone *zone)
{
    const struct ddds_check *check = live->check;
    const struct record *first =
        check->records[check->record_count - zone->records];
    struct asked *soa = zone->apex != NULL
                            ? ddds_ask(&live->asker, zone->apex, TYPE_SOA)
                            : NULL;
    if (soa != NULL) {
        soa->is_wanted = true;
    }
    ddds_answer_check_security(live, asked, zone);
    if (asked->authenticated && live->options->now != 0) {
        ask_from(live, first->owner, TYPE_RRSIG, asked);
    }
}

static void take_rules(struct live *live, struct asked *asked)
{
    bool is_users = asked->from == NULL;
    struct zone *zone = ddds_live_take(live, asked, asked);
    if (is_users && asked->canonical != NULL) {
        ddds_answer_report_alias(live, asked);
    }
    if (!asked_is_answer(asked)) {
        take_failure(live, asked);
        return;
    }
    if (is_users && asked_is_no(asked)) {
        ddds_answer_report_no_rules(live, asked);
    }
    if (zone != NULL && zone->records > 0) {
        take_zone(live, asked, zone);
    }
    if (live->options->asks_authorities) {
        ddds_live_ask_authorities(live, asked);
    }
}

/* Servers where hosts were meant, or the other way round: what is there
 * instead is a correction. */
static void ask_other(struct live *live, const struct asked *asked)
{
    if (asked->is_rules_own && asked->reply == DDDS_REPLY_NO_DATA) {
        if (asked->type == TYPE_SRV) {
            ask_addresses(live, asked->name, asked);
        } else {
            ask_from(live, asked->name, TYPE_SRV, asked);
        }
    }
}

static void take_others(struct live *live, const struct asked *asked)
{
    if (asked->type == TYPE_RRSIG) {
        ddds_answer_check_signatures(live, asked);
        return;
    }
    ddds_live_take(live, asked, asked);
    if (asked->type == TYPE_SOA) {
        return;
    }
    if (!asked_is_answer(asked)) {
        take_failure(live, asked);
    } else {
        ask_other(live, asked);
    }
}

/* Are the zones of all its records known? What is not is asked for. */
static bool has_zones(struct live *live, const struct asked *asked)
{
    bool is_pending = false;
    for (size_t i = 0; i < asked->record_count; i++) {
        ddds_live_apex(live, asked->records[i]->owner, &is_pending);
    }
    return !is_pending;
}

/* See to |asked|, if that can be done now; false if it cannot, or was. */
static bool advance(struct live *live, struct asked *asked)
{
    if (asked->is_taken || !asked->is_done || !asked->is_wanted ||
        !has_zones(live, asked)) {
        return false;
    }
    asked->is_taken = true;
    if (asked->type == TYPE_NAPTR) {
        take_rules(live, asked);
    } else {
        take_others(live, asked);
    }
    return true;
}

/* Go on until there is nothing new. */
static bool walk(struct live *live)
{
    bool has_moved = true;
    while (has_moved || live->asker.unsent != NULL) {
        has_moved = false;
        if (!ddds_asker_run(&live->asker)) {
            return false;
        }
        for (struct asked *asked = live->asker.first; asked != NULL;
             asked = asked->next) {
            has_moved |= advance(live, asked);
            if (live->check->status != DDDS_OK) {
                return false;
            }
        }
    }
    return true;
}

/* ---- What is not there ---------------------------------------------- */

static enum publication absence_of(const struct asked *asked)
{
    if (asked == NULL || !asked->is_done || !asked_is_no(asked)) {
        return PUBLISHED_UNKNOWN;
    }
    return asked->reply == DDDS_REPLY_NO_NAME ? PUBLISHED_NO_NAME
                                              : PUBLISHED_NOT;
}

enum publication ddds_live_absence(struct live *live, const char *name,
                                   uint16_t type)
{
    enum publication found =
        absence_of(ddds_ask_find(&live->asker, name, type));
    enum publication other =
        type == TYPE_A
            ? absence_of(ddds_ask_find(&live->asker, name, TYPE_AAAA))
            : found;
    return other == PUBLISHED_UNKNOWN ? other : found;
}

size_t ddds_live_count(const struct live *live)
{
    return live != NULL ? live->asker.count + live->unvalidated.count +
                              ddds_authorities_count(live->authorities)
                        : 0;
}

/* ---- From begin to end ---------------------------------------------- */

struct ddds_dns_options ddds_live_dns(const struct live *live)
{
    static const struct ddds_dns_options defaults;
    return live->options->dns != NULL ? *live->options->dns : defaults;
}

void ddds_live_free(struct live *live)
{
    if (live != NULL) {
        ddds_database_free(live->asker.database);
        ddds_database_free(live->unvalidated.database);
        ddds_authorities_free(live->authorities);
        free(live);
    }
}

static ddds_status ask_names(struct live *live, const char *const *names,
                             size_t count, struct ddds_error *error)
{
    for (size_t i = 0; i < count; i++) {
        char name[LIMIT_NAME_SIZE];
        struct ddds_error why;
        if (ddds_domain_parse(names[i], strlen(names[i]), name, &why) !=
            DDDS_OK) {
            return ddds_error_set(error, DDDS_BAD_OPTION, why.offset,
                                  "%.200s: %s", names[i], why.detail);
        }
        struct asked *asked = ddds_ask(&live->asker, name, TYPE_NAPTR);
        if (asked == NULL) {
            return live->asker.has_no_memory
                       ? ddds_error_no_memory(error)
                       : ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                                        "more than %d names",
                                        LIMIT_CHECK_QUESTIONS);
        }
        asked->is_wanted = true;
    }
    return DDDS_OK;
}

static ddds_status run(struct live *live, struct ddds_error *error)
{
    if (!walk(live)) {
        return ddds_error_no_memory(error);
    }
    if (live->asker.count == live->asker.limit) {
        return ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                              "it takes more than %d questions; "
                              "what is behind them has not been looked at",
                              LIMIT_CHECK_QUESTIONS);
    }
    if (live->refused > 0) {
        return ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                              "%zu of the names cannot be asked for",
                              live->refused);
    }
    return DDDS_OK;
}

ddds_status ddds_check_names(ddds_check *check,
                             const struct ddds_check_live *options,
                             const char *const *names, size_t count,
                             struct ddds_error *error)
{
    static const struct ddds_check_live defaults;
    if (check->zones != NULL || check->live != NULL) {
        return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                              "either files or servers are checked");
    }
    struct live *live = calloc(1, sizeof *live);
    if (live == NULL) {
        return ddds_error_no_memory(error);
    }
    check->live = live;
    live->check = check;
    live->options = options != NULL ? options : &defaults;
    ddds_database *database = ddds_dns_new(live->options->dns, error);
    if (database == NULL) {
        return error->status;
    }
    ddds_asker_begin(&live->asker, &check->arena, database,
                     LIMIT_CHECK_QUESTIONS);
    ddds_status status = ask_names(live, names, count, error);
    return status == DDDS_OK ? run(live, error) : status;
}
