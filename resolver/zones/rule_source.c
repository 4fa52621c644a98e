/* SPDX-License-Identifier: MIT */
#include "zones/rule_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <ddds/record.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "zones/validation.h"
#include "zones/well_known.h"
#include "zones/zone_sources.h"

/* ---- Opening ------------------------------------------------------------- */

/* Return true if no input needs rules, because all are UUID URNs of the
 * application urn; others look them up. */
static bool needs_no_rules(const struct resolver_line *options)
{
    static const char local[] = "urn:uuid:";
    const struct request_options *request = &options->request;
    bool is_urn = request->application == NULL ||
                  request->application == ddds_application_urn();
    if (!is_urn || request->resolving.dns || request->roots != NULL ||
        options->batch.input_files.count > 0) {
        return false;
    }
    for (size_t i = 0; i < options->words.input_count; i++) {
        if (strncasecmp(options->words.inputs[i], local, sizeof local - 1) !=
            0) {
            return false;
        }
    }
    return options->words.input_count > 0;
}

/* Load |files| into a new database. */
static ddds_database *load_zones(const struct zone_files *files, int *status,
                                 struct ddds_error *error)
{
    ddds_database *database = ddds_memory_new(NULL);
    *status = zone_sources_load(database, files, error);
    if (*status != EXIT_FOUND) {
        ddds_database_free(database);
        return NULL;
    }
    return database;
}

static ddds_database *open_zones(const struct resolver_line *options,
                                 int *status, struct ddds_error *error)
{
    struct zone_files files = {
        .reading = options->source.reading,
        .broken = options->source.broken,
        .unreadable = options->source.unreadable,
        .unreadable_context = options->source.unreadable_context,
    };
    ddds_database *database = NULL;
    *status = zone_sources_list(&options->source, SOURCE_NOTES, &files, error);
    if (*status == EXIT_FOUND) {
        database = load_zones(&files, status, error);
    }
    zone_files_clear(&files);
    return database;
}

/* Return true if standard input is to be read for several words. */
static bool reads_input_twice(const struct resolver_line *options)
{
    unsigned words = 0;
    for (size_t i = 0; i < options->source.zones.count; i++) {
        words += strcmp(options->source.zones.items[i], "-") == 0 ||
                 strncmp(options->source.zones.items[i], "-:", 2) == 0;
    }
    for (size_t i = 0; i < options->words.input_count; i++) {
        words += strcmp(options->words.inputs[i], "-") == 0;
    }
    for (size_t i = 0; i < options->batch.input_files.count; i++) {
        words += strcmp(options->batch.input_files.items[i], "-") == 0;
    }
    return words > 1;
}

static ddds_database *open_dns(const struct resolver_line *options, int *status,
                               struct ddds_error *error)
{
    struct validation validation;
    bool is_validated = source_is_validated(&options->source);
    struct ddds_dns_options dns = options->source.dns;
    dns.servers = options->source.servers.items;
    dns.server_count = options->source.servers.count;
    ddds_database *database =
        is_validated ? validation_open(&options->source, &validation, error)
                     : ddds_dns_database(ddds_dns_new(&dns, error));
    ddds_database *cached =
        database != NULL ? ddds_cached_new(database, NULL, error) : NULL;
    if (cached == NULL) {
        bool is_missing = is_validated && validation.late.make == NULL;
        *status = is_missing ? EXIT_OWN_FAILURE : exit_of_status(error->status);
        ddds_database_free(database);
    }
    return cached;
}

static bool has_zone_files(const struct resolver_line *options)
{
    return options->source.zones.count > 0 ||
           options->source.configurations.count > 0;
}

/* Return true if no servers are queried. */
static bool is_offline(const struct resolver_line *options)
{
    return has_zone_files(options) ||
           (options->source.servers.count == 0 && needs_no_rules(options));
}

ddds_database *source_try(const struct resolver_line *options, int *status,
                          struct ddds_error *error)
{
    bool has_files = has_zone_files(options);
    if (options->source.servers.count > 0 && has_files) {
        *status = EXIT_USAGE;
        ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                       "%s and @%.100s: rules come from files or from servers, "
                       "not from both; leave one out",
                       options->source.zones.count > 0 ? "--zone" : "--from",
                       options->source.servers.items[0]);
        return NULL;
    }
    if (reads_input_twice(options)) {
        *status = EXIT_USAGE;
        ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                       "\"-\": standard input can be read only once; put the "
                       "others into files");
        return NULL;
    }
    ddds_database *database = is_offline(options)
                                  ? open_zones(options, status, error)
                                  : open_dns(options, status, error);
    if (database != NULL && options->source.has_well_known) {
        database = well_known_new(database);
    }
    return database;
}

ddds_database *source_open(const struct resolver_line *options, int *status)
{
    struct ddds_error error;
    ddds_database *database = source_try(options, status, &error);
    if (database == NULL) {
        complain("%s", error.detail);
    }
    return database;
}
