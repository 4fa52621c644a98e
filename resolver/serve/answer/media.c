/* SPDX-License-Identifier: MIT */
#include "serve/answer/media.h"

#include <string.h>
#include <strings.h>

const struct media_kind media_kinds[MEDIA_KINDS] = {
    [MEDIA_NONE] = {NULL, "application/octet-stream"},
    [MEDIA_JSON] = {"json", "application/json"},
    [MEDIA_PROBLEM] = {NULL, "application/problem+json"},
    [MEDIA_HTML] = {"html", "text/html; charset=utf-8"},
    [MEDIA_PIECE] = {NULL, "text/x.ddds-piece; charset=utf-8"},
    [MEDIA_TEXT] = {"text", "text/plain; charset=utf-8"},
    [MEDIA_URI_LIST] = {"uri-list", "text/uri-list; charset=utf-8"},
    [MEDIA_DOT] = {"dot", "text/vnd.graphviz; charset=utf-8"},
    [MEDIA_METRICS] = {NULL, "text/plain; version=0.0.4; charset=utf-8"},
};

enum media media_find(const enum media *offered, const char *name)
{
    for (; name != NULL && *offered != MEDIA_NONE; offered++) {
        const char *its_name = media_kinds[*offered].name;
        if (its_name != NULL && strcmp(its_name, name) == 0) {
            return *offered;
        }
    }
    return MEDIA_NONE;
}

/* ---- The field Accept ---------------------------------------------------- */

static bool is_blank(char octet)
{
    return octet == ' ' || octet == '\t';
}

/* Parse a weight, "0.8" or "1", in thousandths; 1000 if it is invalid. */
static unsigned read_weight(const char *text, size_t length)
{
    unsigned weight = 0;
    if (length == 0 || (text[0] != '0' && text[0] != '1') ||
        (length > 1 && text[1] != '.')) {
        return 1000;
    }
    weight = text[0] == '1' ? 1000 : 0;
    for (size_t i = 2, worth = 100; i < length && i < 5; i++, worth /= 10) {
        if (text[i] < '0' || text[i] > '9') {
            return 1000;
        }
        weight += (unsigned)((size_t)(text[i] - '0') * worth);
    }
    return weight < 1000 ? weight : 1000;
}

/* Find the weight among the parameters at |text|, which begin with ";". */
static unsigned find_weight(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length) {
        size_t end;
        at++; /* the semicolon */
        while (at < length && is_blank(text[at])) {
            at++;
        }
        for (end = at; end < length && text[end] != ';'; end++) {
        }
        size_t last = end;
        while (last > at && is_blank(text[last - 1])) {
            last--;
        }
        if (last - at >= 2 && (text[at] == 'q' || text[at] == 'Q') &&
            text[at + 1] == '=') {
            return read_weight(text + at + 2, last - at - 2);
        }
        at = end;
    }
    return 1000;
}

/* Rank how closely the media range at |range| matches |type|: 0 not at all, 1
 * any type, 2 any subtype, 3 exactly. */
static int fit(const char *range, size_t length, const char *type)
{
    size_t whole = strcspn(type, ";");
    size_t kind = strcspn(type, "/") + 1;
    if (length == 3 && memcmp(range, "*/*", 3) == 0) {
        return 1;
    }
    if (length == kind + 1 && range[kind] == '*' &&
        strncasecmp(range, type, kind) == 0) {
        return 2;
    }
    return length == whole && strncasecmp(range, type, whole) == 0 ? 3 : 0;
}

unsigned media_quality(const char *accept, const char *type)
{
    int closest = 0;
    unsigned quality = 0;
    const char *at = accept;
    if (accept == NULL || accept[strspn(accept, " \t")] == '\0') {
        return 1000;
    }
    while (*at != '\0') {
        at += strspn(at, " \t,");
        size_t length = strcspn(at, ",");
        size_t range = strcspn(at, " \t;,");
        size_t parameters = range + strspn(at + range, " \t");
        int how = range <= length ? fit(at, range, type) : 0;
        if (how > closest) {
            closest = how;
            quality = at[parameters] == ';' && parameters < length
                          ? find_weight(at + parameters, length - parameters)
                          : 1000;
        }
        at += length;
    }
    return quality;
}

enum media media_choose(const enum media *offered, const char *accept)
{
    enum media best = MEDIA_NONE;
    unsigned most = 0;
    for (; *offered != MEDIA_NONE; offered++) {
        unsigned quality = media_quality(accept, media_kinds[*offered].type);
        if (quality > most) {
            most = quality;
            best = *offered;
        }
    }
    return best;
}

bool media_wants_text(const char *accept)
{
    return accept != NULL && accept[0] != '\0' &&
           media_quality(accept, "text/plain") > 0 &&
           media_quality(accept, "text/html") == 0;
}
