/* The zone files of BIND, from its configuration.
 *
 * SPDX-License-Identifier: MIT */
#include "zones/named_conf.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "zones/named.h"
#include "zones/zone_look.h"

/* ---- The configuration -------------------------------------------------- */

static const char *skip_comments(const char *at)
{
    for (;;) {
        at += strspn(at, " \t\r\n");
        if (*at == '#' || (at[0] == '/' && at[1] == '/')) {
            at += strcspn(at, "\n");
        } else if (at[0] == '/' && at[1] == '*') {
            const char *end = strstr(at, "*/");
            at = end != NULL ? end + 2 : at + strlen(at);
        } else {
            return at;
        }
    }
}

/* NSD and Knot DNS have a colon after each word that begins a section. */
static bool is_of_another_server(const char *text)
{
    const char *first = skip_comments(text);
    size_t length = strcspn(first, " \t\r\n{;\"");
    return length > 0 && first[length - 1] == ':';
}

static bool read_config(struct config *config)
{
    if (is_of_another_server(config->source->text)) {
        return config_fail(config,
                           "configurations of NSD and Knot DNS are not "
                           "supported; give the folder of the zone files "
                           "instead, as in --zone zones/ or ddds lint zones/");
    }
    return named_read(config);
}

ddds_status servers_read_text(const char *path, const char *text, size_t length,
                              struct server_zones *zones,
                              struct ddds_error *error)
{
    struct config config = {.is_alone = true, .zones = zones, .error = error};
    config_begin_text(&config, path, text, length);
    bool went_well = read_config(&config);
    config_end(&config);
    return went_well ? DDDS_OK : config.status;
}

/* ---- Zones to files ----------------------------------------------------- */

/* What is reported of all zones together: how many, and the first. */
struct remark {
    size_t count;
    char first[400];
};

struct finding_files {
    struct config *config;
    struct zone_files *files;
    struct remark missing;
    struct remark binary;
    struct remark moved;
};

__attribute__((format(printf, 2, 3))) static void
remark(struct remark *remark, const char *format, ...)
{
    va_list arguments;
    if (remark->count++ == 0) {
        va_start(arguments, format);
        vsnprintf(remark->first, sizeof remark->first, format, arguments);
        va_end(arguments);
    }
}

/* Is the file |path| no text? */
static bool is_binary(const char *path)
{
    char text[4096];
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t length = -1;
    if (descriptor >= 0) {
        length = read(descriptor, text, sizeof text);
        close(descriptor);
    }
    return length > 0 && zone_look(text, (size_t)length) == ZONE_LOOK_BINARY;
}

/* The folder that the file of |zone| is in; NULL: that of the configuration. */
static const char *folder_of(const struct finding_files *finding,
                             const struct server_zone *zone)
{
    return zone->file[0] == '/' ? NULL : finding->config->zones->folder;
}

static void take_file(struct zone_files *files, const char *path,
                      const char *origin)
{
    zone_files_add(files, path, origin);
    files->items[files->count - 1].is_configured = true;
}

static void take_zone(struct finding_files *finding,
                      const struct server_zone *zone)
{
    bool is_moved;
    char *path = config_locate(finding->config, folder_of(finding, zone),
                               zone->file, &is_moved);
    if (zone->is_copy && access(path, F_OK) != 0) {
        remark(&finding->missing, "%.100s (%.200s)", zone->name, path);
    } else if (zone->is_copy && is_binary(path)) {
        remark(&finding->binary, "%.100s (%.200s)", zone->name, path);
    } else {
        take_file(finding->files, path, zone->name);
        if (is_moved) {
            const char *folder = folder_of(finding, zone);
            remark(&finding->moved, "%.120s for %.120s%s%.120s", path,
                   folder != NULL ? folder : "", folder != NULL ? "/" : "",
                   zone->file);
        }
    }
    free(path);
}

static void note(struct config *config, const char *path,
                 const struct remark *remark, const char *what)
{
    char line[640];
    if (remark->count > 0) {
        snprintf(line, sizeof line, "%.100s: %zu %s%s%s %s", path,
                 remark->count, remark->count == 1 ? "zone " : "zones ", what,
                 remark->count == 1 ? ":" : ", such as", remark->first);
        config->note(config->context, line);
    }
}

/* Find the file of each zone. A file that several zones or views share is read
 * once for each of them. */
static bool find_files(struct config *config, const char *path,
                       struct zone_files *files)
{
    struct finding_files finding = {.config = config, .files = files};
    const struct server_zones *zones = config->zones;
    for (size_t i = 0; i < zones->count; i++) {
        take_zone(&finding, &zones->items[i]);
    }
    note(config, path, &finding.missing,
         "of other servers skipped, because there is no file");
    note(config, path, &finding.binary,
         "skipped, because the file is in a binary format of the server");
    note(config, path, &finding.moved,
         "read from files beside the configuration");
    return zones->count > 0 ||
           config_fail(config,
                       "%.200s: the configuration names no zone with a zone "
                       "file",
                       path);
}

ddds_status servers_read(const char *path, struct zone_files *files,
                         ddds_complaint_fn *complaint, void *context,
                         bool *has_missed, struct ddds_error *error)
{
    struct server_zones zones = {.items = NULL};
    struct config config = {
        .zones = &zones,
        .error = error,
        .note = complaint,
        .context = context,
    };
    if (config_begin(&config, path) && read_config(&config)) {
        while (config_leave(&config)) {
        }
        find_files(&config, path, files);
    }
    *has_missed |= config.has_missed;
    config_end(&config);
    server_zones_clear(&zones);
    return config.status;
}
