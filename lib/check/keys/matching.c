/* 2xx: whether the strings of a key match its expressions.
 *
 * judge/owner_strings.h determines the strings, judge/string_search.h decides
 * about all of them. Undecided cases, which are too large, are not reported.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/nearest.h"
#include "base/text.h"
#include "check/intake/corrections.h"
#include "check/judge/application.h"
#include "check/judge/expressions.h"
#include "check/judge/owner_strings.h"
#include "check/judge/owner_visitors.h"
#include "check/judge/rule_view.h"
#include "check/keys/search.h"
#include "check/checks/groups.h"
#include "check/model/index.h"
#include "check/report/repair.h"
#include "check/report/report.h"
#include "base/domain.h"

/* Size of the terms of a search: an ERE, and parts of a regexp. */
enum { TERMS_SIZE = OWNER_ERE_SIZE + LIMIT_STRING + 1 };

/* State of checking a set. */
struct matching {
    struct ddds_check *check;
    const struct checked_set *set;
    struct owner_strings strings;
    size_t states; /* of its automata (ddds_keys_automaton) */

    /* Cache of the last search for an unmatched string, shared by many sets:
     * its terms, and its result, or "" (find_rest). */
    char terms[TERMS_SIZE];
    char rest[SEARCH_STRING_SIZE];
};

/* ---- Expressions ------------------------------------------------------ */

/* Return true if |application| applies to the strings of the owner. */
static bool is_of_kind(const struct matching *matching,
                       const struct ddds_application *application)
{
    return application == NULL ||
           (matching->strings.is_numbers
                ? application == ddds_application_enum()
                : ddds_application_is_rfc3404(application));
}

/* Set |view| for |record|. Return true if clients apply its expression to
 * strings. */
static bool has_expression(const struct matching *matching,
                           const struct checked_record *record,
                           struct rule_view *view)
{
    const struct ddds_rule *rule = &record->naptr->rule;
    if (!ddds_rule_view_is_readable(record) || record->naptr->is_refused ||
        *rule->regexp == '\0' || *rule->replacement != '\0') {
        return false;
    }
    ddds_rule_view_make(matching->check, record, view);
    return view->expression != NULL && view->expression->is_valid &&
           ddds_rule_view_uses_expression(view);
}

/* Return the rest of |ere| after |length| octets of |prefix|, if it starts with
 * these as a literal, so that `^' and the rest match the rest of a string;
 * otherwise NULL. */
static const char *skip_prefix(const char *ere, const char *prefix,
                               size_t length)
{
    if (ere[0] != '^' || strncmp(ere + 1, prefix, length) != 0) {
        return NULL;
    }
    const char *rest = ere + 1 + length;
    if (strchr("*+?{", *rest) != NULL || strchr(rest, '|') != NULL) {
        return NULL;
    }
    const char *at = strchr(rest, '^');
    while (at != NULL && at[-1] == '[') { /* Other `^' may be anchors. */
        at = strchr(at + 1, '^');
    }
    return at == NULL ? rest : NULL;
}

/* Return the automaton of |ere|, or of its rest after the |cut| octets with
 * which all strings start; NULL if it does not start with these as a
 * literal. */
static const struct automaton *make_rest(struct matching *matching,
                                         const char *ere, bool ignores_case,
                                         size_t cut)
{
    char memory[LIMIT_STRING + 1];
    if (cut == 0) {
        return ddds_keys_automaton(matching->check, ere, ignores_case,
                                   &matching->states);
    }
    const char *rest = skip_prefix(ere, matching->strings.prefix, cut);
    if (rest == NULL) {
        return NULL;
    }
    snprintf(memory, sizeof memory, "^%s", rest);
    return ddds_keys_automaton(matching->check, memory, ignores_case,
                               &matching->states);
}

static const struct automaton *make_automaton(struct matching *matching,
                                              const struct rule_view *view,
                                              size_t cut)
{
    const struct ddds_substitution *substitution =
        ddds_rule_view_substitution(matching->check, view->expression);
    if (substitution == NULL) {
        return NULL;
    }
    return make_rest(matching, substitution->ere, *substitution->flags != '\0',
                     cut);
}

/* ---- Expressions that never match ------------------------------------- */

/* Return true if the expression matches |string|, or if that is unknown. */
static bool matches(const struct matching *matching,
                    const struct rule_view *view, const char *string)
{
    char output[LIMIT_OUTPUT_SIZE];
    bool matched;
    const struct ddds_substitution *substitution =
        ddds_rule_view_substitution(matching->check, view->expression);
    return substitution == NULL ||
           ddds_substitution_apply(substitution, string, output, sizeof output,
                                   &matched, NULL, NULL) != DDDS_OK ||
           matched;
}

