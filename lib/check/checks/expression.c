/* 2xx: the substitution expression (RFC 3402 section 3.2).
 *
 * An expression is judged once (judge/expressions.h); this file reports the
 * result for each record with it, and faults that depend on other fields.
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/expressions.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "check/judge/rule_view.h"
#include "check/checks/groups.h"
#include "check/report/report.h"
#include "base/domain.h"
#include "rule/flags.h"
#include <ddds/rule.h>

static const struct expression *find_expression(const struct subject *subject)
{
    return ddds_rule_view_expression(subject->check, subject->record);
}

/* Return true if the rule is for telephone numbers, by its services (RFC 6116
 * section 3.4.3, RFC 2915 section 7.1), its owner, or the caller's choice. */
static bool is_enum(const struct subject *subject)
{
    const char *services = subject->record->naptr->rule.services;
    size_t length = strlen(services);
    const struct ddds_application *application =
        subject->check->options.application;
    if (application != NULL) {
        return strcmp(application->name, "enum") == 0;
    }
    return ddds_domain_is_within(subject->record->base.owner, "e164.arpa") ||
           (length >= 4 &&
            (ascii_equal_span(services, "E2U+", 4) ||
             ascii_equal_span(services + length - 4, "+E2U", 4)));
}

static void check_expression(struct subject *subject)
{
    const struct expression *expression = find_expression(subject);
    if (expression == NULL) {
        return;
    }
    for (size_t i = 0; i < expression->observation_count; i++) {
        const struct observation *observation =
            &expression->found->observations[i];
        if (observation->code == CODE_LONG_MATCH && is_enum(subject)) {
            continue; /* numbers have at most fifteen digits */
        }
        ddds_report_octets(subject, NAPTR_REGEXP, observation->offset,
                           observation->length, observation->code, "%s",
                           observation->detail);
    }
    /* A correction of a 1xx code may have changed the expression. */
    if (ddds_expression_is_repaired(expression) &&
        strcmp(subject->draft.regexp, expression->regexp) == 0) {
        char repaired[DRAFT_FIELD_SIZE];
        ddds_expression_repaired(expression, repaired);
        ddds_draft_set(&subject->draft, subject->draft.regexp, repaired);
    }
}

/* Remove a reference to a missing group, "!.*!https://a/\\1!", from a rule of
 * an application with constant outputs (RFC 4848 section 2.2). */
static void correct_constant(struct subject *subject)
{
    const struct expression *expression = find_expression(subject);
    const struct ddds_application *application =
        ddds_rule_view_application(subject->check, subject->record);
    if (expression == NULL || ddds_expression_is_repaired(expression) ||
        expression->observation_count != 1 ||
        expression->found->observations[0].code != CODE_BACKREFERENCE ||
        application == NULL || application->regexp != DDDS_REGEXP_CONSTANT) {
        return;
    }
    size_t at = expression->found->observations[0].offset;
    ddds_draft_format(&subject->draft, subject->draft.regexp, "%.*s%s", (int)at,
                      expression->regexp, expression->regexp + at + 2);
}

/* Report the flag "i" for numbers, which have no case. */
static void check_case_of_numbers(struct subject *subject)
{
    const struct expression *expression = find_expression(subject);
    if (expression == NULL || !expression->is_valid) {
        return;
    }
    size_t length = strlen(expression->regexp);
    if (expression->regexp[length - 1] != 'i' || !is_enum(subject)) {
        return;
    }
    ddds_report_octets(subject, NAPTR_REGEXP, length - 1, 1,
                       CODE_CASE_OF_NUMBERS,
                       "telephone numbers have no case; remove the flag \"i\"");
    char *regexp = subject->draft.regexp;
    length = strlen(regexp);
    while (length > 0 && regexp[length - 1] == 'i') {
        length--;
    }
    ddds_draft_format(&subject->draft, regexp, "%.*s", (int)length, regexp);
}

/* Write the common prefix of the strings of |owner| into |prefix|: "urn:isbn:"
 * below urn.arpa, "http:" below uri.arpa. Return false for other owners. */
static bool find_prefix(const char *owner, char prefix[LIMIT_NAME_SIZE + 8])
{
    bool is_urn = ddds_domain_is_within(owner, "urn.arpa");
    const char *parent = ddds_domain_parent(owner);
    if (parent == NULL || owner[0] == '*' ||
        (strcmp(parent, "urn.arpa") != 0 && strcmp(parent, "uri.arpa") != 0)) {
        return false;
    }
    snprintf(prefix, LIMIT_NAME_SIZE + 8, "%s%.*s:", is_urn ? "urn:" : "",
             (int)strcspn(owner, "."), owner);
    return true;
}

/* Report "!^URN:ISSN:...!" without the flag "i". */
static void check_case_of_prefix(struct subject *subject)
{
    char prefix[LIMIT_NAME_SIZE + 8];
    const struct expression *expression = find_expression(subject);
    if (expression == NULL || !expression->is_valid ||
        !find_prefix(subject->record->base.owner, prefix)) {
        return;
    }
    const struct ddds_substitution *substitution =
        ddds_rule_view_substitution(subject->check, expression);
    if (substitution == NULL || *substitution->flags != '\0') {
        return;
    }
    const char *ere = substitution->ere;
    ere += *ere == '^' ? 1 : 0;
    size_t length = strlen(prefix);
    if (!ascii_begins_with(ere, strlen(ere), prefix) ||
        strncmp(ere, prefix, length) == 0) {
        return;
    }
    ddds_report_octets(
        subject, NAPTR_REGEXP, *substitution->ere == '^' ? 2 : 1, length,
        CODE_CASE_OF_PREFIX,
        "clients look up %.60s in lower case; add the flag \"i\"", prefix);
    ddds_draft_format(&subject->draft, subject->draft.regexp, "%si",
                      subject->draft.regexp);
}

/* Report "!^.*$!_sip._udp.example.com!" instead of a replacement. */
static void check_constant(struct subject *subject)
{
    const struct expression *expression = find_expression(subject);
    const struct ddds_rule *rule = &subject->record->naptr->rule;
    char key[LIMIT_KEY_SIZE];
    if (expression == NULL || !expression->is_valid ||
        !expression->matches_all || !expression->is_constant ||
        *rule->replacement != '\0' ||
        !flags_make_name(ddds_flags_interpret(rule->flags, "SA"))) {
        return;
    }
    const struct ddds_substitution *substitution =
        ddds_rule_view_substitution(subject->check, expression);
    const char *output = substitution != NULL ? substitution->literal : "";
    if (ddds_domain_parse_key(output, strlen(output), key, NULL) == DDDS_OK) {
        ddds_report_field(
            subject, NAPTR_REGEXP, CODE_CONSTANT,
            "the output is always %.100s; write it as the replacement", key);
        ddds_draft_set(&subject->draft, subject->draft.regexp, "");
        ddds_draft_set(&subject->draft, subject->draft.replacement, key);
    }
}

static check_record_fn *const records[] = {
    check_expression,     correct_constant, check_case_of_numbers,
    check_case_of_prefix, check_constant,   NULL,
};

const struct check_group ddds_expression_group = {.records = records};
