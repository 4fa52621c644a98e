/* 4xx and 5xx: requirements of RFC 3263 section 4.1 for a domain with NAPTR
 * records for SIP.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "check/judge/name_guess.h"
#include "check/judge/rule_view.h"
#include "check/checks/groups.h"
#include "check/model/index.h"
#include "check/model/zone_lookup.h"
#include "check/report/report.h"
#include "base/types.h"

/* The services that a domain must offer, and their SRV records. */
static const struct {
    const char *services;
    const char *owner;
    bool is_secure;
} usual[] = {
    {"SIP+D2U", "_sip._udp", false},
    {"SIP+D2T", "_sip._tcp", false},
    {"SIPS+D2T", "_sips._tcp", true},
};

enum { USUAL = sizeof usual / sizeof *usual };

/* The best rule of a set for each usual service; NULL: none. */
struct sip_rules {
    const struct checked_record *records[USUAL];
    const struct checked_record *first; /* the best SIP rule */
    bool has_secure;                    /* some rule is for SIPS */
};

static bool is_better(const struct checked_record *one,
                      const struct checked_record *other)
{
    return rule_view_compare(&one->naptr->rule, &other->naptr->rule) < 0;
}

/* Likewise, over all rules that clients may use in any order. */
static bool precedes(const struct checked_record *one,
                     const struct checked_record *other)
{
    const struct ddds_rule *a = &one->naptr->rule;
    const struct ddds_rule *b = &other->naptr->rule;
    int order = rule_view_compare(a, b);
    order = order != 0 ? order : strcmp(a->services, b->services);
    order = order != 0 ? order : strcmp(a->flags, b->flags);
    return order != 0 ? order < 0 : strcmp(a->replacement, b->replacement) < 0;
}

static void find_rules(struct ddds_check *check, const struct checked_set *set,
                       struct sip_rules *rules)
{
    *rules = (struct sip_rules){.first = NULL};
    for (size_t i = 0; i < set->count; i++) {
        const struct checked_record *record = set->records[i];
        if (!ddds_rule_view_is_readable(record) || record->naptr->is_refused ||
            ddds_rule_view_application(check, record) !=
                ddds_application_sip()) {
            continue;
        }
        const char *services = record->naptr->rule.services;
        if (rules->first == NULL || precedes(record, rules->first)) {
            rules->first = record;
        }
        rules->has_secure |=
            ascii_begins_with(services, strlen(services), "SIPS+");
        for (size_t k = 0; k < USUAL; k++) {
            if (ascii_equal(services, usual[k].services) &&
                (rules->records[k] == NULL ||
                 precedes(record, rules->records[k]))) {
                rules->records[k] = record;
            }
        }
    }
}

/* Return true if the domain has servers for SIPS, by SRV records or other
 * rules. Of live records, only the rules are known. */
static bool publishes_secure(struct ddds_check *check,
                             const struct sip_rules *rules)
{
    char name[LIMIT_NAME_SIZE];
    struct zone_answer answer;
    if (rules->has_secure || check->live != NULL ||
        snprintf(name, sizeof name, "_sips._tcp.%s",
                 rules->first->base.owner) >= LIMIT_NAME_SIZE) {
        return rules->has_secure;
    }
    ddds_zone_lookup_find(check, name, TYPE_SRV, &answer);
    return answer.found == ZONE_DATA;
}

/* Report missing services. */
static void check_missing(struct ddds_check *check,
                          const struct sip_rules *rules)
{
    char missing[64] = "";
    size_t length = 0;
    size_t left = 0;
    bool is_missing[USUAL];
    for (size_t i = 0; i < USUAL; i++) {
        bool is_published = rules->records[i] == NULL && usual[i].is_secure &&
                            publishes_secure(check, rules);
        if (is_published) {
            ddds_report(check, ddds_place_field(rules->first, NAPTR_SERVICES),
                        CODE_SECURE_SIP_MISSING,
                        "the domain has servers for SIPS, but no rule offers "
                        "%s",
                        usual[i].services);
        }
        is_missing[i] = rules->records[i] == NULL && !is_published;
        left += is_missing[i];
    }
    for (size_t i = 0; i < USUAL; i++) {
        if (is_missing[i]) {
            left--;
            length +=
                (size_t)snprintf(missing + length, sizeof missing - length,
                                 "%s%s", usual[i].services,
                                 left > 1    ? ", "
                                 : left == 1 ? " and "
                                             : "");
        }
    }
    if (length > 0) {
        ddds_report(check, ddds_place_field(rules->first, NAPTR_SERVICES),
                    CODE_INCOMPLETE_SIP, "no rule of this domain offers %s",
                    missing);
    }
}

/* Report a rule for SIPS after one for SIP. */
static void check_secure(struct ddds_check *check,
                         const struct sip_rules *rules)
{
    for (size_t i = 0; i < USUAL; i++) {
        for (size_t k = 0; k < USUAL; k++) {
            const struct checked_record *secure = rules->records[i];
            const struct checked_record *other = rules->records[k];
            char name[RULE_NAME_SIZE];
            if (usual[i].is_secure && !usual[k].is_secure && secure != NULL &&
                other != NULL && is_better(other, secure)) {
                ddds_report(check, ddds_place_field(secure, NAPTR_ORDER),
                            CODE_SECURE_SIP_LAST,
                            "the rule %s, without TLS, comes before the rule "
                            "with TLS",
                            ddds_rule_view_name(&other->naptr->rule, name));
                return;
            }
        }
    }
}

/* Return true if |record| is a rule for SRV records elsewhere. L110 or L504
 * reports mistakes in those of the domain itself. */
static bool leads_elsewhere(const struct ddds_check *check,
                            const struct checked_record *record,
                            const char *name)
{
    char meant[LIMIT_NAME_SIZE];
    const struct ddds_rule *rule = &record->naptr->rule;
    return ascii_equal(rule->flags, "s") && *rule->replacement != '\0' &&
           strcmp(rule->replacement, name) != 0 &&
           !ddds_name_guess_lacks_dot(check, record, meant) &&
           record->base.owner[0] != '*';
}

/* Report missing SRV records of the domain itself, which clients without NAPTR
 * support use. */
static void check_own_servers(struct ddds_check *check,
                              const struct sip_rules *rules)
{
    for (size_t i = 0; i < USUAL; i++) {
        const struct checked_record *record = rules->records[i];
        char name[LIMIT_NAME_SIZE];
        struct zone_answer answer;
        if (record == NULL ||
            snprintf(name, sizeof name, "%s.%s", usual[i].owner,
                     record->base.owner) >= LIMIT_NAME_SIZE ||
            !leads_elsewhere(check, record, name)) {
            continue;
        }
        ddds_zone_lookup_find(check, name, TYPE_SRV, &answer);
        if (answer.found == ZONE_NO_NAME || answer.found == ZONE_NO_DATA) {
            ddds_report(check, ddds_place_record(rules->first),
                        CODE_NO_OWN_SERVERS,
                        "%.100s has no SRV records: clients without NAPTR find "
                        "no server",
                        name);
            return;
        }
    }
}

static void check_sip(struct ddds_check *check)
{
    for (size_t i = 0; i < check->set_count; i++) {
        struct sip_rules rules;
        find_rules(check, &check->sets[i], &rules);
        if (rules.first == NULL) {
            continue;
        }
        check_missing(check, &rules);
        check_secure(check, &rules);
        if (check->live == NULL) {
            check_own_servers(check, &rules);
        }
    }
}

static check_all_fn *const all[] = {check_sip, NULL};

const struct check_group ddds_sip_keys_group = {.all = all};
