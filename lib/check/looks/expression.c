/* 2xx: what the substitution expression is (RFC 3402 section 3.2).
 *
 * An expression is judged by itself, once (judge/expressions.h); this file
 * says for each record that has it what was found, and what depends on the rest
 * of the record.
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/expressions.h"

#include <string.h>

#include "base/ascii.h"
#include "check/looks/groups.h"
#include "check/report/report.h"
#include "name/domain.h"
#include <ddds/rule.h>

/* The expression of |record|; NULL if it has none, or none that is text. */
static const struct expression *find_expression(const struct subject *subject)
{
    const struct naptr *naptr = subject->record->naptr;
    if (*naptr->rule.regexp == '\0' || naptr->has_nul[NAPTR_REGEXP]) {
        return NULL;
    }
    const struct expression *expression =
        ddds_expressions_find(subject->check->expressions, naptr->rule.regexp);
    if (expression == NULL) {
        subject->check->status = DDDS_NO_MEMORY;
    }
    return expression;
}

static void check_expression(struct subject *subject)
{
    const struct expression *expression = find_expression(subject);
    if (expression == NULL) {
        return;
    }
    for (size_t i = 0; i < expression->observation_count; i++) {
        const struct observation *observation = &expression->observations[i];
        ddds_report(subject->check,
                    ddds_place_octets(subject->record, NAPTR_REGEXP,
                                      observation->offset, observation->length),
                    observation->code, "%s", observation->detail);
    }
    /* What 1xx has corrected already is another expression. */
    if (expression->repaired != NULL &&
        strcmp(subject->draft.regexp, expression->regexp) == 0) {
        ddds_draft_set(&subject->draft, subject->draft.regexp,
                       expression->repaired);
    }
}

/* Is this a rule for telephone numbers, by its services (RFC 6116
 * section 3.4.3, RFC 2915 section 7.1), its owner, or because the caller says
 * so? */
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

/* Numbers have no case. */
static void check_case_of_numbers(struct subject *subject)
{
    const struct expression *expression = find_expression(subject);
    if (expression == NULL || expression->substitution == NULL ||
        !is_enum(subject)) {
        return;
    }
    size_t length = strlen(expression->regexp);
    if (expression->regexp[length - 1] != 'i') {
        return;
    }
    ddds_report(subject->check,
                ddds_place_octets(subject->record, NAPTR_REGEXP, length - 1, 1),
                CODE_CASE_OF_NUMBERS,
                "telephone numbers have no case; remove the flag \"i\"");
    length = strlen(subject->draft.regexp);
    char shorter[DRAFT_FIELD_SIZE];
    memcpy(shorter, subject->draft.regexp, length + 1);
    while (length > 0 && shorter[length - 1] == 'i') {
        shorter[--length] = '\0';
    }
    ddds_draft_set(&subject->draft, subject->draft.regexp, shorter);
}

/* "!^.*$!_sip._udp.example.com!" for what the replacement can say by itself. */
static void check_constant(struct subject *subject)
{
    const struct expression *expression = find_expression(subject);
    const struct ddds_rule *rule = &subject->record->naptr->rule;
    char key[LIMIT_KEY_SIZE];
    enum ddds_next next = ddds_flags_interpret(rule->flags, "SA");
    if (expression == NULL || expression->substitution == NULL ||
        !expression->matches_all || !expression->is_constant ||
        *rule->replacement != '\0' ||
        (next != DDDS_NEXT_RULES && next != DDDS_NEXT_SERVERS &&
         next != DDDS_NEXT_ADDRESSES)) {
        return;
    }
    const char *output = expression->substitution->literal;
    if (ddds_domain_parse_key(output, strlen(output), key, NULL) == DDDS_OK) {
        ddds_report(
            subject->check, ddds_place_field(subject->record, NAPTR_REGEXP),
            CODE_CONSTANT,
            "the output is always %.100s; write it as the replacement", key);
        ddds_draft_set(&subject->draft, subject->draft.regexp, "");
        ddds_draft_set(&subject->draft, subject->draft.replacement, key);
    }
}

static check_record_fn *const records[] = {
    check_expression,
    check_case_of_numbers,
    check_constant,
    NULL,
};

const struct check_group ddds_expression_group = {.records = records};
