/* A database around a database: it answers what it knows, and asks the other
 * one the rest, once for all who want to know the same at the same time.
 *
 * A lookup under way in the inner database is a flight; who waits for its
 * answer is aboard. Flights are this database's own, entries may be shared with
 * others.
 *
 * A flight ends at the deadline of who began it. Whoever has to have an answer
 * earlier begins a flight of their own; whoever has more time asks again when
 * it ended for want of time.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/database.h>

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "db/cache/cache.h"
#include "db/dns/clock.h"
#include "name/domain.h"

enum {
    BUCKETS = 1024,

    /* Milliseconds by which a passenger's deadline may be earlier than that of
     * the flight: those of one batch begin almost at the same time. */
    PATIENCE = 250,
};

struct passenger {
    struct passenger *next;
    ddds_answer_fn *answer;
    void *context;
    uint32_t id;
    uint64_t deadline;
};

struct flight {
    struct flight *next; /* in its bucket */
    struct cached *cached;
    struct cache_key key;
    uint64_t deadline;
    struct passenger *first;
    struct passenger **last;
    char name[LIMIT_NAME_SIZE];
};

struct cached {
    struct ddds_database base;
    struct ddds_database_class methods;
    ddds_database *inner;
    ddds_cache *cache;
    unsigned depth;        /* answers being handed over */
    bool is_doomed;        /* to be freed when they have been */
    bool has_passed_on;    /* questions to the inner one: nothing to keep */
    struct flight *landed; /* whose passengers are being served */

    /* To be used again: in the steady state only entries are allocated. */
    struct flight *spare_flights;
    struct passenger *spare_passengers;
    struct flight *buckets[BUCKETS];
};

/* ---- Coming and going --------------------------------------------------- */

static struct passenger *take_passenger(struct cached *cached)
{
    struct passenger *passenger = cached->spare_passengers;
    if (passenger == NULL) {
        return malloc(sizeof *passenger);
    }
    cached->spare_passengers = passenger->next;
    return passenger;
}

static void release_passenger(struct cached *cached,
                              struct passenger *passenger)
{
    passenger->next = cached->spare_passengers;
    cached->spare_passengers = passenger;
}

static struct flight *take_flight(struct cached *cached)
{
    struct flight *flight = cached->spare_flights;
    if (flight == NULL) {
        return malloc(sizeof *flight);
    }
    cached->spare_flights = flight->next;
    return flight;
}

/* With whoever is still aboard. */
static void release_flight(struct flight *flight)
{
    struct cached *cached = flight->cached;
    while (flight->first != NULL) {
        struct passenger *passenger = flight->first;
        flight->first = passenger->next;
        release_passenger(cached, passenger);
    }
    flight->next = cached->spare_flights;
    cached->spare_flights = flight;
}

static void free_spare(struct cached *cached)
{
    while (cached->spare_flights != NULL) {
        struct flight *flight = cached->spare_flights;
        cached->spare_flights = flight->next;
        free(flight);
    }
    while (cached->spare_passengers != NULL) {
        struct passenger *passenger = cached->spare_passengers;
        cached->spare_passengers = passenger->next;
        free(passenger);
    }
}

/* ---- Flights ------------------------------------------------------------ */

static struct flight **bucket_of(struct cached *cached, uint64_t hash)
{
    return &cached->buckets[hash % BUCKETS];
}

/* Is |deadline| soon enough for who has to have an answer by |other|? */
static bool is_before(uint64_t deadline, uint64_t other)
{
    return other == 0 || (deadline != 0 && deadline <= other + PATIENCE);
}

static struct flight *find_flight(struct cached *cached,
                                  const struct cache_key *key,
                                  uint64_t deadline)
{
    struct flight *flight = *bucket_of(cached, key->hash);
    while (flight != NULL &&
           (flight->key.hash != key->hash || flight->key.kind != key->kind ||
            strcmp(flight->name, key->name) != 0 ||
            !is_before(flight->deadline, deadline))) {
        flight = flight->next;
    }
    return flight;
}

