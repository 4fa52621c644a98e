/* Comparison of rules of a key by the strings that they match.
 *
 * SPDX-License-Identifier: MIT */
#include "check/keys/ranking.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "check/judge/application.h"
#include "check/judge/expressions.h"
#include "check/judge/owner_strings.h"
#include "check/judge/owner_visitors.h"
#include "check/judge/rule_view.h"
#include "check/keys/search.h"

/* ---- Rules ------------------------------------------------------------ */

static int compare_ranked(const void *one, const void *other)
{
    const struct ranked_rule *a = one;
    const struct ranked_rule *b = other;
    int order = rule_view_compare(a->rule, b->rule);
    return order != 0 ? order : a->record->number < b->record->number ? -1 : 1;
}

/* Return true if |expression| has an output for every string that it matches:
 * its replacement has literal text, or is not empty if it matches all. */
static bool has_text(struct ddds_check *check,
                     const struct expression *expression)
{
    if (expression->matches_all) {
        const unsigned char second = expression->second;
        return second == UINT8_MAX ||
               expression->regexp[second + 1] != *expression->regexp;
    }
    const struct ddds_substitution *substitution =
        ddds_rule_view_substitution(check, expression);
    for (size_t i = 0; substitution != NULL && i < substitution->piece_count;
         i++) {
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

/* Determine the strings that |view|, which has no conflicts, matches. */
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

/* ---- Rules that match a string ------------------------------------------- */

/* Begin with the rules that have an output on every match. Without memory
 * |near.found| stays NULL. */
static void begin_matchers(struct ranking *ranking)
{
    struct matchers *matchers = &ranking->near;
    struct arena *scratch = &ranking->check->scratch;
    matchers->alive[0] =
        ddds_arena_array(scratch, ranking->count, sizeof **matchers->alive);
    matchers->found =
        ddds_arena_array(scratch, ranking->count, sizeof *matchers->found);
    if (matchers->alive[0] == NULL || matchers->found == NULL) {
        matchers->found = NULL;
        return;
    }
    for (size_t i = 0; i < ranking->count; i++) {
        const struct ranked_rule *rule = &ranking->rules[i];
        if (rule->is_usable && rule->has_output) {
            matchers->alive[0][matchers->counts[0]++] = (struct alive_rule){
                i, rule->term.reader != NULL ? rule->term.state : MATCH_ALWAYS};
        }
    }
}

static uint32_t step(const struct ranking *ranking, struct alive_rule rule,
                     char octet)
{
    return rule.state == MATCH_ALWAYS
               ? MATCH_ALWAYS
               : reader_step(ranking->rules[rule.number].term.reader,
                             rule.state, (unsigned char)octet);
}

/* Find the rules that may match after |octet|. False if allocation fails. */
static bool go_deeper(struct ranking *ranking, char octet)
{
    struct matchers *matchers = &ranking->near;
    const size_t depth = matchers->depth;
    const size_t count = matchers->counts[depth];
    struct alive_rule **to = &matchers->alive[depth + 1];
    if (*to == NULL) {
        *to = ddds_arena_array(&ranking->check->scratch, matchers->counts[0],
                               sizeof **to);
    }
    if (*to == NULL) {
        return false;
    }
    size_t alive = 0;
    for (size_t i = 0; i < count; i++) {
        struct alive_rule rule = matchers->alive[depth][i];
        rule.state = step(ranking, rule, octet);
        (*to)[alive] = rule;
        alive += rule.state != MATCH_NEVER;
    }
    matchers->counts[depth + 1] = alive;
    matchers->depth++;
    ddds_keys_spend(ranking->check, count);
    return true;
}

/* Return true if |rule|, in its known state, matches the string that ends with
 * |rest|. */
static bool does_match(const struct ranking *ranking, struct alive_rule rule,
                       const char *rest)
{
    for (; *rest != '\0'; rest++) {
        rule.state = step(ranking, rule, *rest);
    }
    return rule.state == MATCH_ALWAYS ||
           reader_label(ranking->rules[rule.number].term.reader, rule.state) !=
               LABEL_NO_MATCH;
}

/* Find those of the first |number| rules that match |string|, or have no
 * reader; all of them if |string| is empty. */
static void find_matchers(struct ranking *ranking, const char *string,
                          size_t number)
{
    struct matchers *matchers = &ranking->near;
    size_t same = 0;
    while (same < matchers->depth && string[same] != '\0' &&
           string[same] == matchers->string[same]) {
        same++;
    }
    matchers->depth = same;
    memcpy(matchers->string, string, SEARCH_STRING_SIZE);
    while (matchers->depth < MATCHERS_DEPTH &&
           string[matchers->depth] != '\0' &&
           go_deeper(ranking, string[matchers->depth])) {
    }
    const struct alive_rule *alive = matchers->alive[matchers->depth];
    for (size_t i = 0;
         i < matchers->counts[matchers->depth] && alive[i].number < number;
         i++) {
        if (*string == '\0' ||
            does_match(ranking, alive[i], string + matchers->depth)) {
            matchers->found[matchers->found_count++] = alive[i].number;
        }
    }
    ddds_keys_spend(ranking->check, matchers->found_count);
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

/* Return true if a rule may hide another, or be more general; if not, the set
 * needs no automata. True for large sets, without a test. */
static bool has_rivals(const struct ranking *ranking)
{
    const struct ranked_rule *rules = ranking->rules;
    const size_t count = ranking->count;
    if (count > FEW_RULES) {
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

/* Find the readers of the rules. Return true if a rule has one. */
static bool find_readers(struct ranking *ranking)
{
    bool has_reader = false;
    for (size_t i = 0; i < ranking->count; i++) {
        struct ranked_rule *rule = &ranking->rules[i];
        const struct expression *expression =
            rule->is_particular
                ? ddds_rule_view_expression(ranking->check, rule->record)
                : NULL;
        if (expression != NULL) {
            rule->term = ddds_keys_expression(ranking->check, expression, "");
        }
        has_reader |= rule->term.reader != NULL;
    }
    return has_reader;
}

/* Determine the strings that rules match, and the strings of the key, if they
 * are limited. */
static void find_strings(struct ranking *ranking)
{
    struct ddds_check *check = ranking->check;
    struct owner_strings strings;
    char ere[OWNER_ERE_SIZE];
    if (has_rivals(ranking) && find_readers(ranking)) {
        begin_matchers(ranking);
        if (ddds_owner_strings_find(check, ranking->set->owner, &strings) &&
            !ddds_owner_visitors_has(check, ranking->set->owner)) {
            ddds_owner_strings_ere(&strings, ere);
            ranking->strings = ddds_keys_term(check, ere, true);
        }
    }
}

/* ---- Coverage --------------------------------------------------------- */

/* Write the terms for strings of the key that |rule| matches. Return their
 * number. */
static size_t begin_terms(const struct ranking *ranking,
                          const struct ranked_rule *rule)
{
    size_t count = 0;
    if (ranking->strings.reader != NULL) {
        ranking->terms[count++] = ranking->strings;
    }
    if (!rule->takes_all) {
        ranking->terms[count++] = rule->term;
    }
    return count;
}

/* Write a string of the key that |rule| matches to |string|; "" if it is long
 * or unknown. Usually the expression shows it. Return false if the rule matches
 * none. */
static bool find_string(struct ranking *ranking, const struct ranked_rule *rule,
                        char string[SEARCH_STRING_SIZE])
{
    const struct expression *expression =
        rule->is_particular
            ? ddds_rule_view_expression(ranking->check, rule->record)
            : NULL;
    for (size_t i = 0; expression != NULL && i < expression->sample_count;
         i++) {
        const char *sample = expression->found->samples[i];
        size_t length = strlen(sample);
        if (length < SEARCH_STRING_SIZE &&
            (ranking->strings.reader == NULL ||
             search_term_matches(&ranking->strings, sample, length))) {
            memcpy(string, sample, length + 1);
            return true;
        }
    }
    string[0] = '\0';
    size_t count = begin_terms(ranking, rule);
    return (!rule->takes_all && rule->term.reader == NULL) ||
           ddds_keys_search(ranking->check, rule->record, ranking->terms, count,
                            string) != STRING_NONE ||
           ranking->strings.reader == NULL;
}

void ddds_ranking_find_near(struct ranking *ranking,
                            const struct ranked_rule *rule)
{
    char string[SEARCH_STRING_SIZE];
    const size_t number = (size_t)(rule - ranking->rules);
    const bool is_compared =
        rule->is_particular ||
        (rule->takes_all && ranking->strings.reader != NULL);
    ranking->near.found_count = 0;
    if (number > 0 && ranking->near.found != NULL && is_compared &&
        !ddds_keys_search_is_over(ranking->check, rule->record) &&
        find_string(ranking, rule, string)) { /* otherwise L226 reports it */
        find_matchers(ranking, string, number);
    }
}

bool ddds_ranking_is_covered_by(const struct ranking *ranking,
                                const struct ranked_rule *rule,
                                const struct ranked_rule *other)
{
    if (other->takes_all || (!rule->takes_all && rule->term.reader == NULL)) {
        return other->takes_all;
    }
    size_t count = begin_terms(ranking, rule);
    ranking->terms[count] = other->term;
    ranking->terms[count].must_match = false;
    return count > 0 &&
           ddds_keys_search(ranking->check, rule->record, ranking->terms,
                            count + 1, NULL) == STRING_NONE;
}

bool ddds_ranking_is_covered(const struct ranking *ranking,
                             const struct ranked_rule *rule, size_t better)
{
    size_t count = begin_terms(ranking, rule);
    const bool is_large = !rule->takes_all && rule->term.reader == NULL;
    size_t near = 0;
    bool is_partial = false;
    for (size_t i = 0; i < ranking->near.found_count; i++) {
        const struct ranked_rule *by = &ranking->rules[ranking->near.found[i]];
        if (ranking->near.found[i] < better && by->closes) {
            near += by->term.reader != NULL && !is_large;
            is_partial |= by->term.reader == NULL || is_large;
        }
    }
    for (size_t i = 0; i < better && near > 0; i++) {
        const struct ranked_rule *by = &ranking->rules[i];
        if (by->closes && by->term.reader != NULL) {
            ranking->terms[count] = by->term;
            ranking->terms[count++].must_match = false;
        }
    }
    if (near > 0 &&
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
    return rule->term.reader != NULL &&
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
