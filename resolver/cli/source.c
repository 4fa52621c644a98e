/* Opening zone files (--zone FILE or --zone FILE:ORIGIN), or the way to DNS.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/source.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include <ddds/record.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "cli/well_known.h"

/* A record that could not be kept is worth a line; the rest is used. */
static void report(void *context, const char *detail)
{
    (void)context;
    complain("%s", detail);
}

__attribute__((format(printf, 4, 5))) static int
refuse(struct ddds_error *error, ddds_status status, int exit,
       const char *format, ...)
{
    va_list arguments;
    error->status = status;
    error->offset = DDDS_NO_OFFSET;
    va_start(arguments, format);
    vsnprintf(error->detail, sizeof error->detail, format, arguments);
    va_end(arguments);
    return exit;
}

static int refuse_memory(struct ddds_error *error)
{
    return refuse(error, DDDS_NO_MEMORY, EXIT_OWN_FAILURE, "out of memory");
}

char *source_path(const char *zone, const char **origin)
{
    const char *colon = strrchr(zone, ':');
    bool has_origin = colon != NULL && access(zone, F_OK) != 0;
    char *path = strdup(zone);
    *origin = has_origin ? colon + 1 : NULL;
    if (path != NULL && has_origin) {
        path[colon - zone] = '\0';
    }
    return path;
}

static int load_zone(ddds_database *database, const char *zone,
                     struct ddds_error *error)
{
    struct ddds_zone_options options = {.size = sizeof options,
                                        .complaint = report};
    if (*zone == '\0') {
        return refuse(error, DDDS_BAD_OPTION, EXIT_USAGE,
                      "--zone: the name of the file is empty");
    }
    char *path = source_path(zone, &options.origin);
    if (path == NULL) {
        return refuse_memory(error);
    }
    ddds_status status = ddds_memory_load(database, path, &options, error);
    free(path);
    /* A file that exceeds a limit counts as invalid. */
    return status == DDDS_LIMIT ? EXIT_BAD_DATA : exit_of_status(status);
}

/* ---- Origins that have no effect ----------------------------------------- */

static void keep_reply(void *context, uint32_t id,
                       const struct ddds_answer *answer)
{
    (void)id;
    *(enum ddds_reply *)context = answer->reply;
}

/* Is |origin| a name in the zones? The zone's own is, and so is one that
 * relative names were completed with. */
static bool is_there(ddds_database *database, const char *origin)
{
    char name[DDDS_NAME_SIZE];
    enum ddds_reply reply = DDDS_REPLY_NO_NAME;
    const struct ddds_question question = {
        .kind = DDDS_ASK_RECORDS, .name = name, .type = DDDS_TYPE_NAPTR};
    if (ddds_name_parse_idn(origin, name, NULL) == DDDS_OK) {
        database->methods->lookup(database, &question, 0, keep_reply, &reply);
    }
    return reply != DDDS_REPLY_NO_NAME && reply != DDDS_REPLY_OUTSIDE;
}

/* A file with an SOA record needs no origin: another one is a mistake. */
static void check_origins(ddds_database *database,
                          const struct options *options)
{
    for (size_t i = 0; i < options->zone_count; i++) {
        const char *origin;
        char *path = source_path(options->zones[i], &origin);
        if (path != NULL && origin != NULL && !is_there(database, origin)) {
            complain("--zone %s: origin \"%s\" ignored: the file's SOA record "
                     "names the zone",
                     path, origin);
        }
        free(path);
    }
}

/* ---- Opening ------------------------------------------------------------- */

/* Are all inputs answered without any rules, as UUIDs are? */
static bool needs_no_rules(const struct options *options)
{
    static const char local[] = "urn:uuid:";
    if (options->resolving.dns || options->roots != NULL ||
        options->input_file_count > 0) {
        return false;
    }
    for (size_t i = 0; i < options->input_count; i++) {
        if (strncasecmp(options->inputs[i], local, sizeof local - 1) != 0) {
            return false;
        }
    }
    return true;
}

static ddds_database *open_zones(const struct options *options, int *status,
                                 struct ddds_error *error)
{
    ddds_database *database = ddds_memory_new(NULL);
    if (database == NULL) {
        *status = refuse_memory(error);
        return NULL;
    }
    *status = EXIT_FOUND;
    for (size_t i = 0; i < options->zone_count; i++) {
        *status = load_zone(database, options->zones[i], error);
        if (*status != EXIT_FOUND) {
            ddds_database_free(database);
            return NULL;
        }
    }
    check_origins(database, options);
    return database;
}

static ddds_database *open_dns(const struct options *options, int *status,
                               struct ddds_error *error)
{
    struct ddds_dns_options dns = options->dns;
    dns.servers = options->servers;
    dns.server_count = options->server_count;
    ddds_database *database = ddds_dns_new(&dns, error);
    ddds_database *cached =
        database != NULL ? ddds_cached_new(database, NULL, error) : NULL;
    if (cached == NULL) {
        *status = exit_of_status(error->status);
        ddds_database_free(database);
    }
    return cached;
}

ddds_database *source_try(const struct options *options, int *status,
                          struct ddds_error *error)
{
    if (options->server_count > 0 && options->zone_count > 0) {
        *status = refuse(error, DDDS_BAD_OPTION, EXIT_USAGE,
                         "--zone and @%.100s: rules come from files or from "
                         "servers, not from both; leave one out",
                         options->servers[0]);
        return NULL;
    }
    bool is_offline = options->zone_count > 0 ||
                      (options->server_count == 0 && needs_no_rules(options));
    ddds_database *database = is_offline ? open_zones(options, status, error)
                                         : open_dns(options, status, error);
    if (database != NULL && options->has_well_known) {
        database = well_known_new(database, error);
        *status = database != NULL ? *status : EXIT_OWN_FAILURE;
    }
    return database;
}

ddds_database *source_open(const struct options *options, int *status)
{
    struct ddds_error error;
    ddds_database *database = source_try(options, status, &error);
    if (database == NULL) {
        complain("%s", error.detail);
    }
    return database;
}
