/* 1xx, 3xx to 5xx: services of rules compared with their targets.
 *
 * A rule with the flag S whose replacement is the usual name of SRV records,
 * _service._transport, must lead to the transport and the service of its
 * services field (RFC 3263 section 4.1, RFC 5928, RFC 6733 section 5.2, RFC
 * 7585 section 2.1.2). In S-NAPTR and related applications the next key of a
 * rule must offer the same services (RFC 3958 section 2.2.4), and rules of RFC
 * 3588 must follow those of RFC 6408.
 *
 * SPDX-License-Identifier: MIT */
#include "check/checks/service_targets.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "check/intake/corrections.h"
#include "check/judge/registry.h"
#include "check/judge/rule_view.h"
#include "check/checks/groups.h"
#include "check/report/report.h"
#include "base/types.h"
#include "base/domain.h"

/* ---- SRV records -------------------------------------------------------- */

/* An item of |known_servers|: a services field, or a protocol in it, and the
 * labels of its SRV records. */
struct server_labels {
    struct ddds_span tag;
    struct ddds_span service;
    struct ddds_span transport;
};

/* The rows of an application, then those of all others. */
struct known_servers {
    const struct ddds_application *const *next;
    const char *list;
};

static struct known_servers
begin_rows(const struct ddds_application *application)
{
    return (struct known_servers){
        ddds_applications(),
        application != NULL ? application->known_servers : NULL};
}

/* Write the next row to |row|; items without labels are skipped. */
static bool next_row(struct known_servers *rows, struct server_labels *row)
{
    struct ddds_span item;
    const char *labels;
    const char *dot;
    do {
        while (!ascii_next_item(&rows->list, &item)) {
            if (*rows->next == NULL) {
                return false;
            }
            rows->list = (*rows->next++)->known_servers;
        }
        labels = memchr(item.text, '=', item.length);
        dot = labels != NULL
                  ? memchr(labels, '.',
                           (size_t)(item.text + item.length - labels))
                  : NULL;
    } while (dot == NULL);
    row->tag = (struct ddds_span){item.text, (size_t)(labels - item.text)};
    row->service = (struct ddds_span){labels + 1, (size_t)(dot - labels - 1)};
    row->transport = (struct ddds_span){
        dot + 1, (size_t)(item.text + item.length - dot - 1)};
    return true;
}

/* Comparison of a name with the services. */
enum fit { FITS, OTHER_SERVICE, OTHER_TRANSPORT };

static bool is_label(const char *label, struct ddds_span word)
{
    return strncmp(label, word.text, word.length) == 0 &&
           (label[word.length] == '.' || label[word.length] == '\0');
}

static bool is_transport(const char *label)
{
    return is_label(label, (struct ddds_span){"_tcp", 4}) ||
           is_label(label, (struct ddds_span){"_udp", 4}) ||
           is_label(label, (struct ddds_span){"_sctp", 5});
}

/* Return true if |label| is the service of any row: others may be the
 * operator's own names. */
static bool is_known_service(const struct ddds_application *application,
                             const char *label)
{
    struct known_servers rows = begin_rows(application);
    struct server_labels row;
    while (next_row(&rows, &row)) {
        if (is_label(label, row.service)) {
            return true;
        }
    }
    return false;
}

/* Compare |name| with |tag|. |*wanted| receives the row for the correct
 * name. */
static enum fit find_fit(const struct ddds_application *application,
                         struct ddds_span tag, const char *name,
                         struct server_labels *wanted)
{
    const char *transport = ddds_domain_parent(name);
    bool has_row = false;
    bool has_transport = false;
    struct known_servers rows = begin_rows(application);
    struct server_labels row;
    while (next_row(&rows, &row)) {
        if (!ascii_same(tag, row.tag)) {
            continue;
        }
        bool is_same = is_label(transport, row.transport);
        if (is_same && is_label(name, row.service)) {
            return FITS;
        }
        *wanted = has_row ? *wanted : row;
        has_row = true;
        has_transport |= is_same;
    }
    if (!has_row || (!has_transport && !is_transport(transport)) ||
        (has_transport && !is_known_service(application, name))) {
        return FITS;
    }
    return has_transport ? OTHER_SERVICE : OTHER_TRANSPORT;
}

/* Compare |name| with the services field, or with all protocols in it: one must
 * fit. */
static enum fit judge(const struct rule_view *view, const char *name,
                      struct server_labels *row)
{
    struct ddds_services services;
    services.size = sizeof services;
    struct ddds_error why;
    const struct ddds_application *application = view->application;
    const char *text = view->rule->services;
    enum fit worst = find_fit(
        application, (struct ddds_span){text, strlen(text)}, name, row);
    if (worst != FITS || application == NULL ||
        application->read_services(application, text, &services, &why) !=
            DDDS_OK) {
        return worst;
    }
    for (size_t i = services.protocol_count; i-- > 0;) {
        enum fit fit = find_fit(application, services.protocols[i], name, row);
        if (fit == FITS) {
            return FITS;
        }
        worst = fit;
    }
    return worst;
}

