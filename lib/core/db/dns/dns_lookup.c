/* Lookups: their memory, which is reused, their lists, and the composition of
 * the answer from their queries.
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/dns_lookup.h"

#include <stdlib.h>
#include <string.h>

#include "base/clocks.h"
#include "db/wire/asked.h"

/* ---- Lookups come and go ------------------------------------------------ */

struct dns_lookup *ddds_dns_lookup_take(struct ddds_dns *dns)
{
    struct dns_lookup *lookup = dns->spare;
    if (lookup != NULL) {
        dns->spare = lookup->next;
        return lookup;
    }
    lookup = malloc(sizeof *lookup);
    if (lookup != NULL) {
        lookup->dns = dns;
        lookup->sibling = dns->all;
        dns->all = lookup;
        lookup->found.ruleset = NULL;
        ddds_arena_init(&lookup->arena, lookup->memory, sizeof lookup->memory);
    }
    return lookup;
}

void ddds_dns_lookup_link(struct dns_lookup *lookup)
{
    struct ddds_dns *dns = lookup->dns;
    lookup->previous = NULL;
    lookup->next = dns->active;
    if (dns->active != NULL) {
        dns->active->previous = lookup;
    }
    dns->active = lookup;
}

void ddds_dns_lookup_unlink(struct dns_lookup *lookup)
{
    if (lookup->previous != NULL) {
        lookup->previous->next = lookup->next;
    } else {
        lookup->dns->active = lookup->next;
    }
    if (lookup->next != NULL) {
        lookup->next->previous = lookup->previous;
    }
    lookup->answer = NULL;
}

void ddds_dns_lookup_release(struct dns_lookup *lookup)
{
    if (lookup->answer != NULL || lookup->open > 0 || lookup->is_finished) {
        return;
    }
    ddds_ruleset_free(lookup->found.ruleset);
    lookup->found.ruleset = NULL;
    ddds_arena_reset(&lookup->arena);
    lookup->arena.failed = false;
    lookup->next = lookup->dns->spare;
    lookup->dns->spare = lookup;
}

void ddds_dns_lookup_finish(struct dns_lookup *lookup)
{
    struct ddds_dns *dns = lookup->dns;
    if (!lookup->is_finished) {
        lookup->is_finished = true;
        lookup->next_finished = NULL;
        *dns->finished_end = lookup;
        dns->finished_end = &lookup->next_finished;
    }
}

/* ---- The question ----------------------------------------------------- */

static void add_query(struct dns_lookup *lookup, const struct name_view *name,
                      uint16_t type)
{
    struct dns_query *query = &lookup->queries[lookup->query_count++];
    query->lookup = lookup;
    query->is_sending = query->is_failed = query->is_tcp = false;
    query->microseconds = 0;
    ddds_progress_begin(&query->progress, name, type, &lookup->arena);
    query->progress.signatures = lookup->dns->signatures;
    lookup->open++;
}

void ddds_dns_lookup_begin(struct dns_lookup *lookup,
                           const struct ddds_question *question)
{
    lookup->id = question->id;
    lookup->kind = question->kind;
    lookup->deadline = question->deadline;
    lookup->is_finished = lookup->is_late = false;
    lookup->open = lookup->sent = 0;
    lookup->max_queries =
        question->max_queries > 0 ? question->max_queries : LIMIT_QUERIES;
    lookup->since = 0;
    lookup->query_count = 0;
    lookup->found = (struct ddds_answer){.size = sizeof(struct ddds_answer),
                                         .ttl = UINT32_MAX};
    /* The arena is empty, and large enough for the name. */
    const struct asked asked = ddds_asked_read(question, &lookup->arena);
    for (size_t i = 0; i < asked.type_count; i++) {
        add_query(lookup, &asked.name, asked.types[i]);
    }
}

/* ---- The answer ------------------------------------------------------- */

/* Choose the query that determines the result of the lookup. */
static const struct dns_query *choose_speaker(const struct dns_lookup *lookup)
{
    const struct dns_query *speaker = &lookup->queries[0];
    for (size_t i = 1; i < lookup->query_count; i++) {
        const struct dns_query *other = &lookup->queries[i];
        if (ddds_progress_is_better(&other->progress, &speaker->progress)) {
            speaker = other;
        }
    }
    return speaker;
}

