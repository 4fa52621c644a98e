/* Load zone files into memory: each file is a zone, loaded completely or not at
 * all.
 *
 * 1. The file is read up to its SOA, whose owner is the apex. Without an SOA it
 *    is read to its end. Then the apex is the origin (db/text/origin.c), the
 *    first $ORIGIN, or, since all names are absolute then, the deepest common
 *    ancestor of the owners. So the output of ddds query is a zone.
 * 2. The file is read again, and each record is added to the zone. After an
 *    error the zone is freed.
 *
 * If the SOA comes first, as usual, the first pass costs almost nothing; and
 * with a known apex, records need not be held back.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include <ddds/database.h>

#include "base/error.h"
#include "base/limits.h"
#include "base/sized.h"
#include "db/memory/memory.h"
#include "db/wire/rdata.h"
#include "db/text/zonefile.h"
#include "base/domain.h"

/* Two names and five 32-bit numbers (RFC 1035 section 3.3.13). */
enum { SOA_SIZE_MAX = 2 * LIMIT_NAME_WIRE + 20 };

struct load {
    struct memory *memory;
    struct zonefile *file;
    const char *name; /* file name */
    const struct ddds_zone_options *options;
    struct ddds_error *error;

    char origin[LIMIT_NAME_SIZE];
    bool has_origin;
    char apex[LIMIT_NAME_SIZE];
    bool has_soa;
    const char *common; /* common ancestor of all owners, in |owner|; NULL: none
                           yet */
    char owner[LIMIT_NAME_SIZE];
    size_t soa_length; /* of the first SOA; 0: none yet */
    unsigned char soa[SOA_SIZE_MAX];
    struct store_zone *zone;
    size_t memory_max;  /* octets that the zone may take */
    ddds_status status; /* result of take_record */
};

/* ---- The apex ----------------------------------------------------------- */

/* Update the common ancestor of all owners with |owner|. */
static void join_owner(struct load *load, const char *owner)
{
    if (load->common == NULL) {
        ddds_domain_copy(load->owner, owner);
        load->common = load->owner;
    }
    while (!ddds_domain_is_within(owner, load->common)) {
        load->common = ddds_domain_parent(load->common);
    }
}

/* Return the part of |name| after its last label "*": a wildcard matches names
 * of a zone, but is not its apex (RFC 4592 section 2.1.1). */
static const char *skip_wildcards(const char *name)
{
    const char *rest = name;
    for (const char *at = name; at != NULL; at = ddds_domain_parent(at)) {
        if (at[0] == '*' && (at[1] == '.' || at[1] == '\0')) {
            rest = ddds_domain_parent(at);
        }
    }
    return rest;
}

static bool find_soa(void *context, const struct zonefile_record *record)
{
    struct load *load = context;
    if (record->base.type != TYPE_SOA) {
        join_owner(load, record->base.owner);
        return true;
    }
    load->has_soa = true;
    memcpy(load->apex, record->base.owner, strlen(record->base.owner) + 1);
    return false;
}

static ddds_status read_origin(struct load *load)
{
    enum zonefile_origin found;
    ddds_status status =
        ddds_zonefile_find_origin(load->file, load->name, load->options,
                                  load->origin, &found, load->error);
    load->has_origin = found != ZONEFILE_ORIGIN_UNKNOWN;
    return status;
}

/* Syntax errors are reported in the second pass. */
static bool skip_problem(void *context, const struct zonefile_problem *problem)
{
    (void)context;
    (void)problem;
    return true;
}

static bool report_problem(void *context,
                           const struct zonefile_problem *problem)
{
    const struct load *load = context;
    struct ddds_error error;
    ddds_error_set(&error, DDDS_SYNTAX, DDDS_NO_OFFSET, "%s:%lu:%lu: %s",
                   problem->file, (unsigned long)problem->refusal->line,
                   (unsigned long)problem->refusal->column,
                   problem->refusal->what);
    error.setting = problem->refusal->setting;
    const struct ddds_memory_reports *reports = &load->memory->reports;
    reports->unreadable(reports->context,
                        problem->record != NULL ? &problem->record->base : NULL,
                        &error);
    return true;
}

