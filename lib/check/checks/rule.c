/* 3xx: consistency and validity of the fields of a rule for its application
 * (RFC 3403 section 4.1, RFC 3404 sections 4.3 and 4.4).
 *
 * rule_output.c checks the output of a rule.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include <ddds/uri.h>

#include "base/ascii.h"
#include "base/error.h"
#include "check/judge/application.h"
#include "check/judge/expressions.h"
#include "check/judge/registry.h"
#include "check/judge/rule_view.h"
#include "check/judge/services_field.h"
#include "check/judge/uri_use.h"
#include "check/checks/groups.h"
#include "check/checks/rule_output.h"
#include "check/report/finding.h"
#include "check/report/report.h"
#include "base/domain.h"
#include "rule/flags.h"
#include "rule/services.h"

/* ---- Flags ---------------------------------------------------------- */

static bool is_known_flag(char flag, const char *known)
{
    return strchr(known, ascii_to_upper(flag)) != NULL ||
           strchr(known, ascii_to_lower(flag)) != NULL;
}

/* Guess the flag from the other fields. Return its letter, or NUL. */
static char guess_flag(const struct draft *draft, const char *known)
{
    char guess = '\0';
    if (*draft->regexp != '\0' && *draft->replacement == '\0' &&
        strchr(draft->regexp, ':') != NULL) {
        guess = 'u';
    } else if (*draft->regexp == '\0' && draft->replacement[0] == '_') {
        guess = 's';
    }
    return guess != '\0' && is_known_flag(guess, known) ? guess : '\0';
}

/* Maximum of characters to correct as flags; more are the contents of another
 * field, and must not be lost. */
enum { FLAGS_CORRECTED = 8 };

/* Correct the flags: drop octets that no flag may have. If all remain, or none
 * does, keep the only known flag, or guess from the other fields: a choice. */
static void correct_flags(struct subject *subject, const struct rule_view *view,
                          const char *known)
{
    char kept[FLAGS_CORRECTED + 1] = "";
    char flags[2] = {guess_flag(&subject->draft, known), '\0'};
    char first = '\0';
    bool is_only = true;
    size_t length = strlen(view->rule->flags);
    for (size_t i = 0, end = 0; i < length && length <= FLAGS_CORRECTED; i++) {
        char letter = ascii_to_lower(view->rule->flags[i]);
        if (is_known_flag(letter, known)) {
            is_only = is_only && (first == '\0' || first == letter);
            first = letter;
        }
        if (ascii_is_alnum((unsigned char)letter)) {
            kept[end++] = view->rule->flags[i];
        }
    }
    if (first != '\0' && is_only) {
        flags[0] = first;
    }
    if (*kept != '\0' && strlen(kept) < length) {
        ddds_draft_set(&subject->draft, subject->draft.flags, kept);
    } else if (*flags != '\0' && length <= FLAGS_CORRECTED) {
        ddds_draft_set(&subject->draft, subject->draft.flags, flags);
        subject->draft.is_choice = true;
    }
}

enum { FLAG_LIST_SIZE = 200 };

/* Write "SA" as "S, A" into |list|, and return it, or "none". */
static const char *list_flags(const char *known, char list[FLAG_LIST_SIZE])
{
    struct text text;
    ddds_text_init(&text, list, FLAG_LIST_SIZE);
    for (const char *flag = known; *flag != '\0'; flag++) {
        ddds_text_string(&text, flag == known ? "" : ", ");
        ddds_text_char(&text, ascii_to_upper(*flag));
    }
    return *known != '\0' ? text.bytes : "none";
}

/* Report an invalid flag, or the first unknown flag. Return false if the flags
 * have one. */
