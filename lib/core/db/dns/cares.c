/* Tries by c-ares 1.18.1 or later. Only this file and channel.c use c-ares.
 *
 * Few features of c-ares are used, so that differences between its versions do
 * not matter:
 *
 * 1. A channel has one server and tries once. dns_query.c chooses the next
 *    server and handles errors: this is the same with all versions, and the
 *    server that answered is known.
 * 2. Queries and answers are octets (ares_send). ARES_FLAG_NOCHECKRESP makes
 *    c-ares return answers with an error code. ARES_FLAG_EDNS is not set: with
 *    it 1.18.1 repeats a query after FORMERR in memory that it has freed.
 * 3. A busy channel has one UDP socket, and so one source port. Queries in
 *    flight are distributed over several channels at random, so that an
 *    off-path attacker must guess the port and the ID.
 * 4. The sockets are opened here. So their readiness and their protocol are
 *    known without ares_getsock, which lists at most sixteen.
 * 5. Over TCP at most LIMIT_STREAMED queries are in flight on a connection, and
 *    fewer after a connection broke; the others wait here. Older versions also
 *    close a connection, with all queries on it, when a query times out before
 *    it was written.
 * 6. From 1.30 on c-ares rejects valid answers. With all versions, answers are
 *    read from the sockets instead (tap.h).
 *
 * ares_library_init is not called: it is not thread-safe, and has an effect on
 * Windows only.
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/cares.h"

#include <stdlib.h>
#include <string.h>

#include <sys/time.h>

#include "db/dns/channel.h"
#include "base/clocks.h"
#include "db/wire/message.h"

/* Interval for checking the timers of c-ares, in milliseconds. No version ends
 * a try earlier. */
enum { TIMER_STEP = 100 };

/* A try that is in flight or waits to be sent. */
struct attempt {
    struct attempt *next; /* in the queue of a route */
    struct cares *cares;
    struct route *route;
    struct channel *channel;
    struct sending sending; /* its |octets| are those below */
    uint64_t sent;          /* clock time in microseconds */
    struct tapped tapped;
    unsigned char octets[MESSAGE_QUERY_MAX];
};

/* ---- Tries -------------------------------------------------------------- */

/* Return true if c-ares refused to send the query. From 1.30 on it does so for
 * names whose labels have octets other than letters, digits, "-", "_", "*" and
 * "/". */
static bool is_unsent(const struct attempt *attempt, int code)
{
    return !attempt->tapped.is_sent &&
           (code == ARES_EBADRESP || code == ARES_EBADNAME);
}

/* Return true if the query ends because the TCP connection of its channel broke.
 * c-ares may end queries over UDP with it. */
static bool is_cut_off(const struct attempt *attempt)
{
    return attempt->channel->is_breaking && attempt->tapped.is_sent;
}

/* Return true if another query may be the reason. */
static bool is_bystander(const struct attempt *attempt)
{
    const struct channel *channel = attempt->channel;
    return is_cut_off(attempt) &&
           (attempt->tapped.stream != channel->broken || channel->was_shared);
}

/* Record an answer over TCP. A connection that has answered more queries than may
 * be in flight is given more. */
static void note_answer(struct attempt *attempt)
{
    struct channel *channel = attempt->channel;
    struct route *route = attempt->route;
    if (attempt->tapped.stream != 0 &&
        attempt->tapped.stream == channel->tap.streams) {
        channel->answers++;
        if (channel->answers > route->window &&
            route->window < LIMIT_STREAMED) {
            route->window++;
        }
    }
}

static enum exchange_status read_status(const struct attempt *attempt, int code)
{
    if (attempt->tapped.has_no_memory) {
        return EXCHANGE_NO_MEMORY;
    }
    if (attempt->tapped.is_refused) {
        return EXCHANGE_LIMIT;
    }
    switch (code) {
    case ARES_ETIMEOUT:
        return EXCHANGE_TIMEOUT;
    case ARES_ENOMEM:
        return EXCHANGE_NO_MEMORY;
    case ARES_EBADRESP:
    case ARES_EBADNAME:
        if (is_unsent(attempt, code)) {
            return EXCHANGE_NETWORK;
        }
        /* c-ares rejected the answer to another query: it aborts all queries on
         * the same socket. */
        return EXCHANGE_TIMEOUT;
    default:
        return EXCHANGE_NETWORK;
    }
}

/* Return why |attempt| failed; the text may be stored in |silence|. */
static const char *describe(const struct attempt *attempt,
                            enum exchange_status status, int code,
                            char silence[SILENCE_SIZE])
{
    if (is_unsent(attempt, code)) {
        return "this version of c-ares does not query names with these "
               "octets";
    }
    if (status == EXCHANGE_NETWORK && attempt->channel->failure != 0) {
        return ddds_sockets_explain(attempt->channel->failure);
    }
    if (status == EXCHANGE_NETWORK && is_cut_off(attempt)) {
        return "the server closed the connection";
    }
    switch (status) {
    case EXCHANGE_TIMEOUT:
        exchange_explain_silence(attempt->tapped.misfits, silence);
        return silence;
    case EXCHANGE_LIMIT:
        return EXCHANGE_NOT_REPEATED;
    case EXCHANGE_NO_MEMORY:
        return "out of memory";
    default:
        return code == ARES_ECONNREFUSED ? "unreachable" : ares_strerror(code);
    }
}

