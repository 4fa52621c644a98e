/* Queries to the name servers of a zone, individually: to find out why a
 * resolver fails, and whether the servers agree.
 *
 * 1. If a validating resolver fails, the same query with validation disabled
 *    (CD, RFC 4035 section 3.2.2) shows whether signatures are the reason.
 * 2. Otherwise the resolver finds the name servers of the zone, which are
 *    queried without recursion. The answers are checked record by record: BIND
 *    answers SERVFAIL for a whole RRset if an expression in it is invalid, and
 *    so do resolvers that query BIND.
 * 3. The answers are compared.
 *
 * SPDX-License-Identifier: MIT */
#include "check/live/authorities.h"

#include <stdlib.h>
#include <string.h>

#include "check/intake/corrections.h"
#include "check/judge/expressions.h"
#include "check/live/live_answers.h"
#include "check/live/live_take.h"
#include "check/report/report.h"
#include "db/wire/rdata.h"
#include "base/domain.h"

/* The answers of the name servers of a zone to a query. */
struct statement {
    const char *host;
    const struct live_question *rules;
    const struct live_question *soa;
};

struct inquiry {
    struct live *live;
    const struct live_question *asked;
    const char *zone;
    struct statement statements[LIMIT_AUTHORITIES];
    size_t count;
    bool is_cut; /* too many addresses: some were not queried */
};

/* ---- Servers -------------------------------------------------------- */

static struct authority *open_authority(struct live *live, const char *address)
{
    enum { AUTHORITY_TRIES = 2 };
    struct ddds_dns_options dns = live->dns;
    struct ddds_error error;
    if (live->authority_count == LIMIT_ALL_AUTHORITIES) {
        return NULL;
    }
    struct authority *authority = calloc(1, sizeof *authority);
    if (authority == NULL) {
        check_fail(live->check);
        return NULL;
    }
    dns.servers = &address;
    dns.server_count = 1;
    dns.port = live->options.authority_port;
    dns.no_recursion = true;
    dns.tries = AUTHORITY_TRIES;
    ddds_database *database = ddds_dns_database(ddds_dns_new(&dns, &error));
    if (database == NULL) { /* an address of a disabled family, or no memory */
        ddds_live_note_memory(live, &error);
        free(authority);
        return NULL;
    }
    memcpy(authority->address, address, strlen(address) + 1);
    ddds_asker_begin(&authority->asker, &live->check->arena, database,
                     &live->spent);
    authority->next = live->authorities;
    live->authorities = authority;
    live->authority_count++;
    return authority;
}

static struct authority *find_authority(struct live *live, const char *address)
{
    struct authority *authority = live->authorities;
    while (authority != NULL && strcmp(authority->address, address) != 0) {
        authority = authority->next;
    }
    return authority != NULL ? authority : open_authority(live, address);
}

/* ---- Choice of servers ---------------------------------------------- */

/* Return the NS records of the zone of |name|, or of the nearest zone above
 * that has any; NULL if no zone has. */
static const struct live_question *find_servers(struct live *live,
                                                const char *name)
{
    while (name != NULL) {
        const struct live_question *asked =
            ddds_ask(&live->asker, name, TYPE_NS);
        if (asked == NULL || !ddds_asker_run(&live->asker)) {
            return NULL;
        }
        bool is_plain = asked->canonical == NULL;
        if (is_plain && asked->reply == DDDS_REPLY_DATA) {
            return asked;
        }
        bool is_told = is_plain && live_question_is_no(asked) &&
                       asked->zone != NULL && strcmp(asked->zone, name) != 0;
        name = is_told ? asked->zone : ddds_domain_parent(name);
    }
    return NULL;
}

/* Return true if the server never answered: a single timeout is enough. */
static bool is_silent(const struct authority *authority)
{
    return authority->asker.count > 0 && authority->asker.answers == 0;
}