/* Read the file up to the first syntax error, or completely if the caller asks
 * for all errors. */
static ddds_status read_file(struct load *load, ddds_zonefile_fn *record,
                             ddds_zonefile_problem_fn *problem)
{
    const char *origin = load->has_origin ? load->origin : NULL;
    if (load->memory->reports.unreadable == NULL) {
        return ddds_zonefile_read(load->file, origin, record, load,
                                  load->error);
    }
    ddds_status status = ddds_zonefile_survey(load->file, origin, record,
                                              problem, load, load->error);
    return status == DDDS_OK ? ddds_zonefile_unread(load->file, load->error)
                             : status;
}

/* Report that the option |setting| would help. */
static void advise(const struct load *load, enum ddds_setting setting)
{
    if (load->error != NULL) {
        load->error->setting = setting;
    }
}

static ddds_status find_apex(struct load *load)
{
    ddds_status status = read_file(load, find_soa, skip_problem);
    if (status != DDDS_OK || load->has_soa) {
        return status;
    }
    const char *apex = load->has_origin
                           ? load->origin
                           : ddds_zonefile_first_origin(load->file);
    if (apex == NULL && load->common != NULL) {
        apex = skip_wildcards(load->common);
    }
    if (apex == NULL && load->memory->reports.unreadable != NULL) {
        /* Without a readable record, the first error is the reason. */
        status =
            ddds_zonefile_read(load->file, NULL, find_soa, load, load->error);
        if (status != DDDS_OK) {
            return status;
        }
    }
    if (apex == NULL) {
        ddds_error_set(load->error, DDDS_SYNTAX, DDDS_NO_OFFSET,
                       "%s: the zone has no name: no SOA, no $ORIGIN and no "
                       "records; begin the file with $ORIGIN",
                       load->name);
        advise(load, DDDS_SETTING_ORIGIN);
        return DDDS_SYNTAX;
    }
    memcpy(load->apex, apex, strlen(apex) + 1);
    return DDDS_OK;
}

/* ---- Records ------------------------------------------------------------ */

static void complain(const struct load *load,
                     const struct zonefile_record *record, const char *what)
{
    struct ddds_error complaint;
    const struct ddds_memory_reports *reports = &load->memory->reports;
    if (reports->complaint == NULL) {
        return;
    }
    ddds_error_set(&complaint, DDDS_SYNTAX, DDDS_NO_OFFSET,
                   "%s:%lu:%lu: zone \"%s\": \"%s\": %s", record->file,
                   (unsigned long)record->line, (unsigned long)record->column,
                   load->apex, record->base.owner, what);
    reports->complaint(reports->context, complaint.detail);
}

/* A zone has a single SOA (RFC 1035 section 5.2). */
static ddds_status check_soa(struct load *load,
                             const struct zonefile_record *record)
{
    bool first = load->soa_length == 0;
    if (first) {
        load->soa_length = record->base.rdata_length;
        memcpy(load->soa, record->base.rdata, record->base.rdata_length);
    }
    if (strcmp(record->base.owner, load->apex) == 0 &&
        record->base.rdata_length == load->soa_length &&
        memcmp(record->base.rdata, load->soa, load->soa_length) == 0) {
        return DDDS_OK;
    }
    return ddds_error_set(load->error, DDDS_SYNTAX, DDDS_NO_OFFSET,
                          "%s:%lu:%lu: second SOA, of \"%s\"; a file holds "
                          "one zone, and a zone has one SOA",
                          record->file, (unsigned long)record->line,
                          (unsigned long)record->column, record->base.owner);
}

/* Return the octets that the zone may occupy, for the text read so far. */
static size_t find_memory_max(const struct load *load)
{
    size_t generated = load->options->max_generated < LIMIT_GENERATED_MAX
                           ? load->options->max_generated
                           : LIMIT_GENERATED_MAX;
    size_t more = generated > LIMIT_GENERATED ? generated - LIMIT_GENERATED : 0;
    return LIMIT_ZONE_MEMORY +
           LIMIT_ZONE_MEMORY_OF_TEXT * ddds_zonefile_octets(load->file) +
           LIMIT_ZONE_MEMORY_GENERATED * more;
}

