/* The cache of answers, each kept as long as it is valid.
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

/* Return the key of |question|, which keeps a pointer to its name. */
struct cache_key ddds_cache_key(const ddds_cache *cache,
                                const struct ddds_question *question);

/* Find the answer to |key| that is valid at |now|, in milliseconds, and copy it
 * into |answer|. Return its entry, or NULL if it is not cached. The data of
 * |answer| are valid until the caller releases the entry. */
struct cache_entry *ddds_cache_find(ddds_cache *cache,
                                    const struct cache_key *key, uint64_t now,
                                    struct ddds_answer *answer);
/* Release an entry that ddds_cache_find returned. NULL is allowed. */
void ddds_cache_release(struct cache_entry *entry);

/* Return true if answers with |reply| may be stored: failures are not. */
static inline bool ddds_cache_keeps(enum ddds_reply reply)
{
    return reply == DDDS_REPLY_DATA || reply == DDDS_REPLY_NO_NAME ||
           reply == DDDS_REPLY_NO_DATA;
}

/* Store a copy of |answer|, if it is data or negative and its TTL is not 0.
 * Additional data do not replace an answer that is still valid (RFC 2181
 * section 5.4.1). Without memory nothing is stored. */
void ddds_cache_store(ddds_cache *cache, const struct cache_key *key,
                      uint64_t now, const struct ddds_answer *answer);

/* Add a reference to |cache|, and return it. */
ddds_cache *ddds_cache_hold(ddds_cache *cache);

#endif
