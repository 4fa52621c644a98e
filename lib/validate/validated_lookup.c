/* Lookups of a validator. Each has a query of libunbound, or two for addresses.
 *
 * libunbound returns the octets of an answer, with aliases, and its security.
 * They are decoded at once, by the code for DNS, and delivered after libunbound
 * has returned. So a callback may do anything, even free the database.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <unbound.h>

#include "base/clocks.h"
#include "validate/sigpipe.h"
#include "validate/unbound_lock.h"
#include "validate/validator.h"

/* Security of an answer (unbound-event.h). */
enum { IS_INSECURE, IS_BOGUS, IS_SECURE };

/* RFC 1035 sections 3.2.4 and 4.1.1. */
enum { CLASS_IN = 1, FORMERR = 1, NOTIMP = 4, REFUSED = 5 };

/* Limit on concurrent queries of libunbound, which needs 15 KiB for each. */
enum { ASKED_MAX = 200 };

/* ---- Rate limiting ------------------------------------------------------- */

static void wait_for_turn(struct validated_query *query)
{
    struct ddds_validator *validator = query->lookup->validator;
    query->is_waiting = true;
    query->next = NULL;
    query->previous = validator->last_waiting;
    *(query->previous != NULL ? &query->previous->next
                              : &validator->first_waiting) = query;
    validator->last_waiting = query;
}

static void stop_waiting(struct validated_query *query)
{
    struct ddds_validator *validator = query->lookup->validator;
    query->is_waiting = false;
    *(query->previous != NULL ? &query->previous->next
                              : &validator->first_waiting) = query->next;
    *(query->next != NULL ? &query->next->previous : &validator->last_waiting) =
        query->previous;
}

bool ddds_validated_has_turn(const struct ddds_validator *validator,
                             uint64_t *turn)
{
    *turn = validator->next_turn;
    return validator->first_waiting != NULL && validator->interval > 0 &&
           validator->asked < ASKED_MAX;
}

/* Return true if the next query may be sent. Unused turns are not saved. */
static bool take_turn(struct ddds_validator *validator)
{
    if (validator->first_waiting == NULL || validator->asked >= ASKED_MAX) {
        return false;
    }
    if (validator->interval > 0) {
        uint64_t now = ddds_clock_microseconds();
        if (now < validator->next_turn) {
            return false;
        }
        bool is_late = now - validator->next_turn > validator->interval;
        validator->next_turn =
            (is_late ? now : validator->next_turn) + validator->interval;
    }
    return true;
}

/* ---- Lifetime of lookups ------------------------------------------------- */

static void add_query(struct validated_lookup *lookup, uint16_t type)
{
    struct validated_query *query = &lookup->queries[lookup->query_count];
    *query = (struct validated_query){
        .lookup = lookup, .index = lookup->query_count++, .type = type};
    lookup->open++;
    wait_for_turn(query);
}

static void expire(struct timer *timer);

struct validated_lookup *
ddds_validated_begin(struct ddds_validator *validator,
                     const struct ddds_question *question,
                     ddds_answer_fn *answer, void *context)
{
    enum { MILLISECOND = 1000 };
    char name[DDDS_NAME_SIZE];
    uint16_t type;
    struct validated_lookup *lookup = calloc(1, sizeof *lookup);
    ddds_builder *builder =
        lookup != NULL ? ddds_builder_new(validator->rulebook, question, NULL)
                       : NULL;
    if (builder == NULL || !ddds_timers_reserve(&validator->loop.timers)) {
        ddds_builder_free(builder);
        free(lookup);
        return NULL;
    }
    lookup->validator = validator;
    lookup->builder = builder;
    lookup->answer = answer;
    lookup->context = context;
    lookup->id = question->id;
    lookup->asked = ddds_clock_microseconds();
    lookup->deadline.fire = expire;
    while (ddds_builder_query(builder, lookup->query_count, name, &type)) {
        add_query(lookup, type);
    }
    if (question->deadline != 0) {
        ddds_timers_set(&validator->loop.timers, &lookup->deadline,
                        question->deadline * MILLISECOND);
    }
    lookup->next = validator->active;
    if (lookup->next != NULL) {
        lookup->next->previous = lookup;
    }
    validator->active = lookup;
    return lookup;
}

