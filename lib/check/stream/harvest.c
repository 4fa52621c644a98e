/* Parts come in the order of their owners. Of each code, the same findings are kept
 * that a check of the whole zone keeps: of those of single records the first in the
 * file, of others the first by owner. What parts share is found once.
 *
 * SPDX-License-Identifier: MIT */
#include "check/stream/harvest.h"

#include <stdlib.h>
#include <string.h>

#include "check/report/finding.h"

/* The findings of one code. */
struct sheaf {
    struct finding **items;
    size_t count;
    size_t size;
    size_t found; /* with those that are not kept */
};

struct harvest {
    size_t most;
    struct sheaf sheaves[CHECK_CODES];
};

struct harvest *ddds_harvest_new(size_t most)
{
    struct harvest *harvest = calloc(1, sizeof *harvest);
    if (harvest != NULL) {
        harvest->most = most;
    }
    return harvest;
}

void ddds_harvest_free(struct harvest *harvest)
{
    for (int code = 0; harvest != NULL && code < CHECK_CODES; code++) {
        for (size_t i = 0; i < harvest->sheaves[code].count; i++) {
            free(harvest->sheaves[code].items[i]);
        }
        free(harvest->sheaves[code].items);
    }
    free(harvest);
}

/* ---- Copies ----------------------------------------------------------- */

static size_t measure(const char *text)
{
    return text != NULL ? strlen(text) + 1 : 0;
}

/* Copy |text| to |*at|, and go behind it. */
static const char *put(char **at, const char *text)
{
    char *copy = *at;
    if (text == NULL) {
        return NULL;
    }
    memcpy(copy, text, strlen(text) + 1);
    *at += strlen(text) + 1;
    return copy;
}

/* A copy of |finding| with all that it points to; NULL without memory. */
static struct finding *copy_finding(const struct finding *finding)
{
    const struct ddds_span line = ddds_finding_line(finding);
    struct ddds_span *span;
    size_t size = sizeof *finding + sizeof *span + line.length +
                  measure(finding->file) + measure(finding->owner) +
                  measure(finding->detail) + measure(finding->fix) +
                  measure(finding->because);
    struct finding *copy = malloc(size);
    if (copy == NULL) {
        return NULL;
    }
    *copy = *finding;
    span = (struct ddds_span *)(copy + 1);
    char *at = (char *)(span + 1);
    copy->next = NULL;
    copy->zone = NULL;
    copy->at = NULL;
    copy->corrected = NULL;
    copy->file = put(&at, finding->file);
    copy->owner = put(&at, finding->owner);
    copy->detail = put(&at, finding->detail);
    copy->fix = put(&at, finding->fix);
    copy->because = put(&at, finding->because);
    *span = (struct ddds_span){line.text != NULL ? at : NULL, line.length};
    if (line.text != NULL) {
        memcpy(at, line.text, line.length);
    }
    copy->line = span;
    return copy;
}

/* ---- Which are kept --------------------------------------------------- */

static int compare_places(const struct finding *one,
                          const struct finding *other)
{
    int order = strcmp(one->file, other->file);
    if (order != 0) {
        return order;
    }
    if (one->region.line != other->region.line) {
        return one->region.line < other->region.line ? -1 : 1;
    }
    if (one->region.column != other->region.column) {
        return one->region.column < other->region.column ? -1 : 1;
    }
    return 0;
}

/* Is |finding| found in the order of the file, not by owner? */
static bool is_by_line(const struct finding *finding)
{
    return !finding->is_late || finding->code == CODE_OUT_OF_ZONE ||
           finding->code == CODE_MISSPELT_IGNORE ||
           finding->code == CODE_DOUBLED_ORIGIN;
}

static int compare(const void *one, const void *other)
{
    const struct finding *a = *(const struct finding *const *)one;
    const struct finding *b = *(const struct finding *const *)other;
    int order = !is_by_line(a) && a->owner != NULL && b->owner != NULL
                    ? strcmp(a->owner, b->owner)
                    : 0;
    order = order == 0 ? compare_places(a, b) : order;
    if (order == 0 && a->because != NULL && b->because != NULL) {
        order = strcmp(a->because, b->because);
    }
    order = order == 0 ? strcmp(a->detail, b->detail) : order;
    return order == 0 ? ddds_finding_compare_owners(a, b) : order;
}

/* Is it about an $ORIGIN? Of such in a row with one name, the first is said. */
static bool is_of_origin(const struct finding *finding)
{
    static const char words[] = "the origin ";
    return finding->code == CODE_DOUBLED_ORIGIN &&
           strncmp(finding->detail, words, sizeof words - 1) == 0;
}

/* Is it said once for a zone? */
static bool is_once(const struct finding *finding)
{
    static const char of_zone[] = "; correct the name of the zone";
    size_t length = strlen(finding->detail);
    return finding->code == CODE_NO_TTL || finding->code == CODE_NO_ORIGIN ||
           (finding->code == CODE_WIDE_LABEL && length >= sizeof of_zone - 1 &&
            strcmp(finding->detail + length - (sizeof of_zone - 1), of_zone) ==
                0);
}

