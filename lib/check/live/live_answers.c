/* Findings about answers: failures, negative answers, DNSSEC (RFC 4035) and
 * signatures that expire (RFC 4034 section 3.1.5).
 *
 * authorities.c looks for the reason of a failure.
 *
 * SPDX-License-Identifier: MIT */
#include "check/live/live_answers.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/cursor.h"
#include "check/intake/intake.h"
#include "check/report/report.h"
#include "base/types.h"
#include "base/domain.h"

/* ---- Failures and negative answers ---------------------------------- */

void ddds_answer_report(struct live *live, const char *server, const char *name,
                        enum check_code code, const char *format, ...)
{
    const struct checked_zone *zone = ddds_intake_answer(
        live->check, server != NULL ? server : ddds_live_server(live), NULL, "",
        0);
    if (zone != NULL) {
        const struct finding_place place = ddds_place_owner(zone, name);
        va_list arguments;
        va_start(arguments, format);
        ddds_findings_add(live->check->findings, &place, code, format,
                          arguments);
        va_end(arguments);
    }
}

const char *ddds_answer_describe(uint16_t type)
{
    return type == TYPE_NAPTR ? "rules"
           : type == TYPE_SRV ? "SRV records"
           : type == TYPE_URI ? "URI records"
                              : "addresses";
}

void ddds_answer_report_failure(struct live *live,
                                const struct live_question *asked)
{
    if (asked->reply == DDDS_REPLY_BOGUS) { /* The text contains the
                                               question. */
        ddds_answer_report(live, asked->server, asked->name, CODE_BOGUS, "%s",
                           ddds_live_reply_text(asked));
        return;
    }
    ddds_answer_report(live, asked->server, asked->name, CODE_FAILED_STEP,
                       "the lookup of the %s of %.100s failed: %.200s",
                       ddds_answer_describe(asked->type), asked->name,
                       ddds_live_reply_text(asked));
}

/* Such a name is not a finding: it makes the whole check incomplete. */
void ddds_answer_refuse_name(struct live *live,
                             const struct live_question *asked)
{
    char detail[LIMIT_NAME_SIZE + DDDS_DETAIL_SIZE];
    snprintf(detail, sizeof detail, "%s: %s", asked->name,
             ddds_live_reply_text(asked));
    live->refused++;
    if (live->options.complaint != NULL) {
        live->options.complaint(live->options.context, detail);
    }
}

void ddds_answer_report_no_rules(struct live *live,
                                 const struct live_question *asked)
{
    ddds_answer_report(live, asked->server, asked->name, CODE_MISSING_KEY,
                       "%.100s %s", asked->name,
                       asked->reply == DDDS_REPLY_NO_NAME
                           ? "does not exist"
                           : "exists, but has no NAPTR records");
}

/* The finding is at the CNAME or DNAME record. */
void ddds_answer_report_alias(struct live *live,
                              const struct live_question *asked)
{
    const struct ddds_check *check = live->check;
    for (size_t i = 0; i < check->record_count; i++) {
        const struct checked_record *record = check->records[i];
        if ((record->base.type == TYPE_CNAME ||
             record->base.type == TYPE_DNAME) &&
            ddds_domain_is_within(asked->name, record->base.owner)) {
            ddds_report(live->check, ddds_place_record(record), CODE_ALIAS,
                        "%.100s is an alias of %.100s", asked->name,
                        asked->canonical);
            return;
        }
    }
}

/* ---- Authentication ------------------------------------------------- */

enum { DAYS_BEFORE = 3, SECONDS_OF_DAY = 86400, SIGNATURE_FIXED = 18 };

/* Return the days until the first signature over |type| in the answer to
 * |asked| expires, or a large number without signatures. Times are compared
 * modulo 2^32 (RFC 4034 section 3.1.5). */
static long days_left(const struct live_question *asked, uint16_t type,
                      uint32_t now)
{
    long least = SECONDS_OF_DAY;
    for (size_t i = 0; i < asked->record_count; i++) {
        const struct ddds_record *record = asked->records[i];
        if (record->type != TYPE_RRSIG ||
            record->rdata_length < SIGNATURE_FIXED) {
            continue;
        }
        struct cursor cursor =
            ddds_cursor_over(record->rdata, record->rdata_length);
        uint16_t covered = ddds_cursor_u16(&cursor);
        ddds_cursor_span(&cursor, 6);
        int32_t left = (int32_t)(ddds_cursor_u32(&cursor) - now);
        if (covered == type && left / SECONDS_OF_DAY < least) {
            least = left / SECONDS_OF_DAY;
        }
    }
    return least;
}

/* |asked->from| is the query for the rules. */
void ddds_answer_check_signatures(struct live *live,
                                  const struct live_question *asked)
{
    struct ddds_check *check = live->check;
    long days = days_left(asked, TYPE_NAPTR, (uint32_t)live->options.now);
    for (size_t i = 0; i < check->record_count && days < DAYS_BEFORE; i++) {
        const struct checked_record *record = check->records[i];
        if (record->naptr != NULL &&
            strcmp(record->base.owner, asked->name) == 0) {
            ddds_report(check, ddds_place_record(record), CODE_EXPIRING,
                        days < 0 ? "the signature of the set has expired"
                                 : "the signature of the set expires in "
                                   "%ld days",
                        days);
            return;
        }
    }
}

/* Return true if no other RRset of the same zone was checked before. */
static bool is_first_of_zone(const struct ddds_check *check,
                             const struct checked_zone *zone)
{
    for (const struct checked_zone *each = check->zones; each != zone;
         each = each->next) {
        if (each->apex != NULL && zone->apex != NULL &&
            strcmp(each->apex, zone->apex) == 0 && each->is_judged) {
            return false;
        }
    }
    return true;
}

static const char *describe_security(const struct live_question *asked)
{
    return asked->security == DDDS_SECURITY_SECURE ? "the rules are secure: "
           : asked->security == DDDS_SECURITY_INSECURE
               ? "the rules are insecure: "
           : asked->security == DDDS_SECURITY_INDETERMINATE
               ? "the security of the rules is indeterminate: "
           : asked->authenticated
               ? "the resolver validated the rules (AD)"
               : "the answer is not authenticated (no AD): the rules are not "
                 "signed, or the resolver does not validate";
}

void ddds_answer_check_security(struct live *live,
                                const struct live_question *asked,
                                struct checked_zone *zone)
{
    struct ddds_check *check = live->check;
    const struct checked_record *first =
        check->records[check->record_count - zone->records];
    const struct live_question *from = asked->from;
    bool is_first = is_first_of_zone(check, zone);
    zone->is_judged = true;
    if (is_first) {
        ddds_report(check, ddds_place_owner(zone, first->base.owner),
                    asked->authenticated ? CODE_AUTHENTICATED : CODE_UNSIGNED,
                    "%s%s", describe_security(asked),
                    asked->security != DDDS_SECURITY_UNKNOWN
                        ? ddds_security_text(asked->security)
                        : "");
    }
    if (from != NULL && from->authenticated && !asked->authenticated) {
        ddds_report(check, ddds_place_owner(zone, first->base.owner),
                    CODE_INSECURE_STEP,
                    "the rules of %.100s are authenticated, but lead to these, "
                    "which are not",
                    from->name);
    }
}
