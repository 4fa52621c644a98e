/* The rules of a key: copied and sorted, their expressions compiled on first
 * use, shared by any number of threads.
 *
 * A set is constant except for the substitutions of its rules, which are
 * published through atomic pointers after first use. If two threads compile the
 * same substitution, the second frees its own.
 *
 * The memory of a set is proportional to its octets on the wire, to limit the
 * influence of its publisher. Compiled expressions use the rest of this memory;
 * without space they are compiled for each use.
 *
 * SPDX-License-Identifier: MIT */
#include "rule/ruleset.h"

#include <stdlib.h>
#include <string.h>

#include "base/allowance.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/text.h"

struct ddds_rulebook {
    atomic_uint references;
    struct ere_context *context;
    bool keeps_all;
};

/* ---- The rulebook ------------------------------------------------------ */

ddds_rulebook *ddds_rulebook_new(struct ddds_error *error)
{
    ddds_rulebook *rulebook = malloc(sizeof *rulebook);
    struct ere_context *context =
        rulebook == NULL ? NULL : ddds_ere_context_new();
    if (context == NULL) {
        free(rulebook);
        ddds_error_no_memory(error);
        return NULL;
    }
    atomic_init(&rulebook->references, 1);
    rulebook->context = context;
    rulebook->keeps_all = false;
    return rulebook;
}

void ddds_rulebook_keep_all(ddds_rulebook *rulebook)
{
    rulebook->keeps_all = true;
}

static ddds_rulebook *hold_rulebook(ddds_rulebook *rulebook)
{
    atomic_fetch_add_explicit(&rulebook->references, 1, memory_order_relaxed);
    return rulebook;
}

void ddds_rulebook_free(ddds_rulebook *rulebook)
{
    if (rulebook != NULL &&
        atomic_fetch_sub_explicit(&rulebook->references, 1,
                                  memory_order_acq_rel) == 1) {
        ddds_ere_context_free(rulebook->context);
        free(rulebook);
    }
}

/* ---- The set ----------------------------------------------------------- */

/* Return the octets of the strings of |rule|, with their NULs. */
static size_t measure_strings(const struct rule_fields *rule)
{
    return rule->flags.length + rule->services.length + rule->regexp.length +
           rule->replacement.length + 4 +
           (rule->defect != NULL ? strlen(rule->defect) + 1 : 0);
}

static const char *keep_span(char **next, const struct ddds_span *span)
{
    return text_keep(next, span->text, span->length);
}

static void copy_rule(struct ddds_rule *copy, const struct rule_fields *rule,
                      char **next)
{
    copy->order = rule->order;
    copy->preference = rule->preference;
    copy->flags = keep_span(next, &rule->flags);
    copy->services = keep_span(next, &rule->services);
    copy->regexp = keep_span(next, &rule->regexp);
    copy->replacement = keep_span(next, &rule->replacement);
    copy->defect = rule->defect != NULL
                       ? text_keep(next, rule->defect, strlen(rule->defect))
                       : NULL;
}

static void fill_entry(struct ruleset_entry *entry,
                       const struct rule_fields *rule, char **next)
{
    copy_rule(&entry->rule, rule, next);
    atomic_init(&entry->substitution, NULL);
    entry->letters = ddds_flags_letters(entry->rule.flags);
    entry->has_regexp = rule->regexp.length > 0;
    entry->has_replacement = rule->replacement.length > 0;
}

/* Compare by order, then preference, then position: the strings of the entries
 * follow each other in one allocation. */
static int compare_entries(const void *one, const void *other)
{
    const struct ddds_rule *a = &((const struct ruleset_entry *)one)->rule;
    const struct ddds_rule *b = &((const struct ruleset_entry *)other)->rule;
    if (a->order != b->order) {
        return a->order < b->order ? -1 : 1;
    }
    if (a->preference != b->preference) {
        return a->preference < b->preference ? -1 : 1;
    }
    return a->flags < b->flags ? -1 : 1;
}

/* Size of a set. */
struct extent {
    size_t count;
    size_t octets; /* without compiled expressions */
    size_t most;   /* maximum with them */
};

/* Measure the set of |rules|. Return false if it exceeds the limit of
 * |rulebook|. */
static bool measure(const ddds_rulebook *rulebook,
                    const struct rule_fields *rules, size_t count,
                    struct extent *extent)
{
    size_t octets = sizeof(ddds_ruleset) + ALLOWANCE_OVERHEAD +
                    count * sizeof(struct ruleset_entry);
    size_t wire = 0;
    for (size_t i = 0; i < count; i++) {
        octets += measure_strings(&rules[i]);
        wire += rules[i].octets;
    }
    bool keeps_all = rulebook != NULL && rulebook->keeps_all;
    size_t most =
        keeps_all ? SIZE_MAX : LIMIT_RULESET_SHARE * wire + LIMIT_RULESET_ROOM;
    *extent = (struct extent){count, octets, most};
    return octets <= most;
}

/* Allocate a set of the size |extent|. */
static ddds_ruleset *alloc_ruleset(ddds_rulebook *rulebook,
                                   const struct extent *extent)
{
    ddds_ruleset *ruleset = malloc(extent->octets - ALLOWANCE_OVERHEAD);
    if (ruleset == NULL) {
        return NULL;
    }
    ruleset->rulebook =
        rulebook == NULL ? ddds_rulebook_new(NULL) : hold_rulebook(rulebook);
    if (ruleset->rulebook == NULL) {
        free(ruleset);
        return NULL;
    }
    atomic_init(&ruleset->references, 1);
    ruleset->count = extent->count;
    ruleset->most = extent->most;
    atomic_init(&ruleset->allowance, extent->most - extent->octets);
    return ruleset;
}

