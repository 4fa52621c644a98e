/* 5xx: targets of rules, as far as the given zones show.
 *
 * 1. Each rule whose output does not depend on the input is followed to the
 *    name of its output: the rules of the next key, SRV records, a host.
 *    Missing names and records are reported, except names outside of all given
 *    zones.
 * 2. The delegations are edges between sets of rules, in which chains.c finds
 *    loops and long chains.
 *
 * zone_lookup.c looks up names.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ddds/question.h>

#include "base/text.h"
#include "check/intake/corrections.h"
#include "check/judge/application.h"
#include "check/judge/name_guess.h"
#include "check/judge/name_like.h"
#include "check/judge/rule_view.h"
#include "check/checks/chains.h"
#include "check/checks/groups.h"
#include "check/checks/service_targets.h"
#include "check/checks/srv_targets.h"
#include "check/checks/syntax.h"
#include "check/model/check_state.h"
#include "check/model/index.h"
#include "check/model/zone_lookup.h"
#include "check/report/report.h"
#include "rule/flags.h"
#include "base/types.h"
#include "base/domain.h"

/* ---- Names without their final dot ----------------------------------- */

/* Return true if the given files have any record at |name|. |*is_certain| tells
 * whether they contain its whole zone. */
static bool is_given(struct ddds_check *check, const char *name,
                     bool *is_certain)
{
    struct zone_answer answer;
    size_t count;
    ddds_zone_lookup_find(check, name, TYPE_NAPTR, &answer);
    ddds_index_seen(check, name, &count);
    *is_certain = answer.found == ZONE_NO_NAME;
    return count > 0 || (!*is_certain && answer.found != ZONE_UNKNOWN);
}

/* Report the replacement of |record|, which lacks its final dot; |meant| is the
 * intended name. */
static void report(struct ddds_check *check,
                   const struct checked_record *record, enum check_code code,
                   const char *meant, const char *condition)
{
    const struct word word = ddds_word_of(record, NAPTR_REPLACEMENT);
    struct draft draft;
    struct finding *finding = ddds_report(
        check, ddds_place_field(record, NAPTR_REPLACEMENT), code,
        "\"%.*s\" becomes %.100s.; write %.100s.%s", WORD_SHOWN(word),
        record->naptr->rule.replacement, meant, condition);
    ddds_corrections_begin(check, record, &draft);
    ddds_draft_set(&draft, draft.replacement, meant);
    ddds_report_fix(check, finding, record, &draft);
}

/* Report the replacement of |record| if it ends with a doubled origin, and
 * return true: other faults of such a name are consequences. */
static bool check_doubled_origin(struct ddds_check *check,
                                 const struct checked_record *record)
{
    char meant[LIMIT_NAME_SIZE];
    if (!ddds_name_guess_lacks_dot(check, record, meant)) {
        return false;
    }
    report(check, record, CODE_DOUBLED_ORIGIN, meant, "");
    return true;
}

/* Likewise for a relative name that looks absolute and does not exist with the
 * origin appended. */
static bool check_final_dot(struct ddds_check *check,
                            const struct checked_record *record)
{
    char meant[LIMIT_NAME_SIZE];
    bool is_certain;
    if (!ddds_name_guess_seems_complete(check, record, meant) ||
        is_given(check, record->naptr->rule.replacement, &is_certain)) {
        return false;
    }
    report(check, record, is_certain ? CODE_DOUBLED_ORIGIN : CODE_PROBABLE_DOT,
           meant, is_certain ? "" : " if the name is complete");
    return true;
}

struct graph_walk {
    struct ddds_check *check;
    long *next;    /* set to which each record leads, by number; NULL: no record
                   leads to a set */
    bool *is_done; /* for each owner, at its first record: its SRV records were
                      checked */
};

/* ---- Records at a name ---------------------------------------------- */

/* Return the text for |name|, which is empty for the root. */
static const char *show(const char *name)
{
    return name[0] != '\0' ? name : ".";
}

