/* 1xx: replacements that lack their final dot (RFC 1035 section 5.1).
 *
 * judge/name_guess.c guesses which they are. A name that exists as it is
 * written, with the origin after it, is meant so.
 *
 * SPDX-License-Identifier: MIT */
#include "check/looks/final_dots.h"

#include "check/intake/corrections.h"
#include "check/judge/name_guess.h"
#include "check/looks/syntax.h"
#include "check/model/index.h"
#include "check/report/report.h"
#include "db/wire/types.h"

/* Return whether the given files have anything at |name|. |*is_certain|
 * tells whether they contain its whole zone. */
static bool is_given(struct ddds_check *check, const char *name,
                     bool *is_certain)
{
    struct zone_answer answer;
    size_t count;
    ddds_zone_lookup_find(check, name, TYPE_NAPTR, &answer);
    ddds_index_records(check, name, &count);
    *is_certain = answer.found == ZONE_NO_NAME;
    return count > 0 || (!*is_certain && answer.found != ZONE_UNKNOWN);
}

/* Report the replacement of |record|, which lacks its final dot and means
 * |meant|. */
static void report(struct ddds_check *check,
                   const struct checked_record *record, enum check_code code,
                   const char *effect, const char *meant)
{
    const struct word word = ddds_word_of(record, NAPTR_REPLACEMENT);
    struct draft draft;
    struct finding *finding =
        ddds_report(check, ddds_place_field(record, NAPTR_REPLACEMENT), code,
                    "\"%.*s\" becomes %.100s.%s", WORD_SHOWN(word),
                    record->naptr->rule.replacement, effect);
    ddds_corrections_begin(check, record, &draft);
    ddds_draft_set(&draft, draft.replacement, meant);
    ddds_report_fix(check, finding, record, &draft);
}

bool ddds_final_dots_check_doubled(struct ddds_check *check,
                                   const struct checked_record *record)
{
    char meant[LIMIT_NAME_SIZE];
    if (!ddds_name_guess_lacks_dot(check, record, meant)) {
        return false;
    }
    report(check, record, CODE_DOUBLED_ORIGIN, "; add a final dot", meant);
    return true;
}

bool ddds_final_dots_check(struct ddds_check *check,
                           const struct checked_record *record)
{
    char meant[LIMIT_NAME_SIZE];
    bool is_certain;
    if (!ddds_name_guess_seems_complete(check, record, meant) ||
        is_given(check, record->naptr->rule.replacement, &is_certain)) {
        return false;
    }
    report(check, record, is_certain ? CODE_DOUBLED_ORIGIN : CODE_PROBABLE_DOT,
           is_certain ? ", which does not exist; add a final dot"
                      : "; add a final dot if the name is complete",
           meant);
    return true;
}
