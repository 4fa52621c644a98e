/* SPDX-License-Identifier: MIT */
#include "serve/http/turns.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/queue.h>
#include <time.h>

/* A lookup. */
struct turn {
    TAILQ_ENTRY(turn) link;
    struct turns *turns;
    ddds_answer_fn *take; /* callback of the caller, with its context */
    void *context;
    uint32_t id;
    struct ddds_answer *answer; /* copy of an answer that waits */
    size_t octets;              /* of its rules, accounted for while it waits */
};

TAILQ_HEAD(queue, turn);

struct turns {
    struct ddds_database base;
    ddds_database *inner;
    struct queue asked;   /* |inner| has not yet answered */
    struct queue waiting; /* answers for the next rounds */
    uint64_t until;       /* limit on the thread's processor time */
    struct shares *shares;
    unsigned long long *waited;
};

static struct turns *turns_of(ddds_database *database)
{
    return (struct turns *)database;
}

/* Processor time of this thread in microseconds. */
static uint64_t read_used(void)
{
    struct timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (uint64_t)used.tv_sec * 1000000 + (uint64_t)used.tv_nsec / 1000;
}

/* ---- Answers ------------------------------------------------------------ */

static void free_kept(struct turn *turn)
{
    shares_give_common(turn->turns->shares, turn->octets);
    ddds_ruleset_free(turn->answer->ruleset);
    free(turn->answer);
    free(turn);
}

/* Return true if |turn| must wait with |answer| and its memory is granted;
 * without memory the answer is delivered at once. */
static bool must_wait(struct turn *turn, const struct ddds_answer *answer)
{
    struct turns *turns = turn->turns;
    if (answer == NULL || answer->ruleset == NULL ||
        (TAILQ_EMPTY(&turns->waiting) && read_used() < turns->until)) {
        return false;
    }
    turn->octets = ddds_ruleset_octets(answer->ruleset);
    return shares_take_common(turns->shares, turn->octets);
}

static void take_answer(void *context, uint32_t id,
                        const struct ddds_answer *answer)
{
    struct turn *turn = context;
    struct turns *turns = turn->turns;
    TAILQ_REMOVE(&turns->asked, turn, link);
    turn->id = id;
    if (must_wait(turn, answer)) {
        turn->answer = ddds_answer_copy(
            DDDS_ASK_RULES, answer,
            malloc(ddds_answer_octets(DDDS_ASK_RULES, answer)));
        ddds_ruleset_hold(turn->answer->ruleset);
        TAILQ_INSERT_TAIL(&turns->waiting, turn, link);
        ++*turns->waited;
        return;
    }
    const struct turn own = *turn;
    free(turn);
    own.take(own.context, id, answer);
}

/* ---- Methods ------------------------------------------------------------ */

static void look_up(ddds_database *database,
                    const struct ddds_question *question, uint64_t now,
                    ddds_answer_fn *take, void *context)
{
    struct turns *turns = turns_of(database);
    struct turn *turn = malloc(sizeof *turn);
    *turn = (struct turn){.turns = turns, .take = take, .context = context};
    TAILQ_INSERT_TAIL(&turns->asked, turn, link);
    turns->inner->methods->lookup(turns->inner, question, now, take_answer,
                                  turn);
}

static void cancel(ddds_database *database, void *context)
{
    struct turns *turns = turns_of(database);
    struct turn *next;
    for (struct turn *turn = TAILQ_FIRST(&turns->asked); turn != NULL;
         turn = next) {
        next = TAILQ_NEXT(turn, link);
        if (turn->context == context) {
            TAILQ_REMOVE(&turns->asked, turn, link);
            turns->inner->methods->cancel(turns->inner, turn);
            free(turn);
        }
    }
    for (struct turn *turn = TAILQ_FIRST(&turns->waiting); turn != NULL;
         turn = next) {
        next = TAILQ_NEXT(turn, link);
        if (turn->context == context) {
            TAILQ_REMOVE(&turns->waiting, turn, link);
            free_kept(turn);
        }
    }
}

/* Call it after all resolutions have ended. */
static void free_all(ddds_database *database)
{
    struct turns *turns = turns_of(database);
    ddds_database_free(turns->inner);
    free(turns);
}

static const struct ddds_database_class methods = {
    .size = sizeof methods,
    .lookup = look_up,
    .cancel = cancel,
    .free = free_all,
};

ddds_database *turns_new(ddds_database *inner, struct shares *shares,
                         unsigned long long *waited)
{
    struct turns *turns = calloc(1, sizeof *turns);
    turns->inner = inner;
    turns->shares = shares;
    turns->waited = waited;
    TAILQ_INIT(&turns->asked);
    TAILQ_INIT(&turns->waiting);
    turns->base.methods = &methods;
    return &turns->base;
}

/* ---- Rounds ------------------------------------------------------------- */

void turns_begin(ddds_database *database, unsigned milliseconds)
{
    struct turns *turns = turns_of(database);
    struct turn *turn;
    turns->until = read_used() + (uint64_t)milliseconds * 1000;
    while ((turn = TAILQ_FIRST(&turns->waiting)) != NULL) {
        TAILQ_REMOVE(&turns->waiting, turn, link);
        shares_give_common(turns->shares, turn->octets);
        turn->octets = 0;
        turn->take(turn->context, turn->id, turn->answer);
        free_kept(turn);
        if (read_used() >= turns->until) {
            return;
        }
    }
}

bool turns_wait(ddds_database *database)
{
    return !TAILQ_EMPTY(&turns_of(database)->waiting);
}
