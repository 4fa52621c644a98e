/* 5xx: times, wildcards, and the rules of uri.arpa.
 *
 * SPDX-License-Identifier: MIT */
#include "check/looks/surroundings.h"

#include <stdlib.h>
#include <string.h>

#include "base/cursor.h"
#include "base/text.h"
#include "check/looks/expression.h"
#include "check/judge/registry.h"
#include "check/looks/rule.h"
#include "db/wire/types.h"
#include "name/domain.h"

/* ---- Times ---------------------------------------------------------- */

enum {
    MINUTE = 60,
    DAY = 24 * 3600,
    WEEK = 7 * DAY,
    NEGATIVE_MAX = 3 * 3600, /* RFC 2308 section 5 */
};

/* RFC 3405 section 4: extremely long. */
static bool is_registry(const char *owner)
{
    return ddds_domain_is_within(owner, "urn.arpa") ||
           ddds_domain_is_within(owner, "uri.arpa");
}

/* What is odd about the TTL of |set|, or NULL. */
static const char *judge_ttl(const struct record_set *set)
{
    const struct record *record = set->records[0];
    bool is_long_lived = is_registry(set->owner);
    if (!record->has_ttl) {
        return NULL;
    }
    if (is_long_lived && record->ttl < DAY) {
        return "rules below urn.arpa and uri.arpa are to be kept for days";
    }
    if (record->ttl < MINUTE) {
        return "clients ask again for every name";
    }
    return !is_long_lived && record->ttl > WEEK
               ? "a mistake is seen for that long"
               : NULL;
}

/* Live records come set by set. */
static bool is_same_zone(const struct zone *one, const struct zone *other)
{
    return one == other ||
           (one->server != NULL && other->server != NULL && one->apex != NULL &&
            other->apex != NULL && strcmp(one->apex, other->apex) == 0);
}

/* A zone has its TTLs from one $TTL as a rule: it is said once, not for each
 * set on end. */
void ddds_check_ttl(struct ddds_check *check, const struct record_set *set)
{
    const struct record *record = set->records[0];
    const char *advice = judge_ttl(set);
    bool is_said = set > check->sets && is_same_zone(set[-1].zone, set->zone) &&
                   set[-1].records[0]->ttl == record->ttl &&
                   judge_ttl(&set[-1]) == advice;
    if (advice != NULL && !is_said) {
        ddds_report_record(check, record, CODE_ODD_TTL, "a TTL of %lu s: %s",
                           (unsigned long)record->ttl, advice);
    }
}

void ddds_check_negative_ttl(struct ddds_check *check, const struct zone *zone)
{
    size_t count;
    if (zone->apex == NULL) {
        return;
    }
    struct record *const *records =
        ddds_check_find_records(check, zone->apex, &count);
    size_t i = 0;
    while (i < count &&
           (records[i]->type != TYPE_SOA || records[i]->zone != zone ||
            records[i]->rdata == NULL)) {
        i++;
    }
    if (i == count) {
        return;
    }
    const struct record *soa = records[i];
    struct cursor cursor =
        ddds_cursor_over(soa->rdata + soa->rdata_length - 4, 4);
    uint32_t minimum = ddds_cursor_u32(&cursor);
    uint32_t ttl = soa->has_ttl && soa->ttl < minimum ? soa->ttl : minimum;
    if (ttl > NEGATIVE_MAX) {
        ddds_report_record(check, soa, CODE_LONG_NEGATIVE_TTL,
                           "that a name is not there is remembered for %lu s",
                           (unsigned long)ttl);
    }
}

/* ---- uri.arpa ---------------------------------------------------------- */

/* Schemes whose URIs name a host that holds what they identify. */
static const char *const schemes_with_hosts[] = {
    "acap",   "coap", "coaps", "dav",   "dns",  "ftp",   "gopher", "http",
    "https",  "imap", "irc",   "ircs",  "ldap", "ldaps", "mailto", "nfs",
    "nntp",   "pop",  "rtsp",  "rtsps", "sip",  "sips",  "sftp",   "ssh",
    "telnet", "tftp", "wais",  "ws",    "wss",  "xmpp",  NULL,
};

