/* Positions of rules in zone files.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "db/memory/facts.h"
#include "db/memory/memory.h"

enum { FILES = 1000 /* limit on files of a zone with positions */ };

/* Find the file being loaded in |zone|; NULL if it is new, or if none is. */
static struct store_file *find_file(const struct memory *memory,
                                    const struct store_zone *zone)
{
    struct store_file *file = memory->is_loading ? zone->files : NULL;
    while (file != NULL && strcmp(file->name, memory->file) != 0) {
        file = file->before;
    }
    return file;
}

bool ddds_memory_place(const struct memory *memory, struct store_zone *zone,
                       unsigned char *at)
{
    struct store_file *file = find_file(memory, zone);
    unsigned count = zone->files != NULL ? zone->files->number : 0;
    if (memory->is_loading && file == NULL && count < FILES) {
        size_t size = strlen(memory->file) + 1;
        file = ddds_arena_alloc(&zone->arena, sizeof *file + size);
        if (file == NULL) {
            return false;
        }
        file->before = zone->files;
        file->number = count + 1;
        memcpy(file->name, memory->file, size);
        zone->files = file;
    }
    const struct store_place place = {
        file != NULL ? (uint16_t)file->number : 0,
        {(uint16_t)(memory->line >> 16), (uint16_t)memory->line}};
    memcpy(at, &place, sizeof place);
    return true;
}

static bool has_rank(const struct store_record *record,
                     const struct ddds_rule *rule)
{
    return (record->rdata[0] << 8 | record->rdata[1]) == rule->order &&
           (record->rdata[2] << 8 | record->rdata[3]) == rule->preference;
}

/* Visit the rules of |node|. Rules are sorted; those of one order and preference
 * are in the order of the records, so that only the first of them begins at the
 * first record. */
static bool
visit_places(const struct store_node *node, const ddds_ruleset *rules,
             bool (*visit)(void *context, const struct memory_place *place),
             void *context)
{
    const struct store_rrset *set = ddds_memory_rrset(node, TYPE_NAPTR);
    const struct store_record *record = set->last;
    bool goes_on = true;
    for (size_t i = 0; goes_on && i < ddds_ruleset_count(rules); i++) {
        struct memory_place found = {.rule = ddds_ruleset_rule(rules, i)};
        struct store_place place;
        record = has_rank(record, found.rule) ? record : set->last;
        do {
            record = record->next;
        } while (!has_rank(record, found.rule));
        memcpy(&place, record->rdata + record->length, sizeof place);
        for (const struct store_file *file = node->zone->files; file != NULL;
             file = file->before) {
            found.file = file->number == place.file ? file->name : found.file;
        }
        found.line = (uint32_t)place.line[0] << 16 | place.line[1];
        goes_on = visit(context, &found);
    }
    return goes_on;
}

bool ddds_memory_places(const ddds_database *database,
                        bool (*visit)(void *context,
                                      const struct memory_place *place),
                        void *context)
{
    const struct memory *memory = (const struct memory *)database;
    bool goes_on = true;
    for (size_t i = 0; goes_on && i <= memory->mask; i++) {
        for (const struct store_node *node = memory->buckets[i];
             goes_on && node != NULL; node = node->next) {
            const ddds_ruleset *rules = atomic_load(&node->rules);
            goes_on =
                rules == NULL || visit_places(node, rules, visit, context);
        }
    }
    return goes_on;
}
