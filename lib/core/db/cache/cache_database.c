/* A caching database around an inner database. Concurrent lookups of the same
 * question are merged.
 *
 * A lookup in the inner database is shared by its waiters. Lookups belong to
 * this database; cache entries may be shared with others.
 *
 * A lookup ends at the deadline of the waiter that started it. A waiter with an
 * earlier deadline starts its own lookup. After a timeout, waiters with a later
 * deadline join or start another lookup.
 *
 * An older lookup is not shared either. It may already have received half of
 * its answer, and wait for addresses of the other family or for the target of
 * an alias. That half may have expired; with a TTL of 0 it would not be cached
 * at all.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/database.h>

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "rule/answer.h"
#include "db/cache/cache.h"
#include "db/wire/database_class.h"
#include "base/clocks.h"
#include "base/domain.h"

enum {
    BUCKETS = 1024,

    /* Tolerance in milliseconds: a waiter may have a deadline earlier than that
     * of the lookup by this, and arrive later by this. The jobs of a batch
     * start almost together. */
    TOLERANCE = 250,
};

struct waiter {
    struct waiter *next;
    ddds_answer_fn *answer;
    void *context;
    uint32_t id;
    unsigned max_queries;
    uint64_t deadline;
};

struct shared_lookup {
    struct shared_lookup *next; /* in its bucket */
    struct cache_database *cached;
    struct cache_key key;
    uint64_t began;
    uint64_t deadline;
    struct waiter *first;
    struct waiter **last;
    char name[];
};

struct cache_database {
    struct ddds_database base;
    struct ddds_database_class methods;
    ddds_database *inner;
    ddds_cache *cache;
    unsigned depth;      /* callbacks being called */
    bool is_free_wanted; /* free after they have returned */
    bool has_passed_on;  /* some questions to |inner| bypassed the cache */
    struct shared_lookup *delivering; /* its waiters are being answered */

    struct shared_lookup *buckets[BUCKETS];
};

/* ---- Lookups in the inner database -------------------------------------- */

/* Free |lookup| and its remaining waiters. */
static void free_lookup(struct shared_lookup *lookup)
{
    while (lookup->first != NULL) {
        struct waiter *waiter = lookup->first;
        lookup->first = waiter->next;
        free(waiter);
    }
    free(lookup);
}

static struct shared_lookup **bucket_of(struct cache_database *cached,
                                        uint64_t hash)
{
    return &cached->buckets[hash % BUCKETS];
}

/* Return true if a waiter that asks at |now|, with |deadline|, can share
 * |lookup|. */
static bool may_join(const struct shared_lookup *lookup, uint64_t now,
                     uint64_t deadline)
{
    bool is_in_time =
        deadline == 0 ||
        (lookup->deadline != 0 && lookup->deadline <= deadline + TOLERANCE);
    return is_in_time && now <= lookup->began + TOLERANCE;
}

static struct shared_lookup *find_lookup(struct cache_database *cached,
                                         const struct cache_key *key,
                                         uint64_t now, uint64_t deadline)
{
    struct shared_lookup *lookup = *bucket_of(cached, key->hash);
    while (lookup != NULL &&
           (lookup->key.hash != key->hash || lookup->key.kind != key->kind ||
            strcmp(lookup->name, key->name) != 0 ||
            !may_join(lookup, now, deadline))) {
        lookup = lookup->next;
    }
    return lookup;
}

static struct shared_lookup *begin_lookup(struct cache_database *cached,
                                          const struct cache_key *key,
                                          uint64_t now, uint64_t deadline)
{
    size_t size = strlen(key->name) + 1;
    struct shared_lookup *lookup = malloc(sizeof *lookup + size);
    if (lookup == NULL) {
        return NULL;
    }
    memcpy(lookup->name, key->name, size);
    lookup->cached = cached;
    lookup->key = *key;
    lookup->key.name = lookup->name;
    lookup->began = now;
    lookup->deadline = deadline;
    lookup->first = NULL;
    lookup->last = &lookup->first;
    struct shared_lookup **bucket = bucket_of(cached, key->hash);
    lookup->next = *bucket;
    *bucket = lookup;
    return lookup;
}

static void join(struct shared_lookup *lookup, struct waiter *waiter)
{
    waiter->next = NULL;
    *lookup->last = waiter;
    lookup->last = &waiter->next;
}

static void unlink_lookup(struct shared_lookup *lookup)
{
    struct shared_lookup **place = bucket_of(lookup->cached, lookup->key.hash);
    while (*place != lookup) {
        place = &(*place)->next;
    }
    *place = lookup->next;
}

