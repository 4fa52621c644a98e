/* Queries of a lookup: choice of the server, retries, and interpretation of the
 * answers.
 *
 * A query is tried several times. A server that does not answer in time is
 * tried again after the others. A server that answers with an error or an
 * invalid message is not tried again; its error is reported if no other server
 * answers. A server without EDNS is asked again without it (RFC 6891 section
 * 7).
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/dns_query.h"

#include "base/clocks.h"
#include "db/dns/dns_lookup.h"
#include "db/wire/additional.h"
#include "base/types.h"

/* Milliseconds for which a server that did not answer is tried last. */
enum { LAST_FOR = 30000 };

static bool is_useless(const struct dns_query *query, unsigned server)
{
    return (query->useless >> server & 1) != 0;
}

/* Choose the server for the next try; return false after all have been
 * tried. */
static bool choose_server(struct dns_query *query)
{
    const struct ddds_dns *dns = query->lookup->dns;
    unsigned count = (unsigned)dns->servers.count;
    while (query->attempts < count * dns->tries) {
        query->server = (query->first + query->attempts++) % count;
        if (!is_useless(query, query->server)) {
            return true;
        }
    }
    return false;
}

/* Finish the query, which has its result. */
static void close_query(struct dns_query *query)
{
    struct dns_lookup *lookup = query->lookup;
    lookup->open--;
    if (lookup->answer == NULL) {
        ddds_dns_lookup_release(lookup);
    } else if (lookup->open == 0) {
        ddds_dns_lookup_finish(lookup);
    }
}

bool ddds_dns_query_spend(void *context)
{
    struct dns_lookup *lookup = ((struct dns_query *)context)->lookup;
    bool is_allowed = lookup->sent < lookup->max_queries;
    lookup->sent += is_allowed ? 1 : 0;
    return is_allowed;
}

/* End |query| at its limit of DNS queries; report the error of the last failed
 * try, if any. */
static void close_at_limit(struct dns_query *query)
{
    struct progress *progress = &query->progress;
    char name[LIMIT_NAME_SIZE];
    if (progress->detail != NULL) {
        ddds_progress_explain(progress, "%.250s; no more queries are allowed",
                              progress->detail);
    } else {
        ddds_progress_name(progress, name);
        progress->reply = DDDS_REPLY_LIMIT;
        ddds_progress_explain(
            progress, "no more queries are allowed, at \"%.200s\"", name);
    }
    close_query(query);
}

/* Record why a try failed, |way| being empty or " over TCP". The error of a
 * server has precedence over the timeout of another. */
static void note_failure(struct dns_query *query, enum ddds_reply reply,
                         const char *way, const char *detail)
{
    struct progress *progress = &query->progress;
    const struct ddds_dns *dns = query->lookup->dns;
    if (reply != DDDS_REPLY_TIMEOUT || progress->detail == NULL) {
        progress->reply = reply;
        ddds_progress_explain(progress, "%s%s: %.250s",
                              dns->servers.list[query->server].text, way,
                              detail);
    }
}

static void take_exchange(void *context, const struct exchange *exchange);

/* Return true if the lookup was neither cancelled nor timed out. */
static bool is_wanted(const void *context)
{
    const struct dns_query *query = context;
    return query->lookup->answer != NULL;
}

static bool repeat(void *context)
{
    return is_wanted(context) && ddds_dns_query_spend(context);
}

/* Return true if a try may be repeated within its time: the first try per
 * server, unless the caller asks for a single try or limits the rate. */
static bool may_repeat(const struct dns_query *query)
{
    const struct ddds_dns *dns = query->lookup->dns;
    return query->attempts <= dns->servers.count && dns->tries > 1 &&
           !ddds_pace_is_set(&dns->pace);
}

