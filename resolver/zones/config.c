/* The files of a configuration that are being read.
 *
 * SPDX-License-Identifier: MIT */
#include "zones/config.h"

#include <errno.h>
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "text/read_all.h"
#include "zones/folder.h"

/* ---- Zones ----------------------------------------------------------- */

static void clear_zone(struct server_zone *zone)
{
    free(zone->name);
    free(zone->file);
}

void server_zones_add(struct server_zones *zones, const char *name,
                      const char *file, bool is_copy)
{
    struct server_zone zone = {
        .name = strdup(name),
        .file = strdup(file),
        .is_copy = is_copy,
    };
    if (zones->count == zones->size) {
        zones->size = zones->size * 2 + 16;
        zones->items = realloc(zones->items, zones->size * sizeof zone);
    }
    size_t length = strlen(zone.name);
    if (length > 1 && zone.name[length - 1] == '.') {
        zone.name[length - 1] = '\0';
    }
    zones->items[zones->count++] = zone;
}

void server_zones_clear(struct server_zones *zones)
{
    for (size_t i = 0; i < zones->count; i++) {
        clear_zone(&zones->items[i]);
    }
    free(zones->items);
    free(zones->folder);
    *zones = (struct server_zones){.items = NULL};
}

/* ---- Failing ------------------------------------------------------------ */

bool config_fail(struct config *config, const char *format, ...)
{
    struct ddds_error *error = config->error;
    int length = 0;
    if (config->status != DDDS_OK) {
        return false;
    }
    config->status = DDDS_SYNTAX;
    error->status = DDDS_SYNTAX;
    error->offset = DDDS_NO_OFFSET;
    if (config->source != NULL) {
        length = snprintf(error->detail, sizeof error->detail,
                          "%.200s:%lu: ", config->source->path,
                          config->source->line);
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->detail + length, sizeof error->detail - (size_t)length,
              format, arguments);
    va_end(arguments);
    return false;
}

/* ---- Sources ------------------------------------------------------------ */

static void free_source(struct config_source *source)
{
    free(source->path);
    free(source->text);
    free(source);
}

/* Read |text|, which it takes over, next. It is |depth| files deep. */
static void push(struct config *config, const char *path, char *text,
                 size_t length, unsigned depth)
{
    struct config_source *source = malloc(sizeof *source);
    *source = (struct config_source){
        .outer = config->source,
        .path = strdup(path),
        .text = text,
        .at = text,
        .end = text + length,
        .line = 1,
        .depth = depth,
    };
    config->source = source;
    config->octets += length;
}

/* The text of |path|, to be freed; NULL if it cannot be read, see errno. */
static char *read_text(const char *path, size_t most, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    char *text = read_all(file, most, length);
    int why = errno;
    fclose(file);
    errno = why;
    return text;
}

static void keep_folder(struct config *config, const char *path)
{
    const char *slash = strrchr(path, '/');
    config->folder = slash == NULL   ? strdup(".")
                     : slash == path ? strdup("/")
                                     : strndup(path, (size_t)(slash - path));
}

bool config_begin(struct config *config, const char *path)
{
    size_t length;
    keep_folder(config, path);
    char *text = read_text(path, CONFIG_OCTETS, &length);
    if (text == NULL) {
        config->status = DDDS_UNREADABLE;
        config->error->status = DDDS_UNREADABLE;
        config->error->offset = DDDS_NO_OFFSET;
        snprintf(config->error->detail, sizeof config->error->detail,
                 "%.200s: cannot be read: %s", path, strerror(errno));
        return false;
    }
    push(config, path, text, length, 1);
    return true;
}

void config_begin_text(struct config *config, const char *path,
                       const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    keep_folder(config, path);
    memcpy(copy, text, length);
    copy[length] = '\0';
    push(config, path, copy, length, 1);
}

bool config_leave(struct config *config)
{
    struct config_source *source = config->source;
    config->source = source->outer;
    free_source(source);
    return config->source != NULL;
}

void config_end(struct config *config)
{
    while (config->source != NULL) {
        config_leave(config);
    }
    free(config->folder);
    config->folder = NULL;
}

int config_peek(const struct config *config)
{
    const struct config_source *source = config->source;
    return source->at < source->end ? (unsigned char)*source->at : -1;
}

