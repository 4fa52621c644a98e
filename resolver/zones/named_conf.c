/* SPDX-License-Identifier: MIT */
#include "zones/named_conf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "zones/folder.h"
#include "zones/zone_look.h"

ddds_status servers_read_text(const char *path, const char *text, size_t length,
                              struct server_zones *zones,
                              struct ddds_error *error)
{
    struct named named = {.error = error, .is_alone = true};
    named_read_text(&named, path, text, length);
    *zones = named.zones;
    named.zones = (struct server_zones){.items = NULL};
    named_clear(&named);
    return named.status;
}

/* ---- Zones to files ----------------------------------------------------- */

/* A remark about several zones: their number, and a text about the first. */
struct remark {
    size_t count;
    char first[400];
};

struct finding_files {
    const struct named *named;
    struct server_reading *reading;
    struct zone_files *files;
    const char *path;   /* of the configuration */
    const char *folder; /* for relative files */
    const char *view;   /* of the zone that is being appended; or NULL */
    struct remark absent;
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

/* Return true if the file |path| is binary. */
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

/* Return the folder for the file of |zone|; NULL: that of the configuration. */
static const char *folder_of(const struct finding_files *finding,
                             const struct server_zone *zone)
{
    return zone->file[0] == '/' ? NULL : finding->named->zones.folder;
}

/* Append |zone| as one without a file that can be read, which should be there
 * if it |is_lost|. */
__attribute__((format(printf, 4, 5))) static void
skip_zone(struct finding_files *finding, const struct server_zone *zone,
          bool is_lost, const char *format, ...)
{
    char why[DDDS_DETAIL_SIZE];
    va_list arguments;
    if (finding->reading->is_whole) {
        va_start(arguments, format);
        vsnprintf(why, sizeof why, format, arguments);
        va_end(arguments);
        zone_files_add_unread(finding->files, zone->name, finding->view, why,
                              is_lost);
    }
}

/* Report that the file |path| of |zone| is a pipe. */
static void report_pipe(struct finding_files *finding,
                        const struct server_zone *zone, const char *path)
{
    char line[640];
    snprintf(line, sizeof line,
             "zone \"%.100s\": %.200s: cannot be read: it is a pipe",
             zone->name, path);
    finding->reading->has_missed = true;
    finding->reading->failure(finding->reading->context, line);
    skip_zone(finding, zone, true, "%.200s: cannot be read: it is a pipe",
              path);
}

/* Append the zone whose file is |zone|'s. */
static void take_file(struct finding_files *finding,
                      const struct server_zone *zone)
{
    bool is_moved;
    char *path = named_locate(finding->named, folder_of(finding, zone),
                              zone->file, &is_moved);
    if (zone->is_copy && access(path, F_OK) != 0 && errno == ENOENT) {
        remark(&finding->missing, "%.100s (%.200s)", zone->name, path);
        skip_zone(finding, zone, false, "%.200s: cannot be read: %s", path,
                  strerror(ENOENT));
    } else if (zone->is_copy && is_binary(path)) {
        remark(&finding->binary, "%.100s (%.200s)", zone->name, path);
        skip_zone(finding, zone, false, "%.200s: a binary format of the server",
                  path);
    } else if (folder_is_pipe(path)) {
        report_pipe(finding, zone, path);
    } else {
        zone_files_add_configured(finding->files, path, zone->name,
                                  finding->view, finding->folder,
                                  finding->named->folder);
        if (is_moved) {
            const char *folder = folder_of(finding, zone);
            remark(&finding->moved, "%.120s for %.120s%s%.120s", path,
                   folder != NULL ? folder : "", folder != NULL ? "/" : "",
                   zone->file);
        }
    }
    free(path);
}

/* Return the zone that |zone| shares with another view; NULL if that has
 * none. */
static const struct server_zone *find_shared(const struct server_zones *zones,
                                             const struct server_zone *zone)
{
    for (size_t i = 0; i < zones->count; i++) {
        const struct server_zone *each = &zones->items[i];
        if (each->view != NULL && strcmp(each->view, zone->in_view) == 0 &&
            strcasecmp(each->name, zone->name) == 0 &&
            each->in_view[0] == '\0') {
            return each;
        }
    }
    return NULL;
}

/* Append |zone|. For lookups, that of another view is read with that view,
 * unless this view is read alone. */
static void take_zone(struct finding_files *finding,
                      const struct server_zone *zone)
{
    const struct server_zone *shared =
        zone->in_view[0] != '\0' ? find_shared(&finding->named->zones, zone)
                                 : zone;
    finding->view = zone->view;
    if (shared == NULL || shared->file[0] == '\0') {
        remark(&finding->absent, "%.100s", zone->name);
        skip_zone(finding, zone, false, "%.200s: no zone file of \"%.100s\"",
                  finding->path, zone->name);
    } else if (shared == zone || finding->reading->view != NULL ||
               !finding->reading->is_whole) {
        take_file(finding, shared);
    }
}

static void note(const struct finding_files *finding,
                 const struct remark *remark, const char *what,
                 const char *effect)
{
    char line[640];
    bool is_one = remark->count == 1;
    if (remark->count > 0) {
        snprintf(line, sizeof line, "%.100s: %zu %s %s%s %s%s", finding->path,
                 remark->count, is_one ? "zone" : "zones", what,
                 is_one ? ":" : ", such as", remark->first, effect);
        finding->reading->note(finding->reading->context, line);
    }
}

/* Append the file of each zone. A file that several zones or views share is
 * appended once for each of them. */
static void find_files(const struct named *named, const char *path,
                       struct server_reading *reading, struct zone_files *files)
{
    char *folder = named_folder(named);
    struct finding_files finding = {.named = named,
                                    .reading = reading,
                                    .files = files,
                                    .path = path,
                                    .folder = folder};
    const struct server_zones *zones = &named->zones;
    for (size_t i = 0; i < zones->count; i++) {
        const char *view = zones->items[i].view;
        if (reading->view == NULL ||
            (view != NULL && strcmp(view, reading->view) == 0)) {
            take_zone(&finding, &zones->items[i]);
        }
    }
    const char *effect =
        reading->is_whole ? "; lookups there fail" : "; skipped";
    note(&finding, &finding.absent, "without a zone file", effect);
    note(&finding, &finding.missing, "of other servers without a copy here",
         effect);
    note(&finding, &finding.binary, "in a binary format of the server", effect);
    note(&finding, &finding.moved, "read from files beside the configuration",
         "");
    free(folder);
}

enum { VIEWS_SIZE = 120 };

/* List the names of the views, as many as fit. */
static void list_views(const struct server_zones *zones, char text[VIEWS_SIZE])
{
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < zones->view_count && length < VIEWS_SIZE; i++) {
        length +=
            (size_t)snprintf(text + length, VIEWS_SIZE - length, "%s\"%s\"",
                             i > 0 ? ", " : "", zones->views[i]);
    }
}

