/* Resolutions: the only file that connects an engine and a database.
 *
 * The engine has questions, and the database answers. If a database calls back
 * during its lookup, the answer is passed to the engine, and the loop that
 * asked continues, so that the stack does not grow with each answer. It does
 * not grow either if a callback starts the next resolution in place of the
 * previous.
 *
 * The clock, deadlines and random numbers of the engine are here, too.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/resolve.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/entropy.h"
#include "base/error.h"
#include "base/sized.h"
#include "db/wire/database_class.h"
#include "db/memory/facts.h"
#include "resolve/again.h"
#include "rule/answer.h"

struct ddds_resolution {
    ddds_engine *engine;
    ddds_database *database;
    ddds_done_fn *done;
    void *context;
    uint64_t started;  /* milliseconds */
    uint64_t deadline; /* milliseconds after that; 0: none */
    uint64_t asked;    /* when the last question was asked */
    unsigned pending;  /* pending lookups */
    enum { IDLE, UNDER_WAY, DONE } state;
    bool is_driving;
    bool is_again;     /* started before, with the same input and deadline */
    bool is_in_memory; /* the database, see db/memory/facts.h */
    bool *is_freed;    /* set if |done|, which is being called, frees the
                          resolution */
    uint64_t random;   /* state; 0: not seeded */
    bool (*may_hold)(void *context, size_t octets);
    void *holding_context;
};

/* If available, use a clock that takes a quarter of the time to read. Its error
 * of a few milliseconds does not matter here. */
#ifdef CLOCK_MONOTONIC_COARSE
enum { CLOCK = CLOCK_MONOTONIC_COARSE };
#else
enum { CLOCK = CLOCK_MONOTONIC };
#endif

static uint64_t read_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Random numbers for callers that pass no function, seeded by the system. They
 * choose among servers, and protect no secret. */
static uint32_t draw_random(void *context)
{
    ddds_resolution *resolution = context;
    if (resolution->random == 0 &&
        !ddds_entropy_read(&resolution->random, sizeof resolution->random)) {
        resolution->random = read_clock();
    }
    return ddds_random_draw(&resolution->random);
}

/* ---- Questions and answers --------------------------------------------- */

static void drive(ddds_resolution *resolution);

/* Return true if the caller limits the memory of |resolution|, which must be in
 * progress. */
static bool is_limited(const ddds_resolution *resolution)
{
    return resolution->may_hold != NULL && !resolution->is_in_memory &&
           ddds_engine_result(resolution->engine) == NULL;
}

/* Return true if |resolution| may use |more| octets; otherwise end it. */
static bool may_hold(ddds_resolution *resolution, size_t more)
{
    if (resolution->may_hold(resolution->holding_context,
                             ddds_engine_octets(resolution->engine) + more)) {
        return true;
    }
    ddds_engine_stop(resolution->engine, DDDS_REASON_LIMIT,
                     "there is no memory for more: too many resolutions in "
                     "progress hold large answers");
    return false;
}

/* Return the octets that the rules of |answer| require: those of the set, and
 * the result for each rule. Other answers are small. */
static size_t measure_rules(const struct ddds_answer *answer)
{
    enum { OF_A_RULE = 64 };
    struct ddds_answer own;
    const struct ddds_answer *rules =
        ddds_answer_read(DDDS_ASK_RULES, answer, &own);
    return rules->reply == DDDS_REPLY_DATA
               ? ddds_ruleset_octets(rules->ruleset) +
                     OF_A_RULE * ddds_ruleset_count(rules->ruleset)
               : 0;
}

static void take_answer(void *context, uint32_t id,
                        const struct ddds_answer *answer)
{
    ddds_resolution *resolution = context;
    resolution->pending--;
    if (!is_limited(resolution) ||
        may_hold(resolution, measure_rules(answer))) {
        ddds_engine_answer(resolution->engine, id, answer,
                           resolution->is_in_memory ? resolution->asked
                                                    : read_clock());
    }
    if (is_limited(resolution)) {
        (void)may_hold(resolution, 0);
    }
    if (!resolution->is_driving) {
        drive(resolution);
    }
}

/* Return true if the deadline has passed. */
static bool is_late(const ddds_resolution *resolution, uint64_t now)
{
    return resolution->deadline != 0 &&
           now - resolution->started >= resolution->deadline;
}