/* Query the name server |host| at |address|. */
static void ask_server(struct inquiry *inquiry, const char *host,
                       const struct ddds_record *address)
{
    char text[DDDS_ADDRESS_TEXT_SIZE];
    struct ddds_fields fields = DDDS_FIELDS_INIT;
    if (inquiry->count == LIMIT_AUTHORITIES) {
        inquiry->is_cut = true;
        return;
    }
    if (ddds_record_read(address, &fields, NULL) != DDDS_OK) {
        return;
    }
    struct ddds_address octets = {.length = fields.address_length};
    memcpy(octets.octets, fields.address, sizeof octets.octets);
    ddds_address_format(&octets, text);
    struct authority *authority = find_authority(inquiry->live, text);
    if (authority == NULL || is_silent(authority)) {
        inquiry->is_cut |=
            authority == NULL &&
            inquiry->live->authority_count == LIMIT_ALL_AUTHORITIES;
        return;
    }
    struct statement *statement = &inquiry->statements[inquiry->count];
    *statement = (struct statement){
        host,
        ddds_ask(&authority->asker, inquiry->asked->name, TYPE_NAPTR),
        ddds_ask(&authority->asker, inquiry->zone, TYPE_SOA),
    };
    inquiry->count += statement->rules != NULL && statement->soa != NULL &&
                      ddds_asker_run(&authority->asker);
}

/* Read the host name of |record|, an NS record. */
static bool read_host(const struct ddds_record *record,
                      char host[LIMIT_NAME_SIZE])
{
    struct cursor cursor =
        ddds_cursor_over(record->rdata, record->rdata_length);
    return record->type == TYPE_NS && record->defect == NULL &&
           ddds_domain_read(&cursor, host, NULL) == DDDS_OK;
}

static void ask_host(struct inquiry *inquiry, const char *host)
{
    static const uint16_t types[] = {TYPE_A, TYPE_AAAA};
    struct asker *asker = &inquiry->live->asker;
    const struct live_question *asked[] = {ddds_ask(asker, host, TYPE_A),
                                           ddds_ask(asker, host, TYPE_AAAA)};
    if (asked[0] == NULL || asked[1] == NULL || !ddds_asker_run(asker)) {
        return;
    }
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < asked[k]->record_count; i++) {
            if (asked[k]->records[i]->type == types[k]) {
                ask_server(inquiry, asked[k]->name, asked[k]->records[i]);
            }
        }
    }
}

static void ask_servers(struct inquiry *inquiry,
                        const struct live_question *servers)
{
    for (size_t i = 0; i < servers->record_count; i++) {
        char host[LIMIT_NAME_SIZE];
        if (read_host(servers->records[i], host)) {
            ask_host(inquiry, host);
        }
    }
}

/* ---- Comparison of answers ------------------------------------------ */

static bool holds(const struct live_question *asked,
                  const struct ddds_record *record)
{
    for (size_t i = 0; i < asked->record_count; i++) {
        const struct ddds_record *other = asked->records[i];
        if (other->type == record->type &&
            other->rdata_length == record->rdata_length &&
            strcmp(other->owner, record->owner) == 0 &&
            memcmp(other->rdata, record->rdata, record->rdata_length) == 0) {
            return true;
        }
    }
    return false;
}

/* Return true if both answers have the same records. RRsets have no duplicates
 * (RFC 2181 section 5). */
static bool agree(const struct live_question *one,
                  const struct live_question *other)
{
    bool is_same =
        one->reply == other->reply && one->record_count == other->record_count;
    for (size_t i = 0; i < one->record_count && is_same; i++) {
        is_same = holds(other, one->records[i]);
    }
    return is_same;
}

static bool read_serial(const struct live_question *soa, uint32_t *serial)
{
    if (soa->reply != DDDS_REPLY_DATA || soa->record_count == 0 ||
        soa->records[soa->record_count - 1]->type != TYPE_SOA) {
        return false;
    }
    const struct ddds_record *record = soa->records[soa->record_count - 1];
    struct cursor cursor =
        ddds_cursor_over(record->rdata, record->rdata_length);
    char name[LIMIT_NAME_SIZE];
    bool is_read = ddds_domain_read(&cursor, name, NULL) == DDDS_OK &&
                   ddds_domain_read(&cursor, name, NULL) == DDDS_OK;
    *serial = ddds_cursor_u32(&cursor);
    return is_read && !cursor.failed;
}

