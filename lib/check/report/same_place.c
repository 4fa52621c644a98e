/* A hash table of findings, by file, line, column and code.
 *
 * SPDX-License-Identifier: MIT */
#include "check/report/same_place.h"

#include <string.h>

#include "base/hash.h"

/* Return true if the place has a line, unlike records that a server sent. */
static bool has_line(const struct checked_zone *zone,
                     const struct ddds_region *region, const char *at)
{
    return zone->server == NULL && region->line > 0 && at != NULL;
}

static size_t find_slot(const struct same_places *places, const char *file,
                        const struct ddds_region *region, enum check_code code)
{
    const uint64_t words[] = {ddds_hash(&places->key, file, strlen(file)),
                              region->line, region->column, code};
    return (size_t)ddds_hash(&places->key, words, sizeof words) &
           (places->size - 1);
}

/* Return the slot of the finding of |code| at |region| of |file|, or an empty
 * slot. */
static struct finding **find(const struct same_places *places, const char *file,
                             const struct ddds_region *region,
                             enum check_code code)
{
    size_t i = find_slot(places, file, region, code);
    for (;; i = (i + 1) & (places->size - 1)) {
        const struct finding *each = places->slots[i];
        if (each == NULL ||
            (each->code == code && each->region.line == region->line &&
             each->region.column == region->column &&
             strcmp(each->file, file) == 0)) {
            return &places->slots[i];
        }
    }
}

/* Ensure space for another finding. Return false without memory. */
static bool grow(struct findings *findings)
{
    struct same_places *places = &findings->places;
    if (2 * (places->count + 1) <= places->size) {
        return true;
    }
    struct same_places larger = {.size =
                                     places->size > 0 ? 2 * places->size : 64};
    larger.slots = ddds_arena_array(findings->arena, larger.size,
                                    sizeof(struct finding *));
    larger.key = ddds_hash_key(larger.slots);
    for (size_t i = 0; larger.slots != NULL && i < places->size; i++) {
        struct finding *each = places->slots[i];
        if (each != NULL && !each->is_forgotten) {
            *find(&larger, each->file, &each->region, each->code) = each;
            larger.count++;
        }
    }
    if (larger.slots != NULL) {
        *places = larger;
    }
    return larger.slots != NULL;
}

void ddds_same_place_note(struct findings *findings, struct finding *finding)
{
    struct same_places *places = &findings->places;
    if (!has_line(finding->zone, &finding->region, finding->at) ||
        !grow(findings)) {
        return;
    }
    struct finding **slot =
        find(places, finding->file, &finding->region, finding->code);
    places->count += *slot == NULL ? 1 : 0;
    if (*slot == NULL || (*slot)->is_forgotten) {
        *slot = finding;
    }
}

/* Return true if the text of |finding| is that at |place|: two texts may have
 * the same name. */
static bool has_same_text(const struct finding *finding,
                          const struct finding_place *place)
{
    return finding->length == place->length &&
           memcmp(finding->at, place->begin, place->length) == 0;
}

struct finding *ddds_same_place_join(struct findings *findings,
                                     const struct finding_place *place,
                                     enum check_code code, const char *detail)
{
    const struct same_places *places = &findings->places;
    if (places->size == 0 ||
        !has_line(place->zone, &place->region, place->begin)) {
        return NULL;
    }
    struct finding *found = *find(places, place->file, &place->region, code);
    if (found == NULL || found->is_forgotten || !has_same_text(found, place)) {
        return NULL;
    }
    const char *owner = place->owner != NULL ? place->owner : "";
    bool is_first = found->owner == NULL || strcmp(found->owner, owner) == 0;
    if (is_first && found->zone == place->zone && place->begin[0] != '$' &&
        strcmp(found->detail, detail) != 0) {
        return NULL;
    }
    const struct hash_key key = ddds_hash_key(found);
    uint64_t name = ddds_hash(&key, owner, strlen(owner));
    found->names += !is_first && name != found->last_name ? 1 : 0;
    found->last_name = name;
    found->last_zone = place->zone;
    return found;
}
