/* Sorts the records of a check by owner, and finds the sets of NAPTR records.
 *
 * SPDX-License-Identifier: MIT */
#include "check/model/index.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/domain.h"

/* ---- Sorting ---------------------------------------------------------- */

/* Compare by owner, hidden records last, by file, NAPTR first, then in the order
 * of reading. */
static int compare_records(const struct checked_record *a,
                           const struct checked_record *b)
{
    int order = a->base.owner == b->base.owner
                    ? 0
                    : strcmp(a->base.owner, b->base.owner);
    if (order != 0) {
        return order;
    }
    if (a->is_hidden != b->is_hidden) {
        return a->is_hidden ? 1 : -1;
    }
    if (a->from->zone != b->from->zone) {
        return a->from->zone->number < b->from->zone->number ? -1 : 1;
    }
    if ((a->naptr != NULL) != (b->naptr != NULL)) {
        return a->naptr != NULL ? -1 : 1;
    }
    return a->number < b->number ? -1 : a->number > b->number;
}

/* A record, and the first octets of its owner as a number, which decide most
 * comparisons without accessing the record. */
struct sort_key {
    uint64_t begin;
    struct checked_record *record;
};

static int compare_keys(const void *one, const void *other)
{
    const struct sort_key *a = one;
    const struct sort_key *b = other;
    if (a->begin != b->begin) {
        return a->begin < b->begin ? -1 : 1;
    }
    return compare_records(a->record, b->record);
}

/* Return the first octets of |owner| as a number with the same order. */
static uint64_t read_begin(const char *owner)
{
    uint64_t begin = 0;
    size_t i = 0;
    for (; i < sizeof begin && owner[i] != '\0'; i++) {
        begin = begin << 8 | (unsigned char)owner[i];
    }
    return i == 0 ? 0 : begin << 8 * (sizeof begin - i);
}

/* Fill |check->sorted|; return false without memory. */
static bool sort_records(struct ddds_check *check)
{
    size_t count = check->record_count;
    struct sort_key *keys = calloc(count + 1, sizeof *keys);
    if (keys == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        keys[i] = (struct sort_key){read_begin(check->records[i]->base.owner),
                                    check->records[i]};
    }
    qsort(keys, count, sizeof *keys, compare_keys);
    for (size_t i = 0; i < count; i++) {
        check->sorted[i] = keys[i].record;
    }
    free(keys);
    return true;
}

/* Add the record at |sorted|, a NAPTR, to the last set, or a new set. */
static void add_to_set(struct ddds_check *check,
                       struct checked_record *const *sorted)
{
    const struct checked_record *record = *sorted;
    struct checked_set *last =
        check->set_count > 0 ? &check->sets[check->set_count - 1] : NULL;
    assert(last == NULL || last->owner != NULL);
    if (last != NULL && last->zone == record->from->zone &&
        strcmp(record->base.owner, last->owner) == 0) {
        last->count++;
        return;
    }
    check->sets[check->set_count++] = (struct checked_set){
        .owner = record->base.owner,
        .zone = record->from->zone,
        .records = sorted,
        .count = 1,
    };
}

/* Compare by apex, then in the order of files. */
static int compare_zones(const void *one, const void *other)
{
    const struct checked_zone *a = *(const struct checked_zone *const *)one;
    const struct checked_zone *b = *(const struct checked_zone *const *)other;
    int order = strcmp(a->apex, b->apex);
    return order != 0 ? order : a->number < b->number ? -1 : 1;
}

/* Sort the zones by apex. */
static void sort_zones(struct ddds_check *check)
{
    for (const struct checked_zone *zone = check->zones; zone != NULL;
         zone = zone->next) {
        if (zone->apex != NULL) {
            check->apexes[check->apex_count++] = zone;
        }
    }
    if (check->apex_count > 0) {
        qsort(check->apexes, check->apex_count, sizeof *check->apexes,
              compare_zones);
    }
}

/* Mark the records of a zone whose owners are in a deeper zone. */
static void mark_hidden(struct ddds_check *check)
{
    for (size_t i = 0; i < check->record_count && check->apex_count > 1; i++) {
        struct checked_record *record = check->records[i];
        const char *apex = record->from->zone->apex;
        const struct checked_zone *zone =
            apex != NULL ? ddds_index_zone(check, record->base.owner) : NULL;
        record->is_hidden = zone != NULL && strlen(zone->apex) > strlen(apex);
    }
}

bool ddds_index_make(struct ddds_check *check)
{
    size_t count = check->record_count;
    check->sorted = calloc(count + 1, sizeof *check->sorted);
    check->sets = calloc(count + 1, sizeof *check->sets);
    check->apexes = calloc(check->zone_count + 1, sizeof *check->apexes);
    if (check->sorted == NULL || check->sets == NULL || check->apexes == NULL) {
        return false;
    }
    sort_zones(check);
    mark_hidden(check);
    if (!sort_records(check)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (check->sorted[i]->naptr != NULL) {
            add_to_set(check, &check->sorted[i]);
        }
    }
    return true;
}

/* ---- Search ----------------------------------------------------------- */

struct checked_record *const *ddds_index_records(const struct ddds_check *check,
                                                 const char *owner,
                                                 size_t *count)
{
    size_t low = 0;
    size_t high = check->record_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(check->sorted[middle]->base.owner, owner) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    struct checked_record *const *first = check->sorted + low;
    high = check->record_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(check->sorted[middle]->base.owner, owner) <= 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *count = (size_t)(check->sorted + low - first);
    return first;
}

struct checked_record *const *ddds_index_seen(const struct ddds_check *check,
                                              const char *owner, size_t *count)
{
    struct checked_record *const *records =
        ddds_index_records(check, owner, count);
    size_t low = 0;
    while (low < *count) {
        size_t middle = low + (*count - low) / 2;
        if (records[middle]->is_hidden) {
            *count = middle;
        } else {
            low = middle + 1;
        }
    }
    return records;
}

size_t ddds_index_owner_end(const struct ddds_check *check, size_t begin)
{
    const char *owner = check->sorted[begin]->base.owner;
    size_t end = begin + 1;
    while (end < check->record_count &&
           strcmp(check->sorted[end]->base.owner, owner) == 0) {
        end++;
    }
    return end;
}

const struct checked_set *ddds_index_set(const struct ddds_check *check,
                                         const char *owner)
{
    size_t low = 0;
    size_t high = check->set_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(check->sets[middle].owner, owner) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < check->set_count && strcmp(check->sets[low].owner, owner) == 0
               ? &check->sets[low]
               : NULL;
}

/* Return the first zone with |apex|, or NULL. */
static const struct checked_zone *find_apex(const struct ddds_check *check,
                                            const char *apex)
{
    size_t low = 0;
    size_t high = check->apex_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(check->apexes[middle]->apex, apex) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < check->apex_count &&
                   strcmp(check->apexes[low]->apex, apex) == 0
               ? check->apexes[low]
               : NULL;
}

const struct checked_zone *ddds_index_zone(const struct ddds_check *check,
                                           const char *name)
{
    const struct checked_zone *zone = NULL;
    for (; zone == NULL && name != NULL; name = ddds_domain_parent(name)) {
        zone = find_apex(check, name);
    }
    return zone;
}