void ddds_check_hijacking(struct ddds_check *check,
                          const struct record_set *set)
{
    const char *domain = ddds_domain_parent(set->owner);
    struct ddds_span scheme = {set->owner, strcspn(set->owner, ".")};
    if (domain == NULL || strcmp(domain, "uri.arpa") != 0 ||
        !ddds_registry_has(schemes_with_hosts, scheme)) {
        return;
    }
    for (size_t i = 0; i < set->count; i++) {
        struct rule_view view;
        const struct record *record = set->records[i];
        if (!ddds_rule_is_readable(record)) {
            continue;
        }
        ddds_rule_view(check, record, &view);
        bool is_constant =
            view.expression != NULL && view.expression->substitution != NULL &&
            view.expression->is_constant &&
            strchr(view.expression->substitution->literal, '.') != NULL;
        if (*view.rule->replacement != '\0' || is_constant) {
            ddds_report_record(check, record, CODE_HIJACKED_SCHEME,
                               "all \"%.*s\" URIs are sent to one place, "
                               "whatever host they name",
                               (int)scheme.length, scheme.text);
        }
    }
}

/* ---- Wildcards --------------------------------------------------------- */

/* The wildcard rules right below |parent|, or NULL. */
static const struct record_set *find_wildcard(const struct ddds_check *check,
                                              const char *parent)
{
    char name[LIMIT_NAME_SIZE];
    struct text text;
    ddds_text_init(&text, name, sizeof name);
    ddds_text_string(&text, *parent != '\0' ? "*." : "*");
    ddds_text_string(&text, parent);
    return text.failed ? NULL : ddds_check_find_set(check, name);
}

/* Of what else there may be at a name, an alias or a delegation is among the
 * first, or it is no name that anybody runs. */
enum { LOOKED_AT = 32 };

/* Does |name| lead elsewhere: is it an alias, or another zone's? */
static bool leads_elsewhere(const struct ddds_check *check, const char *name)
{
    size_t count;
    struct record *const *records =
        ddds_check_find_records(check, name, &count);
    for (size_t i = 0; i < count && i < LOOKED_AT; i++) {
        if (records[i]->type == TYPE_CNAME || records[i]->type == TYPE_NS ||
            records[i]->type == TYPE_DNAME) {
            return true;
        }
    }
    return false;
}

/* |name| exists, and has no rules of its own: does it hide those of
 * |wildcard|? Nobody looks for rules below the wildcard itself, or at the names
 * of servers. */
static bool is_hidden(const struct ddds_check *check, const char *name)
{
    return name[0] != '_' && name[0] != '*' &&
           ddds_check_find_set(check, name) == NULL &&
           !leads_elsewhere(check, name);
}

/* Whether there is one is said once for each wildcard. */
static void check_shadow(struct ddds_check *check, const char *name,
                         const struct record_set *wildcard, bool *is_reported)
{
    if (!is_reported[wildcard - check->sets] && is_hidden(check, name)) {
        is_reported[wildcard - check->sets] = true;
        ddds_report_record(check, wildcard->records[0], CODE_SHADOWED_WILDCARD,
                           "%.100s exists, or a name below it does: the "
                           "wildcard has no rules for it",
                           name);
    }
}

static bool is_wildcard(const char *owner)
{
    return owner[0] == '*' && (owner[1] == '.' || owner[1] == '\0');
}

static bool has_wildcards(const struct ddds_check *check)
{
    for (size_t i = 0; i < check->set_count; i++) {
        if (is_wildcard(check->sets[i].owner)) {
            return true;
        }
    }
    return false;
}

/* Each name that a record makes exist, up to the apex of its zone. */
static void check_names_of(struct ddds_check *check,
                           const struct record *record, bool *is_reported)
{
    const char *apex = record->zone->apex;
    const char *name = record->owner;
    const char *parent = ddds_domain_parent(name);
    while (parent != NULL && (apex == NULL || strcmp(name, apex) != 0)) {
        const struct record_set *wildcard = find_wildcard(check, parent);
        if (wildcard != NULL) {
            check_shadow(check, name, wildcard, is_reported);
        }
        name = parent;
        parent = ddds_domain_parent(name);
    }
}

void ddds_check_wildcards(struct ddds_check *check)
{
    if (!has_wildcards(check)) {
        return;
    }
    bool *is_reported = calloc(check->set_count, sizeof *is_reported);
    if (is_reported == NULL) {
        check->status = DDDS_NO_MEMORY;
        return;
    }
    for (size_t i = 0; i < check->record_count; i++) {
        const struct record *record = check->sorted[i];
        if (i == 0 || strcmp(check->sorted[i - 1]->owner, record->owner) != 0) {
            check_names_of(check, record, is_reported);
        }
    }
    free(is_reported);
}
