/* SPDX-License-Identifier: MIT */
#include "serve/http/scheduler.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/queue.h>
#include <time.h>

/* A lookup. */
struct lookup {
    TAILQ_ENTRY(lookup) link;
    struct scheduler *scheduler;
    ddds_answer_fn *take; /* callback of the caller, with its context */
    void *context;
    uint32_t id;
    struct ddds_answer *answer; /* copy of an answer that waits */
    size_t octets;              /* of its rules, accounted for while it waits */
};

TAILQ_HEAD(queue, lookup);

struct scheduler {
    struct ddds_database base;
    ddds_database *inner;
    struct queue asked;   /* |inner| has not yet answered */
    struct queue waiting; /* answers for the next rounds */
    uint64_t until;       /* limit on the thread's processor time */
    struct quotas *quotas;
    unsigned long long *waited;
};

static struct scheduler *scheduler_of(ddds_database *database)
{
    return (struct scheduler *)database;
}

/* Processor time of this thread in microseconds. */
static uint64_t read_used(void)
{
    struct timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (uint64_t)used.tv_sec * 1000000 + (uint64_t)used.tv_nsec / 1000;
}

/* ---- Answers ------------------------------------------------------------ */

static void free_kept(struct lookup *lookup)
{
    quotas_give_common(lookup->scheduler->quotas, lookup->octets);
    ddds_ruleset_free(lookup->answer->ruleset);
    free(lookup->answer);
    free(lookup);
}

/* Return true if |lookup| must wait with |answer| and its memory is granted;
 * without memory the answer is delivered at once. */
static bool must_wait(struct lookup *lookup, const struct ddds_answer *answer)
{
    struct scheduler *scheduler = lookup->scheduler;
    if (answer == NULL || answer->ruleset == NULL ||
        (TAILQ_EMPTY(&scheduler->waiting) && read_used() < scheduler->until)) {
        return false;
    }
    lookup->octets = ddds_ruleset_octets(answer->ruleset);
    return quotas_take_common(scheduler->quotas, lookup->octets);
}

static void take_answer(void *context, uint32_t id,
                        const struct ddds_answer *answer)
{
    struct lookup *lookup = context;
    struct scheduler *scheduler = lookup->scheduler;
    TAILQ_REMOVE(&scheduler->asked, lookup, link);
    lookup->id = id;
    if (must_wait(lookup, answer)) {
        lookup->answer = ddds_answer_copy(
            DDDS_ASK_RULES, answer,
            malloc(ddds_answer_octets(DDDS_ASK_RULES, answer)));
        ddds_ruleset_hold(lookup->answer->ruleset);
        TAILQ_INSERT_TAIL(&scheduler->waiting, lookup, link);
        ++*scheduler->waited;
        return;
    }
    const struct lookup own = *lookup;
    free(lookup);
    own.take(own.context, id, answer);
}

/* ---- Methods ------------------------------------------------------------ */

static void look_up(ddds_database *database,
                    const struct ddds_question *question, uint64_t now,
                    ddds_answer_fn *take, void *context)
{
    struct scheduler *scheduler = scheduler_of(database);
    struct lookup *lookup = malloc(sizeof *lookup);
    *lookup = (struct lookup){
        .scheduler = scheduler, .take = take, .context = context};
    TAILQ_INSERT_TAIL(&scheduler->asked, lookup, link);
    scheduler->inner->methods->lookup(scheduler->inner, question, now,
                                      take_answer, lookup);
}

static void cancel(ddds_database *database, void *context)
{
    struct scheduler *scheduler = scheduler_of(database);
    struct lookup *next;
    for (struct lookup *lookup = TAILQ_FIRST(&scheduler->asked); lookup != NULL;
         lookup = next) {
        next = TAILQ_NEXT(lookup, link);
        if (lookup->context == context) {
            TAILQ_REMOVE(&scheduler->asked, lookup, link);
            scheduler->inner->methods->cancel(scheduler->inner, lookup);
            free(lookup);
        }
    }
    for (struct lookup *lookup = TAILQ_FIRST(&scheduler->waiting);
         lookup != NULL; lookup = next) {
        next = TAILQ_NEXT(lookup, link);
        if (lookup->context == context) {
            TAILQ_REMOVE(&scheduler->waiting, lookup, link);
            free_kept(lookup);
        }
    }
}

/* Call it after all resolutions have ended. */
static void free_all(ddds_database *database)
{
    struct scheduler *scheduler = scheduler_of(database);
    ddds_database_free(scheduler->inner);
    free(scheduler);
}

static const struct ddds_database_class methods = {
    .size = sizeof methods,
    .lookup = look_up,
    .cancel = cancel,
    .free = free_all,
};

ddds_database *scheduler_new(ddds_database *inner, struct quotas *quotas,
                             unsigned long long *waited)
{
    struct scheduler *scheduler = calloc(1, sizeof *scheduler);
    scheduler->inner = inner;
    scheduler->quotas = quotas;
    scheduler->waited = waited;
    TAILQ_INIT(&scheduler->asked);
    TAILQ_INIT(&scheduler->waiting);
    scheduler->base.methods = &methods;
    return &scheduler->base;
}

/* ---- Rounds ------------------------------------------------------------- */

void scheduler_begin_round(ddds_database *database, unsigned milliseconds)
{
    struct scheduler *scheduler = scheduler_of(database);
    struct lookup *lookup;
    scheduler->until = read_used() + (uint64_t)milliseconds * 1000;
    while ((lookup = TAILQ_FIRST(&scheduler->waiting)) != NULL) {
        TAILQ_REMOVE(&scheduler->waiting, lookup, link);
        quotas_give_common(scheduler->quotas, lookup->octets);
        lookup->octets = 0;
        lookup->take(lookup->context, lookup->id, lookup->answer);
        free_kept(lookup);
        if (read_used() >= scheduler->until) {
            return;
        }
    }
}

bool scheduler_is_waiting(ddds_database *database)
{
    return !TAILQ_EMPTY(&scheduler_of(database)->waiting);
}
