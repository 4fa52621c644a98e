/* 1xx: records that servers ignore, or that make them reject the zone, because
 * of a delegation or an alias of a whole domain (RFC 1034 section 4.2.1, RFC
 * 6672 sections 2.3 and 2.4, RFC 4592 section 4.2).
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/cursor.h"
#include "check/judge/name_guess.h"
#include "check/checks/groups.h"
#include "check/model/index.h"
#include "check/model/zone_lookup.h"
#include "check/report/report.h"
#include "base/types.h"
#include "base/domain.h"

/* The records of an owner in a file, and facts about the whole check. */
struct owner_records {
    struct ddds_check *check;
    struct checked_record *const *records; /* NAPTR records come first */
    size_t count;
    const struct checked_zone *zone;
    const char *owner;
    bool has_dnames; /* somewhere: otherwise names above need no search */
    bool has_cuts;   /* some name servers are below an apex */
};

/* ---- Records at a name ------------------------------------------------ */

/* Return the first record of |type| at |name| in |zone|; NULL if not found. */
static const struct checked_record *find_record(const struct ddds_check *check,
                                                const struct checked_zone *zone,
                                                const char *name, uint16_t type)
{
    size_t count;
    struct checked_record *const *records =
        ddds_index_records(check, name, &count);
    for (size_t i = 0; i < count; i++) {
        if (records[i]->from->zone == zone && records[i]->base.type == type) {
            return records[i];
        }
    }
    return NULL;
}

static bool is_apex(const struct checked_zone *zone, const char *name)
{
    return strcmp(name, zone->apex) == 0;
}

/* Return the record of |type| at the highest name above |name| and below the
 * apex (for a DNAME, including the apex); NULL if not found. */
static const struct checked_record *find_above(const struct ddds_check *check,
                                               const struct checked_zone *zone,
                                               const char *name, uint16_t type)
{
    const struct checked_record *found = NULL;
    while (!is_apex(zone, name)) {
        name = ddds_domain_parent(name);
        if (name == NULL || (is_apex(zone, name) && type == TYPE_NS)) {
            break;
        }
        const struct checked_record *record =
            find_record(check, zone, name, type);
        found = record != NULL ? record : found;
    }
    return found;
}

/* ---- Aliases of domains ----------------------------------------------- */

static bool check_below_dname(const struct owner_records *at)
{
    const struct checked_record *dname =
        find_above(at->check, at->zone, at->owner, TYPE_DNAME);
    if (dname != NULL) {
        ddds_report(at->check, ddds_place_record(at->records[0]),
                    CODE_BELOW_DNAME,
                    "%.100s has a DNAME record, which redirects all names "
                    "below it; move the records to its target",
                    dname->base.owner);
    }
    return dname != NULL;
}

/* Report a second DNAME record, or a DNAME at a delegation. */
static void check_beside_dname(const struct owner_records *at)
{
    const struct checked_record *first = NULL;
    const struct checked_record *second = NULL;
    bool is_delegated = false;
    for (size_t i = 0; i < at->count; i++) {
        const struct checked_record *record = at->records[i];
        is_delegated |=
            record->base.type == TYPE_NS && !is_apex(at->zone, at->owner);
        if (record->base.type == TYPE_DNAME) {
            second = second == NULL && first != NULL ? record : second;
            first = first == NULL ? record : first;
        }
    }
    if (second != NULL) {
        ddds_report(at->check, ddds_place_record(second), CODE_BESIDE_DNAME,
                    "%.100s has two DNAME records; keep one of them",
                    at->owner);
    } else if (first != NULL && is_delegated) {
        ddds_report(at->check, ddds_place_record(first), CODE_BESIDE_DNAME,
                    "%.100s is delegated by NS records and has a DNAME "
                    "record; remove one of the two",
                    at->owner);
    }
}

/* ---- Delegations ------------------------------------------------------ */

/* Return true if the parent zone keeps records of |type| at the name of a
 * delegation. */
static bool belongs_above(uint16_t type)
{
    return type == TYPE_NS || type == TYPE_DS || type == TYPE_A ||
           type == TYPE_AAAA || type == TYPE_NSEC || type == TYPE_RRSIG ||
           type == TYPE_DNAME; /* already reported */
}

/* Return true if records of |type| below a delegation may be glue. */
static bool belongs_below(uint16_t type)
{
    return type == TYPE_A || type == TYPE_AAAA || type == TYPE_RRSIG ||
           type == TYPE_NSEC;
}

/* Report records at or below a delegation, once per owner. */
static void check_delegated(const struct owner_records *at)
{
    const struct checked_record *cut =
        find_above(at->check, at->zone, at->owner, TYPE_NS);
    bool is_below = cut != NULL;
    if (cut == NULL && !is_apex(at->zone, at->owner)) {
        cut = find_record(at->check, at->zone, at->owner, TYPE_NS);
    }
    for (size_t i = 0; cut != NULL && i < at->count; i++) {
        const struct checked_record *record = at->records[i];
        if (is_below ? belongs_below(record->base.type)
                     : belongs_above(record->base.type)) {
            continue;
        }
        ddds_report(at->check, ddds_place_record(record), CODE_DELEGATED,
                    is_below ? "%.100s is delegated to other servers: put the "
                               "records below it into their zone"
                             : "%.100s is delegated to other servers: put its "
                               "records into their zone",
                    cut->base.owner);
        return;
    }
}

/* ---- Name servers ----------------------------------------------------- */