static const char too_late[] = "the deadline has passed";

static void ask_all(ddds_resolution *resolution)
{
    struct ddds_question question = DDDS_QUESTION_INIT;
    ddds_database *database = resolution->database;
    while (ddds_engine_question(resolution->engine, &question)) {
        uint64_t now = resolution->asked = read_clock();
        if (is_late(resolution, now)) {
            ddds_engine_stop(resolution->engine, DDDS_REASON_TIMEOUT, too_late);
            return;
        }
        if (resolution->deadline != 0) {
            question.deadline = resolution->started + resolution->deadline;
        }
        resolution->pending++;
        database->methods->lookup(database, &question, now, take_answer,
                                  resolution);
    }
}

/* Cancel pending lookups. */
static void cancel(ddds_resolution *resolution)
{
    ddds_database *database = resolution->database;
    if (resolution->pending > 0 && database->methods->cancel != NULL) {
        database->methods->cancel(database, resolution);
    }
    resolution->pending = 0;
}

/* Call the caller's function for results. Return false if it freed the
 * resolution. Lookups that are still pending, after the deadline or without
 * memory, are cancelled: a finished resolution does not use the database, which
 * may belong to another thread. */
static bool report_result(ddds_resolution *resolution)
{
    bool is_freed = false;
    bool *outer = resolution->is_freed;
    cancel(resolution);
    resolution->state = DONE;
    if (resolution->done == NULL) {
        return true;
    }
    resolution->is_freed = &is_freed;
    resolution->done(resolution, resolution->context);
    if (!is_freed) {
        resolution->is_freed = outer;
    } else if (outer != NULL) {
        *outer = true;
    }
    return !is_freed;
}

/* Ask all questions of the engine, and report its result; if the caller then
 * starts with another input, continue with that. */
static void drive(ddds_resolution *resolution)
{
    while (resolution->state == UNDER_WAY && !resolution->is_driving) {
        resolution->is_driving = true;
        ask_all(resolution);
        resolution->is_driving = false;
        if (ddds_engine_result(resolution->engine) == NULL ||
            !report_result(resolution)) {
            return;
        }
    }
}

static void stop(ddds_resolution *resolution, enum ddds_reason reason,
                 const char *detail)
{
    cancel(resolution);
    ddds_engine_stop(resolution->engine, reason, detail);
    drive(resolution);
}

/* Start the time until the deadline, unless it has started before. */
static void start_clock(ddds_resolution *resolution)
{
    if (!resolution->is_again) {
        resolution->started = resolution->deadline != 0 ? read_clock() : 0;
    }
    resolution->is_again = false;
}

/* Wait for answers of the database until the resolution is done. */
static void wait_for_result(ddds_resolution *resolution)
{
    ddds_database *database = resolution->database;
    while (resolution->state != DONE) {
        if (is_late(resolution, read_clock())) {
            stop(resolution, DDDS_REASON_TIMEOUT, too_late);
        } else if (ddds_database_wait(database) != DDDS_OK) {
            stop(resolution, DDDS_REASON_NETWORK, NULL);
        }
    }
}

/* ---- Public functions -------------------------------------------------- */

static ddds_status check_arguments(const ddds_database *database,
                                   const char *input, struct ddds_error *error)
{
    return input != NULL ? ddds_database_check(database, error)
                         : ddds_error_set(error, DDDS_BAD_INPUT, DDDS_NO_OFFSET,
                                          "the input is NULL");
}

ddds_resolution *ddds_resolution_new(ddds_database *database,
                                     const struct ddds_application *application,
                                     const char *input,
                                     const struct ddds_options *options,
                                     struct ddds_error *error)
{
    struct ddds_options own;
    if (check_arguments(database, input, error) != DDDS_OK ||
        ddds_sized_copy(options, &own, sizeof own, "DDDS_OPTIONS_INIT",
                        error) != DDDS_OK) {
        return NULL;
    }
    ddds_resolution *resolution = calloc(1, sizeof *resolution);
    if (resolution == NULL) {
        ddds_error_no_memory(error);
        return NULL;
    }
    if (own.random == NULL) {
        own.random = draw_random;
        own.random_context = resolution;
    }
    resolution->database = database;
    resolution->deadline = own.deadline;
    resolution->may_hold = own.may_hold;
    resolution->holding_context = own.holding_context;
    resolution->engine = ddds_engine_new(
        application != NULL ? application : ddds_application_for(input), input,
        &own, error);
    if (resolution->engine == NULL) {
        free(resolution);
        return NULL;
    }
    resolution->is_in_memory = ddds_memory_keeps_rulesets(database);
    return resolution;
}