/* Return true if |strings| only need a prefix, and a known match of the
 * expression has it. */
static bool has_plain_sample(const struct owner_strings *strings,
                             const struct expression *expression)
{
    size_t i = 0;
    size_t prefix = strlen(strings->prefix);
    while (i < expression->sample_count &&
           (strlen(expression->found->samples[i]) <= prefix ||
            !ascii_equal_span(expression->found->samples[i], strings->prefix,
                              prefix))) {
        i++;
    }
    return strings->is_only_prefix && i < expression->sample_count;
}

/* Return true if a known match of the expression is in |strings|: the usual
 * case, without a search. */
static bool has_common_sample(const struct automaton *strings,
                              const struct expression *expression)
{
    for (size_t i = 0; strings != NULL && i < expression->sample_count; i++) {
        if (ddds_automaton_matches(strings, expression->found->samples[i])) {
            return true;
        }
    }
    return false;
}

/* Return true if the expression certainly matches none of |strings|. */
static bool is_never_matching(struct matching *matching,
                              const struct checked_record *record,
                              const struct rule_view *view,
                              const struct owner_strings *strings)
{
    if (view->expression->matches_all || strings->all[0] == '\0' ||
        has_plain_sample(strings, view->expression)) {
        return false;
    }
    if (strings->only[0] != '\0') {
        return !matches(matching, view, strings->only);
    }
    matching->states = 0;
    const struct automaton *all =
        ddds_automaton_new(&matching->check->scratch, strings->all, true);
    if (has_common_sample(all, view->expression) ||
        ddds_keys_search_is_over(matching->check, record)) {
        ddds_arena_reset(&matching->check->scratch);
        return false;
    }
    const struct search_term terms[] = {
        {all, true},
        {make_automaton(matching, view, 0), true},
    };
    bool is_never =
        ddds_keys_search(matching->check, record, terms,
                         sizeof terms / sizeof *terms, NULL) == STRING_NONE;
    ddds_arena_reset(&matching->check->scratch);
    return is_never;
}

static struct finding *report_never(const struct matching *matching,
                                    const struct checked_record *record,
                                    const struct owner_strings *strings)
{
    const struct finding_place place = ddds_place_field(record, NAPTR_REGEXP);
    if (strings->only[0] != '\0') {
        return ddds_report(matching->check, place, CODE_NEVER_MATCHES,
                           "only \"%s\" comes to this key, and the expression "
                           "does not match it",
                           strings->only);
    }
    if (strings->prefix[0] != '\0') {
        return ddds_report(matching->check, place, CODE_NEVER_MATCHES,
                           "every string that comes to this key begins with "
                           "\"%.100s\", and the expression matches none of "
                           "them",
                           strings->prefix);
    }
    return ddds_report(matching->check, place, CODE_NEVER_MATCHES,
                       "the expression matches no %s",
                       strings->is_numbers ? "telephone number"
                       : strings == &matching->strings
                           ? "string that comes to this key"
                           : "URN or URI");
}

/* Return the length of the start of |ere| up to the last colon among letters,
 * digits, hyphens and colons, as in "urn:isbn:"; 0 if there is none. */
static size_t measure_beginning(const char *ere)
{
    size_t length = 0;
    for (size_t i = 0; ascii_is_alnum((unsigned char)ere[i]) || ere[i] == '-' ||
                       ere[i] == ':';
         i++) {
        length = ere[i] == ':' ? i + 1 : length;
    }
    return length;
}

/* Correct an expression that starts with a misspelling of the strings' prefix:
 * "urn:isnb:" for "urn:isbn:". */
static void correct_beginning(struct matching *matching,
                              const struct rule_view *view,
                              const struct owner_strings *strings,
                              struct finding *finding,
                              const struct checked_record *record)
{
    struct rule_view corrected = *view;
    struct draft draft;
    char ere[DRAFT_FIELD_SIZE];
    char regexp[DRAFT_FIELD_SIZE];
    const struct ddds_substitution *substitution =
        ddds_rule_view_substitution(matching->check, view->expression);
    if (substitution == NULL) {
        return;
    }
    const char *begin = substitution->ere + (*substitution->ere == '^' ? 1 : 0);
    size_t length = measure_beginning(begin);
    if (strings->is_numbers || length == 0 ||
        !ddds_nearest_is_likely(
            length, ddds_nearest_distance(begin, length, strings->prefix))) {
        return;
    }
    int size =
        snprintf(ere, sizeof ere, "%.*s%s%s", (int)(begin - substitution->ere),
                 substitution->ere, strings->prefix, begin + length);
    if (size >= (int)sizeof ere ||
        !ddds_repair_with_ere(substitution, ere, regexp)) {
        return;
    }
    corrected.expression =
        ddds_expressions_find(matching->check->expressions, regexp, false);
    if (corrected.expression != NULL && corrected.expression->is_valid &&
        !is_never_matching(matching, record, &corrected, strings)) {
        ddds_corrections_begin(matching->check, record, &draft);
        ddds_draft_set(&draft, draft.regexp, regexp);
        ddds_report_fix(matching->check, finding, record, &draft);
    }
}