/* Report that |record| leads to |name|, which does not exist or lacks records
 * of |type|; |lack| continues "exists, but". */
static struct finding *report_missing(const struct graph_walk *walk,
                                      const struct checked_record *record,
                                      enum check_code code,
                                      const struct zone_answer *answer,
                                      const char *name, uint16_t type,
                                      const char *lack)
{
    char meant[LIMIT_NAME_SIZE];
    char who[256];
    struct draft draft;
    const bool has_replacement = *record->naptr->rule.replacement != '\0';
    const struct finding_place place = ddds_place_field(
        record, has_replacement ? NAPTR_REPLACEMENT : NAPTR_REGEXP);
    snprintf(who, sizeof who,
             answer->is_alias ? "%.100s, which is an alias of %.100s"
                              : "%.100s",
             name, show(answer->name));
    if (answer->found == ZONE_NO_DATA) {
        return ddds_report(walk->check, place, code, "%s exists, but %s", who,
                           lack);
    }
    if (answer->found == ZONE_ALIAS_LOOP) {
        return ddds_report(walk->check, place, code,
                           "%s begins too many aliases, or a loop", who);
    }
    if (!ddds_name_like(walk->check, name, type, code, meant) ||
        strcmp(meant, record->base.owner) == 0) {
        return ddds_report(walk->check, place, code, "%s does not exist", who);
    }
    struct finding *finding =
        ddds_report(walk->check, place, code,
                    "%s does not exist; did you mean %.100s?", who, meant);
    if (has_replacement) {
        ddds_draft_begin(&draft, record);
        ddds_draft_set(&draft, draft.replacement, meant);
        ddds_report_fix(walk->check, finding, record, &draft);
    }
    return finding;
}

static bool is_missing(const struct zone_answer *answer)
{
    return answer->found != ZONE_DATA && answer->found != ZONE_UNKNOWN;
}

static void report_alias(const struct graph_walk *walk,
                         const struct checked_record *record,
                         const struct zone_answer *answer, const char *name)
{
    if (answer->is_alias && !is_missing(answer)) {
        ddds_report(
            walk->check,
            ddds_place_field(record, *record->naptr->rule.replacement != '\0'
                                         ? NAPTR_REPLACEMENT
                                         : NAPTR_REGEXP),
            CODE_ALIAS, "%.100s is an alias of %.100s", name,
            show(answer->name));
    }
}

/* Return true if the application has a flag for records of |type|. */
static bool has_flag(const struct graph_walk *walk,
                     const struct checked_record *record, uint16_t type)
{
    const char *flags =
        ddds_rule_view_flags(ddds_rule_view_application(walk->check, record));
    return strchr(flags, type == TYPE_A ? 'A' : 'S') != NULL;
}

/* Correct the flag of |record| if |name| has records of |type| instead: SRV
 * records for a host, or addresses for servers. */
static void correct_flag(const struct graph_walk *walk, struct finding *finding,
                         const struct checked_record *record, const char *name,
                         uint16_t type)
{
    struct zone_answer other;
    struct draft draft;
    ddds_zone_lookup_find(walk->check, name, type, &other);
    if (other.found == ZONE_DATA && has_flag(walk, record, type)) {
        ddds_draft_begin(&draft, record);
        ddds_draft_set(&draft, draft.flags, type == TYPE_A ? "a" : "s");
        ddds_report_fix(walk->check, finding, record, &draft);
    }
}

/* ---- Servers -------------------------------------------------------- */

/* Check the SRV records at |name|, once per owner. */
static void check_servers_at(const struct graph_walk *walk, const char *name)
{
    size_t count;
    const char *owner = ddds_zone_lookup_owner(walk->check, name, TYPE_SRV);
    if (owner == NULL) {
        return;
    }
    struct checked_record *const *records =
        ddds_index_seen(walk->check, owner, &count);
    bool *is_done = &walk->is_done[records - walk->check->sorted];
    for (size_t i = 0; i < count && !*is_done; i++) {
        if (records[i]->base.type == TYPE_SRV) {
            ddds_servers_check_offer(walk->check, records[i]);
        }
    }
    *is_done = true;
}