static bool check_known_flags(struct subject *subject,
                              const struct rule_view *view, const char *known)
{
    const char *flags = view->rule->flags;
    char list[FLAG_LIST_SIZE];
    char citation[CITATION_SIZE];
    for (size_t i = 0; flags[i] != '\0'; i++) {
        if (!ascii_is_alnum((unsigned char)flags[i])) {
            ddds_report_octets(subject, NAPTR_FLAGS, i, 1, CODE_NO_FLAG,
                               "flag \"%c\" is neither a letter nor a digit",
                               flags[i]);
            return false;
        }
    }
    for (size_t i = 0; flags[i] != '\0'; i++) {
        if (!is_known_flag(flags[i], known)) {
            ddds_report_octets(
                subject, NAPTR_FLAGS, i, 1, CODE_UNKNOWN_FLAG,
                "%s does not define flag \"%c\"; allowed: %s",
                ddds_application_cite(view->application, citation), flags[i],
                list_flags(known, list));
            return false;
        }
    }
    return true;
}

static void check_flags(struct subject *subject, const struct rule_view *view)
{
    const char *known = ddds_rule_view_flags(view->application);
    if (ddds_flags_interpret(view->rule->flags, FLAG_LETTERS) ==
        DDDS_NEXT_CONFLICTING) {
        ddds_report_field(
            subject, NAPTR_FLAGS, CODE_CONFLICTING_FLAGS,
            "the flags \"%.60s\" are mutually exclusive; keep one of them",
            view->rule->flags);
        correct_flags(subject, view, known);
    } else if (!check_known_flags(subject, view, known)) {
        correct_flags(subject, view, known);
    }
}

/* ---- Expression and replacement ------------------------------------- */

/* Report services and expressions of non-terminal ENUM rules (RFC 6116
 * section 5.2.1). */
static void check_enum_delegation(struct subject *subject,
                                  const struct rule_view *view)
{
    const struct ddds_rule *rule = view->rule;
    if (*rule->services != '\0') {
        ddds_report_field(subject, NAPTR_SERVICES, CODE_SERVICES_OF_DELEGATION,
                          "a rule without a flag is non-terminal and has no "
                          "Enumservices; remove \"%.60s\"",
                          rule->services);
        ddds_draft_set(&subject->draft, subject->draft.services, "");
    }
    if (*rule->regexp != '\0') {
        ddds_report_field(
            subject, NAPTR_REGEXP, CODE_EXPRESSION_OF_DELEGATION,
            "a rule without a flag is non-terminal, and its "
            "replacement is the next key; %s",
            *rule->replacement != '\0'
                ? "remove the expression"
                : "write the next key there, or add the flag \"u\"");
        if (*rule->replacement != '\0') {
            ddds_draft_set(&subject->draft, subject->draft.regexp, "");
        } else if (strchr(rule->regexp, ':') != NULL &&
                   *rule->services != '\0') {
            ddds_draft_set(&subject->draft, subject->draft.services,
                           rule->services);
            ddds_draft_set(&subject->draft, subject->draft.flags, "u");
        }
    }
}

/* Report an expression beside a replacement; the correction keeps the field
 * that the flag requires. */
static void check_both(struct subject *subject, const struct rule_view *view)
{
    bool wants_expression =
        view->next == DDDS_NEXT_URI || view->next == DDDS_NEXT_UNKNOWN;
    ddds_report_field(subject, NAPTR_REPLACEMENT, CODE_BOTH_FIELDS,
                      "the rule has both an expression and a replacement; %s",
                      view->next == DDDS_NEXT_URI
                          ? "flag U uses the expression, so write \".\" here"
                          : "keep one of them");
    if (wants_expression) {
        ddds_draft_set(&subject->draft, subject->draft.replacement, "");
    } else {
        ddds_draft_set(&subject->draft, subject->draft.regexp, "");
    }
}

static void check_name_for_uri(struct subject *subject,
                               const struct rule_view *view)
{
    const char *replacement = view->rule->replacement;
    const char *known = ddds_rule_view_flags(view->application);
    const char *meant = replacement[0] == '_' ? "s" : "a";
    ddds_report_field(
        subject, NAPTR_REPLACEMENT, CODE_NAME_FOR_URI,
        "flag U requires an expression that produces a URI, but the "
        "replacement %.100s is a domain name",
        replacement);
    if (is_known_flag(*meant, known) && !ddds_uri_use_needs_uri(view)) {
        ddds_draft_set(&subject->draft, subject->draft.flags, meant);
    }
}

