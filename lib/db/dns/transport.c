/* c-ares, and nothing but: the only file that knows it. One source for 1.18.1
 * and everything later.
 *
 * What is asked of c-ares is little, so that its versions do not differ in it:
 *
 * 1. A channel knows one server and tries once. Which server comes next, and
 *    what to make of SERVFAIL, is decided above, the same for all versions;
 *    and whoever sent an answer is known.
 * 2. Query and answer are our own octets (ares_send). ARES_FLAG_NOCHECKRESP:
 *    answers with an error code come back too, instead of "refused".
 *    ARES_FLAG_EDNS: without it answers over 512 octets would be taken for
 *    truncated.
 * 3. A channel has one UDP socket while it is busy, and so one source port.
 *    For what is in flight at the same time there are several, and chance
 *    picks, so that an off-path attacker has more to guess than an id.
 * 4. The sockets are opened here, so that we know which of them have something
 *    to say and in which protocol, without the limit of sixteen that
 *    ares_getsock has.
 *
 * 5. From 1.30 on c-ares refuses good answers; those are read where they are
 *    received (tap.h). Earlier versions hand over what came.
 *
 * A child of a fork has the same sockets. If it read from them its parent would
 * lack the answers, and what it sent would have its parent's ids; so it does
 * neither, and only closes them.
 *
 * ares_library_init is not called: it is not thread-safe, and does nothing but
 * on Windows.
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

/* No version of c-ares is done with a try sooner than this after it began, in
 * milliseconds: how often its timers are looked at. */
enum { TIMER_STEP = 100 };

/* A try under way. */
struct
try {
    struct try *next; /* of the spare ones */
    struct transport *transport;
    struct route *route;
    struct channel *channel;
    ddds_exchange_fn *done;
    void *context;
    struct tapped tapped;
};

/* ---- Tries -------------------------------------------------------------- */

static struct try *take_try(struct transport *transport)
{
    struct try *try = transport->spare;
    if (try == NULL) {
        return malloc(sizeof *try);
    }
    transport->spare = try->next;
    return try;
}

static void release_try(struct transport *transport, struct try *try)
{
    if (try != NULL) {
        try->next = transport->spare;
        transport->spare = try;
    }
}

static enum exchange_status read_status(const struct try *try, int code)
{
    if (try->tapped.has_no_memory) {
        return EXCHANGE_NO_MEMORY;
    }
    switch (code) {
    case ARES_ETIMEOUT:
        return EXCHANGE_TIMEOUT;
    case ARES_ENOMEM:
        return EXCHANGE_NO_MEMORY;
    case ARES_EBADRESP:
    case ARES_EBADNAME:
        /* With a tap what could not be read was another's: c-ares gives up
         * all that is under way on the same socket. */
        return try->transport->options.tap ? EXCHANGE_TIMEOUT
                                           : EXCHANGE_MALFORMED;
    default:
        return EXCHANGE_NETWORK;
    }
}

static const char *describe(enum exchange_status status, int code)
{
    switch (status) {
    case EXCHANGE_TIMEOUT:
        return "no answer in time";
    case EXCHANGE_MALFORMED:
        return "an answer that cannot be read";
    case EXCHANGE_NO_MEMORY:
        return "out of memory";
    default:
        return code == ARES_ECONNREFUSED ? "it cannot be reached"
                                         : ares_strerror(code);
    }
}

/* If there are octets they are what counts: the code only tells the RCODE. With
 * a tap its own are, and no others. */
static void finish_try(void *context, int code, int timeouts,
                       unsigned char *octets, int length)
{
    (void)timeouts;
    struct try *try = context;
    struct try own = *try;
    if (own.transport->options.tap) {
        ddds_tap_remove(&own.channel->tap, &try->tapped);
        own.tapped = try->tapped;
    }
    release_try(own.transport, try);
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
        exchange.detail = describe(exchange.status, code);
    }
    own.done(own.context, &exchange);
    free(own.tapped.answer);
}

static void fail_try(ddds_exchange_fn *done, void *context,
                     enum exchange_status status, const char *detail)
{
    const struct exchange exchange = {.status = status, .detail = detail};
    done(context, &exchange);
}

/* Look at the timers within |milliseconds|, or earlier if that was said. */
static void expect_timer(struct transport *transport, uint64_t milliseconds)
{
    uint64_t at = ddds_clock_now() + milliseconds;
    if (transport->next_timer == 0 || at < transport->next_timer) {
        transport->next_timer = at;
    }
}

void ddds_transport_send(struct transport *transport, size_t server,
                         const unsigned char *octets, size_t length,
                         ddds_exchange_fn *done, void *context)
{
    if (ddds_channel_is_inherited(transport)) {
        fail_try(done, context, EXCHANGE_NETWORK,
                 "a child of a fork has to make a database of its own");
        return;
    }
    struct route *route = &transport->routes[server];
    struct try *try = take_try(transport);
    struct channel *channel = ddds_channel_pick(transport, route);
    if (try == NULL || channel == NULL) {
        release_try(transport, try);
        fail_try(done, context, EXCHANGE_NO_MEMORY, "out of memory");
        return;
    }
    *try = (struct try){.transport = transport,
                        .route = route,
                        .channel = channel,
                        .done = done,
                        .context = context};
    if (transport->options.tap) {
        ddds_tap_add(&channel->tap, &try->tapped, octets, length);
    }
    route->in_flight++;
    transport->in_flight++;
    expect_timer(transport, transport->options.timeout < TIMER_STEP
                                ? transport->options.timeout
                                : TIMER_STEP);
    ares_send(channel->handle, octets, (int)length, finish_try, try);
}

/* ---- Waiting ------------------------------------------------------------ */

/* Let every channel look at its timers, and find out when to do so again. */
static void process_timers(struct transport *transport)
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

int ddds_transport_timeout(struct transport *transport, int limit)
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

void ddds_transport_process(struct transport *transport, int descriptor,
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

/* Which sockets have something to say: a list of its own, since sockets come
 * and go while they are served. */
static size_t list_ready(struct transport *transport)
{
    size_t count = 0;
    for (size_t i = 0; i < transport->socket_count; i++) {
        if (transport->sockets[i].revents != 0) {
            transport->ready[count++] = transport->sockets[i];
        }
    }
    return count;
}

ddds_status ddds_transport_wait(struct transport *transport, int timeout)
{
    if (ddds_channel_is_inherited(transport)) {
        return DDDS_LIMIT; /* It would be for ever. */
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

size_t ddds_transport_sockets(const struct transport *transport,
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

/* Does this c-ares keep answers from us that it does not like? */
static bool refuses_answers(void)
{
    enum { FIRST = 1 << 16 | 30 << 8 };
    int version;
    ares_version(&version);
    return version >= FIRST;
}

struct transport *ddds_transport_new(const struct servers *servers,
                                     const struct transport_options *options,
                                     struct ddds_error *error)
{
    struct transport *transport = calloc(1, sizeof *transport);
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

void ddds_transport_free(struct transport *transport)
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
        struct try *try = transport->spare;
        transport->spare = try->next;
        free(try);
    }
    ddds_process_leave(&transport->process);
    free(transport->sockets);
    free(transport->owners);
    free(transport->ready);
    free(transport);
}