/* Recompute the limit, which has been exceeded; fail if it still is. */
static ddds_status check_memory(struct load *load,
                                const struct zonefile_record *record)
{
    load->memory_max = find_memory_max(load);
    if (load->zone->octets <= load->memory_max) {
        return DDDS_OK;
    }
    ddds_error_set(
        load->error, DDDS_LIMIT, DDDS_NO_OFFSET,
        "%s:%lu:%lu: the names of the zone take more than %zu octets of "
        "memory; shorten its names, or divide it",
        record->file, (unsigned long)record->line,
        (unsigned long)record->column, load->memory_max);
    advise(load, DDDS_SETTING_MAX_GENERATED);
    return DDDS_LIMIT;
}

static bool take_record(void *context, const struct zonefile_record *record)
{
    struct load *load = context;
    const char *complaint = NULL;
    if (record->base.type == TYPE_SOA) {
        load->status = check_soa(load, record);
    }
    if (load->status == DDDS_OK && load->zone->octets > load->memory_max) {
        load->status = check_memory(load, record);
    }
    if (load->status == DDDS_OK) {
        load->memory->file = record->file;
        load->memory->line = (uint32_t)record->line;
        load->status = ddds_memory_insert(
            load->memory, load->zone, &record->base, &complaint, load->error);
    }
    if (complaint != NULL) {
        complain(load, record, complaint);
    }
    return load->status == DDDS_OK;
}

static ddds_status take_records(struct load *load)
{
    ddds_status status = ddds_memory_new_zone(
        load->memory, load->apex, load->name, &load->zone, load->error);
    if (status != DDDS_OK) {
        return status;
    }
    load->memory->is_loading = true;
    load->memory_max = find_memory_max(load);
    status = read_file(load, take_record, report_problem);
    load->memory->is_loading = false;
    ddds_duplicates_clear(&load->memory->duplicates);
    status = status == DDDS_OK ? load->status : status;
    if (status != DDDS_OK) {
        ddds_memory_drop_zone(load->memory, load->zone);
    }
    return status;
}

/* Load |text|, or, if |text| is NULL, the file |name|. */
static ddds_status load_zone(ddds_database *memory, const char *name,
                             const struct ddds_span *text,
                             const struct ddds_zone_options *options,
                             struct ddds_error *error)
{
    struct ddds_zone_options own;
    struct load load = {
        .memory = (struct memory *)memory,
        .name = name,
        .options = &own,
        .error = error,
        .status = DDDS_OK,
    };
    ddds_status status = ddds_sized_copy(options, &own, sizeof own,
                                         "DDDS_ZONE_OPTIONS_INIT", error);
    if (status == DDDS_OK) {
        status = text == NULL
                     ? ddds_zonefile_open(name, &load.file, error)
                     : ddds_zonefile_over(name, text->text, text->length, false,
                                          &load.file, error);
    }
    if (status == DDDS_OK) {
        status = read_origin(&load);
    }
    if (status == DDDS_OK) {
        status = find_apex(&load);
    }
    if (status == DDDS_OK) {
        status = take_records(&load);
    }
    ddds_zonefile_free(load.file);
    return status;
}

ddds_status ddds_memory_report(ddds_database *memory,
                               const struct ddds_memory_reports *reports,
                               struct ddds_error *error)
{
    struct memory *store = (struct memory *)memory;
    return ddds_sized_copy(reports, &store->reports, sizeof store->reports,
                           "DDDS_MEMORY_REPORTS_INIT", error);
}

ddds_status ddds_memory_load(ddds_database *memory, const char *path,
                             const struct ddds_zone_options *options,
                             struct ddds_error *error)
{
    return load_zone(memory, path, NULL, options, error);
}

ddds_status ddds_memory_load_text(ddds_database *memory, const char *name,
                                  const char *text, size_t length,
                                  const struct ddds_zone_options *options,
                                  struct ddds_error *error)
{
    const struct ddds_span whole = {text, length};
    return load_zone(memory, name, &whole, options, error);
}
