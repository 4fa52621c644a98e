/* The application of a rule, its fields, and its target names.
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/rule_view.h"

#include <stdio.h>
#include <string.h>

#include "check/judge/application.h"
#include "check/judge/expressions.h"
#include "check/report/finding.h"
#include "base/domain.h"
#include "name/idna.h"

/* ---- The rule --------------------------------------------------------- */

const struct ddds_application *
ddds_rule_view_application(const struct ddds_check *check,
                           const struct checked_record *record)
{
    struct naptr *naptr = record->naptr;
    if (check->options.application != NULL) {
        return check->options.application;
    }
    if (!naptr->is_guessed) {
        naptr->guess = ddds_application_guess(record->base.owner, &naptr->rule);
        naptr->is_guessed = true;
    }
    return naptr->guess;
}

const char *ddds_rule_view_flags(const struct ddds_application *application)
{
    return application != NULL ? application->flags : "SAUP";
}

bool ddds_rule_view_is_readable(const struct checked_record *record)
{
    const struct naptr *naptr = record->naptr;
    return naptr->has_replacement && !naptr->has_surplus &&
           !(naptr->is_short && naptr->is_unclear) &&
           !naptr->has_nul[NAPTR_FLAGS] && !naptr->has_nul[NAPTR_SERVICES] &&
           !naptr->has_nul[NAPTR_REGEXP];
}

const struct expression *
ddds_rule_view_expression(struct ddds_check *check,
                          const struct checked_record *record)
{
    struct naptr *naptr = record->naptr;
    if (naptr->expression != NULL || *naptr->rule.regexp == '\0' ||
        naptr->has_nul[NAPTR_REGEXP]) {
        return naptr->expression;
    }
    naptr->expression =
        ddds_expressions_find(check->expressions, naptr->rule.regexp);
    if (naptr->expression == NULL) {
        check_fail(check);
    }
    return naptr->expression;
}

const struct ddds_substitution *
ddds_rule_view_substitution(struct ddds_check *check,
                            const struct expression *expression)
{
    if (expression == NULL || !expression->is_valid) {
        return NULL;
    }
    const struct ddds_substitution *substitution =
        ddds_expressions_substitution(check->expressions, expression);
    if (substitution == NULL) {
        check_fail(check);
    }
    return substitution;
}

/* Return the kind of output of the rule at |owner|. */
static enum ddds_next find_next(const struct rule_view *view, const char *owner)
{
    const struct ddds_application *application = view->application;
    enum ddds_next next = ddds_flags_interpret(
        view->rule->flags, ddds_rule_view_flags(application));
    return next == DDDS_NEXT_RULES && application != NULL &&
                   application->lists_hosts != NULL &&
                   application->lists_hosts(application, owner)
               ? DDDS_NEXT_ADDRESSES
               : next;
}

void ddds_rule_view_make(struct ddds_check *check,
                         const struct checked_record *record,
                         struct rule_view *view)
{
    const struct ddds_rule *rule = &record->naptr->rule;
    *view = (struct rule_view){
        .rule = rule,
        .application = ddds_rule_view_application(check, record),
    };
    if (!record->naptr->is_viewed) {
        record->naptr->next = find_next(view, record->base.owner);
        record->naptr->is_viewed = true;
    }
    view->next = record->naptr->next;
    view->expression = ddds_rule_view_expression(check, record);
}

bool ddds_rule_view_only_delegates(const struct rule_view *view)
{
    return view->application != NULL &&
           view->application->delegates_by_replacement &&
           view->next == DDDS_NEXT_RULES;
}

bool ddds_rule_view_uses_expression(const struct rule_view *view)
{
    if (view->application == NULL) {
        return true;
    }
    switch (view->application->regexp) {
    case DDDS_REGEXP_NONE:
        return false;
    case DDDS_REGEXP_CONSTANT:
        return view->expression->matches_all && view->expression->is_constant;
    case DDDS_REGEXP_ANY:
        break;
    }
    return !ddds_rule_view_only_delegates(view);
}

const char *ddds_rule_view_name(const struct ddds_rule *rule,
                                char name[RULE_NAME_SIZE])
{
    snprintf(name, RULE_NAME_SIZE, "%u %u \"%.20s\" \"%.60s\"", rule->order,
             rule->preference, rule->flags, rule->services);
    return name;
}

/* ---- Targets ---------------------------------------------------------- */

/* Return the output of the rule for |input|, or for every input if that is
 * NULL. NULL if it is unknown or missing. It may be in |output|. */
static const char *find_output(struct ddds_check *check,
                               const struct rule_view *view, const char *input,
                               char output[LIMIT_OUTPUT_SIZE])
{
    const char *name = view->rule->replacement;
    const struct expression *expression = view->expression;
    bool matched;
    struct ddds_error error;
    bool has_regexp =
        *view->rule->regexp != '\0' && !ddds_rule_view_only_delegates(view);
    if ((*name != '\0') == has_regexp) {
        return NULL;
    }
    if (!has_regexp) {
        return input == NULL ? name : NULL;
    }
    if (expression == NULL || !expression->is_valid ||
        expression->is_constant != (input == NULL)) {
        return NULL;
    }
    const struct ddds_substitution *substitution =
        ddds_rule_view_substitution(check, expression);
    if (input == NULL || substitution == NULL) {
        return substitution != NULL ? substitution->literal : NULL;
    }
    return ddds_substitution_apply(substitution, input, output,
                                   LIMIT_OUTPUT_SIZE, &matched, NULL,
                                   &error) == DDDS_OK &&
                   matched
               ? output
               : NULL;
}

size_t ddds_rule_view_target_count(const struct ddds_check *check)
{
    return 1 + check->options.input_count;
}

static bool find_target(struct ddds_check *check, const struct rule_view *view,
                        size_t i, char target[LIMIT_NAME_SIZE])
{
    char memory[LIMIT_OUTPUT_SIZE];
    const char *output = find_output(
        check, view, i == 0 ? NULL : check->options.inputs[i - 1], memory);
    if (output == NULL) {
        return false;
    }
    return output == view->rule->replacement
               ? ddds_domain_parse_replacement(output, strlen(output), target,
                                               NULL) == DDDS_OK
               : ddds_idna_parse_output(output, strlen(output), target, NULL) ==
                     DDDS_OK;
}

bool ddds_rule_view_target(struct ddds_check *check,
                           const struct checked_record *record, size_t i,
                           enum ddds_next *next, char target[LIMIT_NAME_SIZE])
{
    struct rule_view view;
    char other[LIMIT_NAME_SIZE];
    ddds_rule_view_make(check, record, &view);
    *next = view.next;
    if (!find_target(check, &view, i, target)) {
        return false;
    }
    for (size_t k = 0; k < i; k++) {
        if (find_target(check, &view, k, other) && strcmp(other, target) == 0) {
            return false;
        }
    }
    return true;
}