/* Check the timers in |milliseconds| at the latest. */
static void expect_timer(struct cares *cares, uint64_t milliseconds)
{
    uint64_t at = ddds_clock_now() + milliseconds;
    if (cares->next_timer == 0 || at < cares->next_timer) {
        cares->next_timer = at;
    }
}

static void finish_attempt(void *context, int code, int timeouts,
                           unsigned char *octets, int length);

static void send_attempt(struct cares *cares, struct attempt *attempt)
{
    struct tap *tap = &attempt->channel->tap;
    size_t length = attempt->sending.length;
    ddds_tap_add(tap, &attempt->tapped, attempt->octets, length);
    attempt->tapped.context = attempt->sending.context;
    attempt->sent = ddds_clock_microseconds();
    attempt->route->in_flight++;
    attempt->channel->in_flight++;
    cares->in_flight++;
    expect_timer(cares, cares->options.timeout < TIMER_STEP
                            ? cares->options.timeout
                            : TIMER_STEP);
    ares_send(attempt->channel->handle, attempt->octets, (int)length,
              finish_attempt, attempt);
}

/* End an attempt that was not sent. */
static void drop_attempt(struct attempt *attempt, enum exchange_status status,
                         const char *detail)
{
    const struct sending sending = attempt->sending;
    free(attempt);
    exchange_fail(&sending, status, detail);
}

/* Return true if the connections of |route| have the maximum of queries. */
static bool is_full(const struct cares *cares, const struct route *route)
{
    size_t connections = route->count > 0 ? route->count : 1;
    return cares->options.tcp &&
           route->in_flight >= route->window * connections;
}

static struct attempt *take_first(struct route *route)
{
    struct attempt *attempt = route->first;
    route->first = attempt->next;
    if (route->first == NULL) {
        route->last = &route->first;
    }
    return attempt;
}

static bool is_wanted(const struct attempt *attempt)
{
    const struct sending *sending = &attempt->sending;
    return sending->is_wanted == NULL || sending->is_wanted(sending->context);
}

/* Send the first waiting query of |route| on |channel|, because c-ares closes
 * an idle connection. */
static void send_next(struct cares *cares, struct route *route,
                      struct channel *channel)
{
    while (route->first != NULL && !is_full(cares, route) &&
           channel->in_flight < route->window) {
        struct attempt *attempt = take_first(route);
        if (is_wanted(attempt)) {
            attempt->channel = channel;
            send_attempt(cares, attempt);
            return;
        }
        drop_attempt(attempt, EXCHANGE_TIMEOUT, "no answer in time");
    }
}

/* Called by c-ares. The answer consists of the octets that the tap has stored:
 * |code| only repeats the RCODE that c-ares was shown. */
static void finish_attempt(void *context, int code, int timeouts,
                           unsigned char *octets, int length)
{
    (void)timeouts;
    (void)octets;
    (void)length;
    struct attempt *attempt = context;
    struct attempt own = *attempt;
    ddds_tap_remove(&own.channel->tap, &attempt->tapped);
    own.tapped = attempt->tapped;
    free(attempt);
    own.route->in_flight--;
    own.channel->in_flight--;
    own.cares->in_flight--;
    if (own.cares->is_closing) {
        free(own.tapped.answer);
        return;
    }
    char silence[SILENCE_SIZE];
    struct exchange exchange = {
        .is_tcp = own.channel->was_tcp,
        .went_by_tcp = own.cares->options.tcp || own.tapped.is_repeated,
        .microseconds = (uint32_t)(ddds_clock_microseconds() - own.sent)};
    if (own.tapped.answer != NULL) {
        exchange.octets = own.tapped.answer;
        exchange.length = own.tapped.length;
        note_answer(&own);
    } else {
        exchange.status = read_status(&own, code);
        exchange.detail = describe(&own, exchange.status, code, silence);
        exchange.is_unsent = own.channel->failure != 0;
        exchange.is_bystander =
            exchange.status == EXCHANGE_NETWORK && is_bystander(&own);
    }
    bool is_answered = exchange.octets != NULL;
    own.sending.done(own.sending.context, &exchange);
    free(own.tapped.answer);
    if (is_answered) {
        send_next(own.cares, own.route, own.channel);
    }
}

static void begin_attempt(struct cares *cares, struct attempt *attempt)
{
    attempt->channel = ddds_channel_pick(cares, attempt->route);
    if (attempt->channel == NULL) {
        /* A random number chooses among open channels. */
        bool is_memory = attempt->route->count == 0;
        drop_attempt(attempt, is_memory ? EXCHANGE_NO_MEMORY : EXCHANGE_NETWORK,
                     is_memory ? "out of memory" : "no random number");
        return;
    }
    send_attempt(cares, attempt);
}

