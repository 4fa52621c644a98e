/* The validator as a database. libunbound validates, recurses, and caches what
 * it needs for that; this module turns its results into answers of a database.
 *
 * libunbound uses an event loop (event_loop.c), without threads or other
 * processes. A question becomes a lookup with a query, or two for addresses
 * (validated_lookup.c). Answers are delivered after libunbound has returned.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/validate.h>

#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unbound.h>

#include <openssl/crypto.h>

#include "base/error.h"
#include "base/sized.h"
#include "base/clocks.h"
#include "validate/sigpipe.h"
#include "validate/unbound_lock.h"
#include "validate/validator.h"

/* ---- Delivery ------------------------------------------------------------ */

static struct validated_lookup *take_finished(struct ddds_validator *validator)
{
    struct validated_lookup *lookup = validator->finished;
    if (lookup != NULL) {
        validator->finished = lookup->next_finished;
        if (validator->finished == NULL) {
            validator->finished_end = &validator->finished;
        }
        lookup->is_finished = false;
    }
    return lookup;
}

/* Free all lookups. Cancel queries first, because libunbound calls back when
 * its context is deleted. */
static void free_lookups(struct ddds_validator *validator)
{
    struct validated_lookup *lookup;
    while ((lookup = take_finished(validator)) != NULL) {
        ddds_validated_release(lookup);
    }
    while ((lookup = validator->active) != NULL) {
        ddds_validated_unlink(lookup);
        ddds_validated_release(lookup);
    }
}

/* A child of fork() has a single thread, and another thread of the parent may
 * have held the lock, so do not take it there. */
static void delete_context(struct ddds_validator *validator)
{
    bool is_inherited = ddds_event_loop_is_inherited(&validator->loop);
    if (!is_inherited) {
        ddds_unbound_lock();
    }
    ub_ctx_delete(validator->context);
    if (!is_inherited) {
        ddds_unbound_unlock();
    }
}

static void destroy(struct ddds_validator *validator)
{
    free_lookups(validator);
    delete_context(validator);
    ddds_tunnels_end(&validator->tunnels);
    ddds_event_loop_end(&validator->loop);
    ddds_rulebook_free(validator->rulebook);
    ddds_arena_free(&validator->constants);
    free(validator);
}

/* Deliver the answers of finished lookups. If a callback frees the database,
 * that is delayed until the last has returned; |validator| is invalid
 * afterwards. */
static void hand_over(struct ddds_validator *validator)
{
    struct validated_lookup *lookup;
    while (!validator->is_free_wanted &&
           (lookup = take_finished(validator)) != NULL) {
        ddds_answer_fn *answer = lookup->answer;
        if (answer != NULL) { /* the lookup was not cancelled */
            const struct ddds_answer *found = ddds_validated_answer(lookup);
            ddds_validated_unlink(lookup);
            validator->depth++;
            answer(lookup->context, lookup->id, found);
            validator->depth--;
        }
        ddds_validated_release(lookup);
    }
    if (validator->is_free_wanted && validator->depth == 0) {
        destroy(validator);
    }
}

/* ---- Methods ------------------------------------------------------------- */

static const char of_parent[] =
    "the database belongs to the parent of this process";

static void refuse(uint32_t id, ddds_answer_fn *answer, void *context,
                   enum ddds_reply reply, const char *detail)
{
    const struct ddds_answer failure = {
        .size = sizeof failure, .reply = reply, .detail = detail};
    answer(context, id, &failure);
}

/* The child of a fork gets an answer at once. */
static void look_up(ddds_database *database, const struct ddds_question *given,
                    uint64_t now, ddds_answer_fn *answer, void *context)
{
    (void)now; /* the loop has its own clock */
    struct ddds_validator *validator = (struct ddds_validator *)database;
    struct ddds_question question;
    struct ddds_error why;
    if (ddds_sized_copy(given, &question, sizeof question, "DDDS_QUESTION_INIT",
                        &why) != DDDS_OK) {
        refuse(given->id, answer, context, DDDS_REPLY_MALFORMED, why.detail);
    } else if (ddds_event_loop_is_inherited(&validator->loop)) {
        refuse(question.id, answer, context, DDDS_REPLY_NETWORK, of_parent);
    } else if (ddds_validated_begin(validator, &question, answer, context) ==
               NULL) {
        refuse(question.id, answer, context, DDDS_REPLY_NO_MEMORY,
               "out of memory");
    } else {
        ddds_validated_ask(validator);
    }
}

static void run(struct ddds_validator *validator, int timeout)
{
    struct sigpipe sigpipe;
    ddds_sigpipe_block(&sigpipe);
    ddds_event_loop_run(&validator->loop, timeout);
    ddds_sigpipe_restore(&sigpipe);
    ddds_validated_ask(validator);
}