static void free_lookup(struct validated_lookup *lookup)
{
    struct timers *timers = &lookup->validator->loop.timers;
    ddds_timers_stop(timers, &lookup->deadline);
    ddds_timers_release(timers);
    ddds_builder_free(lookup->builder);
    free(lookup);
}

void ddds_validated_release(struct validated_lookup *lookup)
{
    if (lookup->answer == NULL && !lookup->is_finished) {
        free_lookup(lookup);
    }
}

static void note_answered(struct validated_query *query)
{
    query->is_asked = false;
    query->lookup->validator->asked--;
}

/* Cancel all queries of |lookup|. */
static void take_back(struct validated_lookup *lookup)
{
    for (size_t i = 0; i < lookup->query_count; i++) {
        struct validated_query *query = &lookup->queries[i];
        if (query->is_waiting) {
            stop_waiting(query);
        }
        if (query->is_asked) {
            note_answered(query);
            ub_cancel(lookup->validator->context, query->number);
        }
    }
    ddds_timers_stop(&lookup->validator->loop.timers, &lookup->deadline);
}

void ddds_validated_unlink(struct validated_lookup *lookup)
{
    *(lookup->previous != NULL ? &lookup->previous->next
                               : &lookup->validator->active) = lookup->next;
    if (lookup->next != NULL) {
        lookup->next->previous = lookup->previous;
    }
    lookup->answer = NULL;
    take_back(lookup);
}

/* Append |lookup| to the finished lookups, unless it is there. */
static void finish(struct validated_lookup *lookup)
{
    struct ddds_validator *validator = lookup->validator;
    take_back(lookup);
    if (!lookup->is_finished) {
        lookup->is_finished = true;
        lookup->next_finished = NULL;
        *validator->finished_end = lookup;
        validator->finished_end = &lookup->next_finished;
    }
}

void ddds_validated_fail(struct validated_lookup *lookup,
                         enum ddds_reply failed, const char *failure)
{
    lookup->failed_with = failed;
    lookup->failure = failure;
    finish(lookup);
}

static void expire(struct timer *timer)
{
    enum { BEFORE = offsetof(struct validated_lookup, deadline) };
    ddds_validated_fail((struct validated_lookup *)((char *)timer - BEFORE),
                        DDDS_REPLY_TIMEOUT, "the deadline has passed");
}

/* ---- Results of libunbound ----------------------------------------------- */

/* Remove the addresses of tunnels, which libunbound reports as servers. */
static void drop_entrances(char *text)
{
    static const char entrance[] = " from 127.0.0.1";
    char *found;
    while ((found = strstr(text, entrance)) != NULL) {
        const char *rest = found + sizeof entrance - 1;
        memmove(found, rest, strlen(rest) + 1);
    }
}

/* Return why |query| has no answer. */
static void fail(struct validated_query *query, enum ddds_reply reply,
                 const char *text)
{
    struct ddds_error error;
    ddds_error_set(&error, DDDS_MALFORMED, DDDS_NO_OFFSET, "%s", text);
    if (query->lookup->validator->tunnels.server_count > 0) {
        drop_entrances(error.detail);
    }
    ddds_builder_fail(query->lookup->builder, query->index, reply,
                      error.detail);
}

/* Handle a failure: no server answered, or all reported an error. */
static void take_failure(struct validated_query *query, int rcode)
{
    const struct ddds_validator *validator = query->lookup->validator;
    const char *failure = ddds_tunnels_failure(&validator->tunnels);
    if (failure != NULL) {
        fail(query, DDDS_REPLY_NETWORK, failure);
    } else if (rcode == REFUSED) {
        fail(query, DDDS_REPLY_REFUSED, "REFUSED");
    } else if (rcode == FORMERR || rcode == NOTIMP) {
        fail(query, DDDS_REPLY_SERVER_FAILURE,
             rcode == FORMERR ? "FORMERR" : "NOTIMP");
    } else { /* SERVFAIL is the word of libunbound, not of the servers. */
        fail(query,
             validator->is_forwarder ? DDDS_REPLY_NETWORK
                                     : DDDS_REPLY_SERVER_FAILURE,
             validator->failure);
    }
}

/* Classify an answer. libunbound also calls it insecure if no trust anchor
 * covers its name or the target of its aliases: that is indeterminate. */
