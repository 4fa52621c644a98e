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

#include "base/cursor.h"
#include "base/error.h"
#include "base/clocks.h"
#include "db/wire/asked.h"
#include "base/types.h"
#include "base/domain.h"
#include "validate/sigpipe.h"
#include "validate/unbound_lock.h"
#include "validate/validator.h"

/* Security of an answer (unbound-event.h). */
enum { IS_INSECURE, IS_BOGUS, IS_SECURE };

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

static void add_query(struct validated_lookup *lookup,
                      const struct name_view *name, uint16_t type)
{
    struct validated_query *query = &lookup->queries[lookup->query_count++];
    query->lookup = lookup;
    query->security = DDDS_SECURITY_UNKNOWN;
    query->is_asked = false;
    ddds_progress_begin(&query->progress, name, type, &lookup->arena);
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
    /* the wire form of a name has an octet more, that of the root two */
    const size_t room = strlen(question->name) + 2 + sizeof(max_align_t);
    struct validated_lookup *lookup = malloc(sizeof *lookup + room);
    if (lookup == NULL || !ddds_timers_reserve(&validator->loop.timers)) {
        free(lookup);
        return NULL;
    }
    memset(lookup, 0, offsetof(struct validated_lookup, queries));
    lookup->validator = validator;
    lookup->answer = answer;
    lookup->context = context;
    lookup->id = question->id;
    lookup->kind = question->kind;
    lookup->asked = ddds_clock_microseconds();
    lookup->found = (struct ddds_answer){.size = sizeof(struct ddds_answer),
                                         .ttl = UINT32_MAX};
    lookup->deadline.fire = expire;
    ddds_arena_init(&lookup->arena, lookup->memory, room);
    const struct asked asked = ddds_asked_read(question, &lookup->arena);
    for (size_t i = 0; i < asked.type_count; i++) {
        add_query(lookup, &asked.name, asked.types[i]);
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
    ddds_ruleset_free(lookup->found.ruleset);
    ddds_arena_free(&lookup->arena);
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
    lookup->failed = failed;
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

/* Set the reason why |query| has no answer; control characters are escaped. */
static void explain(struct validated_query *query, enum ddds_reply reply,
                    const char *text)
{
    struct ddds_error error;
    ddds_error_set(&error, DDDS_MALFORMED, DDDS_NO_OFFSET, "%s", text);
    if (query->lookup->validator->tunnels.server_count > 0) {
        drop_entrances(error.detail);
    }
    query->progress.reply = reply;
    ddds_progress_explain(&query->progress, "%s", error.detail);
}

/* Handle a failure: no server answered, or all reported an error. */
static void take_failure(struct validated_query *query, int rcode)
{
    const char *failure =
        ddds_tunnels_failure(&query->lookup->validator->tunnels);
    const char *name = ddds_rcode_name((unsigned)rcode);
    if (failure != NULL) {
        explain(query, DDDS_REPLY_NETWORK, failure);
    } else if (rcode == RCODE_REFUSED) {
        explain(query, DDDS_REPLY_REFUSED, name);
    } else {
        explain(query, DDDS_REPLY_SERVER_FAILURE,
                name != NULL && rcode != RCODE_SERVFAIL
                    ? name
                    : "libunbound got no usable answer");
    }
}

/* Copy the data in |message| to the lookup. */
static ddds_status take_data(struct validated_query *query,
                             const struct progress *begin,
                             struct message *message, struct ddds_error *error)
{
    struct validated_lookup *lookup = query->lookup;
    struct ddds_validator *validator = lookup->validator;
    const struct progress *progress = &query->progress;
    if (lookup->kind == DDDS_ASK_RECORDS) {
        return ddds_progress_take_records(begin, message, &lookup->arena,
                                          &lookup->found, error);
    }
    bool is_ruleset = lookup->kind == DDDS_ASK_RULES;
    return progress->reply == DDDS_REPLY_DATA
               ? ddds_progress_take(progress, message,
                                    is_ruleset ? &validator->scratch
                                               : &lookup->arena,
                                    validator->rulebook, &lookup->found, error)
               : DDDS_OK;
}

/* Interpret |message|, an answer to |begin|, with its aliases. */
static ddds_status take_message(struct validated_query *query,
                                struct message *message,
                                struct ddds_error *error)
{
    const struct progress begin = query->progress;
    ddds_status status = ddds_progress_check(&begin, message, error);
    if (status != DDDS_OK) {
        return status;
    }
    ddds_progress_read(&query->progress, message);
    if (query->progress.is_elsewhere) {
        return ddds_error_set(
            error, DDDS_MALFORMED, DDDS_NO_OFFSET,
            "unusable answer: the target of its aliases is missing");
    }
    return take_data(query, &begin, message, error);
}

/* Return the seconds for which the signature |record| allows data to be kept;
 * UINT32_MAX for others. Times are modulo 2^32 (RFC 4034 section 3.1.5). */
static uint32_t signed_seconds(const struct message *message,
                               const struct message_record *record,
                               uint32_t now)
{
    enum { BEFORE_TTL = 4, TIMES = 8 };
    struct cursor cursor = ddds_cursor_over(
        message->names.octets + record->rdata, record->rdata_length);
    if (record->type != TYPE_RRSIG ||
        record->rdata_length < BEFORE_TTL + TIMES) {
        return UINT32_MAX;
    }
    (void)ddds_cursor_span(&cursor, BEFORE_TTL);
    uint32_t original = ddds_cursor_u32(&cursor);
    uint32_t left = ddds_cursor_u32(&cursor) - now;
    left = left > INT32_MAX ? 0 : left;
    return left < original ? left : original;
}

/* Lower the TTLs of |count| secure records to the limit of their signatures
 * (RFC 4035 section 5.3.3); libunbound returns the message's TTLs. */
static void limit_ttls(const struct message *message,
                       struct message_record *records, size_t count)
{
    const uint32_t now = ddds_clock_date();
    uint32_t most = UINT32_MAX;
    for (size_t i = 0; i < count; i++) {
        uint32_t seconds = signed_seconds(message, &records[i], now);
        most = seconds < most ? seconds : most;
    }
    for (size_t i = 0; i < count; i++) {
        records[i].ttl = records[i].ttl < most ? records[i].ttl : most;
    }
}

static void take_packet(struct validated_query *query,
                        const unsigned char *octets, size_t length,
                        bool is_secure)
{
    struct ddds_validator *validator = query->lookup->validator;
    struct message message;
    struct ddds_error error;
    ddds_arena_reset(&validator->scratch);
    ddds_status status = ddds_message_read(octets, length, &validator->scratch,
                                           &message, &error);
    if (status == DDDS_OK && is_secure) {
        limit_ttls(&message, message.records, message.answer_count);
        limit_ttls(&message, message.records + message.answer_count,
                   message.authority_count);
    }
    if (status == DDDS_OK) {
        status = take_message(query, &message, &error);
    }
    if (status != DDDS_OK) {
        explain(query,
                status == DDDS_NO_MEMORY ? DDDS_REPLY_NO_MEMORY
                                         : DDDS_REPLY_MALFORMED,
                error.detail);
    }
}

static bool is_covered(const struct validated_query *query,
                       const struct name_view *name)
{
    char text[LIMIT_NAME_SIZE];
    ddds_domain_spell(name->octets, name->length, text);
    return ddds_trust_anchors_cover(&query->lookup->validator->anchors, text);
}

/* Classify an answer. libunbound also calls it insecure if no trust anchor
 * covers its name or the target of its aliases: that is indeterminate. */
static enum ddds_security judge(const struct validated_query *query,
                                const struct name_view *asked, int security)
{
    return security == IS_SECURE ? DDDS_SECURITY_SECURE
           : is_covered(query, asked) &&
                   is_covered(query, &query->progress.name)
               ? DDDS_SECURITY_INSECURE
               : DDDS_SECURITY_INDETERMINATE;
}

/* Count a query as finished. */
static void close_query(struct validated_query *query)
{
    struct validated_lookup *lookup = query->lookup;
    if (--lookup->open == 0) {
        finish(lookup);
    } else {
        lookup->since = ddds_clock_now();
    }
}

/* Called by libunbound for a query that was not cancelled. */
static void take_result(void *context, int rcode, void *packet, int length,
                        int security, char *why_bogus, int was_limited)
{
    struct validated_query *query = context;
    const struct name_view asked = query->progress.name;
    (void)was_limited;
    note_answered(query);
    if (security == IS_BOGUS) { /* do not read bogus data */
        query->security = DDDS_SECURITY_BOGUS;
        explain(query, DDDS_REPLY_BOGUS,
                why_bogus != NULL ? why_bogus : "DNSSEC validation failed");
    } else if (rcode != 0 || packet == NULL || length <= 0) {
        take_failure(query, rcode);
    } else {
        take_packet(query, packet, (size_t)length, security == IS_SECURE);
        query->security = judge(query, &asked, security);
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
    int status =
        ub_resolve_event(validator->context, name, query->progress.type,
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
    char name[LIMIT_NAME_SIZE];
    ddds_progress_name(&query->progress, name);
    query->is_asked = true;
    validator->asked++;
    int status = resolve(query, name[0] != '\0' ? name : ".");
    if (status != UB_NOERROR) {
        note_answered(query);
        explain(query,
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

static const struct validated_query *
choose_speaker(const struct validated_lookup *lookup)
{
    const struct validated_query *speaker = &lookup->queries[0];
    for (size_t i = 1; i < lookup->query_count; i++) {
        if (ddds_progress_is_better(&lookup->queries[i].progress,
                                    &speaker->progress)) {
            speaker = &lookup->queries[i];
        }
    }
    return speaker;
}

/* Combine the security of all answered queries. Addresses of a family may be
 * valid while those of the other are bogus or unknown. */
static void compose_security(struct validated_lookup *lookup)
{
    struct ddds_answer *answer = &lookup->found;
    answer->security = DDDS_SECURITY_SECURE;
    for (size_t i = 0; i < lookup->query_count; i++) {
        const struct validated_query *query = &lookup->queries[i];
        bool is_answer = ddds_progress_is_answer(&query->progress);
        if (is_answer || query->progress.reply == DDDS_REPLY_BOGUS) {
            answer->security =
                ddds_security_weaker(answer->security, query->security);
        }
        if (!is_answer) {
            answer->detail = query->progress.detail;
        }
    }
    answer->authenticated = answer->security == DDDS_SECURITY_SECURE;
}

/* Return the lowest TTL of all queries, for a negative answer. */
static uint32_t least_ttl(const struct validated_lookup *lookup)
{
    uint32_t ttl = UINT32_MAX;
    for (size_t i = 0; i < lookup->query_count; i++) {
        const struct progress *progress = &lookup->queries[i].progress;
        ttl = progress->ttl < ttl ? progress->ttl : ttl;
    }
    return ttl == UINT32_MAX ? 0 : ttl;
}

static void compose_answer(struct validated_lookup *lookup,
                           const struct validated_query *speaker)
{
    char name[LIMIT_NAME_SIZE];
    struct ddds_answer *answer = &lookup->found;
    const struct progress *progress = &speaker->progress;
    uint32_t ttl =
        progress->reply == DDDS_REPLY_DATA ? answer->ttl : least_ttl(lookup);
    answer->ttl = ddds_clock_remaining_ttl(lookup->since, ttl);
    answer->server = lookup->validator->server;
    answer->tcp = lookup->validator->has_tcp;
    answer->microseconds =
        (uint32_t)(ddds_clock_microseconds() - lookup->asked);
    if (progress->aliases > 0) {
        ddds_progress_name(progress, name);
        answer->canonical = ddds_arena_string(&lookup->arena, name);
    }
    compose_security(lookup);
}

void ddds_validated_compose(struct validated_lookup *lookup)
{
    const struct validated_query *speaker = choose_speaker(lookup);
    struct ddds_answer *answer = &lookup->found;
    answer->queries = (unsigned)lookup->query_count;
    answer->reply =
        lookup->failure != NULL ? lookup->failed : speaker->progress.reply;
    if (lookup->failure != NULL) {
        answer->detail = lookup->failure;
        answer->ttl = 0;
    } else if (ddds_progress_is_answer(&speaker->progress)) {
        compose_answer(lookup, speaker);
    } else {
        answer->detail = speaker->progress.detail;
        answer->ttl = 0;
        answer->security = answer->reply == DDDS_REPLY_BOGUS
                               ? DDDS_SECURITY_BOGUS
                               : DDDS_SECURITY_UNKNOWN;
    }
}
