/* 4xx: rules that never win, because another rule comes first (RFC 3403
 * section 4.1, RFC 3404 section 6; lib/DECISIONS.md, "order cut-off").
 *
 * A rule whose matches close the list hides every rule of a worse order that
 * matches nothing else, whatever the services. Within an order, preferences
 * only rank: there a rule that matches more than the one after it leaves
 * that as a fallback at most. judge/string_search.h decides which rule
 * matches what.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "check/intake/corrections.h"
#include "check/judge/application.h"
#include "check/judge/expressions.h"
#include "check/judge/owner_strings.h"
#include "check/judge/owner_visitors.h"
#include "check/judge/rule_view.h"
#include "check/keys/search.h"
#include "check/looks/groups.h"
#include "check/model/index.h"
#include "check/report/report.h"

/* One rule of a set, with what its expression matches. */
struct ranked_rule {
    const struct checked_record *record;
    const struct ddds_rule *rule;
    const struct ddds_application *application;
    enum ddds_next next;
    const struct automaton *automaton; /* of its expression; or NULL */
    bool is_usable;                    /* clients can apply it to strings */
    bool takes_all;                    /* it matches every string */
    bool is_particular;                /* it matches what its expression does */
    bool has_output;                   /* whenever it matches */
    bool closes; /* if it matches, clients do not consider worse orders */

    /* What is wrong with its place. */
    bool is_hidden;               /* better orders match all that it matches */
    const struct ranked_rule *by; /* a rule that does so alone, or is more
                                     general; or NULL */
    bool belongs_before;          /* before that rule, otherwise after it */
};

/* The rules of a set, in the order in which clients try them. */
struct ranking {
    struct ddds_check *check;
    const struct checked_set *set;
    struct ranked_rule *rules;
    size_t count;
    const struct automaton *strings; /* that come to the key; or NULL: any */
    uint32_t *taken; /* orders and preferences that corrections use */
    size_t taken_count;
};

/* ---- Rules ------------------------------------------------------------ */

static int compare_numbers(uint16_t one, uint16_t other)
{
    return one < other ? -1 : one > other;
}

static int compare_ranked(const void *one, const void *other)
{
    const struct ranked_rule *a = one;
    const struct ranked_rule *b = other;
    int order = compare_numbers(a->rule->order, b->rule->order);
    order = order != 0
                ? order
                : compare_numbers(a->rule->preference, b->rule->preference);
    return order != 0 ? order : a->record->number < b->record->number ? -1 : 1;
}

/* Does the replacement of |expression| have text of its own? */
static bool has_text(struct ddds_check *check,
                     const struct expression *expression)
{
    const struct ddds_substitution *substitution =
        expression->matches_all
            ? NULL
            : ddds_rule_view_substitution(check, expression);
    if (substitution == NULL) {
        return expression->matches_all;
    }
    for (size_t i = 0; i < substitution->piece_count; i++) {
        if (substitution->pieces[i].length > 0) {
            return true;
        }
    }
    return false;
}

/* Is the services field one with which the rule can match? For RFC 3404 any
 * is: what is outside the grammar is a service that no client wants. */
static bool has_services(const struct rule_view *view)
{
    struct ddds_services services;
    services.size = sizeof services;
    struct ddds_error error;
    return ddds_application_is_rfc3404(view->application) ||
           view->application->read_services(view->application,
                                            view->rule->services, &services,
                                            &error) == DDDS_OK;
}

/* Note what |view|, whose fields are not in conflict, matches. */
static void note_matches(struct ranking *ranking, const struct rule_view *view,
                         struct ranked_rule *rule)
{
    const struct expression *expression = view->expression;
    if (*view->rule->replacement != '\0') {
        rule->is_usable =
            expression == NULL || ddds_rule_view_only_delegates(view);
        rule->takes_all = rule->has_output = rule->is_usable;
        return;
    }
    if (expression == NULL || !expression->is_valid ||
        !ddds_rule_view_uses_expression(view)) {
        return;
    }
    rule->is_usable = true;
    rule->has_output = has_text(ranking->check, expression);
    rule->takes_all = expression->matches_all && rule->has_output;
    rule->is_particular =
        !expression->matches_all && ranking->set->count < SEARCH_EXPRESSIONS;
}