/* Check that the configuration |path| has zones, and the view |view|. */
static bool check_zones(struct named *named, const char *path, const char *view)
{
    char views[VIEWS_SIZE];
    bool has_view = view == NULL;
    bool has_file = false;
    const struct server_zones *zones = &named->zones;
    list_views(zones, views);
    for (size_t i = 0; i < zones->view_count && !has_view; i++) {
        has_view = strcmp(zones->views[i], view) == 0;
    }
    for (size_t i = 0; i < zones->count && !has_file; i++) {
        has_file = zones->items[i].file[0] != '\0';
    }
    if (!has_view) {
        named->status = ddds_error_set(
            named->error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
            "%.100s: the configuration has no view \"%.60s\"%s%.120s", path,
            view, zones->view_count > 0 ? "; its views are " : ", and no views",
            views);
        return false;
    }
    return has_file ||
           named_fail(named,
                      "%.200s: the configuration names no zone with a zone "
                      "file",
                      path);
}

ddds_status servers_read(const char *path, struct zone_files *files,
                         struct server_reading *reading,
                         struct ddds_error *error)
{
    struct named named = {
        .error = error,
        .failure = reading->is_whole ? NULL : reading->failure,
        .context = reading->context,
    };
    if (named_read(&named, path) && check_zones(&named, path, reading->view)) {
        find_files(&named, path, reading, files);
    }
    reading->has_missed |= named.has_missed;
    named_clear(&named);
    return named.status;
}