static struct flight *begin_flight(struct cached *cached,
                                   const struct cache_key *key,
                                   uint64_t deadline)
{
    struct flight *flight = take_flight(cached);
    if (flight == NULL) {
        return NULL;
    }
    ddds_domain_copy(flight->name, key->name);
    flight->cached = cached;
    flight->key = *key;
    flight->key.name = flight->name;
    flight->deadline = deadline;
    flight->first = NULL;
    flight->last = &flight->first;
    struct flight **bucket = bucket_of(cached, key->hash);
    flight->next = *bucket;
    *bucket = flight;
    return flight;
}

static void board(struct flight *flight, struct passenger *passenger)
{
    passenger->next = NULL;
    *flight->last = passenger;
    flight->last = &passenger->next;
}

static void unlink_flight(struct flight *flight)
{
    struct flight **place = bucket_of(flight->cached, flight->key.hash);
    while (*place != flight) {
        place = &(*place)->next;
    }
    *place = flight->next;
}

/* ---- Handing over ------------------------------------------------------- */

static void destroy(struct cached *cached)
{
    for (size_t i = 0; i < BUCKETS; i++) {
        while (cached->buckets[i] != NULL) {
            struct flight *flight = cached->buckets[i];
            cached->buckets[i] = flight->next;
            release_flight(flight);
        }
    }
    free_spare(cached);
    ddds_database_free(cached->inner);
    ddds_cache_free(cached->cache);
    free(cached);
}

static void ask(struct cached *cached, const struct ddds_question *question,
                uint64_t now, struct passenger *passenger);

/* Give |passenger| an answer, or, if the flight only ended too early for them,
 * a seat in the next one. */
static void serve(struct flight *flight, struct passenger *passenger,
                  const struct ddds_answer *answer, uint64_t now)
{
    bool is_early = answer->reply == DDDS_REPLY_TIMEOUT &&
                    flight->deadline != 0 && now >= flight->deadline &&
                    (passenger->deadline == 0 || passenger->deadline > now);
    if (is_early) {
        const struct ddds_question question = {
            .id = passenger->id,
            .kind = flight->key.kind,
            .name = flight->name,
            .deadline = passenger->deadline,
        };
        ask(flight->cached, &question, now, passenger);
        return;
    }
    struct passenger own = *passenger;
    release_passenger(flight->cached, passenger);
    own.answer(own.context, own.id, answer);
}

/* Remember |answer|, and what came with it, before anybody hears of it: they
 * will ask for that next. */
static void remember(struct cached *cached, const struct cache_key *key,
                     uint64_t now, const struct ddds_answer *answer)
{
    ddds_cache_store(cached->cache, key, now, answer);
    for (size_t i = 0; i < answer->addition_count; i++) {
        const struct ddds_addition *addition = &answer->additions[i];
        struct ddds_answer own = addition->answer;
        const struct ddds_question question = {.kind = addition->kind,
                                               .name = addition->name};
        struct cache_key own_key = ddds_cache_key(cached->cache, &question);
        own.server = answer->server;
        own.tcp = answer->tcp;
        ddds_cache_store(cached->cache, &own_key, now, &own);
    }
}

/* The inner database has an answer. Who began the flight gets it as it is; for
 * the others it cost nothing. They may do anything when they are called: get
 * others off this flight, or free the database. */
static void land(void *context, uint32_t id, const struct ddds_answer *answer)
{
    (void)id;
    struct flight *flight = context;
    struct cached *cached = flight->cached;
    uint64_t now = ddds_clock_now();
    struct ddds_answer own = *answer;
    remember(cached, &flight->key, now, answer);
    unlink_flight(flight);
    flight->next = cached->landed;
    cached->landed = flight;
    cached->depth++;
    while (flight->first != NULL && !cached->is_doomed) {
        struct passenger *passenger = flight->first;
        flight->first = passenger->next;
        serve(flight, passenger, &own, now);
        own.queries = 0;
        own.cached = true;
    }
    cached->depth--;
    cached->landed = flight->next;
    release_flight(flight);
    if (cached->is_doomed && cached->depth == 0) {
        destroy(cached);
    }
}

/* ---- The class ---------------------------------------------------------- */