static void note_rule(struct ranking *ranking,
                      const struct checked_record *record)
{
    struct rule_view view;
    struct ranked_rule *rule = &ranking->rules[ranking->count++];
    ddds_rule_view_make(ranking->check, record, &view);
    *rule = (struct ranked_rule){
        .record = record,
        .rule = &record->naptr->rule,
        .application = view.application,
        .next = view.next,
    };
    if (record->naptr->is_refused || view.application == NULL ||
        view.next == DDDS_NEXT_UNKNOWN || view.next == DDDS_NEXT_CONFLICTING ||
        (view.next == DDDS_NEXT_URI && *rule->rule->replacement != '\0')) {
        return;
    }
    note_matches(ranking, &view, rule);
    rule->closes = rule->is_usable && rule->has_output &&
                   view.application->order_closes && has_services(&view);
}

/* ---- What rules match ------------------------------------------------- */

/* Do the |count| rules at |others|, together, match every string that comes to
 * the key and that |rule| matches? Only rules that |is_chosen| accepts
 * count. */
static bool is_covered(struct ranking *ranking, const struct ranked_rule *rule,
                       const struct ranked_rule *others, size_t count,
                       bool (*is_chosen)(const struct ranked_rule *other))
{
    struct search_term terms[SEARCH_EXPRESSIONS];
    size_t term_count = 0;
    if (ranking->strings != NULL) {
        terms[term_count++] = (struct search_term){ranking->strings, true};
    }
    if (!rule->takes_all) {
        terms[term_count++] = (struct search_term){rule->automaton, true};
    }
    size_t begin = term_count;
    for (size_t i = 0; i < count; i++) {
        if (!is_chosen(&others[i])) {
            continue;
        }
        if (others[i].takes_all) {
            return true;
        }
        if (others[i].automaton != NULL && term_count < SEARCH_EXPRESSIONS) {
            terms[term_count++] =
                (struct search_term){others[i].automaton, false};
        }
    }
    return term_count > begin && begin > 0 &&
           ddds_keys_search(ranking->check, rule->record, terms, term_count,
                            NULL) == STRING_NONE;
}

static bool closes(const struct ranked_rule *rule)
{
    return rule->closes;
}

static bool is_any(const struct ranked_rule *rule)
{
    return rule->is_usable && rule->has_output;
}

/* Does |general| match more strings that come to the key than |rule|? */
static bool is_wider(struct ranking *ranking, const struct ranked_rule *general,
                     const struct ranked_rule *rule)
{
    return !rule->takes_all && (rule->automaton != NULL &&
                                !is_covered(ranking, general, rule, 1, is_any));
}

/* ---- Corrections ------------------------------------------------------ */

/* A bit for each preference of an order. */
enum { TAKEN_WORDS = (UINT16_MAX + 1) / 64 };

/* Note the preferences that rules of the order of |other|, and corrections, have
 * in |taken|. Return the highest. */
static unsigned note_taken(const struct ranking *ranking,
                           const struct ranked_rule *other,
                           uint64_t taken[TAKEN_WORDS])
{
    const struct ranked_rule *end = ranking->rules + ranking->count;
    const uint16_t order = other->rule->order;
    unsigned last = 0;
    memset(taken, 0, TAKEN_WORDS * sizeof *taken);
    while (other > ranking->rules && other[-1].rule->order == order) {
        other--;
    }
    for (; other < end && other->rule->order == order; other++) {
        last = other->rule->preference;
        taken[last / 64] |= UINT64_C(1) << last % 64;
    }
    for (size_t i = 0; i < ranking->taken_count; i++) {
        const unsigned preference = ranking->taken[i] & UINT16_MAX;
        if (ranking->taken[i] >> 16 == order) {
            last = preference > last ? preference : last;
            taken[preference / 64] |= UINT64_C(1) << preference % 64;
        }
    }
    return last;
}