/* Report that |statement| differs from |first|. */
static void report_difference(struct inquiry *inquiry,
                              const struct statement *first,
                              const struct statement *statement)
{
    ddds_answer_report(
        inquiry->live, statement->rules->server, inquiry->asked->name,
        CODE_DIFFERING_SERVERS,
        "%.80s (%.60s) and %.80s (%.60s) have different rules here: %zu and "
        "%zu records",
        statement->host, statement->rules->server, first->host,
        first->rules->server, statement->rules->record_count,
        first->rules->record_count);
}

static void report_serials(struct inquiry *inquiry,
                           const struct statement *first,
                           const struct statement *statement)
{
    uint32_t serial;
    uint32_t other;
    if (read_serial(first->soa, &serial) &&
        read_serial(statement->soa, &other) && serial != other) {
        ddds_answer_report(
            inquiry->live, statement->soa->server, inquiry->zone,
            CODE_DIFFERING_SERVERS,
            "%.80s (%.60s) has zone serial %lu, but %.80s (%.60s) has %lu",
            statement->host, statement->soa->server, (unsigned long)other,
            first->host, first->soa->server, (unsigned long)serial);
    }
}

/* An unreachable network is not reported, because the client may lack IPv6. */
static void report_failure(struct inquiry *inquiry,
                           const struct statement *statement)
{
    if (statement->rules->reply != DDDS_REPLY_NETWORK) {
        ddds_answer_report(inquiry->live, statement->rules->server,
                           inquiry->asked->name, CODE_FAILED_STEP,
                           "the name server %.80s of %.80s failed: %.200s",
                           statement->host, inquiry->zone,
                           ddds_live_reply_text(statement->rules));
    }
}

/* Compare the answers. Return the first, or NULL if no server answered. */
static const struct statement *compare(struct inquiry *inquiry)
{
    const struct statement *first = NULL;
    for (size_t i = 0; i < inquiry->count; i++) {
        const struct statement *statement = &inquiry->statements[i];
        if (!live_question_is_answer(statement->rules)) {
            report_failure(inquiry, statement);
        } else if (first == NULL) {
            first = statement;
        } else {
            if (!agree(first->rules, statement->rules)) {
                report_difference(inquiry, first, statement);
            }
            report_serials(inquiry, first, statement);
        }
    }
    return first;
}

/* ---- Invalid records ------------------------------------------------ */

/* Return why BIND rejects a set with |record|, or NULL if it does not. This
 * check is never laxer than BIND. */
static const char *find_blame(struct ddds_check *check,
                              const struct checked_record *record)
{
    const struct ddds_rule *rule = &record->naptr->rule;
    if (rule->defect != NULL) {
        return rule->defect;
    }
    const struct expression *expression =
        *rule->regexp != '\0'
            ? ddds_expressions_find(check->expressions, rule->regexp)
            : NULL;
    if (expression == NULL || expression->is_valid) {
        return NULL;
    }
    return expression->observation_count > 0
               ? expression->found->observations[0].detail
               : "the expression is invalid";
}

/* Report the records of |zone|, the newest of the check, that BIND
 * rejects. */
static size_t blame_records(struct inquiry *inquiry,
                            const struct checked_zone *zone)
{
    struct ddds_check *check = inquiry->live->check;
    size_t blamed = 0;
    for (size_t i = check->record_count - zone->records;
         i < check->record_count; i++) {
        const struct checked_record *record = check->records[i];
        const char *why =
            record->naptr != NULL ? find_blame(check, record) : NULL;
        struct draft draft;
        if (why == NULL) {
            continue;
        }
        struct finding *finding = ddds_report(
            check, ddds_place_record(record), CODE_REFUSED_SET,
            "%.150s for the whole RRset because of this record: %.200s",
            ddds_live_reply_text(inquiry->asked), why);
        ddds_corrections_begin(check, record, &draft);
        if (draft.is_touched) {
            ddds_report_fix(check, finding, record, &draft);
        }
        blamed++;
    }
    return blamed;
}