static void check_fields(struct subject *subject, const struct rule_view *view)
{
    const struct ddds_rule *rule = view->rule;
    bool has_regexp = *rule->regexp != '\0';
    bool has_replacement = *rule->replacement != '\0';
    if (ddds_rule_view_only_delegates(view) &&
        (has_regexp || *rule->services != '\0')) {
        check_enum_delegation(subject, view);
    } else if (has_regexp && has_replacement) {
        check_both(subject, view);
    } else if (has_replacement && view->next == DDDS_NEXT_URI) {
        check_name_for_uri(subject, view);
    }
    if (!has_regexp && !has_replacement) {
        ddds_report_field(
            subject, NAPTR_REPLACEMENT, CODE_NO_FIELD,
            "the rule has neither an expression nor a replacement; add "
            "one of them");
    }
}

/* ---- Permitted expressions ------------------------------------------ */

static bool may_have(enum ddds_regexp_use use, const struct rule_view *view)
{
    const struct expression *expression = view->expression;
    switch (use) {
    case DDDS_REGEXP_NONE:
        return false;
    case DDDS_REGEXP_CONSTANT:
        return view->next == DDDS_NEXT_URI &&
               (!expression->is_valid ||
                (expression->matches_all && expression->is_constant));
    case DDDS_REGEXP_ANY:
        break;
    }
    return true;
}

/* Correct |expression| to "!.*!URI!" if its output is constant. */
static void correct_constant(struct subject *subject,
                             const struct expression *expression)
{
    const struct ddds_substitution *read =
        ddds_rule_view_substitution(subject->check, expression);
    if (read != NULL && expression->is_constant && *read->delimiter != '.' &&
        *read->delimiter != '*') {
        ddds_draft_format(&subject->draft, subject->draft.regexp, "%s.*%s%s%s",
                          read->delimiter, read->delimiter, read->replacement,
                          read->delimiter);
    }
}

static void check_expression_use(struct subject *subject,
                                 const struct rule_view *view)
{
    const struct ddds_application *application = view->application;
    if (view->expression == NULL || application == NULL ||
        may_have(application->regexp, view)) {
        return;
    }
    char citation[CITATION_SIZE];
    bool is_none = application->regexp == DDDS_REGEXP_NONE;
    ddds_report_field(
        subject, NAPTR_REGEXP, CODE_EXPRESSION_FORBIDDEN,
        is_none ? "%s does not allow expressions; write the name as the "
                  "replacement"
                : "%s allows only the expression !.*!URI!, with flag U",
        ddds_application_cite(application, citation));
    if (is_none && *view->rule->replacement != '\0') {
        ddds_draft_set(&subject->draft, subject->draft.regexp, "");
    } else if (!is_none && view->next == DDDS_NEXT_URI) {
        correct_constant(subject, view->expression);
    }
}

/* Report a name computed by an expression. L217 is about constant names. */
static void check_computed_host(struct subject *subject,
                                const struct rule_view *view)
{
    bool is_host =
        view->next == DDDS_NEXT_SERVERS || view->next == DDDS_NEXT_ADDRESSES;
    if (view->expression == NULL || !is_host || !view->expression->is_valid ||
        (view->expression->matches_all && view->expression->is_constant) ||
        (view->application != NULL &&
         view->application->regexp != DDDS_REGEXP_ANY)) {
        return;
    }
    ddds_report_field(
        subject, NAPTR_REGEXP, CODE_COMPUTED_HOST,
        "the expression computes the name of the %s from the input",
        view->next == DDDS_NEXT_SERVERS ? "SRV records" : "host");
}

/* ---- Services ------------------------------------------------------- */