static enum ddds_security judge(const struct validated_query *query,
                                const char *asked, int security)
{
    const struct trust_anchors *anchors = &query->lookup->validator->anchors;
    char end[DDDS_NAME_SIZE];
    uint16_t type;
    (void)ddds_builder_query(query->lookup->builder, query->index, end, &type);
    return security == IS_SECURE ? DDDS_SECURITY_SECURE
           : ddds_trust_anchors_cover(anchors, asked) &&
                   ddds_trust_anchors_cover(anchors, end)
               ? DDDS_SECURITY_INSECURE
               : DDDS_SECURITY_INDETERMINATE;
}

/* The query has its result. */
static void close_query(struct validated_query *query)
{
    if (--query->lookup->open == 0) {
        finish(query->lookup);
    }
}

/* Called by libunbound for a query that was not cancelled. */
static void take_result(void *context, int rcode, void *packet, int length,
                        int security, char *why_bogus, int was_limited)
{
    struct validated_query *query = context;
    ddds_builder *builder = query->lookup->builder;
    char asked[DDDS_NAME_SIZE];
    uint16_t type;
    (void)was_limited;
    (void)ddds_builder_query(builder, query->index, asked, &type);
    note_answered(query);
    if (security == IS_BOGUS) { /* Ignore its data. */
        ddds_builder_judge(builder, query->index, DDDS_SECURITY_BOGUS);
        fail(query, DDDS_REPLY_BOGUS,
             why_bogus != NULL ? why_bogus : "DNSSEC validation failed");
    } else if (rcode != 0 || packet == NULL || length <= 0) {
        take_failure(query, rcode);
    } else {
        (void)ddds_builder_read(builder, query->index, packet, (size_t)length,
                                security == IS_SECURE, NULL);
        ddds_builder_judge(builder, query->index,
                           judge(query, asked, security));
    }
    close_query(query);
}

/* ---- Sending queries ----------------------------------------------------- */

/* Call ub_resolve_event(); the first time with the lock. */
static int resolve(struct validated_query *query, const char *name)
{
    struct ddds_validator *validator = query->lookup->validator;
    bool is_first = !validator->has_begun;
    validator->has_begun = true;
    if (is_first) {
        ddds_unbound_lock();
    }
    int status = ub_resolve_event(validator->context, name, query->type,
                                  CLASS_IN, query, take_result, &query->number);
    if (is_first) {
        ddds_unbound_unlock();
    }
    return status;
}

/* Start a query. libunbound may call take_result() before it returns. */
static void ask(struct validated_query *query)
{
    struct ddds_validator *validator = query->lookup->validator;
    char name[DDDS_NAME_SIZE];
    uint16_t type;
    (void)ddds_builder_query(query->lookup->builder, query->index, name, &type);
    query->is_asked = true;
    validator->asked++;
    int status = resolve(query, name[0] != '\0' ? name : ".");
    if (status != UB_NOERROR) {
        note_answered(query);
        fail(query,
             status == UB_NOMEM ? DDDS_REPLY_NO_MEMORY
                                : DDDS_REPLY_SERVER_FAILURE,
             ub_strerror(status));
        close_query(query);
    }
}

void ddds_validated_ask(struct ddds_validator *validator)
{
    struct sigpipe sigpipe;
    if (validator->first_waiting == NULL) {
        return;
    }
    ddds_sigpipe_block(&sigpipe);
    while (take_turn(validator)) {
        struct validated_query *query = validator->first_waiting;
        stop_waiting(query);
        ask(query);
    }
    ddds_sigpipe_restore(&sigpipe);
}

/* ---- Answers of lookups -------------------------------------------------- */

const struct ddds_answer *ddds_validated_answer(struct validated_lookup *lookup)
{
    const struct ddds_validator *validator = lookup->validator;
    if (lookup->failure != NULL) {
        lookup->failed =
            (struct ddds_answer){.size = sizeof lookup->failed,
                                 .reply = lookup->failed_with,
                                 .detail = lookup->failure,
                                 .queries = (unsigned)lookup->query_count};
        return &lookup->failed;
    }
    struct ddds_answer *answer = ddds_builder_answer(lookup->builder);
    if (answer->security != DDDS_SECURITY_UNKNOWN) { /* no failure */
        answer->server = validator->server;
        answer->tcp = validator->has_tcp;
        answer->microseconds =
            (uint32_t)(ddds_clock_microseconds() - lookup->asked);
    }
    return answer;
}