/* Check each RRset that differs from earlier ones. */
static size_t blame_sets(struct inquiry *inquiry)
{
    size_t blamed = 0;
    for (size_t i = 0; i < inquiry->count; i++) {
        const struct live_question *rules = inquiry->statements[i].rules;
        bool is_new = rules->reply == DDDS_REPLY_DATA;
        for (size_t k = 0; k < i && is_new; k++) {
            is_new = !agree(inquiry->statements[k].rules, rules);
        }
        struct checked_zone *zone =
            is_new ? ddds_live_take(inquiry->live, rules, inquiry->asked)
                   : NULL;
        blamed += zone != NULL ? blame_records(inquiry, zone) : 0;
    }
    return blamed;
}

/* ---- Failures ------------------------------------------------------- */

/* If data exist without validation, report the signatures as the reason. */
static bool explain_by_validation(struct live *live,
                                  const struct live_question *asked)
{
    struct asker *asker = NULL;
    bool is_bogus = asked->reply == DDDS_REPLY_BOGUS;
    if (is_bogus || asked->reply == DDDS_REPLY_SERVER_FAILURE) {
        asker = ddds_live_unvalidated(live);
    }
    const struct live_question *again =
        asker != NULL ? ddds_ask(asker, asked->name, TYPE_NAPTR) : NULL;
    if (again == NULL || !ddds_asker_run(asker) ||
        again->reply != DDDS_REPLY_DATA) {
        return false;
    }
    struct checked_zone *zone = ddds_live_take(live, again, asked);
    struct ddds_check *check = live->check;
    if (zone != NULL && zone->records > 0) {
        ddds_report(check,
                    ddds_place_record(
                        check->records[check->record_count - zone->records]),
                    CODE_BOGUS, "%s%s", ddds_live_reply_text(asked),
                    is_bogus ? ""
                             : ", but not with validation disabled (CD): the "
                               "signatures are missing, wrong or expired");
    }
    return true;
}

/* Describe the result of searching for a reason. */
static const char *describe_search(const struct inquiry *inquiry,
                                   bool is_answered)
{
    return is_answered ? "the zone's name servers answer, and their records do "
                         "not explain it"
           : inquiry->count > 0 ? "none of the zone's name servers answers"
           : inquiry->zone != NULL
               ? "the zone's name servers have no address"
               : "the lookup of the zone's name servers failed too";
}

/* Report a failure without a known reason. */
static void report_unexplained(struct inquiry *inquiry, bool is_answered)
{
    const struct live_question *asked = inquiry->asked;
    ddds_answer_report(inquiry->live, NULL, asked->name, CODE_FAILED_STEP,
                       "the lookup of the rules of %.100s failed: %.150s; %s",
                       asked->name, ddds_live_reply_text(asked),
                       describe_search(inquiry, is_answered));
}

void ddds_authorities_ask(struct live *live, const struct live_question *asked)
{
    bool is_failure = !live_question_is_answer(asked);
    if (is_failure && explain_by_validation(live, asked)) {
        return;
    }
    if (live->is_private || asked->reply == DDDS_REPLY_BOGUS) {
        if (is_failure) {
            ddds_answer_report_failure(live, asked);
        }
        return;
    }
    struct inquiry inquiry = {.live = live, .asked = asked};
    const struct live_question *servers = find_servers(live, asked->name);
    if (servers != NULL) {
        inquiry.zone = servers->name;
        ask_servers(&inquiry, servers);
    }
    if (inquiry.is_cut) {
        ddds_answer_report(live, NULL, asked->name, CODE_WORK_LIMIT,
                           "not all name servers of %.100s were asked: at most "
                           "%d addresses of a zone and %d of all zones are",
                           inquiry.zone, LIMIT_AUTHORITIES,
                           LIMIT_ALL_AUTHORITIES);
    }
    bool is_answered = compare(&inquiry) != NULL;
    if (is_failure && blame_sets(&inquiry) == 0) {
        report_unexplained(&inquiry, is_answered);
    }
}
