/* The DNS database (RFC 3403): it asks resolving name servers.
 *
 * 1. A question becomes a lookup with one query, or two for addresses: A and
 *    AAAA are sent together and merged into an answer (lib/DECISIONS.md,
 *    "addresses"). Queries and their retries: dns_query.c.
 * 2. The data of a valid answer are copied immediately: rules into a rule set,
 *    servers and addresses into the lookup's arena (dns_lookup.c).
 * 3. Answers are delivered after all received messages have been read, never by
 *    the transport, because a callback may even free the database.
 *
 * Lookups and their memory are reused: in the steady state nothing is allocated
 * here. transport.c manages sockets and timers; it queues UDP queries until the
 * caller is about to wait.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/database.h>

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/sized.h"
#include "base/clocks.h"
#include "db/dns/dns_lookup.h"
#include "db/dns/dns_query.h"
#include "rule/answer.h"

enum {
    PORT = 53,
    TIMEOUT = 2000,
    TRIES = 3,
    BUFFER_SIZE = 1232, /* DNS Flag Day 2020: fits every path unfragmented */
    BUFFER_MIN = 512,
    BUFFER_MAX = 4096,
};

/* ---- Delivery ----------------------------------------------------------- */

static void destroy(struct ddds_dns *dns);

/* Deliver the answers of finished lookups. If a callback frees the database, it
 * is destroyed after the last callback has returned; then |dns| is invalid. */
static void hand_over(struct ddds_dns *dns)
{
    struct dns_lookup *lookup;
    while (!dns->is_free_wanted &&
           (lookup = ddds_dns_lookup_next_finished(dns)) != NULL) {
        ddds_answer_fn *answer = lookup->answer;
        if (answer != NULL) {
            ddds_dns_lookup_compose(lookup);
            ddds_dns_lookup_unlink(lookup);
            lookup->is_finished = true; /* prevents reuse during the callback */
            dns->depth++;
            answer(lookup->context, lookup->id, &lookup->found);
            dns->depth--;
            lookup->is_finished = false;
        }
        ddds_dns_lookup_release(lookup);
    }
    if (dns->is_free_wanted && dns->depth == 0) {
        destroy(dns);
    }
}

/* Finish the lookups whose deadline has passed, and compute the next
 * deadline. */
static void expire(struct ddds_dns *dns)
{
    if (dns->next_deadline == 0) {
        return;
    }
    uint64_t now = ddds_clock_now();
    if (now < dns->next_deadline) {
        return;
    }
    dns->next_deadline = 0;
    for (struct dns_lookup *lookup = dns->active; lookup != NULL;
         lookup = lookup->next) {
        if (lookup->deadline == 0 || lookup->is_finished) {
            continue;
        }
        if (lookup->deadline <= now) {
            lookup->is_late = true;
            ddds_dns_lookup_finish(lookup);
        } else if (dns->next_deadline == 0 ||
                   lookup->deadline < dns->next_deadline) {
            dns->next_deadline = lookup->deadline;
        }
    }
}

/* Finish all lookups in the child of a fork, where they would never end. */
static void end_inherited(struct ddds_dns *dns)
{
    struct dns_lookup *lookup = dns->active;
    if (ddds_transport_refusal(dns->transport) != NULL) {
        for (; lookup != NULL; lookup = lookup->next) {
            lookup->is_late |= !lookup->is_finished;
            ddds_dns_lookup_finish(lookup);
        }
    }
}

/* ---- The class ---------------------------------------------------------- */

static void look_up(ddds_database *database, const struct ddds_question *given,
                    uint64_t now, ddds_answer_fn *answer, void *context)
{
    (void)now; /* The transport has a clock of its own. */
    struct ddds_question own;
    const struct ddds_question *question =
        ddds_question_read(given, &own, answer, context);
    if (question == NULL) {
        return;
    }
    struct ddds_dns *dns = (struct ddds_dns *)database;
    struct dns_lookup *lookup = ddds_dns_lookup_take(dns);
    if (lookup == NULL) {
        ddds_answer_no_memory(answer, context, question->id);
        return;
    }
    ddds_dns_lookup_begin(lookup, question);
    lookup->answer = answer;
    lookup->context = context;
    ddds_dns_lookup_link(lookup);
    if (question->deadline != 0 &&
        (dns->next_deadline == 0 || question->deadline < dns->next_deadline)) {
        dns->next_deadline = question->deadline;
    }
    for (size_t i = 0; i < lookup->query_count; i++) {
        ddds_dns_query_begin(&lookup->queries[i]);
    }
}