/* Take |passenger| to the answer: aboard a flight that is under way, or with a
 * new one. */
static void ask(struct cached *cached, const struct ddds_question *question,
                uint64_t now, struct passenger *passenger)
{
    struct cache_key key = ddds_cache_key(cached->cache, question);
    struct flight *flight = find_flight(cached, &key, question->deadline);
    if (flight != NULL) {
        board(flight, passenger);
        return;
    }
    flight = begin_flight(cached, &key, question->deadline);
    if (flight == NULL) {
        const struct ddds_answer failure = {.reply = DDDS_REPLY_NO_MEMORY,
                                            .detail = "out of memory"};
        struct passenger own = *passenger;
        release_passenger(cached, passenger);
        own.answer(own.context, own.id, &failure);
        return;
    }
    board(flight, passenger);
    struct ddds_question inner = *question;
    inner.name = flight->name;
    cached->inner->methods->lookup(cached->inner, &inner, now, land, flight);
}

/* Answer |question| if that is known. Additional data are nobody's word: for
 * who has to have it, they are none. */
static bool answer_known(struct cached *cached,
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

static void look_up(ddds_database *database,
                    const struct ddds_question *question, uint64_t now,
                    ddds_answer_fn *answer, void *context)
{
    struct cached *cached = (struct cached *)database;
    if (question->kind == DDDS_ASK_RECORDS) {
        /* Who looks at records wants to see what is there now. */
        cached->has_passed_on = true;
        cached->inner->methods->lookup(cached->inner, question, now, answer,
                                       context);
        return;
    }
    if (answer_known(cached, question, now, answer, context)) {
        return;
    }
    struct passenger *passenger = take_passenger(cached);
    if (passenger == NULL) {
        const struct ddds_answer failure = {.reply = DDDS_REPLY_NO_MEMORY,
                                            .detail = "out of memory"};
        answer(context, question->id, &failure);
        return;
    }
    *passenger = (struct passenger){NULL, answer, context, question->id,
                                    question->deadline};
    ask(cached, question, now, passenger);
}

static ddds_status wait_for(ddds_database *database)
{
    struct cached *cached = (struct cached *)database;
    return cached->inner->methods->wait(cached->inner);
}

/* Get everybody of |context| off |flight|. */
static void disembark(struct flight *flight, const void *context)
{
    struct passenger **place = &flight->first;
    while (*place != NULL) {
        struct passenger *passenger = *place;
        if (passenger->context == context) {
            *place = passenger->next;
            release_passenger(flight->cached, passenger);
        } else {
            place = &passenger->next;
        }
    }
    flight->last = place;
}

static void cancel(ddds_database *database, void *context)
{
    struct cached *cached = (struct cached *)database;
    if (cached->has_passed_on) {
        cached->inner->methods->cancel(cached->inner, context);
    }
    for (struct flight *flight = cached->landed; flight != NULL;
         flight = flight->next) {
        disembark(flight, context);
    }
    for (size_t i = 0; i < BUCKETS; i++) {
        struct flight **place = &cached->buckets[i];
        while (*place != NULL) {
            struct flight *flight = *place;
            disembark(flight, context);
            if (flight->first != NULL) {
                place = &flight->next;
                continue;
            }
            *place = flight->next;
            cached->inner->methods->cancel(cached->inner, flight);
            release_flight(flight);
        }
    }
}

static void free_cached(ddds_database *database)
{
    struct cached *cached = (struct cached *)database;
    cached->is_doomed = true;
    if (cached->depth == 0) {
        destroy(cached);
    }
}

ddds_database *ddds_cached_new(ddds_database *inner, ddds_cache *shared,
                               struct ddds_error *error)
{
    struct cached *cached = calloc(1, sizeof *cached);
    ddds_cache *cache =
        shared != NULL ? ddds_cache_hold(shared) : ddds_cache_new(0, error);
    if (cached == NULL || cache == NULL) {
        free(cached);
        ddds_cache_free(cache);
        ddds_error_no_memory(error);
        return NULL;
    }
    cached->methods = (struct ddds_database_class){
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
