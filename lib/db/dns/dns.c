/* The database that the standards mean: DNS, asked through servers that
 * resolve.
 *
 * 1. A question becomes a lookup, and that one query, or two for addresses: A
 *    and AAAA are asked at once and answered as one (lib/DECISIONS.md,
 *    "addresses").
 * 2. A query is a row of tries. A server that does not answer in time is tried
 *    again after the others; one that answers with an error, or with what is
 *    no answer, is not (what it says then is remembered, for want of better).
 *    A server that understands no EDNS is asked again without.
 * 3. What a good answer says is taken out of it at once: rules as a rule set,
 *    servers and addresses into the lookup's own memory.
 * 4. Answers are handed over when all that was received has been read, never
 *    from within c-ares: whoever is called may do what they like, and free
 *    everything.
 *
 * Lookups and their memory are used again: in the steady state nothing is
 * allocated here.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/database.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "db/wire/additional.h"
#include "db/wire/answer.h"
#include "db/dns/server.h"
#include "db/dns/transport.h"
#include "db/wire/types.h"

enum {
    PORT = 53,
    TIMEOUT = 2000,
    TRIES = 3,
    BUFFER_SIZE = 1232, /* DNS Flag Day 2020: fits every path unfragmented */
    BUFFER_MIN = 512,
    BUFFER_MAX = 4096,

    /* How long a server that did not answer is tried last, in milliseconds. */
    SHUN = 30000,

    SCRATCH_SIZE = 16384, /* a message of 1232 octets, read */
    LOOKUP_SIZE = 4096,   /* the answer to most questions */
};

struct lookup;

/* One name and type on its way. */
struct query {
    struct lookup *lookup;
    struct finding finding;
    bool is_sending; /* the transport has not returned yet */
    bool is_failed;  /* and the try is over already */
    bool has_edns;
    bool was_cut_off; /* a connection broke under it, perhaps another's fault */
    unsigned first;   /* the server that was tried first */
    unsigned attempts; /* so far */
    unsigned server;   /* that is being tried */
    uint32_t useless;  /* servers not to try again, a bit each */
    uint64_t sent;     /* when, in microseconds */
    uint32_t microseconds;
    bool is_tcp;
};

enum { QUERIES_MAX = 2 };

struct lookup {
    struct lookup *sibling; /* of all there are */
    struct lookup *next;    /* of those not answered, or of the spare ones */
    struct lookup *previous;
    struct lookup *next_finished;
    struct dns *dns;
    ddds_answer_fn *answer; /* NULL: nobody wants to know any more */
    void *context;
    uint32_t id;
    enum ddds_question_kind kind;
    uint64_t deadline;
    bool is_finished; /* in the row of those to be handed over */
    bool is_late;
    unsigned open; /* queries */
    unsigned sent; /* queries, retries not counted */
    size_t query_count;
    struct query queries[QUERIES_MAX];
    struct ddds_answer found;
    struct arena arena;
    max_align_t memory[LOOKUP_SIZE / sizeof(max_align_t)];
};

_Static_assert(LIMIT_NAME_SERVERS <= 32, "a bit for each server");

struct dns {
    struct ddds_database base;
    struct transport *transport;
    struct servers servers;
    unsigned tries; /* with each server */
    uint16_t buffer_size;
    bool distrust;
    bool no_recursion;
    bool no_validation;
    ddds_rulebook *rulebook;

    unsigned preferred;       /* the server to begin with */
    uint64_t preferred_until; /* 0: for good */
    uint32_t without_edns; /* servers that do not understand it, a bit each */

    struct lookup *all;
    struct lookup *active; /* not answered yet */
    struct lookup *spare;
    struct lookup *finished; /* the first to be handed over */
    struct lookup **finished_end;
    uint64_t next_deadline; /* no lookup is late before it; 0: none ever */

    unsigned depth; /* answers being handed over */
    bool is_doomed; /* to be freed when they have been */
    struct arena scratch;
    max_align_t memory[SCRATCH_SIZE / sizeof(max_align_t)];
};

