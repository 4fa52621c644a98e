/* 1xx, 5xx: names that hide the rules of a wildcard, and wildcards within names
 * (RFC 4592).
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/text.h"
#include "check/model/index.h"
#include "check/checks/groups.h"
#include "check/report/report.h"
#include "base/types.h"
#include "base/domain.h"

/* Return the rules at |name|, unless a deeper zone hides them; or NULL. */
static const struct checked_set *find_rules(const struct ddds_check *check,
                                            const char *name)
{
    const struct checked_set *set = ddds_index_set(check, name);
    return set != NULL && !set->records[0]->is_hidden ? set : NULL;
}

/* Return the rules of the wildcard directly below |parent|, or NULL. */
static const struct checked_set *find_wildcard(const struct ddds_check *check,
                                               const char *parent)
{
    char name[LIMIT_NAME_SIZE];
    struct text text;
    ddds_text_init(&text, name, sizeof name);
    ddds_text_string(&text, *parent != '\0' ? "*." : "*");
    ddds_text_string(&text, parent);
    return text.failed ? NULL : find_rules(check, name);
}

/* At real names, a CNAME, DNAME or NS record is among the first records. */
enum { LOOKED_AT = 32 };

/* Return true if |name| is an alias or belongs to another zone. */
static bool leads_elsewhere(const struct ddds_check *check, const char *name)
{
    size_t count;
    struct checked_record *const *records =
        ddds_index_records(check, name, &count);
    for (size_t i = 0; i < count && i < LOOKED_AT; i++) {
        if (records[i]->base.type == TYPE_CNAME ||
            records[i]->base.type == TYPE_NS ||
            records[i]->base.type == TYPE_DNAME) {
            return true;
        }
    }
    return false;
}

/* Return true if |name|, which exists, hides a wildcard: neither it nor a
 * wildcard below it has rules. Clients do not look up rules at names of SRV
 * records or of wildcards. */
static bool hides_wildcard(const struct ddds_check *check, const char *name)
{
    return name[0] != '_' && name[0] != '*' &&
           find_rules(check, name) == NULL &&
           find_wildcard(check, name) == NULL && !leads_elsewhere(check, name);
}

/* Report only the first name that hides a wildcard. */
static void check_shadow(struct ddds_check *check, const char *name,
                         const struct checked_set *wildcard, bool *is_reported)
{
    if (!is_reported[wildcard - check->sets] && hides_wildcard(check, name)) {
        is_reported[wildcard - check->sets] = true;
        ddds_report(check, ddds_place_record(wildcard->records[0]),
                    CODE_SHADOWED_WILDCARD,
                    "%.100s hides the wildcard, because it or a name below it "
                    "exists; give it its own rules",
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

/* Check each name that exists because of |record|, up to the zone apex; of a
 * hidden one, from the apex that hides it. Keep the digits that its wildcard does
 * not match. */
static void check_names_of(struct ddds_check *check,
                           const struct checked_record *record,
                           bool *is_reported)
{
    const char *apex = record->from->zone->apex;
    const char *name = record->is_hidden
                           ? ddds_index_zone(check, record->base.owner)->apex
                           : record->base.owner;
    const char *parent = ddds_domain_parent(name);
    while (parent != NULL && (apex == NULL || strcmp(name, apex) != 0)) {
        const struct checked_set *wildcard = find_wildcard(check, parent);
        if (wildcard != NULL && ascii_is_digit((unsigned char)name[0]) &&
            parent == name + 2) {
            check->sets[wildcard - check->sets].hidden |= 1U << (name[0] - '0');
        }
        if (wildcard != NULL) {
            check_shadow(check, name, wildcard, is_reported);
        }
        name = parent;
        parent = ddds_domain_parent(name);
    }
}

static void check_wildcards(struct ddds_check *check)
{
    if (!has_wildcards(check)) {
        return;
    }
    bool *is_reported = ddds_arena_array(&check->scratch, check->set_count,
                                         sizeof *is_reported);
    for (size_t i = 0; is_reported != NULL && i < check->record_count; i++) {
        const struct checked_record *record = check->sorted[i];
        const struct checked_record *before =
            i > 0 ? check->sorted[i - 1] : NULL;
        if (before == NULL || before->from->zone != record->from->zone ||
            strcmp(before->base.owner, record->base.owner) != 0) {
            check_names_of(check, record, is_reported);
        }
    }
    ddds_arena_reset(&check->scratch);
}

/* ---- Wildcards within names ------------------------------------------- */

/* Return the shortest name above |owner| that starts with the label "*", or
 * NULL. */
static const char *find_inner(const char *owner)
{
    const char *found = NULL;
    const char *name = strstr(owner, ".*") != NULL ? owner : NULL;
    while (name != NULL && (name = ddds_domain_parent(name)) != NULL) {
        found = is_wildcard(name) ? name : found;
    }
    return found;
}

/* Check each owner at its first record. */
static void check_inner(struct ddds_check *check)
{
    size_t count;
    for (size_t i = 0; i < check->record_count;
         i = ddds_index_owner_end(check, i)) {
        const struct checked_record *record = check->sorted[i];
        const char *inner = find_inner(record->base.owner);
        if (inner != NULL) {
            ddds_index_records(check, inner, &count);
            ddds_report(check, ddds_place_record(record), CODE_INNER_WILDCARD,
                        count > 0
                            ? "only a first label \"*\" is a wildcard; %.100s "
                              "matches names of any number of labels"
                            : "only a first label \"*\" is a wildcard; because "
                              "of this name %.100s exists without records, and "
                              "names that it matches get no data",
                        inner);
        }
    }
}

static check_all_fn *const all[] = {check_wildcards, check_inner, NULL};

const struct check_group ddds_wildcards_group = {.all = all};
