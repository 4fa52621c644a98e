/* The cache: entries, the table that finds them, and the order of their use
 * (RFC 1034 section 4.3.4, RFC 2308).
 *
 * 1. An entry never changes. A thread that finds one holds a reference and
 *    reads it without a lock; the last reference frees it.
 * 2. One lock protects the table and the order of use. It is held only while a
 *    name is looked up.
 * 3. The memory of all entries has a limit. The entry that was not used for the
 *    longest time is dropped first.
 *
 * Failures are not cached, because another attempt may succeed.
 *
 * SPDX-License-Identifier: MIT */
#include "db/cache/cache.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/limits.h"
#include "rule/ruleset.h"

enum {
    OCTETS = 32 << 20,

    /* The longest TTL in the cache: a day, in seconds. Negative answers are
     * bounded already, except those of a custom database. */
    TTL_MAX = 86400,

    /* Typical size of an entry in octets; determines the size of the table. */
    ENTRY_USUAL = 512,
};

struct cache_entry {
    struct cache_entry *next;  /* in its bucket */
    struct cache_entry *older; /* in the order of use */
    struct cache_entry *newer;
    atomic_uint references;
    uint64_t hash;
    uint64_t expires; /* milliseconds */
    size_t size;
    enum ddds_question_kind kind;
    const struct ddds_answer *answer; /* after the entry, before the name */
    const char *name;
};

struct ddds_cache {
    atomic_uint references;
    pthread_mutex_t lock;
    struct hash_key key;
    size_t octets_max;
    size_t octets;
    struct cache_entry *newest;
    struct cache_entry *oldest;
    size_t mask; /* number of buckets, a power of two, minus 1 */
    struct cache_entry *buckets[];
};

/* ---- Entries ------------------------------------------------------------ */

void ddds_cache_release(struct cache_entry *entry)
{
    if (entry != NULL && atomic_fetch_sub_explicit(&entry->references, 1,
                                                   memory_order_acq_rel) == 1) {
        ddds_ruleset_free(entry->answer->ruleset);
        free(entry);
    }
}

static struct cache_entry *make_entry(const struct cache_key *key, uint64_t now,
                                      const struct ddds_answer *answer)
{
    uint32_t most =
        answer->reply == DDDS_REPLY_DATA ? TTL_MAX : LIMIT_NEGATIVE_TTL;
    size_t octets = ddds_answer_octets(key->kind, answer);
    size_t name_size = strlen(key->name) + 1;
    size_t size = sizeof(struct cache_entry) + octets + name_size;
    struct cache_entry *entry = malloc(size);
    if (entry == NULL) {
        return NULL;
    }
    struct ddds_answer *copy = ddds_answer_copy(key->kind, answer, entry + 1);
    ddds_ruleset_hold(copy->ruleset);
    copy->ttl = copy->ttl < most ? copy->ttl : most;
    copy->queries = 0;
    copy->cached = true;
    copy->microseconds = 0;
    atomic_init(&entry->references, 1);
    entry->hash = key->hash;
    entry->kind = key->kind;
    entry->expires = now + (uint64_t)copy->ttl * 1000;
    entry->answer = copy;
    entry->name = memcpy((char *)copy + octets, key->name, name_size);
    entry->size = size;
    if (copy->ruleset != NULL) {
        entry->size += ddds_ruleset_most(copy->ruleset);
    }
    return entry;
}

/* ---- The order of use, and the table: under the lock --------------------- */

static void leave_order(ddds_cache *cache, struct cache_entry *entry)
{
    *(entry->newer != NULL ? &entry->newer->older : &cache->newest) =
        entry->older;
    *(entry->older != NULL ? &entry->older->newer : &cache->oldest) =
        entry->newer;
}

static void enter_order(ddds_cache *cache, struct cache_entry *entry)
{
    entry->newer = NULL;
    entry->older = cache->newest;
    *(cache->newest != NULL ? &cache->newest->newer : &cache->oldest) = entry;
    cache->newest = entry;
}

static struct cache_entry **find_place(ddds_cache *cache,
                                       const struct cache_key *key)
{
    struct cache_entry **place = &cache->buckets[key->hash & cache->mask];
    while (*place != NULL &&
           ((*place)->hash != key->hash || (*place)->kind != key->kind ||
            strcmp((*place)->name, key->name) != 0)) {
        place = &(*place)->next;
    }
    return place;
}

