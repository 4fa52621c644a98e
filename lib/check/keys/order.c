/* 4xx: rules that never win, because another rule precedes them (RFC 3403
 * section 4.1, RFC 3404 section 6; lib/DECISIONS.md, "order cut-off").
 *
 * A rule that closes the list hides every rule of a worse order that matches
 * only the same strings, regardless of services. Within an order, preferences
 * only rank: a more general rule makes later rules at most a fallback.
 * sets/string_search.h decides which rule matches which strings.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/ascii.h"
#include "check/intake/corrections.h"
#include "check/judge/rule_view.h"
#include "check/keys/ranking.h"
#include "check/checks/groups.h"
#include "check/model/index.h"
#include "check/report/report.h"

/* ---- Corrections ------------------------------------------------------ */

static void take(struct ranking *ranking, unsigned preference)
{
    ranking->taken[preference / 64] |= UINT64_C(1) << preference % 64;
    ranking->last = preference > ranking->last ? preference : ranking->last;
}

/* Record the preferences in the order of |other|, including those of
 * corrections, unless they are known. */
static void look_at_order(struct ranking *ranking,
                          const struct ranked_rule *other)
{
    const struct ranked_rule *end = ranking->rules + ranking->count;
    const uint16_t order = other->rule->order;
    if (ranking->corrected_count > 0 && ranking->order == order) {
        return;
    }
    memset(ranking->taken, 0, sizeof ranking->taken);
    ranking->order = order;
    ranking->last = 0;
    while (other > ranking->rules && other[-1].rule->order == order) {
        other--;
    }
    for (; other < end && other->rule->order == order; other++) {
        take(ranking, other->rule->preference);
    }
    for (size_t i = 0; i < ranking->corrected_count; i++) {
        if (ranking->corrected[i] >> 16 == order) {
            take(ranking, ranking->corrected[i] & UINT16_MAX);
        }
    }
}

/* Propose for |finding| the record of |rule| with |preference| in the recorded
 * order. */
static void correct(struct ranking *ranking, struct finding *finding,
                    const struct ranked_rule *rule, unsigned preference)
{
    struct draft draft;
    ranking->corrected[ranking->corrected_count++] =
        (uint32_t)ranking->order << 16 | preference;
    take(ranking, preference);
    ddds_corrections_begin(ranking->check, rule->record, &draft);
    draft.order = ranking->order;
    draft.preference = (uint16_t)preference;
    ddds_report_fix(ranking->check, finding, rule->record, &draft);
}

/* Move |rule| before |other|, if a preference is free. */
static void correct_before(struct ranking *ranking, struct finding *finding,
                           const struct ranked_rule *rule,
                           const struct ranked_rule *other)
{
    unsigned at = other->rule->preference;
    look_at_order(ranking, other);
    while (at > 0 &&
           (ranking->taken[(at - 1) / 64] >> (at - 1) % 64 & 1) != 0) {
        at--;
    }
    if (at > 0) {
        correct(ranking, finding, rule, at - 1);
    }
}

/* Move |rule| after all others of the order of |other|, if a preference is
 * free. */
static void correct_behind(struct ranking *ranking, struct finding *finding,
                           const struct ranked_rule *rule,
                           const struct ranked_rule *other)
{
    look_at_order(ranking, other);
    if (ranking->last < UINT16_MAX) {
        correct(ranking, finding, rule, ranking->last + 1);
    }
}

/* ---- Rules after a closed order --------------------------------------- */

static struct finding *report_unreachable(const struct ranking *ranking,
                                          const struct ranked_rule *rule,
                                          const struct ranked_rule *by)
{
    char name[RULE_NAME_SIZE];
    const struct finding_place place =
        ddds_place_field(rule->record, NAPTR_ORDER);
    if (by == NULL) {
        return ddds_report(ranking->check, place, CODE_UNREACHABLE,
                           "the rules of better orders match all strings that "
                           "this rule matches: clients never consider it");
    }
    return ddds_report(ranking->check, place, CODE_UNREACHABLE,
                       by->takes_all
                           ? "the rule %s always matches: clients never "
                             "consider a rule of order %u"
                           : "the rule %s matches all strings that this rule "
                             "matches: clients never consider order %u for "
                             "them",
                       ddds_rule_view_name(by->rule, name), rule->rule->order);
}

/* Return a rule among the first |better|, of better orders, that alone matches
 * all strings of |rule|; or NULL. */
static const struct ranked_rule *find_closing(const struct ranking *ranking,
                                              const struct ranked_rule *rule,
                                              size_t better)
{
    for (size_t i = 0; i < ranking->near.found_count; i++) {
        const struct ranked_rule *by = &ranking->rules[ranking->near.found[i]];
        if (ranking->near.found[i] < better && by->closes &&
            (by->takes_all || by->term.reader != NULL) &&
            ddds_ranking_is_covered_by(ranking, rule, by)) {
            return by;
        }
    }
    return ranking->all;
}

/* Advance |better| over the rules of a better order than |rule|, and record the
 * first that closes for all strings. Return its new value. */
static size_t pass_orders(struct ranking *ranking, size_t better,
                          const struct ranked_rule *rule)
{
    for (; ranking->rules[better].rule->order < rule->rule->order; better++) {
        const struct ranked_rule *each = &ranking->rules[better];
        if (ranking->all == NULL && each->closes && each->takes_all) {
            ranking->all = each;
        }
    }
    return better;
}

/* Record whether the first |better| rules, of better orders, match all strings
 * of |rule|. */
static void note_reach(struct ranking *ranking, struct ranked_rule *rule,
                       size_t better)
{
    if (!rule->is_usable) {
        return;
    }
    rule->by = find_closing(ranking, rule, better);
    rule->is_hidden =
        rule->by != NULL || ddds_ranking_is_covered(ranking, rule, better);
    rule->belongs_before =
        rule->by != NULL && ddds_ranking_is_wider(ranking, rule->by, rule);
}

