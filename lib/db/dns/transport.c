/* The transport of queries: c-ares, from version 1.18.1 on. Only the files of
 * this directory use c-ares (channel.c, resolv_conf.c).
 *
 * c-ares is used for little, so that the differences of its versions do not
 * matter:
 *
 * 1. A channel has one server and tries once. The choice of the next server and
 *    the handling of errors are left to dns_query.c: they are the same with all
 *    versions, and the server that answered is known.
 * 2. Queries and answers are octets (ares_send). ARES_FLAG_NOCHECKRESP makes
 *    c-ares return answers with an error code. Without ARES_FLAG_EDNS it would
 *    take answers of more than 512 octets for truncated.
 * 3. A busy channel has one UDP socket, and so one source port. Queries in
 *    flight are spread over several channels at random, so that an off-path
 *    attacker must guess the port and the id.
 * 4. The sockets are opened here: which of them are ready, and their protocol,
 *    is then known without ares_getsock, which lists at most sixteen.
 * 5. From 1.30 on c-ares rejects valid answers. They are read from the sockets
 *    instead (tap.h).
 *
 * The child of a fork inherits the sockets. If it read from them, its parent
 * would lose answers; if it sent queries, they would have its parent's ids. So
 * it only closes them.
 *
 * ares_library_init is not called: it is not thread-safe, and has an effect on
 * Windows only.
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/transport.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>

#include <sys/time.h>

#include "base/error.h"
#include "db/dns/channel.h"
#include "db/dns/clock.h"

/* How often the timers of c-ares are looked at, in milliseconds. No version
 * ends a try sooner. */
enum { TIMER_STEP = 100 };

/* One try under way. */
struct attempt {
    struct attempt *next; /* of the spare ones */
    struct dns_transport *transport;
    struct route *route;
    struct channel *channel;
    ddds_exchange_fn *done;
    void *context;
    struct tapped tapped;
};

/* ---- Tries -------------------------------------------------------------- */

static struct attempt *take_attempt(struct dns_transport *transport)
{
    struct attempt *attempt = transport->spare;
    if (attempt == NULL) {
        return malloc(sizeof *attempt);
    }
    transport->spare = attempt->next;
    return attempt;
}

static void release_attempt(struct dns_transport *transport,
                            struct attempt *attempt)
{
    if (attempt != NULL) {
        attempt->next = transport->spare;
        transport->spare = attempt;
    }
}

/* Did c-ares refuse to send the query? From 1.30 on it does so for names whose
 * labels have octets other than letters, digits, "-", "_", "*" and "/". */
static bool is_unsent(const struct attempt *attempt, int code)
{
    return attempt->transport->options.tap && !attempt->tapped.is_sent &&
           (code == ARES_EBADRESP || code == ARES_EBADNAME);
}

static enum exchange_status read_status(const struct attempt *attempt, int code)
{
    if (attempt->tapped.has_no_memory) {
        return EXCHANGE_NO_MEMORY;
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
        /* With a tap the rejected answer was that of another query: c-ares
         * gives up all queries on the same socket. */
        return attempt->transport->options.tap ? EXCHANGE_TIMEOUT
                                               : EXCHANGE_MALFORMED;
    default:
        return EXCHANGE_NETWORK;
    }
}

static const char *describe(const struct attempt *attempt,
                            enum exchange_status status, int code)
{
    if (is_unsent(attempt, code)) {
        return "this version of c-ares sends no query for a name with such "
               "octets";
    }
    switch (status) {
    case EXCHANGE_TIMEOUT:
        return "no answer in time";
    case EXCHANGE_MALFORMED:
        return "unreadable answer";
    case EXCHANGE_NO_MEMORY:
        return "out of memory";
    default:
        return code == ARES_ECONNREFUSED ? "unreachable" : ares_strerror(code);
    }
}

/* Called by c-ares. If there are octets, |code| only repeats their RCODE. With a
 * tap, the octets that it has kept are the answer, and no others. */