static ddds_status wait_for(ddds_database *database, int descriptor,
                            int milliseconds)
{
    struct ddds_dns *dns = (struct ddds_dns *)database;
    ddds_status status = DDDS_OK;
    if (dns->active == NULL) {
        return DDDS_LIMIT; /* because nothing could end the wait */
    }
    end_inherited(dns);
    if (dns->finished == NULL) {
        int timeout = ddds_dns_timeout(dns); /* sends queued queries */
        status = ddds_transport_wait(dns->transport,
                                     ddds_clock_sooner(timeout, milliseconds),
                                     descriptor);
        expire(dns);
        ddds_dns_query_send_due(dns);
    }
    hand_over(dns);
    return status;
}

static void cancel(ddds_database *database, void *context)
{
    struct ddds_dns *dns = (struct ddds_dns *)database;
    struct dns_lookup *next;
    for (struct dns_lookup *lookup = dns->active; lookup != NULL;
         lookup = next) {
        next = lookup->next;
        if (lookup->context == context) {
            ddds_dns_lookup_unlink(lookup);
            ddds_dns_lookup_release(lookup);
        }
    }
}

static void destroy(struct ddds_dns *dns)
{
    ddds_transport_free(dns->transport);
    ddds_dns_lookup_free_all(dns->all);
    ddds_rulebook_free(dns->rulebook);
    ddds_arena_free(&dns->scratch);
    free(dns);
}

static void free_dns(ddds_database *database)
{
    struct ddds_dns *dns = (struct ddds_dns *)database;
    dns->is_free_wanted = true;
    if (dns->depth == 0) {
        destroy(dns);
    }
}

static const struct ddds_database_class dns_class = {
    .size = sizeof dns_class,
    look_up,
    wait_for,
    cancel,
    free_dns,
};

/* Return the milliseconds until the rate limit admits a waiting query, at most
 * |limit|; -1: no limit. */
static int limit_to_turn(const struct ddds_dns *dns, int limit)
{
    uint64_t left = ddds_pace_left(&dns->pace, ddds_clock_microseconds());
    return left != UINT64_MAX
               ? ddds_clock_limit(left / 1000 + (left % 1000 > 0), limit)
               : limit;
}

/* ---- Event loops -------------------------------------------------------- */

size_t ddds_dns_sockets(const ddds_dns *dns, struct ddds_dns_socket *list,
                        size_t size)
{
    return ddds_transport_sockets(dns->transport, list, size);
}

int ddds_dns_timeout(ddds_dns *dns)
{
    int limit = -1;
    end_inherited(dns);
    bool has_changed = ddds_transport_flush(dns->transport);
    if (has_changed || dns->finished != NULL) {
        return 0;
    }
    if (dns->next_deadline != 0 && dns->active != NULL) {
        uint64_t now = ddds_clock_now();
        limit = ddds_clock_limit(
            dns->next_deadline > now ? dns->next_deadline - now : 0, limit);
    }
    return ddds_transport_timeout(dns->transport, limit_to_turn(dns, limit));
}

void ddds_dns_process(ddds_dns *dns, int descriptor, bool readable,
                      bool writable)
{
    end_inherited(dns);
    ddds_transport_process(dns->transport, descriptor, readable, writable);
    expire(dns);
    ddds_dns_query_send_due(dns);
    if (descriptor < 0) {
        ddds_transport_flush(dns->transport);
    }
    hand_over(dns);
}

/* ---- Construction ------------------------------------------------------- */

