/* 8xx: URI records (RFC 7553): their targets and owners. rule_graph.c checks
 * that targets of rules have such records.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include <ddds/uri.h>

#include "check/judge/enumservices.h"
#include "check/checks/groups.h"
#include "check/model/index.h"
#include "check/report/report.h"
#include "db/wire/rdata.h"
#include "base/domain.h"

/* Priority and weight, before the target (RFC 7553 section 4.5). */
enum { NUMBERS = 4 };

static bool is_uri_record(const struct checked_record *record)
{
    return record->base.type == TYPE_URI && record->base.rdata != NULL &&
           record->base.rdata_length >= NUMBERS;
}

static struct ddds_span target_of(const struct checked_record *record)
{
    return (struct ddds_span){(const char *)record->base.rdata + NUMBERS,
                              record->base.rdata_length - NUMBERS};
}

/* ---- A record ------------------------------------------------------- */

static void report_target(struct ddds_check *check,
                          const struct checked_record *record, const char *why)
{
    ddds_report(check, ddds_place_record(record), CODE_URI_TARGET,
                "the target is not a URI: %.200s", why);
}

/* Check |target|, of |record|, which ends with a NUL. */
static void check_uri(struct ddds_check *check,
                      const struct checked_record *record, const char *target)
{
    struct ddds_uri uri;
    struct ddds_error error;
    if (strchr(target, ':') == NULL) {
        report_target(check, record, "it has no scheme, such as \"https:\"");
    } else if (ddds_uri_parse(target, &uri, &error) != DDDS_OK) {
        report_target(check, record, error.detail);
    } else if (uri.userinfo.text != NULL) {
        ddds_report(check, ddds_place_record(record), CODE_URI_USERINFO,
                    "the target contains \"%.*s@\"; remove it",
                    (int)(uri.userinfo.length < 60 ? uri.userinfo.length : 60),
                    uri.userinfo.text);
    }
}

static void check_target(struct ddds_check *check,
                         const struct checked_record *record)
{
    const struct ddds_span target = target_of(record);
    if (target.length == 0) {
        report_target(check, record, "it is empty");
        return;
    }
    const char *uri =
        ddds_arena_copy(&check->scratch, target.text, target.length);
    if (memchr(target.text, '\0', target.length) != NULL) {
        report_target(check, record, "it contains a NUL octet");
    } else if (uri != NULL) {
        check_uri(check, record, uri);
    }
    ddds_arena_reset(&check->scratch);
}

/* A single label suffices for the type of an Enumservice without subtypes. */
static void check_owner(struct ddds_check *check,
                        const struct checked_record *record)
{
    const char *owner = record->base.owner;
    const char *second = ddds_domain_parent(owner);
    bool is_service = owner[0] == '_' && second != NULL;
    if (is_service && (second[0] == '_' ||
                       ddds_enumservice_find((struct ddds_span){
                           owner + 1, (size_t)(second - owner) - 2}) != NULL)) {
        return;
    }
    ddds_report(check, ddds_place_record(record), CODE_URI_OWNER,
                is_service ? "the owner %.100s has a service, but no protocol; "
                             "write _service._protocol"
                           : "the owner %.100s does not begin with "
                             "_service._protocol",
                owner);
}

/* ---- Records of a name ---------------------------------------------- */

static bool has_same_target(const struct checked_record *one,
                            const struct checked_record *other)
{
    struct ddds_span target = target_of(one);
    struct ddds_span another = target_of(other);
    return target.length == another.length &&
           memcmp(target.text, another.text, target.length) == 0;
}

/* Maximum of records of a name that are compared with each other. */
enum { COMPARED = 64 };

/* Report |records[place]| if an earlier record has the same target. */
static void check_duplicate(struct ddds_check *check,
                            struct checked_record *const *records, size_t place)
{
    const struct checked_record *record = records[place];
    for (size_t i = place > COMPARED ? place - COMPARED : 0; i < place; i++) {
        if (is_uri_record(records[i]) &&
            records[i]->from->zone == record->from->zone &&
            has_same_target(records[i], record)) {
            ddds_report(check, ddds_place_record(record), CODE_URI_DUPLICATE,
                        "another URI record of %.100s has the same target; "
                        "remove one of them",
                        record->base.owner);
            return;
        }
    }
}

static void check_uri_records(struct ddds_check *check)
{
    size_t end;
    size_t none = check_may_have(check, TYPE_URI) ? 0 : check->record_count;
    for (size_t first = none; first < check->record_count; first = end) {
        end = ddds_index_owner_end(check, first);
        for (size_t i = first; i < end; i++) {
            if (is_uri_record(check->sorted[i])) {
                check_target(check, check->sorted[i]);
                check_owner(check, check->sorted[i]);
                check_duplicate(check, check->sorted + first, i - first);
            }
        }
    }
}

static check_all_fn *const all[] = {
    check_uri_records,
    NULL,
};

const struct check_group ddds_uri_records_group = {.all = all};
