/* 5xx: TTLs of rules and of negative answers (RFC 3405 section 4, RFC 2308
 * section 5).
 *
 * SPDX-License-Identifier: MIT */
#include "check/model/index.h"
#include "check/judge/application.h"
#include "check/checks/groups.h"
#include "check/report/finding.h"
#include "check/report/report.h"
#include "db/wire/rdata.h"
#include "base/domain.h"

#include <string.h>

enum {
    MINUTE = 60,
    DAY = 24 * 3600,
    WEEK = 7 * DAY,
    NEGATIVE_MAX = 3 * 3600, /* RFC 2308 section 5 */
};

/* Return why |ttl|, the TTL of the rules at |owner|, is unusual, or NULL. If it
 * may be the rest of a cached TTL, a short value proves nothing. */
static const char *judge_ttl(const char *owner, uint32_t ttl, bool may_be_left)
{
    /* RFC 3405 section 4: extremely long. */
    bool is_long_lived = ddds_application_is_registry(owner);
    if (is_long_lived && ttl < DAY && !may_be_left) {
        return "short: for rules in urn.arpa and uri.arpa RFC 3405 expects "
               "days";
    }
    if (ttl < MINUTE && !may_be_left) {
        return "short: clients repeat almost every query";
    }
    return !is_long_lived && ttl > WEEK
               ? "long: resolvers keep a mistake for that time"
               : NULL;
}

/* Return the record of |set| with the minimum TTL, which is that of the RRset
 * (RFC 2181 section 5.2). */
static const struct checked_record *find_least(const struct checked_set *set)
{
    const struct checked_record *least = set->records[0];
    for (size_t i = 1; i < set->count; i++) {
        least = set->records[i]->base.ttl < least->base.ttl ? set->records[i]
                                                            : least;
    }
    return least;
}

static const char *judge_set(const struct checked_set *set)
{
    const struct checked_record *record = find_least(set);
    return record->has_ttl ? judge_ttl(set->owner, record->base.ttl,
                                       set->zone->server != NULL)
                           : NULL;
}

/* A $TTL usually sets the TTLs of a zone: finding.c counts consecutive RRsets
 * with the same TTL. */
static void check_ttl(struct ddds_check *check, const struct checked_set *set)
{
    const struct checked_record *record = find_least(set);
    const char *advice = judge_set(set);
    if (advice != NULL) {
        ddds_report(check, ddds_place_record(record), CODE_ODD_TTL,
                    "a TTL of %lu s is %s", (unsigned long)record->base.ttl,
                    advice);
    }
}

static void check_negative_ttl(struct ddds_check *check,
                               const struct checked_zone *zone)
{
    size_t count;
    if (zone->apex == NULL) {
        return;
    }
    struct checked_record *const *records =
        ddds_index_records(check, zone->apex, &count);
    size_t i = 0;
    while (i < count &&
           (records[i]->base.type != TYPE_SOA ||
            records[i]->from->zone != zone || records[i]->base.rdata == NULL)) {
        i++;
    }
    if (i == count) {
        return;
    }
    const struct checked_record *soa = records[i];
    uint32_t minimum = 0;
    ddds_type_read_minimum(soa->base.rdata, soa->base.rdata_length, &minimum);
    uint32_t ttl =
        soa->has_ttl && soa->base.ttl < minimum ? soa->base.ttl : minimum;
    if (ttl > NEGATIVE_MAX) {
        ddds_report(check, ddds_place_record(soa), CODE_LONG_NEGATIVE_TTL,
                    "resolvers cache negative answers for %lu s; set the SOA "
                    "minimum to 10800 or less",
                    (unsigned long)ttl);
    }
}

/* ---- Group ------------------------------------------------------------ */

static check_set_fn *const sets[] = {check_ttl, NULL};

static check_zone_fn *const zones[] = {check_negative_ttl, NULL};

const struct check_group ddds_times_group = {.sets = sets, .zones = zones};