/* Report |record|, with a correction if the correct name has SRV records. */
static void report(struct ddds_check *check,
                   const struct checked_record *record, enum fit fit,
                   const struct server_labels *row)
{
    char meant[LIMIT_NAME_SIZE];
    struct zone_answer answer;
    struct draft draft;
    const char *name = record->naptr->rule.replacement;
    const char *domain = ddds_domain_parent(ddds_domain_parent(name));
    struct finding *finding = ddds_report(
        check, ddds_place_field(record, NAPTR_REPLACEMENT),
        fit == OTHER_TRANSPORT ? CODE_OTHER_TRANSPORT : CODE_OTHER_SERVERS,
        "%.100s has the servers of another %s than \"%.60s\", which has those "
        "at %.*s.%.*s",
        name, fit == OTHER_TRANSPORT ? "transport" : "service",
        record->naptr->rule.services, (int)row->service.length,
        row->service.text, (int)row->transport.length, row->transport.text);
    int length =
        snprintf(meant, sizeof meant, "%.*s.%.*s.%s", (int)row->service.length,
                 row->service.text, (int)row->transport.length,
                 row->transport.text, domain);
    if (finding == NULL || length >= (int)sizeof meant) {
        return;
    }
    ddds_zone_lookup_find(check, meant, TYPE_SRV, &answer);
    if (answer.found == ZONE_DATA) {
        ddds_draft_begin(&draft, record);
        ddds_draft_set(&draft, draft.replacement, meant);
        ddds_report_fix(check, finding, record, &draft);
    }
}

void ddds_services_check_servers(struct ddds_check *check,
                                 const struct checked_record *record)
{
    struct rule_view view;
    struct server_labels row;
    const char *name = record->naptr->rule.replacement;
    const char *transport = ddds_domain_parent(name);
    if (name[0] != '_' || transport == NULL || transport[0] != '_') {
        return;
    }
    ddds_rule_view_make(check, record, &view);
    if (view.next != DDDS_NEXT_SERVERS) {
        return;
    }
    enum fit fit = judge(&view, name, &row);
    struct zone_answer answer;
    ddds_zone_lookup_find(check, name, TYPE_SRV, &answer);
    bool is_missing =
        answer.found == ZONE_NO_NAME || answer.found == ZONE_NO_DATA;
    if (fit == OTHER_TRANSPORT || (fit == OTHER_SERVICE && !is_missing)) {
        report(check, record, fit, &row);
    }
}

/* ---- Service labels without a domain ------------------------------------ */

static bool has_service_labels_only(const char *name)
{
    const char *label = name;
    while (*label == '_') {
        label = ddds_domain_parent(label);
        if (label == NULL) {
            return false;
        }
    }
    return label != name && *label == '\0';
}

/* Write into |meant| the only name, out of |labels| with the origin, the owner
 * or the zone of |record|, that has records of |type|. Return false if none or
 * several have. */
static bool find_domain(struct ddds_check *check,
                        const struct checked_record *record, const char *labels,
                        uint16_t type, char meant[LIMIT_NAME_SIZE])
{
    const char *const domains[] = {record->from->origin, record->base.owner,
                                   record->from->zone->apex};
    *meant = '\0';
    for (size_t i = 0; i < sizeof domains / sizeof *domains; i++) {
        char name[LIMIT_NAME_SIZE];
        struct zone_answer answer;
        if (domains[i] == NULL || *domains[i] == '\0' ||
            snprintf(name, sizeof name, "%s.%s", labels, domains[i]) >=
                (int)sizeof name) {
            continue;
        }
        ddds_zone_lookup_find(check, name, type, &answer);
        if (answer.found == ZONE_DATA && strcmp(name, meant) != 0) {
            if (*meant != '\0') {
                return false;
            }
            memcpy(meant, name, sizeof name);
        }
    }
    return *meant != '\0';
}

bool ddds_services_check_domain(struct ddds_check *check,
                                const struct checked_record *record,
                                const char *name, uint16_t type)
{
    char meant[LIMIT_NAME_SIZE];
    struct zone_answer answer;
    struct draft draft;
    bool has_replacement = record->naptr->has_replacement;
    bool is_open =
        record->from->origin == NULL &&
        ddds_word_is_relative(ddds_word_of(record, NAPTR_REPLACEMENT));
    if (!has_service_labels_only(name) || (has_replacement && is_open)) {
        return false;
    }
    ddds_zone_lookup_find(check, name, type, &answer);
    if (answer.found != ZONE_NO_NAME && answer.found != ZONE_UNKNOWN) {
        return false;
    }
    bool is_found = find_domain(check, record, name, type, meant);
    struct finding *finding = ddds_report(
        check,
        ddds_place_field(record,
                         has_replacement ? NAPTR_REPLACEMENT : NAPTR_REGEXP),
        CODE_LOST_ORIGIN,
        "%.100s. has only service labels, and no domain after them%s%.100s%s",
        name, is_found ? "; did you mean " : "", is_found ? meant : "",
        is_found ? ".?" : "");
    if (is_found && has_replacement) {
        ddds_corrections_begin(check, record, &draft);
        ddds_draft_set(&draft, draft.replacement, meant);
        ddds_report_fix(check, finding, record, &draft);
    }
    return true;
}