static void append_attempt(struct route *route, struct attempt *attempt)
{
    attempt->next = NULL;
    *route->last = attempt;
    route->last = &attempt->next;
}

static void prepend_attempt(struct route *route, struct attempt *attempt)
{
    attempt->next = route->first;
    route->first = attempt;
    if (attempt->next == NULL) {
        route->last = &attempt->next;
    }
}

/* Return a route whose first query may be sent now, or NULL. */
static struct route *find_sendable(struct cares *cares)
{
    for (size_t i = 0; i < cares->servers->count; i++) {
        struct route *route = &cares->routes[i];
        if (route->first != NULL && !is_full(cares, route)) {
            return route;
        }
    }
    return NULL;
}

void ddds_cares_send(struct cares *cares, const struct sending *sending)
{
    struct route *route = &cares->routes[sending->server];
    struct attempt *attempt = malloc(sizeof *attempt);
    if (attempt == NULL) {
        exchange_fail(sending, EXCHANGE_NO_MEMORY, "out of memory");
        return;
    }
    attempt->cares = cares;
    attempt->route = route;
    attempt->sending = *sending;
    attempt->tapped = (struct tapped){0};
    memcpy(attempt->octets, sending->octets, sending->length);
    if (sending->goes_first && is_full(cares, route)) {
        prepend_attempt(route, attempt);
    } else if (!sending->goes_first &&
               (route->first != NULL || is_full(cares, route))) {
        append_attempt(route, attempt);
    } else {
        begin_attempt(cares, attempt);
    }
}

/* Run the timers of every channel, and compute the next time to do so. */
static void process_timers(struct cares *cares)
{
    cares->next_timer = 0;
    for (size_t i = 0; i < cares->servers->count; i++) {
        for (size_t k = 0; k < cares->routes[i].count; k++) {
            ares_channel handle = cares->routes[i].channels[k]->handle;
            struct timeval left;
            ares_process_fd(handle, ARES_SOCKET_BAD, ARES_SOCKET_BAD);
            if (ares_timeout(handle, NULL, &left) != NULL) {
                expect_timer(cares, (uint64_t)left.tv_sec * 1000 +
                                        (uint64_t)left.tv_usec / 1000 + 1);
            }
        }
    }
}

int ddds_cares_timeout(struct cares *cares, int limit)
{
    if (find_sendable(cares) != NULL) {
        return 0;
    }
    if (cares->in_flight == 0 || cares->next_timer == 0) {
        return limit;
    }
    uint64_t now = ddds_clock_now();
    return ddds_clock_limit(
        cares->next_timer > now ? cares->next_timer - now : 0, limit);
}

void ddds_cares_expire(struct cares *cares)
{
    if (cares->next_timer != 0 && ddds_clock_now() >= cares->next_timer) {
        process_timers(cares);
    }
    struct route *route;
    while ((route = find_sendable(cares)) != NULL) {
        struct attempt *attempt = take_first(route);
        if (is_wanted(attempt)) {
            begin_attempt(cares, attempt);
        } else {
            drop_attempt(attempt, EXCHANGE_TIMEOUT, "no answer in time");
        }
    }
}

/* ---- Life --------------------------------------------------------------- */

/* Return true if this version of c-ares reads ahead from a stream. Older
 * versions read the length of a message, then exactly that many octets. */
static bool reads_ahead(void)
{
    enum { FIRST = 1 << 16 | 30 << 8 };
    int version;
    ares_version(&version);
    return version >= FIRST;
}

const char *ddds_cares_version(void)
{
    return ares_version(NULL);
}

struct cares *ddds_cares_new(const struct ddds_dns_servers *servers,
                             const struct cares_options *options,
                             struct sockets *sockets, struct numbers *numbers)
{
    struct cares *cares = calloc(1, sizeof *cares);
    if (cares == NULL) {
        return NULL;
    }
    cares->options = *options;
    cares->reads_ahead = reads_ahead();
    cares->servers = servers;
    cares->sockets = sockets;
    cares->numbers = numbers;
    for (size_t i = 0; i < servers->count; i++) {
        cares->routes[i].server = &servers->list[i];
        cares->routes[i].window = LIMIT_STREAMED;
        cares->routes[i].last = &cares->routes[i].first;
    }
    return cares;
}

void ddds_cares_free(struct cares *cares)
{
    if (cares == NULL) {
        return;
    }
    cares->is_closing = true;
    for (size_t i = 0; i < cares->servers->count; i++) {
        for (size_t k = 0; k < cares->routes[i].count; k++) {
            ares_destroy(cares->routes[i].channels[k]->handle);
            ddds_tap_clear(&cares->routes[i].channels[k]->tap);
            free(cares->routes[i].channels[k]);
        }
        while (cares->routes[i].first != NULL) {
            free(take_first(&cares->routes[i]));
        }
    }
    free(cares);
}