/* Targets of rules other than keys. */
static const struct lead {
    enum ddds_next next;
    uint16_t type;
    enum check_code missing;
    const char *lack; /* continuation of "exists, but" */
    uint16_t instead; /* a type that shows that another flag was meant */
} leads[] = {
    {DDDS_NEXT_SERVERS, TYPE_SRV, CODE_MISSING_SERVERS, "has no SRV records",
     TYPE_A},
    {DDDS_NEXT_TARGETS, TYPE_URI, CODE_MISSING_URIS, "has no URI records",
     TYPE_SRV},
    {DDDS_NEXT_ADDRESSES, TYPE_A, CODE_MISSING_HOST, "has no address",
     TYPE_SRV},
};

/* uri_records.c checks the targets of URI records. */
static void follow_lead(const struct graph_walk *walk,
                        const struct checked_record *record,
                        const struct lead *lead, const char *name)
{
    struct zone_answer answer;
    ddds_zone_lookup_find(walk->check, name, lead->type, &answer);
    bool is_lost =
        answer.is_alias && ddds_services_check_domain(walk->check, record,
                                                      answer.name, lead->type);
    if (!is_lost && is_missing(&answer)) {
        struct finding *finding = report_missing(
            walk, record, lead->missing, &answer, name, lead->type, lead->lack);
        if (answer.found == ZONE_NO_DATA) {
            correct_flag(walk, finding, record, name, lead->instead);
        }
    } else if (answer.found == ZONE_DATA && lead->type == TYPE_SRV) {
        check_servers_at(walk, answer.name);
    }
    report_alias(walk, record, &answer, name);
}

/* ---- The next key --------------------------------------------------- */

/* Return the set in which |answer| was found. */
static long find_set(const struct graph_walk *walk,
                     const struct zone_answer *answer)
{
    const char *owner =
        ddds_zone_lookup_owner(walk->check, answer->name, TYPE_NAPTR);
    const struct checked_set *set =
        owner != NULL ? ddds_index_set(walk->check, owner) : NULL;
    return set != NULL ? (long)(set - walk->check->sets) : CHAINS_NO_SET;
}

static void check_bailiwick(const struct graph_walk *walk,
                            const struct checked_record *record,
                            const char *key)
{
    const char *apex = record->from->zone->apex;
    if (apex != NULL && strchr(key, '.') != NULL &&
        !ddds_domain_is_within(key, apex) &&
        ddds_index_zone(walk->check, key) == NULL &&
        !ddds_application_is_registry(record->base.owner)) {
        ddds_report(walk->check, ddds_place_field(record, NAPTR_REPLACEMENT),
                    CODE_FOREIGN_KEY, "the next key %.100s is outside %.100s",
                    key, apex);
    }
}

/* Record that |record| leads to |set|, unless it already leads to a set. Most
 * zones have no delegations, and need no memory for them. */
static void note_edge(struct graph_walk *walk,
                      const struct checked_record *record, long set)
{
    size_t count = walk->check->record_count;
    if (walk->next == NULL) {
        walk->next =
            ddds_arena_array(&walk->check->scratch, count, sizeof *walk->next);
        for (size_t i = 0; walk->next != NULL && i < count; i++) {
            walk->next[i] = CHAINS_NO_SET;
        }
    }
    if (walk->next != NULL && walk->next[record->number] == CHAINS_NO_SET) {
        walk->next[record->number] = set;
    }
}