/* Give |finding| the record of |rule| at |preference| of |order|. */
static void correct(struct ranking *ranking, struct finding *finding,
                    const struct ranked_rule *rule, uint16_t order,
                    unsigned preference)
{
    struct draft draft;
    ranking->taken[ranking->taken_count++] = (uint32_t)order << 16 | preference;
    ddds_corrections_begin(ranking->check, rule->record, &draft);
    draft.order = order;
    draft.preference = (uint16_t)preference;
    ddds_report_fix(ranking->check, finding, rule->record, &draft);
}

/* Put |rule| before |other|, if there is room. */
static void correct_before(struct ranking *ranking, struct finding *finding,
                           const struct ranked_rule *rule,
                           const struct ranked_rule *other)
{
    uint64_t taken[TAKEN_WORDS];
    unsigned at = other->rule->preference;
    note_taken(ranking, other, taken);
    while (at > 0 && (taken[(at - 1) / 64] >> (at - 1) % 64 & 1) != 0) {
        at--;
    }
    if (at > 0) {
        correct(ranking, finding, rule, other->rule->order, at - 1);
    }
}

/* Put |rule| after all others of the order of |other|, if there is room. */
static void correct_behind(struct ranking *ranking, struct finding *finding,
                           const struct ranked_rule *rule,
                           const struct ranked_rule *other)
{
    uint64_t taken[TAKEN_WORDS];
    unsigned last = note_taken(ranking, other, taken);
    if (last < UINT16_MAX) {
        correct(ranking, finding, rule, other->rule->order, last + 1);
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

/* The first rule of a better order that alone matches all that |rule|
 * matches; or NULL. */
static const struct ranked_rule *find_closing(struct ranking *ranking,
                                              const struct ranked_rule *rule)
{
    for (const struct ranked_rule *by = ranking->rules;
         by->rule->order < rule->rule->order; by++) {
        if (by->closes && is_covered(ranking, rule, by, 1, closes)) {
            return by;
        }
    }
    return NULL;
}

/* Note whether better orders match all that |rule| matches. */
static void note_reach(struct ranking *ranking, struct ranked_rule *rule)
{
    size_t better = 0;
    while (ranking->rules[better].rule->order < rule->rule->order) {
        better++;
    }
    if (!rule->is_usable || better == 0 ||
        !is_covered(ranking, rule, ranking->rules, better, closes)) {
        return;
    }
    rule->is_hidden = true;
    rule->by = find_closing(ranking, rule);
    rule->belongs_before =
        rule->by != NULL && is_wider(ranking, rule->by, rule);
}

/* ---- Rules after a more general one ----------------------------------- */

/* Do clients that want what |rule| offers take |general| first? */
static bool comes_first(const struct ranked_rule *general,
                        const struct ranked_rule *rule)
{
    const struct ddds_application *application = rule->application;
    bool is_ranked = general->rule->order == rule->rule->order
                         ? general->rule->preference < rule->rule->preference
                         : !application->order_closes;
    return is_ranked && application == general->application &&
           general->next == rule->next && !application->preference_is_weight &&
           ascii_equal(general->rule->services, rule->rule->services);
}

/* Note whether a more general rule is tried before |rule|. */
static void note_general(struct ranking *ranking, struct ranked_rule *rule)
{
    if (!rule->is_usable || rule->automaton == NULL) {
        return;
    }
    for (const struct ranked_rule *general = ranking->rules;
         general < rule && rule->by == NULL; general++) {
        if (general->is_usable && comes_first(general, rule) &&
            is_covered(ranking, rule, general, 1, is_any) &&
            is_wider(ranking, general, rule)) {
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

/* Return whether each rule has its own order, used like a preference among
 * services. Rules for the same services can have different orders because
 * they match different strings. */
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
    return ranking->count > 1;
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

/* May one rule hide another, or be more general? Few sets have such rules, and
 * what the rules of the others match is of no interest; that of large ones is
 * not looked at. */
static bool has_rivals(const struct ranking *ranking)
{
    const struct ranked_rule *rules = ranking->rules;
    const size_t count =
        ranking->set->count < SEARCH_EXPRESSIONS ? ranking->count : 0;
    for (size_t i = 1; i < count; i++) {
        for (size_t k = 0; k < i && rules[i].is_usable; k++) {
            if (rules[k].is_usable &&
                (rules[k].rule->order < rules[i].rule->order ||
                 comes_first(&rules[k], &rules[i]))) {
                return true;
            }
        }
    }
    return false;
}

/* Make the automata of the rules; return whether there is one. */
static bool make_automata(struct ranking *ranking)
{
    bool has_automaton = false;
    for (size_t i = 0; i < ranking->count; i++) {
        struct ranked_rule *rule = &ranking->rules[i];
        const struct ddds_substitution *substitution =
            rule->is_particular
                ? ddds_rule_view_substitution(
                      ranking->check,
                      ddds_rule_view_expression(ranking->check, rule->record))
                : NULL;
        if (substitution == NULL) {
            continue;
        }
        rule->automaton =
            ddds_automaton_new(&ranking->check->scratch, substitution->ere,
                               *substitution->flags != '\0');
        has_automaton |= rule->automaton != NULL;
    }
    return has_automaton;
}

/* Find what the rules match, and the strings that come to the key, if only
 * these do. */
static void find_strings(struct ranking *ranking)
{
    struct owner_strings strings;
    if (has_rivals(ranking) && make_automata(ranking) &&
        ddds_owner_strings_find(ranking->check, ranking->set->owner,
                                &strings) &&
        !ddds_owner_visitors_has(ranking->check, ranking->set->owner)) {
        ranking->strings =
            ddds_automaton_new(&ranking->check->scratch, strings.all, true);
    }
}

/* Report |rule| if it never wins. */
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

/* Rules that belong after others are corrected in their order, those that
 * belong before others the last one first, so that they keep their order. */
static void check_ranking(struct ranking *ranking)
{
    bool is_found = false;
    for (size_t i = 0; i < ranking->count; i++) {
        struct ranked_rule *rule = &ranking->rules[i];
        note_reach(ranking, rule);
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
    struct arena *scratch = &check->scratch;
    struct ranking ranking = {
        .check = check,
        .set = set,
        .rules = ddds_arena_array(scratch, set->count, sizeof *ranking.rules),
        .taken =
            ddds_arena_array(scratch, 2 * set->count, sizeof *ranking.taken),
    };
    for (size_t i = 0; i < set->count && !scratch->failed; i++) {
        if (ddds_rule_view_is_readable(set->records[i])) {
            note_rule(&ranking, set->records[i]);
        }
    }
    if (ranking.count > 1) {
        qsort(ranking.rules, ranking.count, sizeof *ranking.rules,
              compare_ranked);
        find_strings(&ranking);
        check_ranking(&ranking);
    }
    ddds_arena_reset(scratch);
}

/* Are there different orders, or the same services twice? Without them no rule
 * hides another. */
static bool may_have_rivals(const struct checked_set *set)
{
    for (size_t i = 1; i < set->count; i++) {
        const struct ddds_rule *rule = &set->records[i]->naptr->rule;
        if (i >= SEARCH_EXPRESSIONS ||
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
        ddds_index_look(check, i);
        if (may_have_rivals(&check->sets[i])) {
            check_set(check, &check->sets[i]);
        }
    }
}

static check_all_fn *const all[] = {check_order, NULL};

const struct check_group ddds_order_group = {.all = all};