/* Return the TTL of a negative answer: the minimum of all queries. */
static uint32_t least_ttl(const struct dns_lookup *lookup)
{
    uint32_t ttl = UINT32_MAX;
    for (size_t i = 0; i < lookup->query_count; i++) {
        const struct progress *progress = &lookup->queries[i].progress;
        ttl = progress->ttl < ttl ? progress->ttl : ttl;
    }
    return ttl == UINT32_MAX ? 0 : ttl;
}

/* Return true if all answers, positive and negative, are authenticated. */
static bool is_authenticated(const struct dns_lookup *lookup)
{
    bool authenticated = !lookup->dns->distrust;
    for (size_t i = 0; i < lookup->query_count; i++) {
        const struct progress *progress = &lookup->queries[i].progress;
        authenticated &=
            !ddds_progress_is_answer(progress) || progress->authenticated;
    }
    return authenticated;
}

/* Return the target of the aliases of |progress|; NULL if it has none, or
 * without memory. */
static const char *write_canonical(struct dns_lookup *lookup,
                                   const struct progress *progress)
{
    char name[LIMIT_NAME_SIZE];
    if (progress->aliases == 0) {
        return NULL;
    }
    ddds_progress_name(progress, name);
    return ddds_arena_string(&lookup->arena, name);
}

/* Return why the addresses of a family are unknown; NULL if all are known. */
static const char *find_missing(struct dns_lookup *lookup)
{
    for (size_t i = 0; i < lookup->query_count; i++) {
        const struct progress *progress = &lookup->queries[i].progress;
        if (!ddds_progress_is_answer(progress)) {
            const char *missing =
                progress->detail == NULL
                    ? NULL
                    : ddds_arena_format(&lookup->arena, "%s: %s",
                                        ddds_type_name(progress->type),
                                        progress->detail);
            return missing != NULL ? missing : "no memory for all addresses";
        }
    }
    return NULL;
}

void ddds_dns_lookup_compose(struct dns_lookup *lookup)
{
    const struct dns_query *speaker = choose_speaker(lookup);
    const struct progress *progress = &speaker->progress;
    struct ddds_answer *answer = &lookup->found;
    const char *left_out = answer->detail;
    const char *refusal = ddds_transport_refusal(lookup->dns->transport);
    answer->reply = !lookup->is_late  ? progress->reply
                    : refusal != NULL ? DDDS_REPLY_NETWORK
                                      : DDDS_REPLY_TIMEOUT;
    answer->detail = !lookup->is_late  ? progress->detail
                     : refusal != NULL ? refusal
                                       : "the deadline has passed";
    answer->queries = lookup->sent;
    if (answer->reply != DDDS_REPLY_DATA) {
        answer->ttl = least_ttl(lookup);
    }
    answer->ttl = ddds_clock_remaining_ttl(lookup->since, answer->ttl);
    if (!lookup->is_late && ddds_progress_is_answer(progress)) {
        answer->detail = find_missing(lookup);
        if (answer->detail == NULL) {
            answer->detail = left_out;
        }
        answer->canonical = write_canonical(lookup, progress);
        answer->authenticated = is_authenticated(lookup);
        answer->server = lookup->dns->servers.list[speaker->server].text;
        answer->tcp = speaker->is_tcp;
        answer->microseconds = speaker->microseconds;
    }
}

struct dns_lookup *ddds_dns_lookup_next_finished(struct ddds_dns *dns)
{
    struct dns_lookup *lookup = dns->finished;
    if (lookup != NULL) {
        dns->finished = lookup->next_finished;
        if (dns->finished == NULL) {
            dns->finished_end = &dns->finished;
        }
        lookup->is_finished = false;
    }
    return lookup;
}

void ddds_dns_lookup_free_all(struct dns_lookup *lookup)
{
    while (lookup != NULL) {
        struct dns_lookup *next = lookup->sibling;
        ddds_ruleset_free(lookup->found.ruleset);
        ddds_arena_free(&lookup->arena);
        free(lookup);
        lookup = next;
    }
}