/* Send the query to the chosen server; return false without a random number. */
static bool send_once(struct dns_query *query)
{
    struct ddds_dns *dns = query->lookup->dns;
    unsigned char octets[MESSAGE_QUERY_MAX];
    struct message_query own = {
        .name = query->progress.name,
        .type = query->progress.type,
        .buffer_size = query->has_edns ? dns->buffer_size : 0,
        .asks_ad = true,
        .no_recursion = dns->no_recursion,
        .no_validation = dns->no_validation,
        .signatures = dns->signatures,
    };
    if (!ddds_transport_draw(dns->transport, &own.id)) {
        return false;
    }
    size_t length = ddds_message_write_query(&own, octets);
    query->is_sending = true;
    query->is_failed = false;
    const struct sending sending = {
        query->server,
        octets,
        length,
        take_exchange,
        query,
        query->attempts > 1,
        is_wanted,
        may_repeat(query) ? repeat : NULL,
        query->was_bystander,
    };
    ddds_transport_send(dns->transport, &sending);
    query->is_sending = false;
    return true;
}

/* Send |query| to the chosen server; return false if the try failed
 * immediately. */
static bool send_chosen(struct dns_query *query)
{
    if (!send_once(query)) {
        note_failure(query, DDDS_REPLY_NETWORK, "", "no random number");
        close_query(query);
        return true;
    }
    return !query->is_failed;
}

/* Try the servers in turn until a try is in flight or waits for its turn. A try
 * that fails immediately returns to this loop (try_next). */
static void send_query(struct dns_query *query)
{
    struct pace *pace = &query->lookup->dns->pace;
    do {
        if (!choose_server(query)) {
            close_query(query);
            return;
        }
        if (!ddds_dns_query_spend(query)) {
            close_at_limit(query);
            return;
        }
        query->has_edns =
            ((query->lookup->dns->without_edns | query->without_edns) >>
                 query->server &
             1) == 0;
        if (ddds_pace_is_set(pace) &&
            !ddds_pace_admit(pace, query->server, &query->paced,
                             ddds_clock_microseconds())) {
            return;
        }
    } while (!send_chosen(query));
}

static void try_next(struct dns_query *query)
{
    if (query->is_sending) {
        query->is_failed = true;
    } else if (query->lookup->answer == NULL) {
        close_query(query);
    } else {
        send_query(query);
    }
}

void ddds_dns_query_begin(struct dns_query *query)
{
    struct ddds_dns *dns = query->lookup->dns;
    if (dns->preferred_until != 0 && ddds_clock_now() >= dns->preferred_until) {
        dns->preferred = 0;
        dns->preferred_until = 0;
    }
    query->first = dns->preferred;
    query->attempts = 0;
    query->useless = 0;
    query->without_edns = 0;
    query->was_cut_off = false;
    query->was_bystander = false;
    query->unsent = 0;
    send_query(query);
}

void ddds_dns_query_send_due(struct ddds_dns *dns)
{
    struct paced *paced;
    if (!ddds_pace_is_set(&dns->pace)) {
        return;
    }
    uint64_t now = ddds_clock_microseconds();
    while ((paced = ddds_pace_take(&dns->pace, now)) != NULL) {
        struct dns_query *query = (struct dns_query *)paced;
        if (query->lookup->answer == NULL || query->lookup->is_finished) {
            close_query(query); /* cancelled or timed out */
        } else if (!send_chosen(query)) {
            send_query(query);
        }
    }
}

/* ---- Answers ------------------------------------------------------------ */

/* Prefer another server for LAST_FOR milliseconds, because |server| did not
 * answer. */
static void prefer_another(struct ddds_dns *dns, unsigned server)
{
    if (server == dns->preferred && dns->servers.count > 1) {
        dns->preferred = (server + 1) % (unsigned)dns->servers.count;
        dns->preferred_until = ddds_clock_now() + LAST_FOR;
    }
}

/* Return true if the same server should be tried again:
 * - after a timeout;
 * - once after its connection broke, because servers may close connections at
 *   any time (RFC 7766 section 6.2.3);
 * - once for each channel of c-ares if no socket could be opened, because
 *   another channel may have an open socket;
 * - over UDP after a network error, which a router or a restarting server may
 *   report for all queries at once.
 * Without a UDP socket the next try would fail as well. */
