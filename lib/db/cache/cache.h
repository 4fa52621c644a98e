/* What has been answered, for as long as it holds.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_CACHE_CACHE_H
#define DB_CACHE_CACHE_H

#include <stdint.h>

#include <ddds/database.h>

/* A question as a key: the kind, the name, and their hash. */
struct cache_key {
    enum ddds_question_kind kind;
    const char *name;
    uint64_t hash;
};

struct cache_entry;

/* Make the key of a question. It borrows the name. */
struct cache_key ddds_cache_key(const ddds_cache *cache,
                                const struct ddds_question *question);

/* The answer to |key| that still holds at |now|, or NULL. The entry is the
 * caller's to release; what |answer| points to lives as long as that. */
struct cache_entry *ddds_cache_find(ddds_cache *cache,
                                    const struct cache_key *key, uint64_t now,
                                    struct ddds_answer *answer);
void ddds_cache_release(struct cache_entry *entry);

/* Remember |answer|, copied, if it is one that holds for a time. Additional
 * data take the place of nothing that still holds (RFC 2181 section 5.4.1).
 * Without memory it is not remembered. */
void ddds_cache_store(ddds_cache *cache, const struct cache_key *key,
                      uint64_t now, const struct ddds_answer *answer);

/* One more owner; returns |cache|. */
ddds_cache *ddds_cache_hold(ddds_cache *cache);

#endif