static void check_wildcard(const struct checked_record *record,
                           struct ddds_check *check)
{
    const char *owner = record->base.owner;
    if (owner[0] == '*' && (owner[1] == '.' || owner[1] == '\0')) {
        ddds_report(check, ddds_place_record(record), CODE_WILDCARD_NS,
                    "a wildcard cannot delegate %.100s; write an NS record for "
                    "each name",
                    owner);
    }
}

/* Return true if |name| in |zone| has an address, regardless of delegations
 * above it. */
static bool has_address(const struct ddds_check *check,
                        const struct checked_zone *zone, const char *name)
{
    return find_record(check, zone, name, TYPE_A) != NULL ||
           find_record(check, zone, name, TYPE_AAAA) != NULL;
}

/* Report the name server |server| of |record| if it has no address and needs
 * glue in this zone: it is in the zone, or below the name that it serves. */
static void check_server(struct ddds_check *check,
                         const struct checked_record *record,
                         const char *server)
{
    const struct checked_zone *zone = record->from->zone;
    struct zone_answer answer;
    char meant[LIMIT_NAME_SIZE];
    const struct checked_record *above =
        find_above(check, zone, server, TYPE_NS);
    const struct checked_record *cut =
        above != NULL ? above : find_record(check, zone, server, TYPE_NS);
    bool is_delegated = cut != NULL && !is_apex(zone, cut->base.owner);
    if (!ddds_domain_is_within(server, zone->apex) ||
        has_address(check, zone, server) ||
        (is_delegated && strcmp(cut->base.owner, record->base.owner) != 0)) {
        return;
    }
    if (is_delegated) {
        ddds_report(check, ddds_place_record(record), CODE_MISSING_GLUE,
                    "the name server %.100s is within %.100s, which it serves: "
                    "clients find it only by an address record (glue) in this "
                    "zone",
                    server, record->base.owner);
        return;
    }
    ddds_zone_lookup_find(check, server, TYPE_A, &answer);
    bool is_missing =
        answer.found == ZONE_NO_NAME || answer.found == ZONE_NO_DATA;
    if (answer.is_alias) {
        ddds_report(check, ddds_place_record(record), CODE_MISSING_GLUE,
                    "the name server %.100s is an alias of %.100s; write that "
                    "name",
                    server, answer.name);
    } else if (is_missing && ddds_name_guess_target(check, record, meant)) {
        ddds_report(check, ddds_place_record(record), CODE_MISSING_GLUE,
                    "the name server %.100s does not exist; %.100s probably "
                    "lacks its final dot",
                    server, meant);
    } else if (is_missing) {
        ddds_report(check, ddds_place_record(record), CODE_MISSING_GLUE,
                    "the name server %.100s is in this zone, but has no "
                    "address record",
                    server);
    }
}

static void check_name_server(struct ddds_check *check,
                              const struct checked_record *record)
{
    char server[LIMIT_NAME_SIZE];
    check_wildcard(record, check);
    if (ddds_checked_record_name(record, 0, server)) {
        check_server(check, record, server);
    }
}

/* ---- Group ------------------------------------------------------------ */

/* Return the records with the same owner and file as the sorted record
 * |begin|. */
static struct owner_records find_owner(struct ddds_check *check, size_t begin)
{
    const struct checked_record *first = check->sorted[begin];
    size_t end = begin + 1;
    while (end < check->record_count &&
           check->sorted[end]->from->zone == first->from->zone &&
           strcmp(check->sorted[end]->base.owner, first->base.owner) == 0) {
        end++;
    }
    return (struct owner_records){
        .check = check,
        .records = check->sorted + begin,
        .count = end - begin,
        .zone = first->from->zone,
        .owner = first->base.owner,
    };
}

static void check_owner(const struct owner_records *at)
{
    if (at->zone->apex == NULL ||
        !ddds_domain_is_within(at->owner, at->zone->apex)) {
        return;
    }
    check_beside_dname(at);
    if ((!at->has_dnames || !check_below_dname(at)) && at->has_cuts) {
        check_delegated(at);
    }
}

static bool has_type(const struct ddds_check *check, uint16_t type)
{
    size_t i = check_may_have(check, type) ? 0 : check->record_count;
    while (i < check->record_count && check->records[i]->base.type != type) {
        i++;
    }
    return i < check->record_count;
}

/* Return true if any zone has name servers below its apex. */
static bool has_cut(const struct ddds_check *check)
{
    for (size_t i = 0; i < check->record_count; i++) {
        const struct checked_record *record = check->records[i];
        if (record->base.type == TYPE_NS && record->from->zone->apex != NULL &&
            !is_apex(record->from->zone, record->base.owner)) {
            return true;
        }
    }
    return false;
}

/* Skip records that servers sent, which are parts of zones. */
static void check_delegations(struct ddds_check *check)
{
    bool has_servers = has_type(check, TYPE_NS);
    bool has_dnames = has_type(check, TYPE_DNAME);
    bool has_cuts = has_servers && has_cut(check);
    if (check->live != NULL || (!has_servers && !has_dnames)) {
        return;
    }
    for (size_t i = 0; i < check->record_count && (has_dnames || has_cuts);) {
        struct owner_records at = find_owner(check, i);
        at.has_dnames = has_dnames;
        at.has_cuts = has_cuts;
        check_owner(&at);
        i += at.count;
    }
    for (size_t i = 0; i < check->record_count; i++) {
        const struct checked_record *record = check->records[i];
        if (record->base.type == TYPE_NS && record->from->zone->apex != NULL) {
            check_name_server(check, record);
        }
    }
}

static check_all_fn *const all[] = {check_delegations, NULL};

const struct check_group ddds_delegations_group = {.all = all};