static void follow_to_key(struct graph_walk *walk,
                          const struct checked_record *record, const char *key)
{
    struct zone_answer answer;
    ddds_zone_lookup_find(walk->check, key, TYPE_NAPTR, &answer);
    if (is_missing(&answer)) {
        struct finding *finding =
            report_missing(walk, record, CODE_MISSING_KEY, &answer, key,
                           TYPE_NAPTR, "has no NAPTR records");
        if (answer.found == ZONE_NO_DATA) {
            correct_flag(walk, finding, record, key, TYPE_SRV);
            correct_flag(walk, finding, record, key, TYPE_A);
        }
    } else if (answer.found == ZONE_DATA) {
        long set = find_set(walk, &answer);
        if (set != CHAINS_NO_SET) {
            ddds_services_check_next(walk->check, record,
                                     &walk->check->sets[set]);
            note_edge(walk, record, set);
        }
    }
    report_alias(walk, record, &answer, key);
    check_bailiwick(walk, record, key);
}

/* ---- A rule --------------------------------------------------------- */

/* Four numbers with dots are an address, but before an origin they can also be
 * a part of a telephone number. */
enum { FOUR_DIGITS = sizeof "1.2.3.4" - 1 };

/* Report a replacement that is an IP address, with or without the origin. */
static bool check_address(const struct graph_walk *walk,
                          const struct checked_record *record)
{
    const char *name = record->naptr->rule.replacement;
    const struct word word = ddds_word_of(record, NAPTR_REPLACEMENT);
    if (!ddds_domain_is_address(name, strlen(name)) &&
        (word.text == NULL || word.length <= FOUR_DIGITS ||
         !ddds_domain_is_address(word.text, word.length))) {
        return false;
    }
    ddds_report(walk->check, ddds_place_field(record, NAPTR_REPLACEMENT),
                CODE_ADDRESS_FOR_NAME,
                "%.100s looks like an IP address; write the name of a host "
                "with that address",
                name);
    return true;
}

/* Follow |record| to |target|, a name of the kind |next|. */
static void follow_to(struct graph_walk *walk,
                      const struct checked_record *record, enum ddds_next next,
                      const char *target)
{
    if (next == DDDS_NEXT_RULES &&
        !ddds_services_check_domain(walk->check, record, target, TYPE_NAPTR)) {
        follow_to_key(walk, record, target);
    }
    for (size_t i = 0; i < sizeof leads / sizeof *leads; i++) {
        if (leads[i].next == next &&
            !ddds_services_check_domain(walk->check, record, target,
                                        leads[i].type)) {
            follow_lead(walk, record, &leads[i], target);
        }
    }
}

static void follow_rule(struct graph_walk *walk,
                        const struct checked_record *record)
{
    struct rule_view view;
    char target[LIMIT_NAME_SIZE];
    if (check_doubled_origin(walk->check, record) ||
        !ddds_rule_view_is_readable(record) || check_address(walk, record) ||
        check_final_dot(walk->check, record)) {
        return;
    }
    ddds_services_check_servers(walk->check, record);
    ddds_rule_view_make(walk->check, record, &view);
    for (size_t i = 0; flags_make_name(view.next) &&
                       i < ddds_rule_view_target_count(walk->check);
         i++) {
        enum ddds_next next;
        if (ddds_rule_view_target(walk->check, record, i, &next, target)) {
            follow_to(walk, record, next, target);
        }
    }
}

/* ---- Group ---------------------------------------------------------- */

static void follow_all(struct graph_walk *walk)
{
    for (size_t i = 0; i < walk->check->record_count; i++) {
        const struct checked_record *record = walk->check->records[i];
        if (record->naptr != NULL) {
            follow_rule(walk, record);
        } else {
            ddds_servers_check(walk->check, record);
        }
    }
    if (walk->next != NULL) {
        ddds_chains_check(walk->check, walk->next);
    }
}

static void check_graph(struct ddds_check *check)
{
    struct arena *scratch = &check->scratch;
    struct graph_walk walk = {
        .check = check,
        .is_done = ddds_arena_array(scratch, check->record_count,
                                    sizeof *walk.is_done),
    };
    if (walk.is_done != NULL) {
        follow_all(&walk);
    }
    ddds_arena_reset(scratch);
}

static check_all_fn *const all[] = {check_graph, NULL};

const struct check_group ddds_graph_group = {.all = all};