/* ---- Delivery ----------------------------------------------------------- */

static void destroy(struct cache_database *cached)
{
    for (size_t i = 0; i < BUCKETS; i++) {
        while (cached->buckets[i] != NULL) {
            struct shared_lookup *lookup = cached->buckets[i];
            cached->buckets[i] = lookup->next;
            free_lookup(lookup);
        }
    }
    ddds_database_free(cached->inner);
    ddds_cache_free(cached->cache);
    free(cached);
}

static void ask(struct cache_database *cached,
                const struct ddds_question *question, uint64_t now,
                struct waiter *waiter);

/* Answer |waiter|, which shared the lookup if |is_shared|. If the lookup
 * exceeded a deadline or limit that is not that of |waiter|, join or start
 * another lookup. */
static void serve(struct shared_lookup *lookup, struct waiter *waiter,
                  bool is_shared, const struct ddds_answer *answer,
                  uint64_t now)
{
    bool is_early = answer->reply == DDDS_REPLY_TIMEOUT &&
                    lookup->deadline != 0 && now >= lookup->deadline &&
                    (waiter->deadline == 0 || waiter->deadline > now);
    if (is_early || (answer->reply == DDDS_REPLY_LIMIT && is_shared)) {
        const struct ddds_question question = {
            .size = sizeof question,
            .id = waiter->id,
            .kind = lookup->key.kind,
            .name = lookup->name,
            .deadline = waiter->deadline,
            .max_queries = waiter->max_queries,
        };
        ask(lookup->cached, &question, now, waiter);
        return;
    }
    struct waiter own = *waiter;
    free(waiter);
    own.answer(own.context, own.id, answer);
}

/* Store |answer| and its additional data before the waiters are called, which
 * may ask for these data next. */
static void remember(struct cache_database *cached, const struct cache_key *key,
                     uint64_t now, const struct ddds_answer *answer)
{
    ddds_cache_store(cached->cache, key, now, answer);
    for (size_t i = 0; i < answer->addition_count; i++) {
        const struct ddds_addition *addition = &answer->additions[i];
        struct ddds_answer view;
        struct ddds_answer own =
            *ddds_answer_read(addition->kind, addition->answer, &view);
        const struct ddds_question question = {.size = sizeof question,
                                               .kind = addition->kind,
                                               .name = addition->name};
        struct cache_key own_key = ddds_cache_key(cached->cache, &question);
        own.server = answer->server;
        own.tcp = answer->tcp;
        ddds_cache_store(cached->cache, &own_key, now, &own);
    }
}

/* Called by the inner database: deliver its answer to all waiters. Only the
 * waiter that started the lookup counts its queries. A callback may cancel
 * other waiters of this lookup, or free the database. */
static void deliver(void *context, uint32_t id,
                    const struct ddds_answer *answer)
{
    (void)id;
    struct shared_lookup *lookup = context;
    struct cache_database *cached = lookup->cached;
    uint64_t now = ddds_clock_now();
    struct ddds_answer view;
    struct ddds_answer own = *ddds_answer_read(lookup->key.kind, answer, &view);
    remember(cached, &lookup->key, now, &own);
    unlink_lookup(lookup);
    lookup->next = cached->delivering;
    cached->delivering = lookup;
    cached->depth++;
    bool is_shared = false;
    while (lookup->first != NULL && !cached->is_free_wanted) {
        struct waiter *waiter = lookup->first;
        lookup->first = waiter->next;
        serve(lookup, waiter, is_shared, &own, now);
        is_shared = true;
        own.queries = 0;
        own.cached |= ddds_cache_keeps(own.reply);
    }
    cached->depth--;
    cached->delivering = lookup->next;
    free_lookup(lookup);
    if (cached->is_free_wanted && cached->depth == 0) {
        destroy(cached);
    }
}

/* ---- The class ---------------------------------------------------------- */

/* Add |waiter| to a pending lookup, or start a lookup. */
static void ask(struct cache_database *cached,
                const struct ddds_question *question, uint64_t now,
                struct waiter *waiter)
{
    struct cache_key key = ddds_cache_key(cached->cache, question);
    struct shared_lookup *lookup =
        find_lookup(cached, &key, now, question->deadline);
    if (lookup != NULL) {
        join(lookup, waiter);
        return;
    }
    lookup = begin_lookup(cached, &key, now, question->deadline);
    if (lookup == NULL) {
        struct waiter own = *waiter;
        free(waiter);
        ddds_answer_no_memory(own.answer, own.context, own.id);
        return;
    }
    join(lookup, waiter);
    struct ddds_question inner = *question;
    inner.name = lookup->name;
    cached->inner->methods->lookup(cached->inner, &inner, now, deliver, lookup);
}

