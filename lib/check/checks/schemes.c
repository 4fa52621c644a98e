/* 5xx: rules of uri.arpa that send all URIs of a scheme to the same place (RFC
 * 3405 section 3.1.2).
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "check/judge/expressions.h"
#include "check/judge/registry.h"
#include "check/judge/rule_view.h"
#include "check/checks/groups.h"
#include "check/report/report.h"
#include "base/domain.h"

/* Schemes whose URIs name the host that holds the resource. */
static const char *const schemes_with_hosts[] = {
    "acap",   "coap", "coaps", "dav",   "dns",  "ftp",   "gopher", "http",
    "https",  "imap", "irc",   "ircs",  "ldap", "ldaps", "mailto", "nfs",
    "nntp",   "pop",  "rtsp",  "rtsps", "sip",  "sips",  "sftp",   "ssh",
    "telnet", "tftp", "wais",  "ws",    "wss",  "xmpp",  NULL,
};

static void check_hijacking(struct ddds_check *check,
                            const struct checked_set *set)
{
    const char *domain = ddds_domain_parent(set->owner);
    struct ddds_span scheme = {set->owner, strcspn(set->owner, ".")};
    if (domain == NULL || strcmp(domain, "uri.arpa") != 0 ||
        !ddds_registry_has(schemes_with_hosts, scheme)) {
        return;
    }
    for (size_t i = 0; i < set->count; i++) {
        struct rule_view view;
        const struct checked_record *record = set->records[i];
        if (!ddds_rule_view_is_readable(record)) {
            continue;
        }
        ddds_rule_view_make(check, record, &view);
        const struct ddds_substitution *substitution =
            ddds_rule_view_substitution(check, view.expression);
        bool is_constant = substitution != NULL && substitution->is_constant &&
                           strchr(substitution->literal, '.') != NULL;
        if (*view.rule->replacement != '\0' || is_constant) {
            ddds_report(check, ddds_place_record(record), CODE_HIJACKED_SCHEME,
                        "the rule sends all \"%.*s\" URIs to one place, "
                        "whatever host they name",
                        (int)scheme.length, scheme.text);
        }
    }
}

static check_set_fn *const sets[] = {check_hijacking, NULL};

const struct check_group ddds_schemes_group = {.sets = sets};