int config_take(struct config *config)
{
    int octet = config_peek(config);
    if (octet >= 0) {
        config->source->at++;
        config->source->line += octet == '\n';
    }
    return octet;
}

/* ---- Finding files ------------------------------------------------------ */

/* |file|, which is in |folder| if it is relative. */
static char *locate(const char *folder, const char *file)
{
    bool is_whole = *file == '/' || *folder == '\0' || strcmp(folder, ".") == 0;
    return is_whole ? strdup(file) : folder_join(folder, file);
}

/* Is there anything that |pattern| names? */
static bool exists(const char *pattern)
{
    glob_t found;
    if (strpbrk(pattern, "*?[") == NULL) {
        return access(pattern, F_OK) == 0;
    }
    bool is_there = glob(pattern, GLOB_NOSORT, NULL, &found) == 0;
    if (is_there) {
        globfree(&found);
    }
    return is_there;
}

/* The longest end of |path| that exists in the folder of the configuration;
 * NULL if there is none. */
static char *find_near(const struct config *config, const char *path)
{
    while (path != NULL) {
        path += strspn(path, "/");
        char *near = *path != '\0' ? locate(config->folder, path) : NULL;
        if (near != NULL && exists(near)) {
            return near;
        }
        free(near);
        path = strchr(path, '/');
    }
    return NULL;
}

char *config_locate(const struct config *config, const char *folder,
                    const char *file, bool *is_moved)
{
    *is_moved = false;
    char *base = folder != NULL ? locate(config->folder, folder)
                                : strdup(config->folder);
    char *path = locate(base, file);
    free(base);
    if (config->is_alone || exists(path)) {
        return path;
    }
    char *near = find_near(config, path);
    if (near == NULL) {
        return path;
    }
    free(path);
    *is_moved = true;
    return near;
}

/* ---- Including ---------------------------------------------------------- */

/* Keys are readable by the server only, and name no zones. */
static bool is_secret(const char *path)
{
    return errno == EACCES && strstr(path, "key") != NULL;
}

/* Note that |source| includes |path|, which cannot be read. */
static void note_missing(struct config *config,
                         const struct config_source *source, const char *path)
{
    char line[640];
    config->has_missed = true;
    snprintf(line, sizeof line, "%.200s:%lu: %.200s: cannot be read: %s",
             source->path, source->line, path, strerror(errno));
    config->note(config->context, line);
}

/* Read |path|, which |source| includes, next. */
static bool include_file(struct config *config,
                         const struct config_source *source, const char *path)
{
    size_t length;
    if (source->depth >= CONFIG_DEPTH ||
        config->includes++ >= CONFIG_INCLUDES ||
        config->octets >= CONFIG_OCTETS) {
        return config_fail(config,
                           "too many included files, at %.200s; does a file "
                           "include itself?",
                           path);
    }
    char *text =
        read_text(path, (size_t)CONFIG_OCTETS - config->octets, &length);
    if (text != NULL) {
        push(config, path, text, length, source->depth + 1);
    } else if (!is_secret(path)) {
        note_missing(config, source, path);
    }
    return true;
}

/* Read the files of |pattern| next, the first of them first. */
static bool include_all(struct config *config, const char *pattern)
{
    const struct config_source *source = config->source;
    glob_t found;
    bool went_well = true;
    if (glob(pattern, 0, NULL, &found) != 0) {
        return true;
    }
    for (size_t i = found.gl_pathc; i > 0 && went_well; i--) {
        went_well = include_file(config, source, found.gl_pathv[i - 1]);
    }
    globfree(&found);
    return went_well;
}

bool config_include(struct config *config, const char *pattern)
{
    bool is_moved;
    bool went_well;
    if (config->is_alone) {
        return true;
    }
    char *path = config_locate(config, NULL, pattern, &is_moved);
    char *inside = locate(path, "*");
    if (strpbrk(path, "*?[") != NULL) {
        went_well = include_all(config, path);
    } else if (folder_is(path)) {
        went_well = include_all(config, inside);
    } else {
        went_well = include_file(config, config->source, path);
    }
    free(inside);
    free(path);
    return went_well;
}