static bool may_retry(const struct dns_query *query,
                      const struct exchange *exchange)
{
    if (exchange->status == EXCHANGE_NETWORK) {
        return exchange->is_unsent ? query->unsent < LIMIT_CHANNELS
                                   : !exchange->is_tcp || !query->was_cut_off;
    }
    return exchange->status == EXCHANGE_TIMEOUT;
}

static void take_failure(struct dns_query *query,
                         const struct exchange *exchange)
{
    static const enum ddds_reply replies[] = {
        [EXCHANGE_DONE] = DDDS_REPLY_DATA,
        [EXCHANGE_TIMEOUT] = DDDS_REPLY_TIMEOUT,
        [EXCHANGE_NETWORK] = DDDS_REPLY_NETWORK,
        [EXCHANGE_NO_SOCKET] = DDDS_REPLY_NETWORK,
        [EXCHANGE_LIMIT] = DDDS_REPLY_LIMIT,
        [EXCHANGE_NO_MEMORY] = DDDS_REPLY_NO_MEMORY,
    };
    note_failure(query, replies[exchange->status],
                 exchange->went_by_tcp ? " over TCP" : "", exchange->detail);
    query->was_bystander = exchange->is_bystander;
    if (exchange->is_bystander) {
        query->attempts--; /* so that only the limit of queries counts */
        try_next(query);
        return;
    }
    if (may_retry(query, exchange)) {
        bool is_broken = exchange->status == EXCHANGE_NETWORK;
        query->unsent += is_broken && exchange->is_unsent ? 1 : 0;
        query->was_cut_off |= is_broken && !exchange->is_unsent;
    } else {
        query->useless |= UINT32_C(1) << query->server;
    }
    prefer_another(query->lookup->dns, query->server);
    try_next(query);
}

/* Reject the answer of a server, and try another server. */
static void refuse_answer(struct dns_query *query, enum ddds_reply reply,
                          const char *detail)
{
    note_failure(query, reply, query->is_tcp ? " over TCP" : "",
                 detail != NULL ? detail : "out of memory");
    query->useless |= UINT32_C(1) << query->server;
    try_next(query);
}

/* Return true if the server lacks EDNS: it answers FORMERR or NOTIMP without an
 * OPT record (RFC 6891 section 7). */
static bool lacks_edns(const struct dns_query *query,
                       const struct message *message)
{
    return query->has_edns && !message->has_edns &&
           (message->rcode == RCODE_FORMERR || message->rcode == RCODE_NOTIMP);
}

/* Ask the server without EDNS from now on. A message without a question may be
 * spoofed by guessing the ID and the port: it affects this query only. */
static void note_no_edns(struct dns_query *query, const struct message *message)
{
    const uint32_t bit = UINT32_C(1) << query->server;
    query->without_edns |= bit;
    if (message->question_count > 0) {
        query->lookup->dns->without_edns |= bit;
    }
}

/* Return true if |message| has usable additional data beside the OPT record.
 * Additional data of a validating resolver are ignored: a query for the same
 * data returns them authenticated. */
static bool has_additional_data(const struct dns_lookup *lookup,
                                const struct message *message)
{
    return message->additional_count > message->has_edns &&
           lookup->kind != DDDS_ASK_ADDRESSES &&
           lookup->kind != DDDS_ASK_RECORDS &&
           (lookup->dns->distrust || !message->is_authenticated);
}

/* Copy the data of |message|, which was read from |begin| on, into the lookup.
 * If they cannot be delivered, report that instead. */