static bool has_too_many(size_t count, struct ddds_error *error)
{
    if (count > LIMIT_RULES) {
        ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                       "%zu rules at one key are more than %d", count,
                       (int)LIMIT_RULES);
    }
    return count > LIMIT_RULES;
}

ddds_ruleset *ddds_ruleset_make(ddds_rulebook *rulebook,
                                const struct rule_fields *rules, size_t count,
                                struct ddds_error *error)
{
    struct extent extent;
    if (has_too_many(count, error)) {
        return NULL;
    }
    if (!measure(rulebook, rules, count, &extent)) {
        ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                       "the rules at one key would take %zu octets of memory, "
                       "more than %d times what was sent",
                       extent.octets, (int)LIMIT_RULESET_SHARE);
        return NULL;
    }
    ddds_ruleset *ruleset = alloc_ruleset(rulebook, &extent);
    if (ruleset == NULL) {
        ddds_error_no_memory(error);
        return NULL;
    }
    char *next = (char *)(ruleset->entries + count);
    for (size_t i = 0; i < count; i++) {
        fill_entry(&ruleset->entries[i], &rules[i], &next);
    }
    if (count > 1) {
        qsort(ruleset->entries, count, sizeof *ruleset->entries,
              compare_entries);
    }
    return ruleset;
}

static struct ddds_span span_of(const char *text)
{
    return (struct ddds_span){text, strlen(text)};
}

static void read_rule(struct rule_fields *fields, const struct ddds_rule *rule)
{
    *fields = (struct rule_fields){
        .order = rule->order,
        .preference = rule->preference,
        .flags = span_of(rule->flags),
        .services = span_of(rule->services),
        .regexp = span_of(rule->regexp),
        .replacement = span_of(rule->replacement),
        .defect = rule->defect,
    };
    enum { NUMBERS_AND_LENGTHS = 2 + 2 + 4 };
    fields->octets = RULE_HEAD + NUMBERS_AND_LENGTHS + fields->flags.length +
                     fields->services.length + fields->regexp.length +
                     fields->replacement.length +
                     (rule->defect != NULL ? strlen(rule->defect) : 0);
}

ddds_ruleset *ddds_ruleset_new(const struct ddds_rule *rules, size_t count,
                               struct ddds_error *error)
{
    if (has_too_many(count, error)) {
        return NULL;
    }
    struct rule_fields *fields = calloc(count + 1, sizeof *fields);
    if (fields == NULL) {
        ddds_error_no_memory(error);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        read_rule(&fields[i], &rules[i]);
    }
    ddds_ruleset *ruleset = ddds_ruleset_make(NULL, fields, count, error);
    free(fields);
    return ruleset;
}

ddds_ruleset *ddds_ruleset_hold(ddds_ruleset *ruleset)
{
    if (ruleset != NULL) {
        atomic_fetch_add_explicit(&ruleset->references, 1,
                                  memory_order_relaxed);
    }
    return ruleset;
}

void ddds_ruleset_free(ddds_ruleset *ruleset)
{
    if (ruleset == NULL ||
        atomic_fetch_sub_explicit(&ruleset->references, 1,
                                  memory_order_acq_rel) != 1) {
        return;
    }
    for (size_t i = 0; i < ruleset->count; i++) {
        ddds_substitution_free(atomic_load(&ruleset->entries[i].substitution));
    }
    ddds_rulebook_free(ruleset->rulebook);
    free(ruleset);
}

size_t ddds_ruleset_count(const ddds_ruleset *ruleset)
{
    return ruleset->count;
}

const struct ddds_rule *ddds_ruleset_rule(const ddds_ruleset *ruleset,
                                          size_t index)
{
    return &ruleset->entries[index].rule;
}

size_t ddds_ruleset_octets(const ddds_ruleset *ruleset)
{
    return ruleset->most -
           atomic_load_explicit(&ruleset->allowance, memory_order_relaxed);
}

struct ddds_substitution *ddds_rulebook_read(ddds_rulebook *rulebook,
                                             const char *regexp)
{
    return ddds_substitution_read(rulebook->context, regexp);
}

struct ddds_substitution *ddds_ruleset_substitution(const ddds_ruleset *ruleset,
                                                    size_t index)
{
    const struct ruleset_entry *entry = &ruleset->entries[index];
    struct ddds_substitution *known =
        atomic_load_explicit(&entry->substitution, memory_order_acquire);
    return known != NULL ? known
                         : ddds_substitution_read(ruleset->rulebook->context,
                                                  entry->rule.regexp);
}

/* Publish |made|, unless another thread was faster or the allowance is used
 * up. */
static void publish(ddds_ruleset *ruleset, struct ruleset_entry *entry,
                    struct ddds_substitution *made)
{
    size_t octets = ddds_substitution_octets(made);
    struct ddds_substitution *first = NULL;
    if (!ddds_allowance_take(&ruleset->allowance, octets)) {
        ddds_substitution_free(made);
        return;
    }
    ddds_substitution_limit(made, &ruleset->allowance);
    if (!atomic_compare_exchange_strong(&entry->substitution, &first, made)) {
        ddds_allowance_give(&ruleset->allowance, octets);
        ddds_substitution_free(made);
    }
}

void ddds_ruleset_leave(const ddds_ruleset *ruleset, size_t index,
                        struct ddds_substitution *substitution)
{
    struct ruleset_entry *entry = ddds_ruleset_entry(ruleset, index);
    if (substitution !=
        atomic_load_explicit(&entry->substitution, memory_order_relaxed)) {
        publish((ddds_ruleset *)(uintptr_t)ruleset, entry, substitution);
    }
}
