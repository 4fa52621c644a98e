/* 4xx: the rules of a key together: preference, duplicates, size and
 * applications (RFC 3403 section 4.1).
 *
 * order.c checks hidden rules, rule.c single rules, and rule_graph.c their
 * targets.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "check/judge/application.h"
#include "check/judge/expressions.h"
#include "check/judge/rule_view.h"
#include "check/checks/groups.h"
#include "check/report/report.h"
#include "base/domain.h"

/* ---- The whole set -------------------------------------------------- */

/* Lengths of the header, the fixed parts of the question and of a record,
 * the EDNS pseudo-record (RFC 6891 section 6.1.2) and a compression
 * pointer. */
enum { HEADER = 12, QUESTION = 4, EDNS = 11, POINTER = 2, FIXED = 10 };

static size_t measure_record(const struct ddds_rule *rule)
{
    size_t strings =
        strlen(rule->flags) + strlen(rule->services) + strlen(rule->regexp) + 3;
    return POINTER + FIXED + 4 + strings +
           ddds_domain_wire_length(rule->replacement);
}

/* Return the size of the answer: servers compress owner names, but never
 * replacements. */
static size_t measure_answer(const struct checked_set *set)
{
    size_t size =
        HEADER + ddds_domain_wire_length(set->owner) + QUESTION + EDNS;
    for (size_t i = 0; i < set->count; i++) {
        size += measure_record(&set->records[i]->naptr->rule);
    }
    return size;
}

enum { LARGEST_MESSAGE = 65535 };

static void check_size(struct ddds_check *check, const struct checked_set *set)
{
    size_t size = measure_answer(set);
    if (size > LIMIT_UDP_ANSWER) {
        ddds_report(
            check, ddds_place_record(set->records[0]), CODE_LARGE_ANSWER,
            size > LARGEST_MESSAGE
                ? "the answer has %zu octets (%zu records), but a DNS message "
                  "holds at most 65535; publish fewer records"
                : "the answer has %zu octets (%zu records), but only 1232 are "
                  "safe over UDP; publish fewer or shorter records",
            size, set->count);
    }
}

/* Report a rule whose application has no keys in common with that of the first
 * rule. At telephone numbers, L322 reports all that are not for ENUM. */
static void check_mixture(struct ddds_check *check,
                          const struct checked_set *set)
{
    const struct ddds_application *first = NULL;
    if (check->options.application != NULL ||
        ddds_domain_is_within(set->owner, "e164.arpa")) {
        return;
    }
    for (size_t i = 0; i < set->count; i++) {
        const struct checked_record *record = set->records[i];
        const struct ddds_application *application =
            *record->naptr->rule.services != '\0'
                ? ddds_rule_view_application(check, record)
                : NULL;
        if (application == NULL) {
            continue;
        }
        if (first == NULL) {
            first = application;
        } else if (application != first &&
                   !(ddds_application_shares_keys(first) &&
                     ddds_application_shares_keys(application))) {
            ddds_report(check, ddds_place_field(record, NAPTR_SERVICES),
                        CODE_MIXED_APPLICATIONS,
                        "this rule is for %s, but other rules here are for %s; "
                        "use separate keys",
                        ddds_application_label(application),
                        ddds_application_label(first));
            return;
        }
    }
}

/* ---- Neighbours ----------------------------------------------------- */

/* A record of the set, in the order of clients. */
struct ranked_record {
    const struct checked_record *record;
    const struct ddds_rule *rule;
};

/* Compare by order, preference and services, then by the other fields, so that
 * duplicates are neighbours, and finally by position. */
static int compare_ranked(const void *one, const void *other)
{
    const struct ranked_record *a = one;
    const struct ranked_record *b = other;
    int order = rule_view_compare(a->rule, b->rule);
    order = order != 0 ? order
                       : ascii_compare(a->rule->services, b->rule->services);
    order = order != 0 ? order : ascii_compare(a->rule->flags, b->rule->flags);
    order = order != 0 ? order : strcmp(a->rule->services, b->rule->services);
    order = order != 0 ? order : strcmp(a->rule->flags, b->rule->flags);
    order = order != 0 ? order : strcmp(a->rule->regexp, b->rule->regexp);
    order =
        order != 0 ? order : strcmp(a->rule->replacement, b->rule->replacement);
    if (order != 0) {
        return order;
    }
    return a->record->number < b->record->number ? -1 : 1;
}

static bool is_duplicate(const struct ddds_rule *one,
                         const struct ddds_rule *other)
{
    return one->order == other->order && one->preference == other->preference &&
           strcmp(one->flags, other->flags) == 0 &&
           strcmp(one->services, other->services) == 0 &&
           strcmp(one->regexp, other->regexp) == 0 &&
           strcmp(one->replacement, other->replacement) == 0;
}

