/* A database that answers from a zone file, before another database.
 *
 * SPDX-License-Identifier: MIT */
#include "zones/well_known.h"

#include <stdlib.h>

#include <ddds/record.h>

struct well_known {
    struct ddds_database base;
    struct ddds_database_class methods;
    ddds_database *rules; /* in memory */
    ddds_database *inner;
};

/* A question, and whether the rules answered it. */
struct well_known_attempt {
    ddds_answer_fn *answer;
    void *context;
    bool is_answered;
};

static struct well_known *well_known_of(ddds_database *database)
{
    return (struct well_known *)database;
}

/* Forward an answer with data; drop others. */
static void pass_data(void *context, uint32_t id,
                      const struct ddds_answer *answer)
{
    struct well_known_attempt *attempt = context;
    if (answer->reply != DDDS_REPLY_DATA) {
        return;
    }
    struct ddds_answer marked = *answer;
    marked.detail = "well-known rules of 2026-11-22, not published in DNS";
    attempt->is_answered = true;
    attempt->answer(attempt->context, id, &marked);
}

static bool is_about_rules(const struct ddds_question *question)
{
    return question->kind == DDDS_ASK_RULES ||
           (question->kind == DDDS_ASK_RECORDS &&
            question->type == DDDS_TYPE_NAPTR);
}

static void look_up(ddds_database *database,
                    const struct ddds_question *question, uint64_t now,
                    ddds_answer_fn *answer, void *context)
{
    const struct well_known *known = well_known_of(database);
    /* The callback may free the database. */
    ddds_database *inner = known->inner;
    struct well_known_attempt attempt = {.answer = answer, .context = context};
    if (is_about_rules(question)) {
        known->rules->methods->lookup(known->rules, question, now, pass_data,
                                      &attempt);
    }
    if (!attempt.is_answered) {
        inner->methods->lookup(inner, question, now, answer, context);
    }
}

static ddds_status wait_for_inner(ddds_database *database, int descriptor,
                                  int milliseconds)
{
    ddds_database *inner = well_known_of(database)->inner;
    return inner->methods->wait(inner, descriptor, milliseconds);
}

static void cancel_in_inner(ddds_database *database, void *context)
{
    ddds_database *inner = well_known_of(database)->inner;
    inner->methods->cancel(inner, context);
}

static void free_both(ddds_database *database)
{
    struct well_known *known = well_known_of(database);
    ddds_database_free(known->inner);
    ddds_database_free(known->rules);
    free(known);
}

static ddds_database *load_rules(void)
{
    ddds_database *rules = ddds_memory_new(NULL);
    ddds_memory_load_text(rules, "the well-known rules", well_known_zone,
                          well_known_zone_length, NULL, NULL);
    return rules;
}

ddds_database *well_known_new(ddds_database *inner)
{
    struct well_known *known = calloc(1, sizeof *known);
    known->rules = load_rules();
    known->inner = inner;
    known->methods = (struct ddds_database_class){
        .size = sizeof known->methods,
        .lookup = look_up,
        .wait = inner->methods->wait != NULL ? wait_for_inner : NULL,
        .cancel = inner->methods->cancel != NULL ? cancel_in_inner : NULL,
        .free = free_both,
    };
    known->base.methods = &known->methods;
    return &known->base;
}