/* Report the expression of |record| if it never matches. */
static void check_never(struct matching *matching,
                        const struct checked_record *record, bool is_first_key)
{
    struct rule_view view;
    struct owner_strings usual;
    const struct owner_strings *strings = &matching->strings;
    if (!has_expression(matching, record, &view)) {
        return;
    }
    if (!is_first_key || !is_of_kind(matching, view.application)) {
        if (!ddds_owner_strings_usual(matching->check, view.application,
                                      record->base.owner, &usual)) {
            return;
        }
        strings = &usual;
    }
    if (is_never_matching(matching, record, &view, strings)) {
        struct finding *finding = report_never(matching, record, strings);
        if (finding != NULL && strings->prefix[0] != '\0') {
            correct_beginning(matching, &view, strings, finding, record);
        }
    }
}

/* ---- Unmatched strings ------------------------------------------------ */

/* Return the first record of the set with an expression; NULL if none has, or
 * some rule matches every string, or is invalid. */
static const struct checked_record *find_first(const struct matching *matching)
{
    const struct checked_set *set = matching->set;
    const struct checked_record *first = NULL;
    for (size_t i = 0; i < set->count; i++) {
        const struct checked_record *record = set->records[i];
        struct rule_view view;
        bool is_expression = has_expression(matching, record, &view);
        if (is_expression ? view.expression->matches_all
                          : *record->naptr->rule.replacement != '\0' ||
                                !ddds_rule_view_is_readable(record)) {
            return NULL;
        }
        first = first == NULL && is_expression ? record : first;
    }
    return first;
}

/* Write a term for the strings of the key and a negative term for each
 * expression of the set, without |cut| octets (make_rest). Return their
 * number. */
static size_t collect_terms(struct matching *matching, size_t cut,
                            struct search_term *terms)
{
    const struct checked_set *set = matching->set;
    size_t count = 0;
    matching->states = 0;
    terms[count++] = (struct search_term){
        make_rest(matching, matching->strings.some, false, cut), true};
    for (size_t i = 0; i < set->count; i++) {
        struct rule_view view;
        if (has_expression(matching, set->records[i], &view)) {
            terms[count++] = (struct search_term){
                make_automaton(matching, &view, cut), false};
        }
    }
    return count;
}

/* Search for a string of the key that no rule matches. |matching->rest|
 * receives its octets after the first |*cut|; "" if the rules match every
 * string, or the search reached its limit. |*cut| is set to 0 if the result
 * depends on the octets before it, or the limit was reached. Return the first
 * record with an expression, or NULL. */
static const struct checked_record *find_rest(struct matching *matching,
                                              size_t *cut)
{
    const struct checked_record *first = find_first(matching);
    struct search_term *terms = ddds_arena_array(
        &matching->check->scratch, matching->set->count + 1, sizeof *terms);
    matching->rest[0] = '\0';
    if (first == NULL || terms == NULL) {
        return NULL;
    }
    size_t count = collect_terms(matching, *cut, terms);
    if (*cut > 0 && !ddds_keys_has_automata(terms, count)) {
        *cut = 0;
        count = collect_terms(matching, *cut, terms);
    }
    enum string_search_result result =
        ddds_keys_search(matching->check, first, terms, count, matching->rest);
    if (result != STRING_FOUND) {
        matching->rest[0] = '\0';
    }
    *cut = result == STRING_UNKNOWN ? 0 : *cut;
    return first;
}

/* Write the terms of a search, if the key has a single rule, whose expression
 * starts with the |cut| octets of all strings as a literal; otherwise "". */
static void describe_search(const struct matching *matching, size_t cut,
                            char terms[TERMS_SIZE])
{
    struct text text;
    struct rule_view view;
    ddds_text_init(&text, terms, TERMS_SIZE);
    if (cut == 0 || matching->set->count > 1 ||
        !has_expression(matching, matching->set->records[0], &view)) {
        return;
    }
    const char *regexp = view.expression->regexp;
    const size_t begin = 2 + cut;
    if (view.expression->second > begin && regexp[1] == '^' &&
        strncmp(regexp + 2, matching->strings.prefix, cut) == 0) {
        ddds_text_add(&text, regexp, 1);
        ddds_text_add(&text, regexp + begin, view.expression->second - begin);
        ddds_text_string(&text, strrchr(regexp, regexp[0])); /* including
                                                                flags */
        ddds_text_string(&text, matching->strings.some + 1 + cut);
    }
}