static void report_malformed(struct subject *subject,
                             const struct rule_view *view,
                             const struct ddds_error *why)
{
    char memory[DRAFT_FIELD_SIZE];
    char citation[CITATION_SIZE];
    struct text meant;
    const char *services = view->rule->services;
    ddds_text_init(&meant, memory, sizeof memory);
    bool is_guessed =
        ddds_services_field_suggest(view->application, services, &meant);
    size_t length = strlen(services);
    if (is_guessed) {
        ddds_draft_set(&subject->draft, subject->draft.services, meant.bytes);
    }
    if (is_guessed) {
        ddds_report_field(
            subject, NAPTR_SERVICES, CODE_SERVICES_SYNTAX,
            "\"%.60s\" is not valid for %s; did you mean \"%.60s\"?", services,
            ddds_application_cite(view->application, citation), meant.bytes);
    } else if (strstr(services, "://") != NULL) {
        ddds_report_field(
            subject, NAPTR_SERVICES, CODE_SERVICES_SYNTAX,
            "the services field contains a URI; Peppol uses \"Meta:SMP\"");
    } else if (why->offset < length) {
        ddds_report_octets(subject, NAPTR_SERVICES, why->offset, 1,
                           CODE_SERVICES_SYNTAX, "%s", why->detail);
    } else {
        ddds_report_field(subject, NAPTR_SERVICES, CODE_SERVICES_SYNTAX, "%s",
                          why->detail);
    }
}

/* Return true if the services are in the order of RFC 2916, "sip+E2U", which
 * not all clients understand. */
static bool is_old_enum(const struct rule_view *view)
{
    const char *services = view->rule->services;
    return view->application == ddds_application_enum() &&
           !ascii_begins_with(services, strlen(services), "E2U");
}

/* Return true if the rule has no service although its application, such as
 * S-NAPTR, requires one. */
static bool lacks_service(const struct rule_view *view, bool is_host_list)
{
    const struct ddds_application *application = view->application;
    struct ddds_services services = DDDS_SERVICES_INIT;
    return application != NULL && application->requires_tags && !is_host_list &&
           application->read_services(application, view->rule->services,
                                      &services, NULL) == DDDS_OK &&
           services.service_count == 0;
}

static bool check_services_syntax(struct subject *subject,
                                  const struct rule_view *view,
                                  bool is_host_list)
{
    struct ddds_error why;
    char citation[CITATION_SIZE];
    const char *services = view->rule->services;
    if (ddds_services_field_is_malformed(view->application, services, &why)) {
        report_malformed(subject, view, &why);
        return false;
    }
    if (is_old_enum(view)) {
        ddds_error_set(&why, DDDS_MALFORMED, 0,
                       "\"%.60s\" has the order of RFC 2916; since RFC 3761 "
                       "\"E2U\" comes first",
                       services);
        report_malformed(subject, view, &why);
        return false;
    }
    if (lacks_service(view, is_host_list)) {
        ddds_report_field(subject, NAPTR_SERVICES, CODE_SERVICES_SYNTAX,
                          "the rule names no service; clients of %s use only "
                          "rules that name one",
                          ddds_application_cite(view->application, citation));
        return false;
    }
    return true;
}

static void check_registered(struct subject *subject,
                             const struct rule_view *view, bool is_3gpp)
{
    struct unregistered found;
    const char *services = view->rule->services;
    if (!ddds_services_field_find_unregistered(view->application, is_3gpp,
                                               services, &found)) {
        return;
    }
    size_t offset = (size_t)(found.piece.text - services);
    int shown = found.piece.length < 60 ? (int)found.piece.length : 60;
    if (found.is_retired) {
        ddds_report_octets(subject, NAPTR_SERVICES, offset, found.piece.length,
                           CODE_RETIRED_SERVICE,
                           "\"%.*s\" is called %s since RFC 2483; write that",
                           shown, found.piece.text, found.meant);
    } else {
        ddds_report_octets(subject, NAPTR_SERVICES, offset, found.piece.length,
                           CODE_UNREGISTERED_SERVICE,
                           "\"%.*s\" is not a %s%s%s%s", shown,
                           found.piece.text, found.what,
                           found.has_no_subtype   ? ": \""
                           : *found.meant != '\0' ? "; did you mean \""
                                                  : "",
                           found.meant,
                           found.has_no_subtype   ? "\" has no subtype"
                           : *found.meant != '\0' ? "\"?"
                                                  : "");
    }
    if (*found.meant != '\0') {
        ddds_draft_format(&subject->draft, subject->draft.services, "%.*s%s%s",
                          (int)offset, services, found.meant,
                          found.piece.text + found.piece.length);
    }
}