static void take_data(struct dns_query *query, const struct progress *begin,
                      struct message *message)
{
    struct dns_lookup *lookup = query->lookup;
    struct ddds_dns *dns = lookup->dns;
    struct progress *progress = &query->progress;
    struct ddds_error error;
    bool is_ruleset = lookup->kind == DDDS_ASK_RULES;
    ddds_status status =
        lookup->kind == DDDS_ASK_RECORDS
            ? ddds_progress_take_records(begin, message, &lookup->arena,
                                         &lookup->found, &error)
            : ddds_progress_take(progress, message,
                                 is_ruleset ? &dns->scratch : &lookup->arena,
                                 dns->rulebook, &lookup->found, &error);
    if (status != DDDS_OK) {
        progress->reply = status == DDDS_NO_MEMORY ? DDDS_REPLY_NO_MEMORY
                                                   : DDDS_REPLY_MALFORMED;
        ddds_progress_explain(progress, "%s", error.detail);
    }
}

/* Interpret |message|, and copy its part of the answer. Return false if the
 * server is useless: another is asked. */
static bool read_message(struct dns_query *query, const struct progress *begin,
                         struct message *message)
{
    struct progress *progress = &query->progress;
    bool is_error = message->rcode != RCODE_NOERROR &&
                    message->rcode != RCODE_NXDOMAIN &&
                    message->rcode != RCODE_YXDOMAIN;
    ddds_progress_read(progress, message);
    if (!is_error &&
        (query->lookup->kind == DDDS_ASK_RECORDS ||
         (progress->reply == DDDS_REPLY_DATA && !progress->is_elsewhere))) {
        take_data(query, begin, message);
    }
    if (is_error || ddds_message_check_labels(message, NULL) != DDDS_OK ||
        (progress->reply == DDDS_REPLY_REFUSED && !progress->is_elsewhere)) {
        return false;
    }
    if (progress->reply == DDDS_REPLY_DATA && !progress->is_elsewhere &&
        has_additional_data(query->lookup, message)) {
        ddds_additional_take(message, &query->lookup->arena,
                             &query->lookup->found);
    }
    return true;
}

/* Record when a part of the answer starts to wait for the rest, and to age. */
static void note_wait(struct dns_lookup *lookup)
{
    if (lookup->since == 0) {
        lookup->since = ddds_clock_now();
    }
}

/* Process |message|. After a server error another server is tried; errors in
 * the data are final, because every server has the same data. */
static void take_message(struct dns_query *query, struct message *message)
{
    struct progress *progress = &query->progress;
    const struct progress begin = *progress;
    if (lacks_edns(query, message)) {
        note_no_edns(query, message);
        query->attempts--;
        try_next(query);
    } else if (!read_message(query, &begin, message)) {
        const struct progress refused = *progress;
        *progress = begin;
        refuse_answer(query, refused.reply, refused.detail);
    } else if (progress->is_elsewhere) {
        note_wait(query->lookup);
        ddds_dns_query_begin(query);
    } else {
        if (query->lookup->open > 1) {
            note_wait(query->lookup);
        }
        if (progress->reply == DDDS_REPLY_MALFORMED &&
            progress->detail != NULL) {
            note_failure(query, progress->reply,
                         query->is_tcp ? " over TCP" : "", progress->detail);
        }
        close_query(query);
    }
}

static void take_exchange(void *context, const struct exchange *exchange)
{
    struct dns_query *query = context;
    struct ddds_dns *dns = query->lookup->dns;
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
    query->microseconds = exchange->microseconds;
    ddds_arena_reset(&dns->scratch);
    dns->scratch.failed = false;
    ddds_status status = ddds_message_read(exchange->octets, exchange->length,
                                           &dns->scratch, &message, &error);
    if (status == DDDS_OK) {
        status = ddds_progress_check(&query->progress, &message, &error);
    }
    if (status == DDDS_OK && message.is_truncated) {
        refuse_answer(query, DDDS_REPLY_SERVER_FAILURE,
                      "unusable answer: it is truncated");
    } else if (status == DDDS_OK) {
        take_message(query, &message);
    } else {
        refuse_answer(query,
                      status == DDDS_NO_MEMORY ? DDDS_REPLY_NO_MEMORY
                                               : DDDS_REPLY_MALFORMED,
                      error.detail);
    }
}