/* Remove the entry at |place|, and release it. */
static void drop(ddds_cache *cache, struct cache_entry **place)
{
    struct cache_entry *entry = *place;
    *place = entry->next;
    leave_order(cache, entry);
    cache->octets -= entry->size;
    ddds_cache_release(entry);
}

static void drop_oldest(ddds_cache *cache)
{
    const struct cache_entry *entry = cache->oldest;
    struct cache_entry **place = &cache->buckets[entry->hash & cache->mask];
    while (*place != entry) {
        place = &(*place)->next;
    }
    drop(cache, place);
}

/* Insert |entry| after dropping the least recently used entries beyond the
 * limit. */
static void insert(ddds_cache *cache, struct cache_entry *entry)
{
    while (cache->octets + entry->size > cache->octets_max) {
        drop_oldest(cache);
    }
    struct cache_entry **bucket = &cache->buckets[entry->hash & cache->mask];
    entry->next = *bucket;
    *bucket = entry;
    enter_order(cache, entry);
    cache->octets += entry->size;
}

/* ---- The store ---------------------------------------------------------- */

struct cache_key ddds_cache_key(const ddds_cache *cache,
                                const struct ddds_question *question)
{
    uint64_t hash =
        ddds_hash(&cache->key, question->name, strlen(question->name));
    return (struct cache_key){question->kind, question->name,
                              hash + (uint64_t)question->kind};
}

struct cache_entry *ddds_cache_find(ddds_cache *cache,
                                    const struct cache_key *key, uint64_t now,
                                    struct ddds_answer *answer)
{
    pthread_mutex_lock(&cache->lock);
    struct cache_entry **place = find_place(cache, key);
    struct cache_entry *entry = *place;
    if (entry != NULL && now >= entry->expires) {
        drop(cache, place);
        entry = NULL;
    }
    if (entry != NULL) {
        leave_order(cache, entry);
        enter_order(cache, entry);
        atomic_fetch_add_explicit(&entry->references, 1, memory_order_relaxed);
    }
    pthread_mutex_unlock(&cache->lock);
    if (entry != NULL) {
        *answer = *entry->answer;
        answer->ttl = (uint32_t)((entry->expires - now) / 1000);
    }
    return entry;
}

static bool is_lasting(const struct ddds_answer *answer)
{
    return answer->ttl > 0 && ddds_cache_keeps(answer->reply);
}

void ddds_cache_store(ddds_cache *cache, const struct cache_key *key,
                      uint64_t now, const struct ddds_answer *answer)
{
    struct cache_entry *entry =
        is_lasting(answer) ? make_entry(key, now, answer) : NULL;
    if (entry == NULL || entry->size > cache->octets_max) {
        ddds_cache_release(entry);
        return;
    }
    pthread_mutex_lock(&cache->lock);
    struct cache_entry **place = find_place(cache, key);
    bool is_in_vain =
        answer->additional && *place != NULL && now < (*place)->expires;
    if (!is_in_vain) {
        if (*place != NULL) {
            drop(cache, place);
        }
        insert(cache, entry);
    }
    pthread_mutex_unlock(&cache->lock);
    if (is_in_vain) {
        ddds_cache_release(entry);
    }
}

ddds_cache *ddds_cache_hold(ddds_cache *cache)
{
    atomic_fetch_add_explicit(&cache->references, 1, memory_order_relaxed);
    return cache;
}

void ddds_cache_free(ddds_cache *cache)
{
    if (cache == NULL || atomic_fetch_sub_explicit(&cache->references, 1,
                                                   memory_order_acq_rel) != 1) {
        return;
    }
    while (cache->oldest != NULL) {
        drop_oldest(cache);
    }
    pthread_mutex_destroy(&cache->lock);
    free(cache);
}

ddds_cache *ddds_cache_new(size_t octets, struct ddds_error *error)
{
    size_t buckets = 16;
    octets = octets != 0 ? octets : OCTETS;
    while (buckets < octets / ENTRY_USUAL) {
        buckets *= 2;
    }
    ddds_cache *cache =
        calloc(1, sizeof *cache + buckets * sizeof *cache->buckets);
    if (cache == NULL || pthread_mutex_init(&cache->lock, NULL) != 0) {
        free(cache);
        ddds_error_no_memory(error);
        return NULL;
    }
    atomic_init(&cache->references, 1);
    cache->key = ddds_hash_key(cache);
    cache->octets_max = octets;
    cache->mask = buckets - 1;
    return cache;
}