ddds_status ddds_dns_servers_add(struct ddds_dns_servers *servers,
                                 const char *server,
                                 const struct ddds_dns_options *options,
                                 struct ddds_error *error)
{
    struct ddds_dns_options own;
    bool trusts;
    ddds_status status = ddds_sized_copy(options, &own, sizeof own,
                                         "DDDS_DNS_OPTIONS_INIT", error);
    if (status != DDDS_OK) {
        return status;
    }
    struct server_families families = {!own.ipv6_only, !own.ipv4_only};
    return server == NULL
               ? ddds_transport_system(servers, families, &trusts, error)
               : ddds_servers_parse(servers, server,
                                    own.port != 0 ? own.port : PORT, families,
                                    error);
}

static ddds_status list_servers(struct ddds_dns *dns,
                                const struct ddds_dns_options *options,
                                struct ddds_error *error)
{
    struct server_families families = {!options->ipv6_only,
                                       !options->ipv4_only};
    uint16_t port = options->port != 0 ? options->port : PORT;
    if (options->server_count == 0) {
        bool trusts = false;
        ddds_status status =
            ddds_transport_system(&dns->servers, families, &trusts, error);
        dns->distrust |= !trusts;
        return status;
    }
    for (size_t i = 0; i < options->server_count; i++) {
        ddds_status status = ddds_servers_parse(
            &dns->servers, options->servers[i], port, families, error);
        if (status != DDDS_OK) {
            return status;
        }
    }
    return DDDS_OK;
}

static uint16_t choose_buffer(unsigned size)
{
    if (size == 0) {
        return BUFFER_SIZE;
    }
    return (uint16_t)(size < BUFFER_MIN   ? BUFFER_MIN
                      : size > BUFFER_MAX ? BUFFER_MAX
                                          : size);
}

static ddds_status open_dns(struct ddds_dns *dns,
                            const struct ddds_dns_options *options,
                            struct ddds_error *error)
{
    dns->tries = options->tries != 0 ? options->tries : TRIES;
    dns->buffer_size = choose_buffer(options->buffer_size);
    dns->distrust = options->distrust;
    dns->no_recursion = options->no_recursion;
    dns->no_validation = options->no_validation;
    dns->signatures = options->signatures;
    ddds_pace_begin(&dns->pace, options->rate, options->rate_per_server);
    const struct transport_options own = {
        .timeout = options->timeout != 0 ? options->timeout : TIMEOUT,
        .tcp = options->tcp,
        .cares = options->transport == DDDS_TRANSPORT_CARES,
        .may_repeat = ddds_dns_query_spend,
        .watch = options->watch,
        .context = options->watch_context,
    };
    ddds_status status = list_servers(dns, options, error);
    if (status != DDDS_OK) {
        return status;
    }
    dns->transport = ddds_transport_new(&dns->servers, &own, error);
    dns->rulebook = dns->transport != NULL ? ddds_rulebook_new(error) : NULL;
    return dns->rulebook != NULL ? DDDS_OK : DDDS_NO_MEMORY;
}

ddds_dns *ddds_dns_new(const struct ddds_dns_options *options,
                       struct ddds_error *error)
{
    struct ddds_dns_options own;
    if (ddds_sized_copy(options, &own, sizeof own, "DDDS_DNS_OPTIONS_INIT",
                        error) != DDDS_OK) {
        return NULL;
    }
    if ((unsigned)own.transport > DDDS_TRANSPORT_CARES) {
        ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                       "unknown transport %u", (unsigned)own.transport);
        return NULL;
    }
    struct ddds_dns *dns = malloc(sizeof *dns);
    if (dns == NULL) {
        ddds_error_no_memory(error);
        return NULL;
    }
    memset(dns, 0, offsetof(struct ddds_dns, memory));
    dns->base.methods = &dns_class;
    dns->finished_end = &dns->finished;
    ddds_arena_init(&dns->scratch, dns->memory, sizeof dns->memory);
    if (open_dns(dns, &own, error) != DDDS_OK) {
        destroy(dns);
        return NULL;
    }
    return dns;
}

ddds_database *ddds_dns_database(ddds_dns *dns)
{
    return dns != NULL ? &dns->base : NULL;
}
