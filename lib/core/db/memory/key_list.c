/* Keys of zones in memory: all names with rules, in canonical order; and all
 * names with their types.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/domain.h"
#include "base/error.h"
#include "base/limits.h"
#include "db/memory/facts.h"
#include "db/memory/memory.h"

/* The maximum number of labels: each has at least an octet. */
enum { LABELS = LIMIT_NAME_WIRE / 2 };

/* List the labels of |name|, the leftmost first. */
static size_t split_labels(const char *name, const char *labels[LABELS])
{
    size_t count = 0;
    while (*name != '\0' && count < LABELS) {
        labels[count++] = name;
        name = ddds_domain_parent(name);
    }
    return count;
}

static size_t label_length(const char *label)
{
    const char *parent = ddds_domain_parent(label);
    return *parent != '\0' ? (size_t)(parent - label) - 1 : strlen(label);
}

static int compare_labels(const char *one, const char *other)
{
    size_t one_length = label_length(one);
    size_t other_length = label_length(other);
    size_t shorter = one_length < other_length ? one_length : other_length;
    int order = memcmp(one, other, shorter);
    return order != 0
               ? order
               : (one_length > other_length) - (one_length < other_length);
}

/* Compare in canonical order (RFC 4034 section 6.1): by labels from the right;
 * a name precedes its descendants. */
static int compare_names(const void *one, const void *other)
{
    const char *labels[2][LABELS];
    size_t left[2] = {split_labels(*(const char *const *)one, labels[0]),
                      split_labels(*(const char *const *)other, labels[1])};
    int order = 0;
    while (order == 0 && left[0] > 0 && left[1] > 0) {
        order = compare_labels(labels[0][--left[0]], labels[1][--left[1]]);
    }
    return order != 0 ? order : (left[0] > left[1]) - (left[0] < left[1]);
}

/* List the names of all nodes with rules, unsorted. */
static size_t collect(const struct memory *memory, const char **names)
{
    size_t count = 0;
    for (size_t i = 0; i <= memory->mask; i++) {
        for (const struct store_node *node = memory->buckets[i]; node != NULL;
             node = node->next) {
            if (ddds_memory_rrset(node, TYPE_NAPTR) != NULL) {
                names[count++] = node->name;
            }
        }
    }
    return count;
}

ddds_status ddds_memory_keys(const ddds_database *memory, ddds_key_fn *key,
                             void *context, struct ddds_error *error)
{
    const struct memory *store = (const struct memory *)memory;
    const char **names = calloc(store->count + 1, sizeof *names);
    if (names == NULL) {
        return ddds_error_no_memory(error);
    }
    size_t count = collect(store, names);
    qsort(names, count, sizeof *names, compare_names);
    for (size_t i = 0; i < count; i++) {
        /* A delegation may have rules in both zones. */
        if (i == 0 || strcmp(names[i], names[i - 1]) != 0) {
            key(context, names[i]);
        }
    }
    free(names);
    return DDDS_OK;
}

/* Return the enum memory_fact bits of |node|. */
static unsigned find_facts(const struct store_node *node)
{
    static const struct {
        uint16_t type;
        enum memory_fact fact;
    } types[] = {
        {TYPE_NAPTR, MEMORY_RULES},    {TYPE_SRV, MEMORY_SERVERS},
        {TYPE_A, MEMORY_ADDRESSES},    {TYPE_AAAA, MEMORY_ADDRESSES},
        {TYPE_URI, MEMORY_URIS},       {TYPE_CNAME, MEMORY_ALIAS},
        {TYPE_DNAME, MEMORY_REDIRECT},
    };
    unsigned facts = 0;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        facts |=
            ddds_memory_rrset(node, types[i].type) != NULL ? types[i].fact : 0U;
    }
    facts |= (node->flags & NODE_APEX) != 0 ? MEMORY_APEX : 0U;
    return (node->flags & (NODE_NS | NODE_APEX)) == NODE_NS
               ? facts | MEMORY_DELEGATION
               : facts;
}

bool ddds_memory_names(const ddds_database *database,
                       bool (*visit)(void *context,
                                     const struct memory_name *name),
                       void *context)
{
    const struct memory *memory = (const struct memory *)database;
    if (!ddds_memory_keeps_rulesets(database)) {
        return false;
    }
    for (size_t i = 0; i <= memory->mask; i++) {
        for (const struct store_node *node = memory->buckets[i]; node != NULL;
             node = node->next) {
            const struct memory_name name = {node->name, node->zone,
                                             find_facts(node)};
            if (!visit(context, &name)) {
                return false;
            }
        }
    }
    return true;
}
