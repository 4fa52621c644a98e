/* 2xx to 4xx: requirements of RFC 6116 section 5.1 for publishers of rules for
 * telephone numbers, because of clients in use.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "check/intake/corrections.h"
#include "check/judge/application.h"
#include "check/judge/expressions.h"
#include "check/judge/rule_view.h"
#include "check/checks/groups.h"
#include "check/report/repair.h"
#include "check/report/report.h"
#include "base/domain.h"
#include "rule/services.h"

/* Return true if |owner| is in the public tree. Private networks have their own
 * domains. */
static bool is_public(const char *owner)
{
    return ddds_domain_is_within(owner, "e164.arpa");
}

/* ---- Records ---------------------------------------------------------- */

/* Clients split the field at every "!". */
static void check_delimiter(struct subject *subject,
                            const struct rule_view *view)
{
    char plain[DRAFT_FIELD_SIZE];
    char repaired[DRAFT_FIELD_SIZE];
    if (view->expression == NULL || !view->expression->is_valid ||
        *view->rule->regexp == '!') {
        return;
    }
    const struct ddds_substitution *substitution =
        ddds_rule_view_substitution(subject->check, view->expression);
    if (substitution == NULL) {
        return;
    }
    ddds_report_octets(subject, NAPTR_REGEXP, 0,
                       strlen(substitution->delimiter), CODE_ENUM_DELIMITER,
                       "the delimiter is %s; ENUM clients in use expect !",
                       substitution->delimiter);
    ddds_repair_plain_replacement(substitution, plain);
    if (strcmp(subject->draft.regexp, view->rule->regexp) == 0 &&
        ddds_repair_compose('!', substitution->ere, plain, substitution->flags,
                            repaired) &&
        *repaired == '!') {
        ddds_draft_set(&subject->draft, subject->draft.regexp, repaired);
    }
}

static void check_private(struct subject *subject, const struct rule_view *view)
{
    struct ddds_services services;
    services.size = sizeof services;
    struct ddds_error error;
    if (!is_public(subject->record->base.owner) ||
        ddds_services_read_enum(view->rule->services, &services, &error) !=
            DDDS_OK) {
        return;
    }
    for (size_t i = 0; i < services.service_count; i++) {
        const struct ddds_span *service = &services.services[i];
        if (service->length >= 2 && ascii_equal_span(service->text, "P-", 2)) {
            ddds_report_octets(
                subject, NAPTR_SERVICES,
                (size_t)(service->text - view->rule->services), service->length,
                CODE_PRIVATE_ENUMSERVICE,
                "\"%.*s\" is for a private network: clients discard the "
                "record; publish it in that network only",
                (int)service->length, service->text);
            return;
        }
    }
}

/* Report a rule of another application at a telephone number. */
static void check_foreign(struct subject *subject, const struct rule_view *view)
{
    if (!is_public(subject->record->base.owner) ||
        subject->check->options.application != NULL ||
        view->application == NULL || *view->rule->services == '\0' ||
        view->application == ddds_application_enum()) {
        return;
    }
    ddds_report_field(
        subject, NAPTR_SERVICES, CODE_FOREIGN_TO_NUMBERS,
        "the rule is for %s, whose clients do not look up telephone "
        "numbers; Enumservices begin with E2U",
        ddds_application_label(view->application));
}

static void check_record(struct subject *subject)
{
    struct rule_view view;
    if (!ddds_rule_view_is_readable(subject->record) ||
        subject->record->naptr->is_refused) {
        return;
    }
    ddds_rule_view_make(subject->check, subject->record, &view);
    check_foreign(subject, &view);
    if (view.application == ddds_application_enum() &&
        !ddds_rule_view_only_delegates(&view)) {
        check_delimiter(subject, &view);
        check_private(subject, &view);
    }
}

/* ---- Orders ----------------------------------------------------------- */

static int compare_ranked(const void *one, const void *other)
{
    const struct checked_record *a = *(struct checked_record *const *)one;
    const struct checked_record *b = *(struct checked_record *const *)other;
    int order = rule_view_compare(&a->naptr->rule, &b->naptr->rule);
    return order != 0 ? order : a->number < b->number ? -1 : 1;
}

/* Report each of |count| ranked records whose order differs from the first, and
 * correct it to that order, with preferences that keep the rank. */
static void report_orders(struct ddds_check *check,
                          struct checked_record *const *ranked, size_t count)
{
    const struct ddds_rule *first = &ranked[0]->naptr->rule;
    const struct ddds_rule *before = first;
    unsigned preference = first->preference;
    for (size_t i = 1; i < count; before = &ranked[i++]->naptr->rule) {
        const struct ddds_rule *rule = &ranked[i]->naptr->rule;
        bool is_equal = rule->order == before->order &&
                        rule->preference == before->preference;
        if (!is_equal) {
            preference = rule->preference > preference ? rule->preference
                                                       : preference + 1;
        }
        if (rule->order == first->order) {
            continue;
        }
        struct finding *finding = ddds_report(
            check, ddds_place_field(ranked[i], NAPTR_ORDER), CODE_ENUM_ORDERS,
            "order %u differs from order %u of other rules of this number; "
            "use preferences instead",
            rule->order, first->order);
        if (finding != NULL && preference <= UINT16_MAX) {
            struct draft draft;
            ddds_corrections_begin(check, ranked[i], &draft);
            draft.order = first->order;
            draft.preference = (uint16_t)preference;
            ddds_report_fix(check, finding, ranked[i], &draft);
        }
    }
}

/* Return true if the rules have different orders. */
static bool has_orders(const struct checked_set *set)
{
    size_t i = 1;
    while (i < set->count && set->records[i]->naptr->rule.order ==
                                 set->records[0]->naptr->rule.order) {
        i++;
    }
    return i < set->count;
}

static void check_orders(struct ddds_check *check,
                         const struct checked_set *set)
{
    if (!has_orders(set)) {
        return;
    }
    struct checked_record **ranked =
        ddds_arena_array(&check->scratch, set->count, sizeof *ranked);
    size_t count = 0;
    for (size_t i = 0; ranked != NULL && i < set->count; i++) {
        if (ddds_rule_view_is_readable(set->records[i]) &&
            !set->records[i]->naptr->is_refused &&
            ddds_rule_view_application(check, set->records[i]) ==
                ddds_application_enum()) {
            ranked[count++] = set->records[i];
        }
    }
    if (count > 1) {
        qsort(ranked, count, sizeof *ranked, compare_ranked);
        report_orders(check, ranked, count);
    }
    ddds_arena_reset(&check->scratch);
}

/* ---- Group ------------------------------------------------------------ */

static check_record_fn *const records[] = {check_record, NULL};

static check_set_fn *const sets[] = {check_orders, NULL};

const struct check_group ddds_enum_keys_group = {.records = records,
                                                 .sets = sets};