/* Are both one finding, of two parts? */
static bool is_same(const struct finding *one, const struct finding *other)
{
    return compare_places(one, other) == 0 &&
           ddds_finding_compare_owners(one, other) == 0 &&
           (one->code == CODE_SHADOWED_WILDCARD ||
            strcmp(one->detail, other->detail) == 0);
}

/* Join what is to be one finding. */
static void join(const struct harvest *harvest, struct sheaf *sheaf)
{
    const struct finding *origin = NULL;
    size_t kept = 0;
    for (size_t i = 0; i < sheaf->count; i++) {
        struct finding *finding = sheaf->items[i];
        struct finding *before = kept > 0 ? sheaf->items[kept - 1] : NULL;
        bool is_habit = ddds_finding_is_habit(finding->code) &&
                        harvest->most == LIMIT_FINDINGS;
        if (before != NULL &&
            (is_habit || (is_once(finding) && is_once(before)) ||
             is_same(finding, before) ||
             (origin != NULL && is_of_origin(finding) &&
              strcmp(origin->detail, finding->detail) == 0))) {
            before->more += is_habit ? finding->more + 1 : 0;
            sheaf->found--;
            free(finding);
        } else {
            sheaf->items[kept++] = finding;
            origin = is_of_origin(finding) ? finding : origin;
        }
    }
    sheaf->count = kept;
}

/* Keep no more than wanted. */
static void trim(const struct harvest *harvest, struct sheaf *sheaf)
{
    if (sheaf->count > 1) {
        qsort(sheaf->items, sheaf->count, sizeof(struct finding *), compare);
        join(harvest, sheaf);
    }
    while (sheaf->count > harvest->most) {
        free(sheaf->items[--sheaf->count]);
    }
}

static bool make_room(const struct harvest *harvest, struct sheaf *sheaf)
{
    if (sheaf->count == sheaf->size && sheaf->count / 2 >= harvest->most) {
        trim(harvest, sheaf);
    }
    if (sheaf->count < sheaf->size) {
        return true;
    }
    size_t size = sheaf->size > 0 ? 2 * sheaf->size : 16;
    struct finding **items =
        realloc(sheaf->items, size * sizeof(struct finding *));
    if (items == NULL) {
        return false;
    }
    sheaf->items = items;
    sheaf->size = size;
    return true;
}

bool ddds_harvest_take(struct harvest *harvest, const struct ddds_check *part)
{
    for (const struct finding *each = part->findings->newest; each != NULL;
         each = each->next) {
        struct sheaf *sheaf = &harvest->sheaves[each->code];
        struct finding *copy =
            make_room(harvest, sheaf) ? copy_finding(each) : NULL;
        if (copy == NULL) {
            return false;
        }
        sheaf->items[sheaf->count++] = copy;
    }
    for (int code = 0; code < CHECK_CODES; code++) {
        harvest->sheaves[code].found += part->findings->counts[code];
    }
    return true;
}

/* Copy |finding| into the arena of |check|; false without memory. */
static bool give(const struct finding *finding, struct ddds_check *check,
                 const struct checked_zone *zone)
{
    struct arena *arena = &check->arena;
    struct finding *copy = ddds_arena_array(arena, 1, sizeof *copy);
    struct ddds_span *line = ddds_arena_array(arena, 1, sizeof *line);
    if (copy == NULL || line == NULL) {
        return false;
    }
    *copy = *finding;
    *line = *finding->line;
    copy->zone = zone;
    copy->line = line;
    copy->file = strcmp(finding->file, zone->name) == 0
                     ? zone->name
                     : ddds_arena_string(arena, finding->file);
    copy->detail = ddds_arena_string(arena, finding->detail);
    line->text = line->text != NULL
                     ? ddds_arena_copy(arena, line->text, line->length)
                     : NULL;
    bool has_failed = copy->file == NULL || copy->detail == NULL ||
                      (line->text == NULL && finding->line->text != NULL);
    if (finding->owner != NULL) {
        copy->owner = ddds_arena_string(arena, finding->owner);
        has_failed |= copy->owner == NULL;
    }
    if (finding->fix != NULL) {
        copy->fix = ddds_arena_string(arena, finding->fix);
        has_failed |= copy->fix == NULL;
    }
    copy->next = check->findings->newest;
    check->findings->newest = copy;
    return !has_failed;
}

bool ddds_harvest_give(struct harvest *harvest, struct ddds_check *check,
                       const struct checked_zone *zone)
{
    struct findings *findings = check->findings;
    for (int code = 0; code < CHECK_CODES; code++) {
        struct sheaf *sheaf = &harvest->sheaves[code];
        trim(harvest, sheaf);
        size_t kept = 0;
        while (kept < sheaf->count &&
               findings->counts[code] + kept < findings->most) {
            if (!give(sheaf->items[kept++], check, zone)) {
                return false;
            }
        }
        size_t more = 0;
        for (size_t i = kept; i < sheaf->count; i++) {
            more += sheaf->items[i]->more;
        }
        findings->counts[code] += sheaf->found + more;
        findings->omitted += sheaf->found - kept + more;
    }
    return true;
}
