/* Comparison of rules of a key by the strings that they match.
 *
 * SPDX-License-Identifier: MIT */
#include "check/keys/ranking.h"

#include <stdlib.h>

#include "base/ascii.h"
#include "check/judge/application.h"
#include "check/judge/expressions.h"
#include "check/judge/owner_strings.h"
#include "check/judge/owner_visitors.h"
#include "check/judge/rule_view.h"
#include "check/keys/search.h"

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

/* Return true if the replacement of |expression| has literal text. */
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

/* Return true if the rule can match with its services field. For RFC 3404 it
 * always can: an invalid field is a service that no client requests. */
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

/* Record the strings that |view|, whose fields are not in conflict, matches. */
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
    rule->is_particular = !expression->matches_all;
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

/* ---- Strings ---------------------------------------------------------- */

bool ddds_ranking_comes_first(const struct ranked_rule *general,
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

/* Return true if a rule may hide another, or be more general. Other sets need
 * no automata. Large sets are skipped. */
static bool has_rivals(const struct ranking *ranking)
{
    const struct ranked_rule *rules = ranking->rules;
    const size_t count = ranking->count;
    if (count > SEARCH_EXPRESSIONS) {
        return true;
    }
    for (size_t i = 1; i < count; i++) {
        for (size_t k = 0; k < i && rules[i].is_usable; k++) {
            if (rules[k].is_usable &&
                (rules[k].rule->order < rules[i].rule->order ||
                 ddds_ranking_comes_first(&rules[k], &rules[i]))) {
                return true;
            }
        }
    }
    return false;
}

/* Make the automaton of |rule|, which depends on its expression. */
static void make_automaton(struct ranking *ranking, struct ranked_rule *rule,
                           size_t *states)
{
    const struct ddds_substitution *substitution = ddds_rule_view_substitution(
        ranking->check,
        ddds_rule_view_expression(ranking->check, rule->record));
    if (substitution != NULL) {
        rule->automaton =
            ddds_keys_automaton(ranking->check, substitution->ere,
                                *substitution->flags != '\0', states);
    }
}

/* Make the automata of the rules, and sort the rules by their prefixes. Return
 * true if a rule has an automaton. */
static bool make_automata(struct ranking *ranking)
{
    bool has_automaton = false;
    size_t states = 0;
    if (!ddds_prefixes_begin(&ranking->near, &ranking->check->scratch,
                             ranking->count)) {
        return false;
    }
    for (size_t i = 0; i < ranking->count; i++) {
        struct ranked_rule *rule = &ranking->rules[i];
        if (rule->is_particular) {
            make_automaton(ranking, rule, &states);
        }
        if (rule->is_usable && rule->has_output) {
            ddds_prefixes_add(&ranking->near, i, rule->automaton);
        }
        has_automaton |= rule->automaton != NULL;
    }
    ddds_prefixes_sort(&ranking->near);
    return has_automaton;
}

/* Determine the strings that rules match, and the strings of the key, if they
 * are limited. */
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

/* ---- Coverage --------------------------------------------------------- */

void ddds_ranking_find_near(struct ranking *ranking,
                            const struct ranked_rule *rule)
{
    ranking->near.found_count = 0;
    if (!rule->is_particular &&
        (!rule->takes_all || ranking->strings == NULL)) {
        return;
    }
    if (!ddds_keys_search_is_over(ranking->check, rule->record)) {
        size_t looks = ddds_prefixes_find(
            &ranking->near, (size_t)(rule - ranking->rules), rule->automaton);
        ddds_keys_spend(ranking->check, 8 * looks);
    }
}

/* Write the terms for strings of the key that |rule| matches. Return their
 * number. */
static size_t begin_terms(const struct ranking *ranking,
                          const struct ranked_rule *rule)
{
    size_t count = 0;
    if (ranking->strings != NULL) {
        ranking->terms[count++] = (struct search_term){ranking->strings, true};
    }
    if (!rule->takes_all) {
        ranking->terms[count++] = (struct search_term){rule->automaton, true};
    }
    return count;
}

bool ddds_ranking_is_covered_by(const struct ranking *ranking,
                                const struct ranked_rule *rule,
                                const struct ranked_rule *other)
{
    if (other->takes_all) {
        return true;
    }
    size_t count = begin_terms(ranking, rule);
    ranking->terms[count] = (struct search_term){other->automaton, false};
    return count > 0 &&
           ddds_keys_search(ranking->check, rule->record, ranking->terms,
                            count + 1, NULL) == STRING_NONE;
}

bool ddds_ranking_is_covered(const struct ranking *ranking,
                             const struct ranked_rule *rule, size_t better)
{
    const size_t begin = begin_terms(ranking, rule);
    size_t count = begin;
    bool is_partial = false;
    for (size_t i = 0; i < ranking->near.found_count; i++) {
        const size_t number = ranking->near.found[i];
        const struct automaton *automaton = ranking->rules[number].automaton;
        if (number < better && ranking->rules[number].closes) {
            is_partial |= automaton == NULL;
            ranking->terms[count] = (struct search_term){automaton, false};
            count += automaton != NULL ? 1 : 0;
        }
    }
    if (begin > 0 && count > begin &&
        ddds_keys_search(ranking->check, rule->record, ranking->terms, count,
                         NULL) == STRING_NONE) {
        return true;
    }
    if (is_partial) {
        ddds_keys_report_limit(ranking->check, rule->record);
    }
    return false;
}

bool ddds_ranking_is_wider(const struct ranking *ranking,
                           const struct ranked_rule *general,
                           const struct ranked_rule *rule)
{
    return rule->automaton != NULL &&
           !(rule->has_output &&
             ddds_ranking_is_covered_by(ranking, general, rule));
}

/* ---- The ranking ------------------------------------------------------ */

bool ddds_ranking_make(struct ranking *ranking, struct ddds_check *check,
                       const struct checked_set *set)
{
    struct arena *scratch = &check->scratch;
    *ranking = (struct ranking){
        .check = check,
        .set = set,
        .rules = ddds_arena_array(scratch, set->count, sizeof *ranking->rules),
        .terms =
            ddds_arena_array(scratch, set->count + 2, sizeof *ranking->terms),
        .corrected = ddds_arena_array(scratch, 2 * set->count,
                                      sizeof *ranking->corrected),
    };
    for (size_t i = 0; i < set->count && !scratch->failed; i++) {
        if (ddds_rule_view_is_readable(set->records[i])) {
            note_rule(ranking, set->records[i]);
        }
    }
    if (ranking->count > 1) {
        qsort(ranking->rules, ranking->count, sizeof *ranking->rules,
              compare_ranked);
        find_strings(ranking);
    }
    return ranking->count > 1 && !scratch->failed;
}
