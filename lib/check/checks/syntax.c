/* 1xx: the text of the file (RFC 1035 section 5): invalid lines, an unknown
 * origin or TTL.
 *
 * The zone file reader rejects lines that no server loads. The checks of
 * strings, fields and names explain faults of NAPTR records; this file reports
 * the other faults. The draft of an invalid record starts with the probable
 * meaning of its words, and so is already the correction.
 *
 * SPDX-License-Identifier: MIT */
#include "check/checks/names.h"
#include "check/checks/syntax.h"
#include "check/checks/groups.h"
#include "check/report/report.h"
#include "base/types.h"

/* ---- Lines ------------------------------------------------------------ */

static void check_line(struct ddds_check *check, struct checked_zone *zone,
                       const struct zonefile_problem *problem)
{
    const struct token *token = &problem->refusal->token;
    const struct word word = {.text = token->text,
                              .length = (uint32_t)token->length};
    bool is_name = token->kind == TOKEN_WORD && token->length > LIMIT_LABEL;
    ddds_report(check, ddds_place_problem(zone, problem),
                is_name && ddds_names_is_too_long(&word, 0) ? CODE_LONG_NAME
                                                            : CODE_NO_SYNTAX,
                "%s", problem->refusal->what);
}

/* ---- Unknown origin and TTL ------------------------------------------- */

static void check_origin(struct subject *subject)
{
    const struct ddds_span owner = ddds_head_of(subject->record, 0);
    struct checked_zone *zone = subject->record->from->zone;
    bool is_owner_relative = owner.text != NULL && owner.length > 0 &&
                             owner.text[owner.length - 1] != '.';
    if (subject->record->from->origin == NULL && !zone->has_no_origin &&
        (is_owner_relative || ddds_word_is_relative(ddds_word_of(
                                  subject->record, NAPTR_REPLACEMENT)))) {
        zone->has_no_origin = true;
        ddds_report(subject->check, ddds_place_record(subject->record),
                    CODE_NO_ORIGIN,
                    "the origin is unknown; begin the file with $ORIGIN");
    }
}

/* Return true if the SOA record of |zone| is first and has no TTL: it then uses
 * its minimum, and later records inherit that. */
static bool takes_minimum(const struct ddds_check *check,
                          const struct checked_zone *zone)
{
    const struct checked_record *first = NULL;
    for (size_t i = check->record_count;
         i > 0 && check->records[i - 1]->from->zone == zone; i--) {
        first = check->records[i - 1];
        if (first->has_ttl) {
            return false;
        }
    }
    return first != NULL && first->base.type == TYPE_SOA;
}

static void check_ttl(struct subject *subject)
{
    struct checked_zone *zone = subject->record->from->zone;
    const struct checked_record *record = subject->record;
    if (record->has_ttl || zone->has_no_ttl) {
        return;
    }
    zone->has_no_ttl = true;
    if (takes_minimum(subject->check, zone)) {
        ddds_report(subject->check, ddds_place_record(record), CODE_NO_TTL,
                    "the record has no TTL, and servers take %lu s from the "
                    "minimum of the SOA record, which is the TTL of negative "
                    "answers; begin the file with $TTL",
                    (unsigned long)record->base.ttl);
    } else {
        ddds_report(subject->check, ddds_place_record(record), CODE_NO_TTL,
                    "the record has no TTL; begin the file with $TTL");
    }
}

/* Report a rejected record that no other check has explained. The draft is the
 * correction, unless the record has too many words, any of which may be
 * wrong. */
static void check_rest(struct subject *subject)
{
    const struct naptr *naptr = subject->record->naptr;
    if (!naptr->is_refused || subject->is_explained) {
        return;
    }
    ddds_report(
        subject->check, ddds_place_region(subject->record, *naptr->refused),
        subject->record->from->zone->server != NULL ? CODE_MALFORMED_RECORD
                                                    : CODE_NO_SYNTAX,
        "%s", naptr->rule.defect);
    subject->draft.is_touched |=
        naptr->has_replacement &&
        (!naptr->has_surplus ||
         ddds_word_of(subject->record, NAPTR_REGEXP).is_quoted);
}

/* ---- Group ------------------------------------------------------------ */

static check_problem_fn *const problems[] = {check_line, NULL};

static check_record_fn *const records[] = {
    check_origin,
    check_ttl,
    check_rest,
    NULL,
};

const struct check_group ddds_syntax_group = {
    .problems = problems,
    .records = records,
};
