/* Check of published records: look up the rules of each name, and follow them.
 *
 * 1. The rules at each name are looked up, and then, repeatedly, the names in
 *    their output: rules, SRV records, addresses. All known queries are sent
 *    together; answers are processed in the order of queries.
 * 2. Each RRset belongs to a zone, found by an SOA record, so that checks of
 *    zones know which RRsets belong together. A negative answer names its zone,
 *    so that a single query usually finds it.
 * 3. Each RRset becomes a separate zone file (live_take.c), checked like any
 *    other. Only answers show failures (authorities.c), authentication
 *    (live_answers.c) and the spelling of names on the wire.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/sized.h"
#include "check/live/live_answers.h"
#include "check/live/authorities.h"
#include "check/live/chain.h"
#include "check/live/live_take.h"
#include "check/model/misuse.h"
#include "base/types.h"
#include "base/domain.h"
#include "db/wire/database_class.h"
#include "name/idna.h"

/* ---- An answer ------------------------------------------------------ */

/* Return true if the server answered, but other servers may have a better
 * answer. */
static bool is_failure_of_server(const struct live_question *asked)
{
    return asked->reply == DDDS_REPLY_SERVER_FAILURE ||
           asked->reply == DDDS_REPLY_MALFORMED ||
           asked->reply == DDDS_REPLY_BOGUS;
}

/* Refused queries for other zones are not reported. The reason why a name of
 * the caller has no answer is searched for if the server answered others. */
static void take_failure(struct live *live, const struct live_question *asked)
{
    bool is_lost = asked->from == NULL && !is_failure_of_server(asked);
    if (is_lost) {
        ddds_answer_refuse_name(live, asked);
    }
    if (is_lost ? asked->reply == DDDS_REPLY_TIMEOUT && live->asker.answers > 0
                : asked->reply != DDDS_REPLY_REFUSED) {
        if (asked->type != TYPE_NAPTR) {
            ddds_answer_report_failure(live, asked);
        } else {
            ddds_authorities_ask(live, asked);
        }
    }
}

/* Query the SOA record of |zone|, made of the answer to |asked|, and the
 * signatures of the answer if they are needed. */
static void take_zone(struct live *live, const struct live_question *asked,
                      struct checked_zone *zone)
{
    const struct ddds_check *check = live->check;
    const struct checked_record *first =
        check->records[check->record_count - zone->records];
    struct live_question *soa =
        zone->apex != NULL ? ddds_ask(&live->asker, zone->apex, TYPE_SOA)
                           : NULL;
    if (soa != NULL) {
        soa->is_wanted = true;
    }
    ddds_answer_check_security(live, asked, zone);
    bool is_validated_here = asked->security != DDDS_SECURITY_UNKNOWN;
    if (asked->authenticated && !is_validated_here && live->options.now != 0) {
        ddds_live_ask_from(live, first->base.owner, TYPE_RRSIG, asked);
    }
}

static void take_rules(struct live *live, struct live_question *asked)
{
    bool is_users = asked->from == NULL;
    struct checked_zone *zone = ddds_live_take(live, asked, asked);
    if (is_users && asked->canonical != NULL) {
        ddds_answer_report_alias(live, asked);
    }
    if (asked->security != DDDS_SECURITY_UNKNOWN) {
        ddds_chain_check(live, asked);
    }
    if (!live_question_is_answer(asked)) {
        take_failure(live, asked);
        return;
    }
    if (is_users && live_question_is_no(asked)) {
        ddds_answer_report_no_rules(live, asked);
    }
    if (zone != NULL && zone->records > 0) {
        take_zone(live, asked, zone);
    }
    if (live->options.asks_authorities) {
        ddds_authorities_ask(live, asked);
    }
}

/* If a name lacks SRV records, look up addresses, and vice versa: they show the
 * correct flag. */
static void ask_other(struct live *live, const struct live_question *asked)
{
    if (asked->is_rules_own && asked->reply == DDDS_REPLY_NO_DATA) {
        if (asked->type == TYPE_SRV) {
            ddds_live_ask_addresses(live, asked->name, asked);
        } else {
            ddds_live_ask_from(live, asked->name, TYPE_SRV, asked);
        }
    }
}

static void take_others(struct live *live, const struct live_question *asked)
{
    if (asked->type == TYPE_RRSIG) {
        ddds_answer_check_signatures(live, asked);
        return;
    }
    ddds_live_take(live, asked, asked);
    if (asked->type == TYPE_SOA) {
        return;
    }
    if (asked->reply == DDDS_REPLY_BOGUS) {
        ddds_chain_check(live, asked);
    }
    if (!live_question_is_answer(asked)) {
        take_failure(live, asked);
    } else {
        ask_other(live, asked);
    }
}