/* Fail all lookups in a child of fork(), where they would never end. */
static void end_inherited(struct ddds_validator *validator)
{
    for (struct validated_lookup *lookup = validator->active; lookup != NULL;
         lookup = lookup->next) {
        ddds_validated_fail(lookup, DDDS_REPLY_NETWORK, of_parent);
    }
}

/* Wait until the loop or |other|, unless it is -1, is readable. */
static void wait_for_either(struct ddds_validator *validator, int other,
                            int timeout)
{
    struct pollfd list[] = {
        {.fd = validator->loop.descriptor, .events = POLLIN},
        {.fd = other, .events = POLLIN},
    };
    poll(list, sizeof list / sizeof list[0], timeout);
}

static ddds_status wait_for(ddds_database *database, int descriptor,
                            int milliseconds)
{
    struct ddds_validator *validator = (struct ddds_validator *)database;
    if (validator->active == NULL) {
        return DDDS_LIMIT; /* nothing could end the wait */
    }
    if (ddds_event_loop_is_inherited(&validator->loop)) {
        end_inherited(validator);
    } else if (validator->finished == NULL) {
        wait_for_either(
            validator, descriptor,
            ddds_clock_sooner(ddds_validator_timeout(validator), milliseconds));
        run(validator, 0);
    }
    hand_over(validator);
    return DDDS_OK;
}

static void cancel(ddds_database *database, void *context)
{
    struct ddds_validator *validator = (struct ddds_validator *)database;
    struct validated_lookup *next;
    for (struct validated_lookup *lookup = validator->active; lookup != NULL;
         lookup = next) {
        next = lookup->next;
        if (lookup->context == context) {
            ddds_validated_unlink(lookup);
            ddds_validated_release(lookup);
        }
    }
}

static void free_validator(ddds_database *database)
{
    struct ddds_validator *validator = (struct ddds_validator *)database;
    validator->is_free_wanted = true;
    if (validator->depth == 0) {
        destroy(validator);
    }
}

static const struct ddds_database_class validator_class = {
    .size = sizeof validator_class,
    look_up,
    wait_for,
    cancel,
    free_validator,
};

/* ---- Event loops --------------------------------------------------------- */

int ddds_validator_descriptor(const ddds_validator *validator)
{
    return validator->loop.descriptor;
}

int ddds_validator_timeout(ddds_validator *validator)
{
    enum { MILLISECOND = 1000 };
    uint64_t turn;
    if (validator->finished != NULL) {
        return 0;
    }
    uint64_t now = ddds_clock_microseconds();
    uint64_t due = ddds_timers_next(&validator->loop.timers);
    if (ddds_validated_has_turn(validator, &turn) && turn < due) {
        due = turn;
    }
    if (due == UINT64_MAX) {
        return -1;
    }
    uint64_t left = due > now ? (due - now + MILLISECOND - 1) / MILLISECOND : 0;
    return left < INT_MAX ? (int)left : INT_MAX;
}

void ddds_validator_process(ddds_validator *validator)
{
    if (!ddds_event_loop_is_inherited(&validator->loop)) {
        run(validator, 0);
    }
    hand_over(validator);
}

/* ---- Creation ------------------------------------------------------------ */

ddds_validator *ddds_validator_new(const struct ddds_validator_options *options,
                                   struct ddds_error *error)
{
    enum { SECOND = 1000000 };
    struct ddds_validator_options own;
    if (ddds_sized_copy(options, &own, sizeof own,
                        "DDDS_VALIDATOR_OPTIONS_INIT", error) != DDDS_OK) {
        return NULL;
    }
    struct ddds_validator *validator = calloc(1, sizeof *validator);
    if (validator == NULL) {
        ddds_error_no_memory(error);
        return NULL;
    }
    validator->base.methods = &validator_class;
    validator->finished_end = &validator->finished;
    validator->loop.descriptor = -1;
    validator->interval = own.rate > 0 ? SECOND / own.rate : 0;
    if (ddds_validator_open(validator, &own, error) != DDDS_OK) {
        destroy(validator);
        return NULL;
    }
    return validator;
}

ddds_database *ddds_validator_database(ddds_validator *validator)
{
    return validator != NULL ? &validator->base : NULL;
}

size_t ddds_validator_versions(char *text, size_t size)
{
    int length = snprintf(
        text, size, "libddds-validate %s\nlibunbound %s\n%s\n", ddds_version(),
        ub_version(), OpenSSL_version(OPENSSL_VERSION));
    return length > 0 ? (size_t)length : 0;
}
