/* 1xx: the records of a zone together: TTLs of an RRset, data beside a CNAME,
 * SOA records, owner names (RFC 1035 section 5.2, RFC 1034 section 3.6.2, RFC
 * 2181 section 5.2).
 *
 * SPDX-License-Identifier: MIT */
#include <assert.h>
#include <string.h>

#include "base/cursor.h"
#include "check/intake/corrections.h"
#include "check/checks/groups.h"
#include "check/model/index.h"
#include "check/report/report.h"
#include "base/types.h"
#include "base/domain.h"

static void check_mixed_ttl(struct ddds_check *check,
                            const struct checked_set *set)
{
    uint32_t least = set->records[0]->base.ttl;
    for (size_t i = 1; i < set->count; i++) {
        least = set->records[i]->base.ttl < least ? set->records[i]->base.ttl
                                                  : least;
    }
    for (size_t i = 0; i < set->count; i++) {
        const struct checked_record *record = set->records[i];
        struct draft draft;
        if (record->base.ttl == least) {
            continue;
        }
        struct finding *finding = ddds_report(
            check, ddds_place_record(record), CODE_MIXED_TTL,
            "the TTL is %lu, but another record of the RRset has %lu",
            (unsigned long)record->base.ttl, (unsigned long)least);
        if (finding != NULL) {
            ddds_corrections_begin(check, record, &draft);
            draft.has_ttl = true;
            draft.ttl = least;
            ddds_report_fix(check, finding, record, &draft);
        }
    }
}

/* Return true if both records are known to have the same data. */
static bool has_same_data(const struct checked_record *one,
                          const struct checked_record *other)
{
    return one->base.rdata != NULL && other->base.rdata != NULL &&
           one->base.rdata_length == other->base.rdata_length &&
           memcmp(one->base.rdata, other->base.rdata, one->base.rdata_length) ==
               0;
}

/* Report other data among the |count| records of an owner beside |cname|. */
static void check_beside_cname(struct ddds_check *check,
                               const struct checked_record *cname,
                               struct checked_record *const *records,
                               size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct checked_record *other = records[i];
        bool is_another_cname =
            other->base.type == TYPE_CNAME && !has_same_data(other, cname);
        if (other->from->zone == cname->from->zone &&
            (is_another_cname ||
             (other->base.type != TYPE_CNAME &&
              !ddds_type_may_join_cname(other->base.type)))) {
            ddds_report(check, ddds_place_record(cname), CODE_CNAME_AND_DATA,
                        "%.100s has a CNAME record, but also other records; "
                        "remove the CNAME record or the others",
                        cname->base.owner);
            return;
        }
    }
}

static void check_cnames(struct ddds_check *check)
{
    size_t end;
    if (!check_may_have(check, TYPE_CNAME)) {
        return;
    }
    for (size_t begin = 0; begin < check->record_count; begin = end) {
        end = ddds_index_owner_end(check, begin);
        for (size_t i = begin; i < end; i++) {
            if (check->sorted[i]->base.type == TYPE_CNAME &&
                check->sorted[i]->base.rdata != NULL) {
                check_beside_cname(check, check->sorted[i],
                                   check->sorted + begin, end - begin);
                break;
            }
        }
    }
}

/* Report |record|, a second SOA record of the file with the first SOA |soa|. If
 * it |is_last|, it ends the output of a zone transfer (RFC 5936 section
 * 2.2). */
static void report_soa(struct ddds_check *check,
                       const struct checked_record *soa,
                       const struct checked_record *record, bool is_last)
{
    if (strcmp(soa->base.owner, record->base.owner) != 0 ||
        !has_same_data(soa, record)) {
        ddds_report(check, ddds_place_record(record), CODE_SECOND_SOA,
                    "the file already has the SOA record of %.100s (line %lu); "
                    "a zone file holds one zone",
                    soa->base.owner, (unsigned long)soa->line);
    } else if (!is_last) {
        ddds_report(check, ddds_place_record(record), CODE_DUPLICATE,
                    "the file already has this SOA record (line %lu), and NSD "
                    "rejects such a file; remove one",
                    (unsigned long)soa->line);
    }
}

/* Report the mailbox of |soa| if it has the "@" of a mail address. */
static void check_mailbox(struct ddds_check *check,
                          const struct checked_record *soa)
{
    char server[LIMIT_NAME_SIZE];
    char mailbox[LIMIT_NAME_SIZE];
    if (soa->base.rdata == NULL) {
        return;
    }
    struct cursor cursor =
        ddds_cursor_over(soa->base.rdata, soa->base.rdata_length);
    if (ddds_domain_read(&cursor, server, NULL) == DDDS_OK &&
        ddds_domain_read(&cursor, mailbox, NULL) == DDDS_OK &&
        strchr(mailbox, '@') != NULL) {
        ddds_report(check, ddds_place_record(soa), CODE_MAILBOX,
                    "the mailbox has \"@\"; write a dot in its place, as in "
                    "hostmaster.example.com.");
    }
}

static void check_zones(struct ddds_check *check)
{
    const struct checked_zone *zone = NULL;
    const struct checked_record *soa = NULL;
    for (size_t i = 0; i < check->record_count; i++) {
        const struct checked_record *record = check->records[i];
        assert(record->from->zone != NULL);
        soa = record->from->zone == zone ? soa : NULL;
        zone = record->from->zone;
        if (record->base.type == TYPE_SOA && soa != NULL) {
            report_soa(check, soa, record,
                       i + 1 == check->record_count ||
                           check->records[i + 1]->from->zone != zone);
        } else if (record->base.type == TYPE_SOA && soa == NULL) {
            soa = record;
            check_mailbox(check, soa);
        } else if (record->from->zone->apex != NULL &&
                   !ddds_domain_is_within(record->base.owner,
                                          record->from->zone->apex)) {
            ddds_report(check, ddds_place_record(record), CODE_OUT_OF_ZONE,
                        "%.100s is outside the zone %.100s",
                        *record->base.owner != '\0' ? record->base.owner : ".",
                        record->from->zone->apex);
        }
    }
}

/* ---- Group ------------------------------------------------------------ */

static check_set_fn *const sets[] = {check_mixed_ttl, NULL};

static check_all_fn *const all[] = {check_cnames, check_zones, NULL};

const struct check_group ddds_zones_group = {.sets = sets, .all = all};