/* Answer |question| from the cache; return false if this is impossible.
 * Additional data are never authenticated, so they do not answer a question
 * that requires authentication. */
static bool answer_known(struct cache_database *cached,
                         const struct ddds_question *question, uint64_t now,
                         ddds_answer_fn *answer, void *context)
{
    struct cache_key key = ddds_cache_key(cached->cache, question);
    struct ddds_answer known;
    struct cache_entry *entry =
        ddds_cache_find(cached->cache, &key, now, &known);
    bool is_good =
        entry != NULL && !(question->authenticated && known.additional);
    if (is_good) {
        answer(context, question->id, &known);
    }
    ddds_cache_release(entry);
    return is_good;
}

static void look_up(ddds_database *database, const struct ddds_question *given,
                    uint64_t now, ddds_answer_fn *answer, void *context)
{
    struct ddds_question own;
    const struct ddds_question *question =
        ddds_question_read(given, &own, answer, context);
    if (question == NULL) {
        return;
    }
    struct cache_database *cached = (struct cache_database *)database;
    if (question->kind == DDDS_ASK_RECORDS) {
        /* Record lookups bypass the cache: their callers need current data. */
        cached->has_passed_on = true;
        cached->inner->methods->lookup(cached->inner, question, now, answer,
                                       context);
        return;
    }
    if (answer_known(cached, question, now, answer, context)) {
        return;
    }
    struct waiter *waiter = malloc(sizeof *waiter);
    if (waiter == NULL) {
        ddds_answer_no_memory(answer, context, question->id);
        return;
    }
    *waiter = (struct waiter){NULL,
                              answer,
                              context,
                              question->id,
                              question->max_queries,
                              question->deadline};
    ask(cached, question, now, waiter);
}

static ddds_status wait_for(ddds_database *database, int descriptor,
                            int milliseconds)
{
    struct cache_database *cached = (struct cache_database *)database;
    return cached->inner->methods->wait(cached->inner, descriptor,
                                        milliseconds);
}

/* Remove the waiters of |context| from |lookup|. */
static void remove_waiters(struct shared_lookup *lookup, const void *context)
{
    struct waiter **place = &lookup->first;
    while (*place != NULL) {
        struct waiter *waiter = *place;
        if (waiter->context == context) {
            *place = waiter->next;
            free(waiter);
        } else {
            place = &waiter->next;
        }
    }
    lookup->last = place;
}

static void cancel(ddds_database *database, void *context)
{
    struct cache_database *cached = (struct cache_database *)database;
    if (cached->has_passed_on) {
        cached->inner->methods->cancel(cached->inner, context);
    }
    for (struct shared_lookup *lookup = cached->delivering; lookup != NULL;
         lookup = lookup->next) {
        remove_waiters(lookup, context);
    }
    for (size_t i = 0; i < BUCKETS; i++) {
        struct shared_lookup **place = &cached->buckets[i];
        while (*place != NULL) {
            struct shared_lookup *lookup = *place;
            remove_waiters(lookup, context);
            if (lookup->first != NULL) {
                place = &lookup->next;
                continue;
            }
            *place = lookup->next;
            cached->inner->methods->cancel(cached->inner, lookup);
            free_lookup(lookup);
        }
    }
}

static void free_cached(ddds_database *database)
{
    struct cache_database *cached = (struct cache_database *)database;
    cached->is_free_wanted = true;
    if (cached->depth == 0) {
        destroy(cached);
    }
}

ddds_database *ddds_cached_new(ddds_database *inner, ddds_cache *shared,
                               struct ddds_error *error)
{
    if (ddds_database_check(inner, error) != DDDS_OK) {
        return NULL;
    }
    struct cache_database *cached = calloc(1, sizeof *cached);
    ddds_cache *cache =
        shared != NULL ? ddds_cache_hold(shared) : ddds_cache_new(0, error);
    if (cached == NULL || cache == NULL) {
        free(cached);
        ddds_cache_free(cache);
        ddds_error_no_memory(error);
        return NULL;
    }
    cached->methods = (struct ddds_database_class){
        .size = sizeof(struct ddds_database_class),
        look_up,
        inner->methods->wait != NULL ? wait_for : NULL,
        inner->methods->cancel != NULL ? cancel : NULL,
        free_cached,
    };
    cached->base.methods = &cached->methods;
    cached->inner = inner;
    cached->cache = cache;
    return &cached->base;
}
