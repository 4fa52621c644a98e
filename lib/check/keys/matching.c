/* 2xx: compares the strings of a key with its expressions.
 *
 * judge/owner_strings.h determines the strings, sets/string_search.h searches
 * all of them. L901 reports cases that are too large.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/nearest.h"
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

/* State of checking a set. */
struct matching {
    struct ddds_check *check;
    const struct checked_set *set;
    struct owner_strings strings;
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

/* ---- Expressions that never match ------------------------------------- */

/* Return true if the expression matches |string|, or if the result is
 * unknown. */
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

/* Return true if a known match of the expression is in |strings|; usually no
 * search is needed. */
static bool has_common_sample(struct ddds_check *check,
                              const struct owner_strings *strings,
                              const struct expression *expression)
{
    const struct search_term all = ddds_keys_term(check, strings->all, true);
    const size_t prefix = strlen(strings->prefix);
    bool is_found = false;
    for (size_t i = 0;
         all.reader != NULL && i < expression->sample_count && !is_found; i++) {
        const char *sample = expression->found->samples[i];
        const size_t length = strlen(sample);
        is_found = length >= prefix &&
                   ascii_equal_span(sample, strings->prefix, prefix) &&
                   search_term_matches(&all, sample + prefix, length - prefix);
    }
    ddds_keys_spend(check, prefix);
    return is_found;
}

/* Return true if the expression certainly matches none of |strings|. Strings in
 * lower case are searched first, which usually suffices. */
static bool is_never_matching(struct matching *matching,
                              const struct checked_record *record,
                              const struct rule_view *view,
                              const struct owner_strings *strings)
{
    struct ddds_check *check = matching->check;
    char ere[OWNER_ERE_SIZE];
    if (view->expression->matches_all || strings->all[0] == '\0') {
        return false;
    }
    if (strings->only[0] != '\0') {
        return !matches(matching, view, strings->only);
    }
    if (has_common_sample(check, strings, view->expression) ||
        ddds_keys_search_is_over(check, record)) {
        return false;
    }
    struct search_term terms[2] = {
        ddds_keys_term(check, strings->all, true),
        ddds_keys_expression(check, view->expression, strings->prefix),
    };
    if (ddds_keys_search(check, record, terms, 2, NULL) != STRING_NONE) {
        return false;
    }
    ddds_owner_strings_ere(strings, ere);
    terms[0] = ddds_keys_term(check, ere, true);
    terms[1] = ddds_keys_expression(check, view->expression, "");
    return ddds_keys_search(check, record, terms, 2, NULL) == STRING_NONE;
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
    bool is_hiding = strings->visible[0] != '\0';
    if (strings->prefix[0] != '\0') {
        return ddds_report(matching->check, place, CODE_NEVER_MATCHES,
                           "every string that comes to this key begins with "
                           "\"%.100s\"%s%s%s, and the expression matches none "
                           "of them",
                           strings->prefix, is_hiding ? " and one of " : "",
                           is_hiding ? strings->visible : "",
                           is_hiding ? ", because other names exist" : "");
    }
    return ddds_report(matching->check, place, CODE_NEVER_MATCHES,
                       "the expression matches no %s",
                       strings->is_numbers ? "telephone number"
                       : strings == &matching->strings
                           ? "string that comes to this key"
                           : "URN or URI");
}

/* Return the length of the start of |ere| up to the last colon among letters,
 * digits, hyphens and colons, as in "urn:isbn:"; 0 if not found. */
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
        ddds_expressions_find(matching->check->expressions, regexp);
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

/* Return true if clients apply expressions of all rules of the set, and none
 * matches every string. */
static bool is_complete(const struct matching *matching)
{
    const struct checked_set *set = matching->set;
    struct rule_view view;
    size_t i = 0;
    while (i < set->count && has_expression(matching, set->records[i], &view) &&
           !view.expression->matches_all) {
        i++;
    }
    return i == set->count;
}

/* Search for a string of the key that no rule matches. Write its octets after
 * the prefix to |rest|; return false if none is found. */
static bool find_rest(struct matching *matching, char rest[SEARCH_STRING_SIZE])
{
    const struct checked_set *set = matching->set;
    struct ddds_check *check = matching->check;
    struct search_term *terms =
        ddds_arena_array(&check->scratch, set->count + 1, sizeof *terms);
    if (terms == NULL) {
        return false;
    }
    for (size_t i = 0; i < set->count; i++) {
        struct rule_view view;
        ddds_rule_view_make(check, set->records[i], &view);
        terms[i] = ddds_keys_expression(check, view.expression,
                                        matching->strings.prefix);
        terms[i].must_match = false;
    }
    terms[set->count] = ddds_keys_term(check, matching->strings.some, false);
    return ddds_keys_search(check, set->records[0], terms, set->count + 1,
                            rest) == STRING_FOUND &&
           rest[0] != '\0';
}

/* Report a string of the key that no rule matches. */
static void check_some(struct matching *matching)
{
    const struct owner_strings *strings = &matching->strings;
    const struct checked_set *set = matching->set;
    char rest[SEARCH_STRING_SIZE];
    char string[SEARCH_STRING_SIZE];
    if (strings->some[0] != '\0' && strings->only[0] == '\0' /* see L226 */ &&
        is_complete(matching) && find_rest(matching, rest) &&
        snprintf(string, sizeof string, "%s%s", strings->prefix, rest) <
            SEARCH_STRING_SIZE) {
        ddds_report(matching->check,
                    ddds_place_field(set->records[0], NAPTR_REGEXP),
                    CODE_SOME_MATCH,
                    set->count == 1
                        ? "\"%.120s\" comes to this key, but the expression "
                          "does not match it"
                        : "\"%.120s\" comes to this key, but neither this "
                          "expression nor another rule of the key matches it",
                    string);
    }
}

/* ---- Sets ------------------------------------------------------------- */

/* Return true if an expression does not match every string. */
static bool has_particular_expression(const struct matching *matching)
{
    struct rule_view view;
    size_t i = 0;
    while (i < matching->set->count &&
           (!has_expression(matching, matching->set->records[i], &view) ||
            view.expression->matches_all)) {
        i++;
    }
    return i < matching->set->count;
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

static void check_matching(struct ddds_check *check)
{
    struct matching matching = {.check = check};
    for (size_t i = 0; i < check->set_count && !check_has_failed(check); i++) {
        matching.set = &check->sets[i];
        if (has_particular_expression(&matching) &&
            ddds_keys_begin(check, matching.set->count)) {
            check_set(&matching);
            ddds_arena_reset(&check->scratch);
        }
    }
}

static check_all_fn *const all[] = {check_matching, NULL};

const struct check_group ddds_matching_group = {.all = all};