/* Check the protocol of a rule with flag P, which defines everything else
 * (RFC 3404 section 4.3). */
static void check_protocol(struct subject *subject,
                           const struct rule_view *view)
{
    struct ddds_services services;
    services.size = sizeof services;
    struct ddds_error why;
    const struct ddds_application *urn = ddds_application_urn();
    if (view->next != DDDS_NEXT_PROTOCOL ||
        urn->read_services(urn, view->rule->services, &services, &why) !=
            DDDS_OK) {
        return;
    }
    if (services.protocol_count == 0) {
        ddds_report_field(
            subject, NAPTR_SERVICES, CODE_NO_PROTOCOL,
            "flag P requires a protocol at the beginning of the services");
    } else if (!ddds_registry_has(ddds_registry_protocols,
                                  services.protocols[0])) {
        ddds_report_octets(
            subject, NAPTR_SERVICES, 0, services.protocols[0].length,
            CODE_UNKNOWN_PROTOCOL,
            "flag P requires a known protocol, but no RFC defines \"%.*s\"",
            (int)services.protocols[0].length, services.protocols[0].text);
    }
}

static void check_services(struct subject *subject,
                           const struct rule_view *view,
                           const struct clean_question *question)
{
    if (ddds_rule_view_only_delegates(view) ||
        view->next == DDDS_NEXT_UNKNOWN ||
        !check_services_syntax(subject, view, question->is_host_list)) {
        return;
    }
    check_registered(subject, view, question->is_3gpp);
    check_protocol(subject, view);
}

/* ---- Group ---------------------------------------------------------- */

/* Check the flags and the services of the rule of |context|, a subject, using
 * only |question|. */
static bool check_words(void *context, const struct clean_question *question)
{
    struct subject *subject = context;
    const size_t before = subject->check->findings->reported;
    const struct ddds_rule words = {
        .flags = question->word.text,
        .services = question->services,
        .regexp = "",
        .replacement = "",
    };
    const struct rule_view view = {
        .rule = &words,
        .application = question->application,
        .next = (enum ddds_next)question->next,
    };
    check_flags(subject, &view);
    check_services(subject, &view, question);
    return subject->check->findings->reported == before;
}

static void check_rule(struct subject *subject)
{
    struct rule_view view;
    if (!ddds_rule_view_is_readable(subject->record)) {
        return;
    }
    ddds_rule_view_make(subject->check, subject->record, &view);
    const struct ddds_application *application = view.application;
    const char *owner = subject->record->base.owner;
    const struct clean_question question = {
        .application = application,
        .next = (int)view.next,
        .is_host_list = application != NULL &&
                        application->lists_hosts != NULL &&
                        application->lists_hosts(application, owner),
        .is_3gpp = ddds_application_is_3gpp_name(owner),
        .services = view.rule->services,
        .word = {view.rule->flags, strlen(view.rule->flags)},
    };
    ddds_clean_cache_judge(&subject->check->clean_cache, &question, check_words,
                           subject);
    check_fields(subject, &view);
    check_expression_use(subject, &view);
    check_computed_host(subject, &view);
    ddds_rule_output_check(subject, &view);
}

static check_record_fn *const records[] = {check_rule, NULL};

const struct check_group ddds_rule_group = {.records = records};
