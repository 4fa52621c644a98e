/* An expression that starts with "^urn:foo:" can only share strings with
 * expressions whose prefix is a part of "urn:foo:" or starts with it. The
 * latter are adjacent in the order of prefixes; the former are looked up for
 * each length in use.
 *
 * SPDX-License-Identifier: MIT */
#include "check/keys/prefixes.h"

#include <stdlib.h>
#include <string.h>

bool ddds_prefixes_begin(struct prefixes *prefixes, struct arena *arena,
                         size_t most)
{
    *prefixes = (struct prefixes){
        .entries = ddds_arena_array(arena, most, sizeof *prefixes->entries),
        .found = ddds_arena_array(arena, most, sizeof *prefixes->found),
    };
    return prefixes->entries != NULL && prefixes->found != NULL;
}

static void read_prefix(struct prefix_entry *entry, size_t number,
                        const struct automaton *automaton)
{
    entry->number = number;
    entry->length =
        automaton != NULL ? ddds_automaton_prefix(automaton, entry->text) : 0;
}

void ddds_prefixes_add(struct prefixes *prefixes, size_t number,
                       const struct automaton *automaton)
{
    struct prefix_entry *entry = &prefixes->entries[prefixes->count++];
    read_prefix(entry, number, automaton);
    prefixes->lengths[entry->length / 64] |= UINT64_C(1) << entry->length % 64;
}

static int compare_entries(const void *one, const void *other)
{
    const struct prefix_entry *a = one;
    const struct prefix_entry *b = other;
    int order =
        memcmp(a->text, b->text, a->length < b->length ? a->length : b->length);
    return order != 0              ? order
           : a->length < b->length ? -1
           : a->length > b->length ? 1
           : a->number < b->number ? -1
                                   : 1;
}

void ddds_prefixes_sort(struct prefixes *prefixes)
{
    qsort(prefixes->entries, prefixes->count, sizeof *prefixes->entries,
          compare_entries);
}

/* Find the entries with the prefix |wanted|, or that start with it if
 * |may_be_longer|. Return the number of entries examined. */
static size_t find_range(struct prefixes *prefixes,
                         const struct prefix_entry *wanted, size_t number,
                         bool may_be_longer)
{
    size_t begin = 0;
    size_t end = prefixes->count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (compare_entries(&prefixes->entries[middle], wanted) < 0) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    for (end = begin; end < prefixes->count; end++) {
        const struct prefix_entry *each = &prefixes->entries[end];
        if (each->length < wanted->length ||
            memcmp(each->text, wanted->text, wanted->length) != 0 ||
            (each->length > wanted->length && !may_be_longer)) {
            break;
        }
        if (each->number < number) {
            prefixes->found[prefixes->found_count++] = each->number;
        }
    }
    return end - begin + 1;
}

static int compare_numbers(const void *one, const void *other)
{
    const size_t a = *(const size_t *)one;
    const size_t b = *(const size_t *)other;
    return a < b ? -1 : a > b;
}

size_t ddds_prefixes_find(struct prefixes *prefixes, size_t number,
                          const struct automaton *automaton)
{
    struct prefix_entry wanted;
    read_prefix(&wanted, 0, automaton);
    prefixes->found_count = 0;
    const size_t length = wanted.length;
    size_t looks = find_range(prefixes, &wanted, number, true);
    for (wanted.length = 0; wanted.length < length; wanted.length++) {
        if ((prefixes->lengths[wanted.length / 64] >> wanted.length % 64 & 1) !=
            0) {
            looks += find_range(prefixes, &wanted, number, false);
        }
    }
    if (prefixes->found_count > 1) {
        qsort(prefixes->found, prefixes->found_count, sizeof *prefixes->found,
              compare_numbers);
    }
    return looks;
}