/* ---- The next key ----------------------------------------------------- */

/* Parse the services of |record| by its application, if its rules have
 * services. */
static bool read_tags(struct ddds_check *check,
                      const struct checked_record *record,
                      struct ddds_services *services)
{
    struct ddds_error why;
    const struct ddds_application *application =
        ddds_rule_view_application(check, record);
    return application != NULL && application->requires_tags &&
           application->read_services(application, record->naptr->rule.services,
                                      services, &why) == DDDS_OK;
}

static bool has_common(const struct ddds_span *one, size_t count,
                       const struct ddds_span *other, size_t other_count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < other_count; k++) {
            if (one[i].length == other[k].length &&
                ascii_equal_span(one[i].text, other[k].text, one[i].length)) {
                return true;
            }
        }
    }
    return false;
}

/* Return true if a client that follows |one| finds the same service in |other|.
 * It pursues a service and, if the rules have protocols, one of these to the
 * end (RFC 3958 section 2.2.5). */
static bool has_common_tags(const struct ddds_services *one,
                            const struct ddds_services *other,
                            bool *has_service)
{
    bool is_same = has_common(one->services, one->service_count,
                              other->services, other->service_count);
    *has_service |= is_same;
    return is_same && (one->protocol_count == 0 || other->protocol_count == 0 ||
                       has_common(one->protocols, one->protocol_count,
                                  other->protocols, other->protocol_count));
}

void ddds_services_check_next(struct ddds_check *check,
                              const struct checked_record *record,
                              const struct checked_set *next)
{
    struct ddds_services services;
    services.size = sizeof services;
    struct ddds_services offered;
    offered.size = sizeof offered;
    bool has_service = false;
    if (!read_tags(check, record, &services) || services.service_count == 0) {
        return;
    }
    for (size_t i = 0; i < next->count; i++) {
        if (!read_tags(check, next->records[i], &offered) ||
            has_common_tags(&services, &offered, &has_service)) {
            return;
        }
    }
    const struct ddds_span missing =
        has_service ? services.protocols[0] : services.services[0];
    ddds_report(check, ddds_place_field(record, NAPTR_SERVICES),
                CODE_UNANSWERED_SERVICE,
                has_service
                    ? "no rule of the next key %.100s offers the protocol "
                      "\"%.*s\" of this service"
                    : "no rule of the next key %.100s offers \"%.*s\"",
                next->owner, missing.length < 60 ? (int)missing.length : 60,
                missing.text);
}

/* ---- Diameter --------------------------------------------------------- */

/* Return true for the services of RFC 3588 section 5.2. */
static bool is_old_diameter(const char *services)
{
    return ascii_equal(services, "AAA+D2T") || ascii_equal(services, "AAA+D2S");
}

static bool is_new_diameter(const char *services)
{
    return ascii_begins_with(services, strlen(services), "aaa+ap");
}

/* RFC 6408 section 4: rules with application IDs must have the better order. */
static void check_diameter(struct ddds_check *check,
                           const struct checked_set *set)
{
    unsigned last = 0;
    for (size_t i = 0; i < set->count; i++) {
        const struct ddds_rule *rule = &set->records[i]->naptr->rule;
        if (is_new_diameter(rule->services) && rule->order >= last) {
            last = rule->order;
        }
    }
    for (size_t i = 0; i < set->count; i++) {
        const struct ddds_rule *rule = &set->records[i]->naptr->rule;
        struct draft draft;
        if (!is_old_diameter(rule->services) || rule->order >= last) {
            continue;
        }
        struct finding *finding = ddds_report(
            check, ddds_place_field(set->records[i], NAPTR_ORDER),
            CODE_OLD_DIAMETER,
            "\"%s\" says nothing about Diameter applications and comes before "
            "the rules with application ids; give it an order above %u",
            rule->services, last);
        if (last < UINT16_MAX && finding != NULL) {
            ddds_draft_begin(&draft, set->records[i]);
            draft.order = (uint16_t)(last + 1);
            ddds_report_fix(check, finding, set->records[i], &draft);
        }
    }
}

/* ---- Group ------------------------------------------------------------ */

static check_set_fn *const sets[] = {check_diameter, NULL};

const struct check_group ddds_services_group = {.sets = sets};