/* Return true if the rule matches every string. */
static bool takes_all(const struct rule_view *view)
{
    bool has_replacement = *view->rule->replacement != '\0';
    if (has_replacement) {
        return view->expression == NULL || ddds_rule_view_only_delegates(view);
    }
    return view->expression != NULL && view->expression->is_valid &&
           view->expression->matches_all;
}

/* Return true if a string may match both: certain only if one of them matches
 * every string. */
static bool may_both_match(struct ddds_check *check,
                           const struct checked_record *one,
                           const struct checked_record *other)
{
    struct rule_view view;
    struct rule_view other_view;
    ddds_rule_view_make(check, one, &view);
    bool takes_any = takes_all(&view);
    ddds_rule_view_make(check, other, &other_view);
    return takes_any || takes_all(&other_view);
}

/* Return the first preference, from that of |ranked| on, that no rule of the
 * same order has. */
static uint16_t find_free_preference(const struct ranked_record *ranked,
                                     const struct ranked_record *end)
{
    uint16_t order = ranked->rule->order;
    unsigned preference = ranked->rule->preference;
    for (; ranked < end && ranked->rule->order == order &&
           ranked->rule->preference <= preference;
         ranked++) {
        preference += ranked->rule->preference == preference ? 1 : 0;
    }
    return preference <= UINT16_MAX ? (uint16_t)preference : UINT16_MAX;
}

static void report_equal(struct ddds_check *check,
                         const struct ranked_record *ranked,
                         const struct ranked_record *end)
{
    struct draft draft;
    ddds_draft_begin(&draft, ranked->record);
    draft.preference = find_free_preference(ranked, end);
    struct finding *finding =
        ddds_report(check, ddds_place_field(ranked->record, NAPTR_PREFERENCE),
                    CODE_EQUAL_PREFERENCE,
                    "another rule for these services has order %u and "
                    "preference %u too; give each rule its own preference",
                    ranked->rule->order, ranked->rule->preference);
    if (draft.preference != ranked->rule->preference) {
        ddds_report_fix(check, finding, ranked->record, &draft);
    }
}

/* Return true if |record| names a host by its tags. Equal rules then share the
 * load, as in RFC 6733 appendix B. */
static bool names_host(struct ddds_check *check,
                       const struct checked_record *record)
{
    struct rule_view view;
    ddds_rule_view_make(check, record, &view);
    return view.application != NULL && view.application->requires_tags &&
           view.next == DDDS_NEXT_ADDRESSES;
}

/* Compare neighbours of the sorted list. */
static void check_neighbours(struct ddds_check *check,
                             const struct ranked_record *before,
                             const struct ranked_record *ranked,
                             const struct ranked_record *end)
{
    if (is_duplicate(before->rule, ranked->rule)) {
        ddds_report(
            check, ddds_place_record(ranked->record), CODE_DUPLICATE,
            "the RRset already contains this record; remove the duplicate");
        return;
    }
    const struct ddds_application *application =
        ddds_rule_view_application(check, ranked->record);
    bool shares_load =
        (application != NULL && application->preference_is_weight) ||
        names_host(check, ranked->record);
    if (before->rule->order == ranked->rule->order &&
        before->rule->preference == ranked->rule->preference && !shares_load &&
        ascii_equal(before->rule->services, ranked->rule->services) &&
        ascii_equal(before->rule->flags, ranked->rule->flags) &&
        may_both_match(check, before->record, ranked->record)) {
        report_equal(check, ranked, end);
    }
}

/* ---- Group ----------------------------------------------------------- */

static void check_together(struct ddds_check *check,
                           const struct checked_set *set)
{
    if (set->count < 2) {
        return;
    }
    struct ranked_record *ranking =
        ddds_arena_array(&check->scratch, set->count, sizeof *ranking);
    size_t count = 0;
    for (size_t i = 0; ranking != NULL && i < set->count; i++) {
        const struct checked_record *record = set->records[i];
        if (ddds_rule_view_is_readable(record)) {
            ranking[count++] =
                (struct ranked_record){record, &record->naptr->rule};
        }
    }
    if (count > 0) {
        qsort(ranking, count, sizeof *ranking, compare_ranked);
    }
    for (size_t i = 1; i < count; i++) {
        check_neighbours(check, &ranking[i - 1], &ranking[i], ranking + count);
    }
    ddds_arena_reset(&check->scratch);
}

static check_set_fn *const sets[] = {
    check_together,
    check_size,
    check_mixture,
    NULL,
};

const struct check_group ddds_set_group = {.sets = sets};