/* Return true if an existing name may hide |string| from the wildcard (RFC 4592
 * section 2.2). */
static bool may_be_hidden(const struct matching *matching, const char *string)
{
    char child[LIMIT_NAME_SIZE];
    const struct ddds_check *check = matching->check;
    size_t length = strlen(matching->strings.prefix);
    if (!matching->strings.is_wildcard || strlen(string) <= length) {
        return false;
    }
    snprintf(child, sizeof child, "%c.%.*s", string[length],
             (int)sizeof child - 3, matching->set->owner + 2);
    for (size_t i = 0; i < check->record_count; i++) {
        if (ddds_domain_is_within(check->records[i]->base.owner, child)) {
            return true;
        }
    }
    return false;
}

/* Report a string of the key that no rule matches. */
static void check_some(struct matching *matching)
{
    const struct owner_strings *strings = &matching->strings;
    const struct checked_record *first = matching->set->records[0];
    size_t cut = strings->is_only_prefix ? strlen(strings->prefix) : 0;
    char terms[TERMS_SIZE];
    char string[SEARCH_STRING_SIZE];
    if (strings->some[0] == '\0' ||
        strings->only[0] != '\0') { /* reported as L226 */
        return;
    }
    describe_search(matching, cut, terms);
    if (terms[0] == '\0' || strcmp(terms, matching->terms) != 0) {
        first = find_rest(matching, &cut);
        terms[0] = cut > 0 ? terms[0] : '\0';
        memcpy(matching->terms, terms, sizeof terms);
    }
    if (first != NULL && matching->rest[0] != '\0' &&
        snprintf(string, sizeof string, "%.*s%s", (int)cut, strings->prefix,
                 matching->rest) < SEARCH_STRING_SIZE &&
        !may_be_hidden(matching, string)) {
        ddds_report(matching->check, ddds_place_field(first, NAPTR_REGEXP),
                    CODE_SOME_MATCH,
                    matching->set->count == 1
                        ? "\"%.120s\" comes to this key, but the expression "
                          "does not match it"
                        : "\"%.120s\" comes to this key, but neither this "
                          "expression nor another rule of the key matches it",
                    string);
    }
}

/* ---- Sets ------------------------------------------------------------- */

/* Return true if an expression may not match every string. Most are "^.*$". */
static bool has_particular_expression(const struct checked_set *set)
{
    static const char *const everything[] = {"^.*$", ".*", "^(.*)$"};
    for (size_t i = 0; i < set->count; i++) {
        const char *regexp = set->records[i]->naptr->rule.regexp;
        size_t same = 0;
        while (same < sizeof everything / sizeof *everything &&
               (*regexp == '\0' ||
                strncmp(regexp + 1, everything[same],
                        strlen(everything[same])) != 0 ||
                regexp[1 + strlen(everything[same])] != *regexp)) {
            same++;
        }
        if (*regexp != '\0' && same == sizeof everything / sizeof *everything) {
            return true;
        }
    }
    return false;
}

static void check_set(struct matching *matching)
{
    const struct checked_set *set = matching->set;
    const struct findings *findings = matching->check->findings;
    bool is_first_key = ddds_owner_strings_find(matching->check, set->owner,
                                                &matching->strings);
    size_t before = findings->counts[CODE_NEVER_MATCHES];
    if (is_first_key && ddds_owner_visitors_has(matching->check, set->owner)) {
        return;
    }
    for (size_t i = 0; i < set->count; i++) {
        check_never(matching, set->records[i], is_first_key);
    }
    if (is_first_key && findings->counts[CODE_NEVER_MATCHES] == before) {
        check_some(matching);
    }
}

/* Allocate the state, which is too large for the stack. NULL if allocation
 * fails, which the arena records. */
static struct matching *make_matching(struct ddds_check *check)
{
    struct matching *matching =
        ddds_arena_alloc(&check->arena, sizeof *matching);
    if (matching != NULL) {
        matching->check = check;
        matching->terms[0] = '\0';
    }
    return matching;
}

static void check_matching(struct ddds_check *check)
{
    struct matching *matching = NULL;
    for (size_t i = 0; i < check->set_count && !check_has_failed(check); i++) {
        if (!has_particular_expression(&check->sets[i])) {
            continue;
        }
        matching = matching != NULL ? matching : make_matching(check);
        if (matching != NULL) {
            matching->set = &check->sets[i];
            check_set(matching);
            ddds_arena_reset(&check->scratch);
        }
    }
}

static check_all_fn *const all[] = {check_matching, NULL};

const struct check_group ddds_matching_group = {.all = all};
