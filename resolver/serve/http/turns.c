/* Resolutions take turns.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/http/turns.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "batch/clock.h"

/* A lookup that waits. */
struct turn {
    struct turn *next;
    struct ddds_question question;
    char *name; /* of the question */
    ddds_answer_fn *answer;
    void *context;
};

struct turns {
    struct ddds_database base;
    struct ddds_database_class methods;
    ddds_database *inner;
    struct turn *first;
    struct turn **last;
    uint64_t until; /* of the processor time */
};

static struct turns *turns_of(ddds_database *database)
{
    return (struct turns *)database;
}

/* The processor time of this thread in microseconds. */
static uint64_t read_used(void)
{
    struct timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (uint64_t)used.tv_sec * 1000000 + (uint64_t)used.tv_nsec / 1000;
}

static void free_turn(struct turn *turn)
{
    free(turn->name);
    free(turn);
}

static void look_up(ddds_database *database,
                    const struct ddds_question *question, uint64_t now,
                    ddds_answer_fn *answer, void *context)
{
    struct turns *turns = turns_of(database);
    if (turns->first == NULL && read_used() < turns->until) {
        turns->inner->methods->lookup(turns->inner, question, now, answer,
                                      context);
        return;
    }
    struct turn *turn = malloc(sizeof *turn);
    *turn = (struct turn){.question = *question,
                          .name = strdup(question->name),
                          .answer = answer,
                          .context = context};
    turn->question.name = turn->name;
    *turns->last = turn;
    turns->last = &turn->next;
}

static void cancel(ddds_database *database, void *context)
{
    struct turns *turns = turns_of(database);
    struct turn **link = &turns->first;
    while (*link != NULL) {
        struct turn *turn = *link;
        if (turn->context == context) {
            *link = turn->next;
            free_turn(turn);
        } else {
            link = &turn->next;
        }
    }
    turns->last = link;
    turns->inner->methods->cancel(turns->inner, context);
}

static void free_all(ddds_database *database)
{
    struct turns *turns = turns_of(database);
    while (turns->first != NULL) {
        struct turn *turn = turns->first;
        turns->first = turn->next;
        free_turn(turn);
    }
    ddds_database_free(turns->inner);
    free(turns);
}

ddds_database *turns_new(ddds_database *inner)
{
    struct turns *turns = calloc(1, sizeof *turns);
    turns->inner = inner;
    turns->last = &turns->first;
    turns->methods = (struct ddds_database_class){
        .size = sizeof turns->methods,
        .lookup = look_up,
        .cancel = cancel,
        .free = free_all,
    };
    turns->base.methods = &turns->methods;
    return &turns->base;
}

void turns_begin(ddds_database *database, unsigned milliseconds,
                 unsigned long long *waited)
{
    struct turns *turns = turns_of(database);
    turns->until = read_used() + (uint64_t)milliseconds * 1000;
    /* Those who come meanwhile stand at the end. */
    while (turns->first != NULL) {
        struct turn *turn = turns->first;
        turns->first = turn->next;
        if (turns->first == NULL) {
            turns->last = &turns->first;
        }
        ++*waited;
        turns->inner->methods->lookup(turns->inner, &turn->question,
                                      read_clock(), turn->answer,
                                      turn->context);
        free_turn(turn);
        if (read_used() >= turns->until) {
            return;
        }
    }
}

bool turns_wait(ddds_database *database)
{
    return turns_of(database)->first != NULL;
}
