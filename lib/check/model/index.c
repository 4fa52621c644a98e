/* Sorts the records of a check by owner, and finds the sets of NAPTR
 * records among them.
 *
 * SPDX-License-Identifier: MIT */
#include "check/model/index.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "name/domain.h"

/* ---- Sorting ---------------------------------------------------------- */

/* By owner, by file, NAPTR before others, then as they were read. */
static int compare_records(const void *one, const void *other)
{
    const struct checked_record *a = *(struct checked_record *const *)one;
    const struct checked_record *b = *(struct checked_record *const *)other;
    int order = a->base.owner == b->base.owner
                    ? 0
                    : strcmp(a->base.owner, b->base.owner);
    if (order != 0) {
        return order;
    }
    if (a->zone != b->zone) {
        return a->zone->number < b->zone->number ? -1 : 1;
    }
    if ((a->naptr != NULL) != (b->naptr != NULL)) {
        return a->naptr != NULL ? -1 : 1;
    }
    return a->number < b->number ? -1 : a->number > b->number;
}

/* Records in a row that share their owner, and its first octets as a number:
 * few comparisons need more. */
struct sort_run {
    uint64_t begin;
    struct checked_record *const *records;
};

static int compare_runs(const void *one, const void *other)
{
    const struct sort_run *a = one;
    const struct sort_run *b = other;
    if (a->begin != b->begin) {
        return a->begin < b->begin ? -1 : 1;
    }
    return compare_records(a->records, b->records);
}

/* The first octets of |owner|, a number with the same order. */
static uint64_t read_begin(const char *owner)
{
    uint64_t begin = 0;
    size_t i = 0;
    for (; i < sizeof begin && owner[i] != '\0'; i++) {
        begin = begin << 8 | (unsigned char)owner[i];
    }
    return i == 0 ? 0 : begin << 8 * (sizeof begin - i);
}

static bool are_of_run(const struct checked_record *one,
                       const struct checked_record *other)
{
    return one->base.owner == other->base.owner && one->zone == other->zone;
}

/* Write the |count| records to |sorted|, run after run. */
static bool sort_runs(struct checked_record *const *records, size_t count,
                      struct checked_record **sorted)
{
    size_t run_count = 0;
    for (size_t i = 0; i < count; i++) {
        run_count += i == 0 || !are_of_run(records[i - 1], records[i]);
    }
    struct sort_run *runs = calloc(run_count + 1, sizeof *runs);
    if (runs == NULL) {
        return false;
    }
    run_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || !are_of_run(records[i - 1], records[i])) {
            runs[run_count++] = (struct sort_run){
                read_begin(records[i]->base.owner), records + i};
        }
    }
    qsort(runs, run_count, sizeof *runs, compare_runs);
    for (size_t i = 0; i < run_count; i++) {
        struct checked_record *const *at = runs[i].records;
        do {
            *sorted++ = *at++;
        } while (at < records + count && are_of_run(at[-1], at[0]));
    }
    free(runs);
    return true;
}

/* Sort the records of each owner of |sorted|, most of which are. */
static void sort_owners(struct checked_record **sorted, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (compare_records(&sorted[i - 1], &sorted[i]) > 0) {
            const char *owner = sorted[i]->base.owner;
            size_t first = i;
            while (first > 0 &&
                   strcmp(sorted[first - 1]->base.owner, owner) == 0) {
                first--;
            }
            while (i < count && strcmp(sorted[i]->base.owner, owner) == 0) {
                i++;
            }
            qsort(sorted + first, i - first, sizeof(struct checked_record *),
                  compare_records);
        }
    }
}

/* Put the record at |sorted|, a NAPTR, into the set before it, or a new one. */
static void add_to_set(struct ddds_check *check,
                       struct checked_record *const *sorted)
{
    const struct checked_record *record = *sorted;
    struct checked_set *last =
        check->set_count > 0 ? &check->sets[check->set_count - 1] : NULL;
    assert(last == NULL || last->owner != NULL);
    if (last != NULL && last->zone == record->zone &&
        strcmp(record->base.owner, last->owner) == 0) {
        last->count++;
        return;
    }
    check->sets[check->set_count++] = (struct checked_set){
        .owner = record->base.owner,
        .zone = record->zone,
        .records = sorted,
        .count = 1,
    };
}

/* By apex, then in the order of the files. */
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

/* Sort the records and the zones, and find the sets among the records. */
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
    if (!sort_runs(check->records, count, check->sorted)) {
        return false;
    }
    sort_owners(check->sorted, count);
    for (size_t i = 0; i < count; i++) {
        if (check->sorted[i]->naptr != NULL) {
            add_to_set(check, &check->sorted[i]);
        }
    }
    return true;
}

/* ---- Finding ---------------------------------------------------------- */

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

/* The first zone with |apex|, or NULL. */
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