/* Run until a result can be passed to |done|. */
static void begin(ddds_resolution *resolution, ddds_done_fn *done,
                  void *context)
{
    resolution->done = done;
    resolution->context = context;
    resolution->state = UNDER_WAY;
    start_clock(resolution);
    if (resolution->is_freed == NULL) {
        drive(resolution);
    }
}

ddds_status ddds_resolution_start(ddds_resolution *resolution,
                                  ddds_done_fn *done, void *context)
{
    if (resolution->state != IDLE) {
        return DDDS_BAD_OPTION;
    }
    ddds_status status = ddds_engine_status(resolution->engine);
    if (status == DDDS_OK) {
        begin(resolution, done, context);
    }
    return status;
}

ddds_resolution *ddds_resolve(ddds_database *database,
                              const struct ddds_application *application,
                              const char *input,
                              const struct ddds_options *options,
                              struct ddds_error *error)
{
    ddds_resolution *resolution =
        ddds_resolution_new(database, application, input, options, error);
    if (resolution == NULL) {
        return NULL;
    }
    ddds_resolution_start(resolution, NULL, NULL);
    wait_for_result(resolution);
    if (ddds_engine_status(resolution->engine) != DDDS_OK) {
        ddds_resolution_free(resolution);
        ddds_error_no_memory(error);
        return NULL;
    }
    return resolution;
}

ddds_status ddds_resolution_restart(ddds_resolution *resolution,
                                    const char *input, struct ddds_error *error)
{
    cancel(resolution);
    resolution->state = IDLE;
    resolution->is_again = false;
    return ddds_engine_restart(resolution->engine, input, error);
}

ddds_status ddds_resolution_again(ddds_resolution *resolution,
                                  struct ddds_error *error)
{
    char *input = strdup(ddds_engine_result(resolution->engine)->input);
    if (input == NULL) {
        return ddds_error_no_memory(error);
    }
    ddds_status status = ddds_resolution_restart(resolution, input, error);
    resolution->is_again = true;
    free(input);
    return status;
}

bool ddds_resolution_is_late(const ddds_resolution *resolution)
{
    return is_late(resolution, read_clock());
}

void ddds_resolution_stop(ddds_resolution *resolution, enum ddds_reason reason)
{
    if (resolution->state == UNDER_WAY) {
        stop(resolution, reason, NULL);
    }
}

const struct ddds_result *
ddds_resolution_result(const ddds_resolution *resolution)
{
    return resolution->state == DONE ? ddds_engine_result(resolution->engine)
                                     : NULL;
}

ddds_status ddds_resolution_status(const ddds_resolution *resolution)
{
    return ddds_engine_status(resolution->engine);
}

size_t ddds_resolution_octets(const ddds_resolution *resolution)
{
    return sizeof *resolution + ddds_engine_octets(resolution->engine);
}

ddds_status ddds_resolution_next_start(ddds_resolution *resolution,
                                       ddds_done_fn *done, void *context)
{
    if (resolution->state != DONE) {
        return DDDS_BAD_OPTION;
    }
    ddds_engine_reject(resolution->engine, read_clock());
    begin(resolution, done, context);
    return DDDS_OK;
}

const struct ddds_result *ddds_resolution_next(ddds_resolution *resolution)
{
    if (resolution->state != DONE) {
        return NULL;
    }
    ddds_engine_reject(resolution->engine, read_clock());
    resolution->state = UNDER_WAY;
    resolution->done = NULL;
    start_clock(resolution);
    drive(resolution);
    wait_for_result(resolution);
    return ddds_engine_result(resolution->engine);
}

void ddds_resolution_free(ddds_resolution *resolution)
{
    if (resolution != NULL) {
        if (resolution->is_freed != NULL) {
            *resolution->is_freed = true;
        }
        cancel(resolution);
        ddds_engine_free(resolution->engine);
        free(resolution);
    }
}