/* Return true if the zones of all records are known; query the others. */
static bool has_zones(struct live *live, const struct live_question *asked)
{
    bool is_pending = false;
    for (size_t i = 0; i < asked->record_count; i++) {
        ddds_live_apex(live, asked->records[i]->owner, &is_pending);
    }
    return !is_pending;
}

/* Process |asked| if that is possible now and was not done. Return true if it
 * was processed. */
static bool advance(struct live *live, struct live_question *asked)
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

/* Send queries and process answers until nothing is left. */
static bool walk(struct live *live)
{
    bool has_moved = true;
    while (has_moved || live->asker.unsent != NULL) {
        has_moved = false;
        if (!ddds_asker_run(&live->asker)) {
            return false;
        }
        for (struct live_question *asked = live->asker.first; asked != NULL;
             asked = asked->next) {
            has_moved |= advance(live, asked);
            if (check_has_failed(live->check)) {
                return false;
            }
        }
    }
    return true;
}

/* ---- Entry ---------------------------------------------------------- */

static ddds_status ask_names(struct live *live, const char *const *names,
                             size_t count, struct ddds_error *error)
{
    for (size_t i = 0; i < count; i++) {
        char name[LIMIT_NAME_SIZE];
        struct ddds_error why;
        if (names == NULL || names[i] == NULL) {
            return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                                  "a name is NULL");
        }
        if (ddds_name_parse_idn(names[i], name, &why) != DDDS_OK) {
            return ddds_error_set(error, DDDS_BAD_OPTION, why.offset,
                                  "%.200s: %s", names[i], why.detail);
        }
        struct live_question *asked = ddds_ask(&live->asker, name, TYPE_NAPTR);
        if (asked == NULL) {
            return live->check->arena.failed
                       ? ddds_error_no_memory(error)
                       : ddds_error_set(
                             error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                             "more than %d names; check fewer at a time",
                             LIMIT_CHECK_QUERIES);
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
    if (live->spent == LIMIT_CHECK_QUERIES) {
        return ddds_error_set(
            error, DDDS_LIMIT, DDDS_NO_OFFSET,
            "the check needs more than %d queries; the rest was not checked",
            LIMIT_CHECK_QUERIES);
    }
    if (live->refused > 0) {
        return ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                              "%zu name%s could not be looked up",
                              live->refused, live->refused == 1 ? "" : "s");
    }
    return DDDS_OK;
}

static ddds_status read_options(struct live *live,
                                const struct ddds_check_live *options,
                                struct ddds_error *error)
{
    ddds_status status =
        ddds_sized_copy(options, &live->options, sizeof live->options,
                        "DDDS_CHECK_LIVE_INIT", error);
    if (status == DDDS_OK && live->options.database != NULL) {
        status = ddds_database_check(live->options.database, error);
    }
    return status != DDDS_OK ? status
                             : ddds_sized_copy(live->options.dns, &live->dns,
                                               sizeof live->dns,
                                               "DDDS_DNS_OPTIONS_INIT", error);
}

ddds_status ddds_check_names(ddds_check *check,
                             const struct ddds_check_live *options,
                             const char *const *names, size_t count,
                             struct ddds_error *error)
{
    struct ddds_error why;
    if (ddds_misuse_of_check(check, error)) {
        return DDDS_BAD_OPTION;
    }
    if (check->zones != NULL || check->live != NULL) {
        return ddds_error_set(
            error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
            "a check reads either files or, once, live records");
    }
    struct live *live = calloc(1, sizeof *live);
    if (live == NULL) {
        return ddds_error_no_memory(error);
    }
    ddds_status status = read_options(live, options, error);
    if (status != DDDS_OK) {
        free(live);
        return status;
    }
    check->live = live;
    check->absence = ddds_live_absence;
    live->check = check;
    ddds_database *database = live->options.database;
    live->is_private = database != NULL && live->options.dns == NULL;
    if (database == NULL) {
        database = ddds_dns_database(ddds_dns_new(&live->dns, &why));
    }
    if (database == NULL) {
        return ddds_error_set(error, why.status, why.offset, "%s", why.detail);
    }
    ddds_asker_begin(&live->asker, &check->arena, database, &live->spent);
    status = ask_names(live, names, count, error);
    return status == DDDS_OK ? run(live, error) : status;
}
