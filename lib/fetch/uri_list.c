/* Lists of URIs. An invalid line is skipped.
 *
 * SPDX-License-Identifier: MIT */
#include "fetch/uri_list.h"

#include <string.h>
#include <strings.h>

#include <ddds/uri.h>

#include "base/limits.h"

static size_t line_length(const char *text, size_t length)
{
    size_t end = 0;
    while (end < length && text[end] != '\r' && text[end] != '\n') {
        end++;
    }
    return end;
}

static size_t count_lines(const char *text, size_t length)
{
    size_t count = 1;
    for (size_t i = 0; i < length && count < LIMIT_FETCHED_URIS; i++) {
        count += text[i] == '\n' || text[i] == '\r';
    }
    return count;
}

bool ddds_uri_is_harmless(const char *uri)
{
    static const char *const harmful[] = {
        "javascript:", "data:", "vbscript:", "file:"};
    struct ddds_uri parts;
    if (ddds_uri_parse(uri, &parts, NULL) != DDDS_OK ||
        ddds_uri_breaks_http(&parts)) {
        return false;
    }
    for (size_t i = 0; i < sizeof harmful / sizeof harmful[0]; i++) {
        if (strncasecmp(uri, harmful[i], strlen(harmful[i])) == 0) {
            return false;
        }
    }
    return true;
}

/* Remove blanks around a URI. */
static void trim(const char **line, size_t *length)
{
    while (*length > 0 && (**line == ' ' || **line == '\t')) {
        (*line)++;
        (*length)--;
    }
    while (*length > 0 && strchr(" \t", (*line)[*length - 1]) != NULL &&
           (*line)[*length - 1] != '\0') {
        (*length)--;
    }
}

static bool add_line(const char *line, size_t length, struct arena *arena,
                     struct uri_list *list)
{
    trim(&line, &length);
    if (length == 0 || line[0] == '#') {
        return true;
    }
    if (length > LIMIT_INPUT || memchr(line, '\0', length) != NULL) {
        list->skipped++;
        return true;
    }
    if (list->count == LIMIT_FETCHED_URIS) {
        list->is_full = true;
        return true;
    }
    char *uri = ddds_arena_copy(arena, line, length);
    if (uri == NULL) {
        return false;
    }
    if (!ddds_uri_is_harmless(uri)) {
        list->skipped++;
        return true;
    }
    list->uris[list->count++] = uri;
    return true;
}

bool ddds_uri_list_read(const char *text, size_t length, struct arena *arena,
                        struct uri_list *list)
{
    memset(list, 0, sizeof *list);
    list->uris =
        ddds_arena_array(arena, count_lines(text, length), sizeof *list->uris);
    if (list->uris == NULL) {
        return false;
    }
    for (size_t at = 0; at < length && !list->is_full;) {
        size_t end = line_length(text + at, length - at);
        if (!add_line(text + at, end, arena, list)) {
            return false;
        }
        at += end + 1;
    }
    return true;
}