static void finish_attempt(void *context, int code, int timeouts,
                           unsigned char *octets, int length)
{
    (void)timeouts;
    struct attempt *attempt = context;
    struct attempt own = *attempt;
    ddds_tap_remove(&own.channel->tap, &attempt->tapped);
    own.tapped = attempt->tapped;
    release_attempt(own.transport, attempt);
    own.route->in_flight--;
    own.transport->in_flight--;
    if (own.transport->is_closing) {
        free(own.tapped.answer);
        return;
    }
    struct exchange exchange = {.is_tcp = own.channel->was_tcp};
    if (own.tapped.answer != NULL) {
        exchange.octets = own.tapped.answer;
        exchange.length = own.tapped.length;
    } else if (octets != NULL && length > 0 && !own.transport->options.tap) {
        exchange.octets = octets;
        exchange.length = (size_t)length;
    } else {
        exchange.status = read_status(&own, code);
        exchange.detail = describe(&own, exchange.status, code);
    }
    own.done(own.context, &exchange);
    free(own.tapped.answer);
}

static void fail_attempt(ddds_exchange_fn *done, void *context,
                         enum exchange_status status, const char *detail)
{
    const struct exchange exchange = {.status = status, .detail = detail};
    done(context, &exchange);
}

/* Look at the timers within |milliseconds|, or earlier if that is due. */
static void expect_timer(struct dns_transport *transport, uint64_t milliseconds)
{
    uint64_t at = ddds_clock_now() + milliseconds;
    if (transport->next_timer == 0 || at < transport->next_timer) {
        transport->next_timer = at;
    }
}

void ddds_transport_send(struct dns_transport *transport, size_t server,
                         const unsigned char *octets, size_t length,
                         ddds_exchange_fn *done, void *context)
{
    if (ddds_channel_is_inherited(transport)) {
        fail_attempt(done, context, EXCHANGE_NETWORK,
                     "the child of a fork must make a database of its own");
        return;
    }
    struct route *route = &transport->routes[server];
    struct attempt *attempt = take_attempt(transport);
    struct channel *channel = ddds_channel_pick(transport, route);
    if (attempt == NULL || channel == NULL) {
        release_attempt(transport, attempt);
        fail_attempt(done, context, EXCHANGE_NO_MEMORY, "out of memory");
        return;
    }
    *attempt = (struct attempt){.transport = transport,
                                .route = route,
                                .channel = channel,
                                .done = done,
                                .context = context};
    ddds_tap_add(&channel->tap, &attempt->tapped, octets, length);
    if (!transport->options.tap) { /* these versions keep the id */
        ddds_tap_send(&attempt->tapped, (uint16_t)(octets[0] << 8 | octets[1]));
    }
    route->in_flight++;
    transport->in_flight++;
    expect_timer(transport, transport->options.timeout < TIMER_STEP
                                ? transport->options.timeout
                                : TIMER_STEP);
    ares_send(channel->handle, octets, (int)length, finish_attempt, attempt);
}

/* ---- Waiting ------------------------------------------------------------ */

/* Have every channel look at its timers, and note when to do so again. */
static void process_timers(struct dns_transport *transport)
{
    transport->next_timer = 0;
    for (size_t i = 0; i < transport->servers.count; i++) {
        for (size_t k = 0; k < transport->routes[i].count; k++) {
            ares_channel handle = transport->routes[i].channels[k]->handle;
            struct timeval left;
            ares_process_fd(handle, ARES_SOCKET_BAD, ARES_SOCKET_BAD);
            if (ares_timeout(handle, NULL, &left) != NULL) {
                expect_timer(transport, (uint64_t)left.tv_sec * 1000 +
                                            (uint64_t)left.tv_usec / 1000 + 1);
            }
        }
    }
}

int ddds_transport_timeout(struct dns_transport *transport, int limit)
{
    if (transport->in_flight == 0 || transport->next_timer == 0) {
        return limit;
    }
    uint64_t now = ddds_clock_now();
    uint64_t left =
        transport->next_timer > now ? transport->next_timer - now : 0;
    if (limit >= 0 && (uint64_t)limit < left) {
        return limit;
    }
    return left < INT_MAX ? (int)left : INT_MAX;
}