/* ---- Lookups come and go ------------------------------------------------ */

static struct lookup *take_lookup(struct dns *dns)
{
    struct lookup *lookup = dns->spare;
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

static void link_lookup(struct lookup *lookup)
{
    struct dns *dns = lookup->dns;
    lookup->previous = NULL;
    lookup->next = dns->active;
    if (dns->active != NULL) {
        dns->active->previous = lookup;
    }
    dns->active = lookup;
}

/* Nobody waits for it any more. */
static void unlink_lookup(struct lookup *lookup)
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

/* Keep |lookup| for the next question, if nobody knows it any more: neither
 * who asked, nor the transport, nor the row of the finished. */
static void release_lookup(struct lookup *lookup)
{
    if (lookup->answer != NULL || lookup->open > 0 || lookup->is_finished) {
        return;
    }
    ddds_ruleset_free(lookup->found.ruleset);
    lookup->found.ruleset = NULL;
    ddds_arena_reset(&lookup->arena);
    lookup->next = lookup->dns->spare;
    lookup->dns->spare = lookup;
}

static void finish_lookup(struct lookup *lookup)
{
    struct dns *dns = lookup->dns;
    if (!lookup->is_finished) {
        lookup->is_finished = true;
        lookup->next_finished = NULL;
        *dns->finished_end = lookup;
        dns->finished_end = &lookup->next_finished;
    }
}

/* ---- Queries ------------------------------------------------------------ */

static bool is_useless(const struct query *query, unsigned server)
{
    return (query->useless >> server & 1) != 0;
}

/* Choose the server for the next try; false if there is none left. */
static bool choose_server(struct query *query)
{
    const struct dns *dns = query->lookup->dns;
    unsigned count = (unsigned)dns->servers.count;
    while (query->attempts < count * dns->tries) {
        query->server = (query->first + query->attempts++) % count;
        if (!is_useless(query, query->server)) {
            return true;
        }
    }
    return false;
}

/* The query is over, for better or worse. */
static void close_query(struct query *query)
{
    struct lookup *lookup = query->lookup;
    lookup->open--;
    if (lookup->answer == NULL) {
        release_lookup(lookup);
    } else if (lookup->open == 0) {
        finish_lookup(lookup);
    }
}

/* Remember why a try was in vain. What a server says outweighs that another
 * one says nothing. */
static void note_failure(struct query *query, enum ddds_reply reply,
                         const char *detail)
{
    struct finding *finding = &query->finding;
    const struct dns *dns = query->lookup->dns;
    if (reply != DDDS_REPLY_TIMEOUT || finding->detail[0] == '\0') {
        finding->reply = reply;
        snprintf(finding->detail, sizeof finding->detail, "%s: %.250s",
                 dns->servers.list[query->server].text, detail);
    }
}

static void take_exchange(void *context, const struct exchange *exchange);

/* Write the query for one try and send it; false if that cannot be. */
static bool send_once(struct query *query)
{
    struct dns *dns = query->lookup->dns;
    unsigned char octets[MESSAGE_QUERY_MAX];
    struct message_query own = {
        .name = query->finding.name,
        .type = query->finding.type,
        .buffer_size = query->has_edns ? dns->buffer_size : 0,
        .asks_ad = true,
        .no_recursion = dns->no_recursion,
        .no_validation = dns->no_validation,
    };
    if (!ddds_transport_draw(dns->transport, &own.id)) {
        return false;
    }
    size_t length = ddds_message_write_query(&own, octets);
    query->sent = ddds_transport_microseconds();
    query->is_sending = true;
    query->is_failed = false;
    ddds_transport_send(dns->transport, query->server, octets, length,
                        take_exchange, query);
    query->is_sending = false;
    return true;
}

/* Try one server after the other, until one takes the query. Tries that fail
 * at once come back into this loop. */
static void send_query(struct query *query)
{
    do {
        if (!choose_server(query)) {
            close_query(query);
            return;
        }
        query->has_edns =
            (query->lookup->dns->without_edns >> query->server & 1) == 0;
        if (!send_once(query)) {
            note_failure(query, DDDS_REPLY_NETWORK, "no random number");
            close_query(query);
            return;
        }
    } while (query->is_failed);
}

static void try_next(struct query *query)
{
    if (query->is_sending) {
        query->is_failed = true;
    } else if (query->lookup->answer == NULL) {
        close_query(query);
    } else {
        send_query(query);
    }
}

/* Ask for what |query->finding| stands at, beginning with the server that is
 * likely to answer. */
static void begin_query(struct query *query)
{
    struct dns *dns = query->lookup->dns;
    if (dns->preferred_until != 0 &&
        ddds_transport_now() >= dns->preferred_until) {
        dns->preferred = 0;
        dns->preferred_until = 0;
    }
    query->first = dns->preferred;
    query->attempts = 0;
    query->useless = 0;
    query->was_cut_off = false;
    query->lookup->sent++;
    send_query(query);
}

/* ---- Answers ------------------------------------------------------------ */

/* A server was silent: others come first for a while. */
static void shun(struct dns *dns, unsigned server)
{
    if (server == dns->preferred && dns->servers.count > 1) {
        dns->preferred = (server + 1) % (unsigned)dns->servers.count;
        dns->preferred_until = ddds_transport_now() + SHUN;
    }
}

/* May the same server do better next time? One that was silent; and one whose
 * connection broke, once: servers close those that they have had enough of
 * (RFC 7766), whatever is under way. */
static bool may_be_luck(const struct query *query,
                        const struct exchange *exchange)
{
    return exchange->status == EXCHANGE_TIMEOUT ||
           (exchange->status == EXCHANGE_NETWORK && exchange->is_tcp &&
            !query->was_cut_off);
}

static void take_failure(struct query *query, const struct exchange *exchange)
{
    static const enum ddds_reply replies[] = {
        [EXCHANGE_DONE] = DDDS_REPLY_DATA,
        [EXCHANGE_TIMEOUT] = DDDS_REPLY_TIMEOUT,
        [EXCHANGE_NETWORK] = DDDS_REPLY_NETWORK,
        [EXCHANGE_MALFORMED] = DDDS_REPLY_MALFORMED,
        [EXCHANGE_NO_MEMORY] = DDDS_REPLY_SERVER_FAILURE,
    };
    note_failure(query, replies[exchange->status], exchange->detail);
    if (may_be_luck(query, exchange)) {
        query->was_cut_off |= exchange->status == EXCHANGE_NETWORK;
    } else {
        query->useless |= UINT32_C(1) << query->server;
    }
    shun(query->lookup->dns, query->server);
    try_next(query);
}

/* The server answered, but that is no use. */
static void refuse_answer(struct query *query, enum ddds_reply reply,
                          const char *detail)
{
    char copy[DDDS_DETAIL_SIZE];
    snprintf(copy, sizeof copy, "%.250s", detail);
    note_failure(query, reply, copy);
    query->useless |= UINT32_C(1) << query->server;
    try_next(query);
}

/* RFC 6891 section 7: who does not know EDNS answers with FORMERR, or NOTIMP.
 * Only an answer without an OPT record says so. */
static bool dislikes_edns(const struct query *query,
                          const struct message *message)
{
    return query->has_edns && !message->has_edns &&
           (message->rcode == RCODE_FORMERR || message->rcode == RCODE_NOTIMP);
}

/* Is there anything worth a look beside the OPT record? Of a resolver that
 * validates, more is to be had by asking. */
static bool has_additional_data(const struct lookup *lookup,
                                const struct message *message)
{
    return message->additional_count > message->has_edns &&
           lookup->kind != DDDS_ASK_ADDRESSES &&
           (lookup->dns->distrust || !message->is_authenticated);
}

/* What was found cannot be handed over. */
static void note_status(struct query *query, ddds_status status,
                        const struct ddds_error *error)
{
    if (status != DDDS_OK) {
        query->finding.reply = status == DDDS_NO_MEMORY
                                   ? DDDS_REPLY_SERVER_FAILURE
                                   : DDDS_REPLY_MALFORMED;
        snprintf(query->finding.detail, sizeof query->finding.detail, "%s",
                 error->detail);
    }
}

/* Take the data out of |message| into the lookup. */
static void take_data(struct query *query, const struct message *message)
{
    struct lookup *lookup = query->lookup;
    struct dns *dns = lookup->dns;
    struct ddds_error error;
    bool is_ruleset = lookup->kind == DDDS_ASK_RULES;
    ddds_status status = ddds_finding_take(
        &query->finding, message, is_ruleset ? &dns->scratch : &lookup->arena,
        dns->rulebook, &lookup->found, &error);
    note_status(query, status, &error);
    if (status == DDDS_OK && has_additional_data(lookup, message)) {
        ddds_additional_take(message, &lookup->arena, &lookup->found);
    }
}

/* Take from |message| what it says to a question that stood at |begin|. */
static void take_records(struct query *query, const struct finding *begin,
                         const struct message *message)
{
    struct lookup *lookup = query->lookup;
    struct ddds_error error;
    ddds_status status = ddds_finding_take_records(
        begin, message, &lookup->arena, &lookup->found, &error);
    note_status(query, status, &error);
}

/* Find out what |message| says, and keep its records if they are asked for. */
static void read_message(struct query *query, const struct message *message,
                         bool is_good)
{
    if (query->lookup->kind == DDDS_ASK_RECORDS && is_good) {
        const struct finding begin = query->finding;
        ddds_finding_read(&query->finding, message);
        take_records(query, &begin, message);
    } else {
        ddds_finding_read(&query->finding, message);
    }
}

static bool is_answer(enum ddds_reply reply)
{
    return reply == DDDS_REPLY_DATA || reply == DDDS_REPLY_NO_NAME ||
           reply == DDDS_REPLY_NO_DATA;
}

/* Go on with what |message| says. A failure of the server is its own; what is
 * wrong with the data is the same wherever it is asked for. */
static void take_message(struct query *query, const struct message *message)
{
    struct finding *finding = &query->finding;
    struct dns *dns = query->lookup->dns;
    bool is_error =
        message->rcode != RCODE_NOERROR && message->rcode != RCODE_NXDOMAIN;
    if (dislikes_edns(query, message)) {
        dns->without_edns |= UINT32_C(1) << query->server;
        query->attempts--;
        try_next(query);
        return;
    }
    bool authenticated = finding->authenticated;
    read_message(query, message, !is_error);
    if (is_error ||
        (finding->reply == DDDS_REPLY_REFUSED && !finding->is_elsewhere)) {
        finding->authenticated = authenticated;
        refuse_answer(query, finding->reply, finding->detail);
    } else if (finding->is_elsewhere) {
        begin_query(query);
    } else {
        if (finding->reply == DDDS_REPLY_DATA &&
            query->lookup->kind != DDDS_ASK_RECORDS) {
            take_data(query, message);
        }
        close_query(query);
    }
}

static void take_exchange(void *context, const struct exchange *exchange)
{
    struct query *query = context;
    struct dns *dns = query->lookup->dns;
    struct message message;
    struct ddds_error error;
    if (query->lookup->answer == NULL && !query->is_sending) {
        close_query(query);
        return;
    }
    if (exchange->status != EXCHANGE_DONE) {
        take_failure(query, exchange);
        return;
    }
    query->is_tcp = exchange->is_tcp;
    query->microseconds =
        (uint32_t)(ddds_transport_microseconds() - query->sent);
    ddds_arena_reset(&dns->scratch);
    ddds_status status = ddds_message_read(exchange->octets, exchange->length,
                                           &dns->scratch, &message, &error);
    if (status == DDDS_OK) {
        status = ddds_finding_check(&query->finding, &message, &error);
    }
    if (status == DDDS_OK) {
        take_message(query, &message);
    } else {
        refuse_answer(query,
                      status == DDDS_NO_MEMORY ? DDDS_REPLY_SERVER_FAILURE
                                               : DDDS_REPLY_MALFORMED,
                      error.detail);
    }
}

/* ---- Handing over ------------------------------------------------------- */

/* The query whose finding speaks for the lookup: one with data; else, of two
 * that disagree, the one that failed, since the other's "no" is then only half
 * of one. */
static const struct query *choose_speaker(const struct lookup *lookup)
{
    const struct query *speaker = &lookup->queries[0];
    for (size_t i = 1; i < lookup->query_count; i++) {
        const struct query *other = &lookup->queries[i];
        if (speaker->finding.reply == DDDS_REPLY_DATA) {
            break;
        }
        if (other->finding.reply == DDDS_REPLY_DATA ||
            (is_answer(speaker->finding.reply) &&
             !is_answer(other->finding.reply))) {
            speaker = other;
        }
    }
    return speaker;
}

/* A "no" holds as long as the shorter of its halves. */
static uint32_t least_ttl(const struct lookup *lookup)
{
    uint32_t ttl = UINT32_MAX;
    for (size_t i = 0; i < lookup->query_count; i++) {
        const struct finding *finding = &lookup->queries[i].finding;
        ttl = finding->ttl < ttl ? finding->ttl : ttl;
    }
    return ttl == UINT32_MAX ? 0 : ttl;
}

/* Is every answer that counts authenticated? */
static bool is_authenticated(const struct lookup *lookup)
{
    bool authenticated = !lookup->dns->distrust;
    for (size_t i = 0; i < lookup->query_count; i++) {
        const struct finding *finding = &lookup->queries[i].finding;
        authenticated &= !is_answer(finding->reply) || finding->authenticated;
    }
    return authenticated;
}

static void compose_answer(struct lookup *lookup)
{
    const struct query *speaker = choose_speaker(lookup);
    const struct finding *finding = &speaker->finding;
    struct ddds_answer *answer = &lookup->found;
    answer->reply = lookup->is_late ? DDDS_REPLY_TIMEOUT : finding->reply;
    answer->detail = lookup->is_late              ? "the deadline has passed"
                     : finding->detail[0] != '\0' ? finding->detail
                                                  : NULL;
    answer->queries = lookup->sent;
    if (answer->reply != DDDS_REPLY_DATA) {
        answer->ttl = least_ttl(lookup);
    }
    if (is_answer(answer->reply)) {
        answer->detail = NULL;
        answer->canonical = finding->aliases > 0 ? finding->name : NULL;
        answer->authenticated = is_authenticated(lookup);
        answer->server = lookup->dns->servers.list[speaker->server].text;
        answer->tcp = speaker->is_tcp;
        answer->microseconds = speaker->microseconds;
    }
}

static struct lookup *next_finished(struct dns *dns)
{
    struct lookup *lookup = dns->finished;
    if (lookup != NULL) {
        dns->finished = lookup->next_finished;
        if (dns->finished == NULL) {
            dns->finished_end = &dns->finished;
        }
        lookup->is_finished = false;
    }
    return lookup;
}

static void destroy(struct dns *dns);

/* Hand over what is finished. Whoever is called may do anything, so that
 * nothing is known of |dns| afterwards if it was freed; that is done here when
 * the last of those calls has returned. */
static void hand_over(struct dns *dns)
{
    struct lookup *lookup;
    while (!dns->is_doomed && (lookup = next_finished(dns)) != NULL) {
        ddds_answer_fn *answer = lookup->answer;
        if (answer != NULL) {
            compose_answer(lookup);
            unlink_lookup(lookup);
            lookup->is_finished = true; /* ours until the call returns */
            dns->depth++;
            answer(lookup->context, lookup->id, &lookup->found);
            dns->depth--;
            lookup->is_finished = false;
        }
        release_lookup(lookup);
    }
    if (dns->is_doomed && dns->depth == 0) {
        destroy(dns);
    }
}

/* Finish what is late, and find out when the next will be. */
static void expire(struct dns *dns)
{
    uint64_t now = ddds_transport_now();
    if (dns->next_deadline == 0 || now < dns->next_deadline) {
        return;
    }
    dns->next_deadline = 0;
    for (struct lookup *lookup = dns->active; lookup != NULL;
         lookup = lookup->next) {
        if (lookup->deadline == 0 || lookup->is_finished) {
            continue;
        }
        if (lookup->deadline <= now) {
            lookup->is_late = true;
            finish_lookup(lookup);
        } else if (dns->next_deadline == 0 ||
                   lookup->deadline < dns->next_deadline) {
            dns->next_deadline = lookup->deadline;
        }
    }
}

/* ---- The class ---------------------------------------------------------- */

static void fail_lookup(const struct ddds_question *question,
                        ddds_answer_fn *answer, void *context)
{
    const struct ddds_answer failure = {.reply = DDDS_REPLY_SERVER_FAILURE,
                                        .detail = "out of memory"};
    answer(context, question->id, &failure);
}

static void add_query(struct lookup *lookup, const char *name, uint16_t type)
{
    struct query *query = &lookup->queries[lookup->query_count++];
    query->lookup = lookup;
    query->is_sending = query->is_failed = query->is_tcp = false;
    query->microseconds = 0;
    ddds_finding_begin(&query->finding, name, type);
    lookup->open++;
}

static void begin_lookup(struct lookup *lookup,
                         const struct ddds_question *question)
{
    lookup->id = question->id;
    lookup->kind = question->kind;
    lookup->deadline = question->deadline;
    lookup->is_finished = lookup->is_late = false;
    lookup->open = lookup->sent = 0;
    lookup->query_count = 0;
    lookup->found = (struct ddds_answer){.ttl = UINT32_MAX};
    switch (question->kind) {
    case DDDS_ASK_RULES:
        add_query(lookup, question->name, TYPE_NAPTR);
        break;
    case DDDS_ASK_SERVERS:
        add_query(lookup, question->name, TYPE_SRV);
        break;
    case DDDS_ASK_ADDRESSES:
        add_query(lookup, question->name, TYPE_A);
        add_query(lookup, question->name, TYPE_AAAA);
        break;
    case DDDS_ASK_RECORDS:
        add_query(lookup, question->name, question->type);
        break;
    }
}

static void look_up(ddds_database *database,
                    const struct ddds_question *question, uint64_t now,
                    ddds_answer_fn *answer, void *context)
{
    (void)now; /* The deadline tells; the rest is the transport's. */
    struct dns *dns = (struct dns *)database;
    struct lookup *lookup = take_lookup(dns);
    if (lookup == NULL) {
        fail_lookup(question, answer, context);
        return;
    }
    begin_lookup(lookup, question);
    lookup->answer = answer;
    lookup->context = context;
    link_lookup(lookup);
    if (question->deadline != 0 &&
        (dns->next_deadline == 0 || question->deadline < dns->next_deadline)) {
        dns->next_deadline = question->deadline;
    }
    for (size_t i = 0; i < lookup->query_count; i++) {
        begin_query(&lookup->queries[i]);
    }
}

static ddds_status wait_for(ddds_database *database)
{
    struct dns *dns = (struct dns *)database;
    ddds_status status = DDDS_OK;
    if (dns->active == NULL) {
        return DDDS_LIMIT; /* It would be for ever. */
    }
    if (dns->finished == NULL) {
        status =
            ddds_transport_wait(dns->transport, ddds_dns_timeout(database));
        expire(dns);
    }
    hand_over(dns);
    return status;
}

static void cancel(ddds_database *database, void *context)
{
    struct dns *dns = (struct dns *)database;
    struct lookup *next;
    for (struct lookup *lookup = dns->active; lookup != NULL; lookup = next) {
        next = lookup->next;
        if (lookup->context == context) {
            unlink_lookup(lookup);
            release_lookup(lookup);
        }
    }
}

static void free_lookups(struct lookup *lookup)
{
    while (lookup != NULL) {
        struct lookup *next = lookup->sibling;
        ddds_ruleset_free(lookup->found.ruleset);
        ddds_arena_free(&lookup->arena);
        free(lookup);
        lookup = next;
    }
}

static void destroy(struct dns *dns)
{
    ddds_transport_free(dns->transport);
    free_lookups(dns->all);
    ddds_rulebook_free(dns->rulebook);
    ddds_arena_free(&dns->scratch);
    free(dns);
}

static void free_dns(ddds_database *database)
{
    struct dns *dns = (struct dns *)database;
    dns->is_doomed = true;
    if (dns->depth == 0) {
        destroy(dns);
    }
}

static const struct ddds_database_class dns_class = {
    look_up,
    wait_for,
    cancel,
    free_dns,
};

/* ---- Event loops -------------------------------------------------------- */

size_t ddds_dns_sockets(const ddds_database *dns, struct ddds_dns_socket *list,
                        size_t size)
{
    return ddds_transport_sockets(((const struct dns *)dns)->transport, list,
                                  size);
}

int ddds_dns_timeout(ddds_database *database)
{
    struct dns *dns = (struct dns *)database;
    int limit = -1;
    if (dns->finished != NULL) {
        return 0;
    }
    if (dns->next_deadline != 0 && dns->active != NULL) {
        uint64_t now = ddds_transport_now();
        uint64_t left = dns->next_deadline > now ? dns->next_deadline - now : 0;
        limit = left < INT_MAX ? (int)left : INT_MAX;
    }
    return ddds_transport_timeout(dns->transport, limit);
}

void ddds_dns_process(ddds_database *database, int descriptor, bool readable,
                      bool writable)
{
    struct dns *dns = (struct dns *)database;
    ddds_transport_process(dns->transport, descriptor, readable, writable);
    expire(dns);
    hand_over(dns);
}

/* ---- Making one --------------------------------------------------------- */

static ddds_status list_servers(struct dns *dns,
                                const struct ddds_dns_options *options,
                                struct ddds_error *error)
{
    struct server_families families = {!options->ipv6_only,
                                       !options->ipv4_only};
    uint16_t port = options->port != 0 ? options->port : PORT;
    if (options->server_count == 0) {
        return ddds_transport_system(&dns->servers, families, error);
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

static ddds_status open_dns(struct dns *dns,
                            const struct ddds_dns_options *options,
                            struct ddds_error *error)
{
    dns->tries = options->tries != 0 ? options->tries : TRIES;
    dns->buffer_size = choose_buffer(options->buffer_size);
    dns->distrust = options->distrust;
    dns->no_recursion = options->no_recursion;
    dns->no_validation = options->no_validation;
    const struct transport_options own = {
        .timeout = options->timeout != 0 ? options->timeout : TIMEOUT,
        .buffer_size = dns->buffer_size,
        .tcp = options->tcp,
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

ddds_database *ddds_dns_new(const struct ddds_dns_options *options,
                            struct ddds_error *error)
{
    static const struct ddds_dns_options defaults;
    struct dns *dns = calloc(1, sizeof *dns);
    if (dns == NULL) {
        ddds_error_no_memory(error);
        return NULL;
    }
    dns->base.methods = &dns_class;
    dns->finished_end = &dns->finished;
    ddds_arena_init(&dns->scratch, dns->memory, sizeof dns->memory);
    if (open_dns(dns, options != NULL ? options : &defaults, error) !=
        DDDS_OK) {
        destroy(dns);
        return NULL;
    }
    return &dns->base;
}
