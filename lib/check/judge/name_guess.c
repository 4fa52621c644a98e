/* Names that lack their final dot: "www.example.com" in example.com means
 * www.example.com.example.com (RFC 1035 section 5.1).
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/name_guess.h"

#include <string.h>

#include "check/judge/registry.h"
#include "check/model/index.h"
#include "base/domain.h"

static const char *last_label(const char *name)
{
    for (const char *parent = ddds_domain_parent(name);
         parent != NULL && *parent != '\0'; parent = ddds_domain_parent(name)) {
        name = parent;
    }
    return name;
}

/* Return true if |name|, without a final dot, ends like a name in the zone
 * |apex|, and so was meant to be absolute. */
static bool looks_complete(const char *name, const char *apex)
{
    const char *last = last_label(name);
    return *apex != '\0' &&
           (ddds_domain_is_within(name, apex) ||
            (last != name && strcmp(last, last_label(apex)) == 0));
}

bool ddds_name_guess_is_doubled(const struct checked_record *record,
                                char meant[LIMIT_NAME_SIZE])
{
    const struct word word = ddds_word_of(record, NAPTR_REPLACEMENT);
    const char *apex = record->from->zone->apex != NULL
                           ? record->from->zone->apex
                           : record->from->origin;
    return ddds_word_is_relative(word) && record->naptr->has_replacement &&
           apex != NULL && record->from->origin != NULL &&
           *record->from->origin != '\0' &&
           !(word.length == 1 && *word.text == '@') &&
           ddds_domain_parse(word.text, word.length, meant, NULL) == DDDS_OK &&
           looks_complete(meant, apex);
}

bool ddds_name_guess_lacks_dot(const struct ddds_check *check,
                               const struct checked_record *record,
                               char meant[LIMIT_NAME_SIZE])
{
    size_t count = 0;
    if (!ddds_name_guess_is_doubled(record, meant)) {
        return false;
    }
    ddds_index_seen(check, record->naptr->rule.replacement, &count);
    return count == 0;
}

/* Return true if |label| is a common top-level domain that is unlikely as a
 * host name: those of RFC 1591 section 2, and popular later domains. */
static bool is_top_level(const char *label)
{
    static const char *const labels[] = {
        "arpa", "com", "edu", "gov", "info", "int",
        "mil",  "net", "org", "biz", NULL,
    };
    return ddds_registry_has(labels, (struct ddds_span){label, strlen(label)});
}

/* Return true if |name| ends in a given zone, in a common top-level domain, or
 * in that of the zone's first name server. */
static bool ends_like_others(const struct ddds_check *check,
                             const struct checked_record *record,
                             const char *name)
{
    const char *server = record->from->zone->first_server;
    const struct checked_zone *zone = ddds_index_zone(check, name);
    const char *last = last_label(name);
    bool is_in_zone = zone != NULL && strchr(zone->apex, '.') != NULL;
    bool is_like_server =
        server != NULL && strcmp(last_label(server), last) == 0;
    return is_in_zone ||
           (last != name && (is_top_level(last) || is_like_server));
}

bool ddds_name_guess_seems_complete(const struct ddds_check *check,
                                    const struct checked_record *record,
                                    char meant[LIMIT_NAME_SIZE])
{
    const struct word word = ddds_word_of(record, NAPTR_REPLACEMENT);
    return ddds_word_is_relative(word) && record->naptr->has_replacement &&
           record->from->origin != NULL && *record->from->origin != '\0' &&
           !ddds_name_guess_is_doubled(record, meant) &&
           ddds_domain_parse(word.text, word.length, meant, NULL) == DDDS_OK &&
           ends_like_others(check, record, meant);
}

bool ddds_name_guess_target(const struct ddds_check *check,
                            const struct checked_record *record,
                            char meant[LIMIT_NAME_SIZE])
{
    size_t length;
    const char *word = ddds_checked_record_last_word(record, &length);
    const char *apex = record->from->zone->apex;
    return length > 1 && word[length - 1] != '.' && apex != NULL &&
           record->from->origin != NULL && *record->from->origin != '\0' &&
           ddds_domain_parse(word, length, meant, NULL) == DDDS_OK &&
           (looks_complete(meant, apex) ||
            ends_like_others(check, record, meant));
}