void ddds_transport_process(struct dns_transport *transport, int descriptor,
                            bool readable, bool writable)
{
    if (ddds_channel_is_inherited(transport)) {
        return;
    }
    size_t index = ddds_channel_find_socket(transport, descriptor);
    if (descriptor >= 0 && index < transport->socket_count) {
        ares_process_fd(transport->owners[index]->handle,
                        readable ? descriptor : ARES_SOCKET_BAD,
                        writable ? descriptor : ARES_SOCKET_BAD);
    }
    if (transport->next_timer != 0 &&
        ddds_clock_now() >= transport->next_timer) {
        process_timers(transport);
    }
}

/* Copy the sockets that are ready: the table changes while they are read. */
static size_t list_ready(struct dns_transport *transport)
{
    size_t count = 0;
    for (size_t i = 0; i < transport->socket_count; i++) {
        if (transport->sockets[i].revents != 0) {
            transport->ready[count++] = transport->sockets[i];
        }
    }
    return count;
}

ddds_status ddds_transport_wait(struct dns_transport *transport, int timeout)
{
    if (ddds_channel_is_inherited(transport)) {
        return DDDS_LIMIT; /* Nothing could end the wait. */
    }
    int count = poll(transport->sockets, (nfds_t)transport->socket_count,
                     ddds_transport_timeout(transport, timeout));
    if (count < 0 && errno != EINTR) {
        return DDDS_NO_MEMORY;
    }
    size_t ready = count > 0 ? list_ready(transport) : 0;
    for (size_t i = 0; i < ready; i++) {
        struct pollfd socket = transport->ready[i];
        ddds_transport_process(transport, socket.fd,
                               (socket.revents & ~POLLOUT) != 0,
                               (socket.revents & POLLOUT) != 0);
    }
    ddds_transport_process(transport, -1, false, false);
    return DDDS_OK;
}

size_t ddds_transport_sockets(const struct dns_transport *transport,
                              struct ddds_dns_socket *list, size_t size)
{
    for (size_t i = 0; i < transport->socket_count && i < size; i++) {
        const struct pollfd *socket = &transport->sockets[i];
        list[i] = (struct ddds_dns_socket){
            .descriptor = socket->fd,
            .readable = (socket->events & POLLIN) != 0,
            .writable = (socket->events & POLLOUT) != 0,
        };
    }
    return transport->socket_count;
}

/* ---- The whole ---------------------------------------------------------- */

/* Does this version of c-ares reject valid answers? */
static bool refuses_answers(void)
{
    enum { FIRST = 1 << 16 | 30 << 8 };
    int version;
    ares_version(&version);
    return version >= FIRST;
}

struct dns_transport *
ddds_transport_new(const struct dns_servers *servers,
                   const struct transport_options *options,
                   struct ddds_error *error)
{
    struct dns_transport *transport = calloc(1, sizeof *transport);
    if (transport == NULL) {
        ddds_error_no_memory(error);
        return NULL;
    }
    ddds_process_enter(&transport->process);
    transport->options = *options;
    transport->refuses_answers = refuses_answers();
    transport->options.tap |= transport->refuses_answers;
    transport->servers = *servers;
    for (size_t i = 0; i < servers->count; i++) {
        transport->routes[i].server = &transport->servers.list[i];
    }
    return transport;
}

void ddds_transport_free(struct dns_transport *transport)
{
    if (transport == NULL) {
        return;
    }
    transport->is_closing = true;
    for (size_t i = 0; i < transport->servers.count; i++) {
        for (size_t k = 0; k < transport->routes[i].count; k++) {
            ares_destroy(transport->routes[i].channels[k]->handle);
            ddds_tap_clear(&transport->routes[i].channels[k]->tap);
            free(transport->routes[i].channels[k]);
        }
    }
    while (transport->spare != NULL) {
        struct attempt *attempt = transport->spare;
        transport->spare = attempt->next;
        free(attempt);
    }
    ddds_process_leave(&transport->process);
    free(transport->sockets);
    free(transport->owners);
    free(transport->ready);
    free(transport);
}