/* ---- Rules after a more general rule ---------------------------------- */

/* Record whether a more general rule precedes |rule|. */
static void note_general(struct ranking *ranking, struct ranked_rule *rule)
{
    if (!rule->is_usable || rule->term.reader == NULL) {
        return;
    }
    for (size_t i = 0; i < ranking->near.found_count && rule->by == NULL; i++) {
        const struct ranked_rule *general =
            &ranking->rules[ranking->near.found[i]];
        if (ddds_ranking_comes_first(general, rule) &&
            ddds_ranking_is_covered_by(ranking, rule, general) &&
            ddds_ranking_is_wider(ranking, general, rule)) {
            rule->by = general;
            rule->belongs_before = true;
        }
    }
}

static struct finding *report_general(const struct ranking *ranking,
                                      const struct ranked_rule *rule)
{
    char name[RULE_NAME_SIZE];
    return ddds_report(
        ranking->check, ddds_place_field(rule->record, NAPTR_PREFERENCE),
        CODE_GENERAL_FIRST,
        "the rule %s offers the same, matches all strings that this rule "
        "matches and more, and comes first; put the particular rule first",
        ddds_rule_view_name(rule->by->rule, name));
}

/* ---- Orders as preferences --------------------------------------------- */

/* Return true if each rule has a different order, used like a preference among
 * services, and the first can match. Rules for the same services can have
 * different orders because they match different strings. */
static bool uses_orders(const struct ranking *ranking)
{
    const struct ranked_rule *rules = ranking->rules;
    for (size_t i = 0; i < ranking->count; i++) {
        if (rules[i].application == NULL ||
            !rules[i].application->order_closes ||
            rules[i].rule->preference != rules[0].rule->preference ||
            (i > 0 && (rules[i].rule->order == rules[i - 1].rule->order ||
                       ascii_equal(rules[i].rule->services,
                                   rules[i - 1].rule->services)))) {
            return false;
        }
    }
    return ranking->count > 1 && rules[0].is_usable && rules[0].has_output;
}

static void report_orders(struct ranking *ranking)
{
    char name[RULE_NAME_SIZE];
    const struct ranked_rule *first = &ranking->rules[0];
    for (size_t i = 1; i < ranking->count; i++) {
        const struct ranked_rule *rule = &ranking->rules[i];
        struct finding *finding = ddds_report(
            ranking->check, ddds_place_field(rule->record, NAPTR_ORDER),
            CODE_ORDER_FOR_PREFERENCE,
            "each rule has its own order: once the rule %s has matched, "
            "clients do not consider order %u; use preferences instead",
            ddds_rule_view_name(first->rule, name), rule->rule->order);
        if (finding != NULL) {
            correct_behind(ranking, finding, rule, first);
        }
    }
}

/* ---- Sets ------------------------------------------------------------- */

/* Report |rule|, which is hidden, or at most a fallback. */
static void report_rule(struct ranking *ranking, const struct ranked_rule *rule)
{
    struct finding *finding = rule->is_hidden
                                  ? report_unreachable(ranking, rule, rule->by)
                                  : report_general(ranking, rule);
    if (finding == NULL) {
        return;
    }
    if (rule->belongs_before) {
        correct_before(ranking, finding, rule, rule->by);
    } else if (rule->by != NULL) {
        correct_behind(ranking, finding, rule, rule->by);
    }
}

/* Corrections keep the order of the rules: those that move after others are
 * processed in order, those that move before others in reverse. */
static void check_ranking(struct ranking *ranking)
{
    bool is_found = false;
    size_t better = 0;
    for (size_t i = 0; i < ranking->count; i++) {
        struct ranked_rule *rule = &ranking->rules[i];
        better = pass_orders(ranking, better, rule);
        ddds_ranking_find_near(ranking, rule);
        note_reach(ranking, rule, better);
        is_found |= rule->is_hidden;
        if (!rule->is_hidden) {
            note_general(ranking, rule);
        }
        if (rule->is_hidden && !rule->belongs_before) {
            report_rule(ranking, rule);
        }
    }
    for (size_t i = ranking->count; i-- > 0;) {
        if (ranking->rules[i].belongs_before) {
            report_rule(ranking, &ranking->rules[i]);
        }
    }
    if (!is_found && uses_orders(ranking)) {
        report_orders(ranking);
    }
}

static void check_set(struct ddds_check *check, const struct checked_set *set)
{
    struct ranking ranking;
    if (ddds_keys_begin(check, set->count) &&
        ddds_ranking_make(&ranking, check, set)) {
        check_ranking(&ranking);
    }
    ddds_arena_reset(&check->scratch);
}

/* Return true if a rule may hide another: the set has different orders, or the
 * same services twice. */
static bool may_have_rivals(const struct checked_set *set)
{
    for (size_t i = 1; i < set->count; i++) {
        const struct ddds_rule *rule = &set->records[i]->naptr->rule;
        if (i >= FEW_RULES ||
            rule->order != set->records[0]->naptr->rule.order) {
            return true;
        }
        for (size_t k = 0; k < i; k++) {
            if (ascii_equal(set->records[k]->naptr->rule.services,
                            rule->services)) {
                return true;
            }
        }
    }
    return false;
}

static void check_order(struct ddds_check *check)
{
    for (size_t i = 0; i < check->set_count && !check_has_failed(check); i++) {
        if (may_have_rivals(&check->sets[i])) {
            check_set(check, &check->sets[i]);
        }
    }
}

static check_all_fn *const all[] = {check_order, NULL};

const struct check_group ddds_order_group = {.all = all};
