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
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>

/* What both kinds of version have is called deprecated by the newer one. */
#define CARES_NO_DEPRECATED
#include <ares.h>

#include "base/error.h"
#include "base/process.h"
#include "db/dns/tap.h"

enum {
    /* A second channel to a server pays from this many queries on. */
    QUERIES_A_CHANNEL = 16,

    /* Those over UDP and TCP, and what takes their place. */
    SOCKETS_A_CHANNEL = 4,

    /* A burst of answers must not be lost: the default holds some 280. */
    RECEIVE_BUFFER = 1 << 20,

    /* What c-ares can receive over UDP, and what everybody can. */
    UDP_MAX = 4096,
    UDP_MIN = 512,

    /* No version of c-ares is done with a try sooner than this after it began,
     * in milliseconds: how often its timers are looked at. */
    TIMER_STEP = 100,

    NUMBERS = 64, /* random numbers fetched at a time */
};

struct channel {
    ares_channel handle;
    struct transport *transport;
    bool was_tcp; /* what was received last */
    struct tap tap;
};

struct route {
    const struct server *server;
    unsigned in_flight;
    size_t count;
    struct channel *channels[LIMIT_CHANNELS];
};

struct transport {
    struct transport_options options;
    struct servers servers;
    struct route routes[LIMIT_NAME_SERVERS];
    size_t in_flight;
    bool is_closing;
    struct process process;
    bool is_inherited;    /* by a child of a fork */
    bool refuses_answers; /* this version of c-ares does */
    uint64_t next_timer;  /* when c-ares may have something to do; 0: never */

    /* Sockets and whose they are, side by side. |ready| has as much room. */
    struct pollfd *sockets;
    struct channel **owners;
    struct pollfd *ready;
    size_t socket_count;
    size_t socket_size;
    size_t channel_count;

    uint16_t numbers[NUMBERS];
    size_t number_count;

    struct try *spare; /* to be used again */
};

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

/* ---- Time and chance ---------------------------------------------------- */

uint64_t ddds_transport_microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

uint64_t ddds_transport_now(void)
{
    return ddds_transport_microseconds() / 1000;
}

bool ddds_transport_draw(struct transport *transport, uint16_t *number)
{
    if (transport->number_count == 0) {
        ssize_t length;
        do {
            length =
                getrandom(transport->numbers, sizeof transport->numbers, 0);
        } while (length < 0 && errno == EINTR);
        if (length != (ssize_t)sizeof transport->numbers) {
            return false;
        }
        transport->number_count = NUMBERS;
    }
    uint16_t *next = &transport->numbers[--transport->number_count];
    *number = *next;
    *next = 0;
    return true;
}

/* Is this the child of a fork, to which nothing here belongs? */
static bool is_inherited(struct transport *transport)
{
    transport->is_inherited |= ddds_process_changed(&transport->process);
    return transport->is_inherited;
}

/* ---- Sockets ------------------------------------------------------------ */

static size_t find_socket(const struct transport *transport, int descriptor)
{
    size_t i = 0;
    while (i < transport->socket_count &&
           transport->sockets[i].fd != descriptor) {
        i++;
    }
    return i;
}

/* Make room for |count| sockets. */
static bool reserve_sockets(struct transport *transport, size_t count)
{
    if (count <= transport->socket_size) {
        return true;
    }
    size_t size = count + 2 * (size_t)SOCKETS_A_CHANNEL;
    struct pollfd *sockets =
        realloc(transport->sockets, size * sizeof *sockets);
    if (sockets == NULL) {
        return false;
    }
    transport->sockets = sockets;
    struct channel **owners = realloc(transport->owners, size * sizeof *owners);
    if (owners == NULL) {
        return false;
    }
    transport->owners = owners;
    struct pollfd *ready = realloc(transport->ready, size * sizeof *ready);
    if (ready == NULL) {
        return false;
    }
    transport->ready = ready;
    transport->socket_size = size;
    return true;
}

static void forget_socket(struct transport *transport, size_t index)
{
    if (index < transport->socket_count) {
        size_t last = --transport->socket_count;
        transport->sockets[index] = transport->sockets[last];
        transport->owners[index] = transport->owners[last];
    }
}

/* c-ares wants to know when |descriptor| can be read or written, or, if
 * neither, nothing more of it. */
static void watch_socket(void *data, ares_socket_t descriptor, int readable,
                         int writable)
{
    struct channel *channel = data;
    struct transport *transport = channel->transport;
    size_t index = find_socket(transport, descriptor);
    if (!readable && !writable) {
        forget_socket(transport, index);
    } else if (reserve_sockets(transport, index + 1)) {
        transport->socket_count += index == transport->socket_count;
        transport->owners[index] = channel;
        transport->sockets[index] = (struct pollfd){
            .fd = descriptor,
            .events =
                (short)((readable ? POLLIN : 0) | (writable ? POLLOUT : 0)),
        };
    }
    if (transport->options.watch != NULL && !is_inherited(transport)) {
        transport->options.watch(transport->options.context, descriptor,
                                 readable != 0, writable != 0);
    }
}

/* What c-ares leaves to those who open sockets themselves. */
static ares_socket_t open_socket(int family, int type, int protocol, void *data)
{
    struct channel *channel = data;
    int size = RECEIVE_BUFFER;
    int on = 1;
    int descriptor = socket(family, type, protocol);
    if (descriptor < 0) {
        return ARES_SOCKET_BAD;
    }
    if (fcntl(descriptor, F_SETFL, O_NONBLOCK) != 0 ||
        fcntl(descriptor, F_SETFD, FD_CLOEXEC) != 0) {
        close(descriptor);
        return ARES_SOCKET_BAD;
    }
    if (type == SOCK_STREAM) {
        setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        ddds_tap_restart(&channel->tap);
    } else {
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
    }
    return descriptor;
}

static int close_socket(ares_socket_t descriptor, void *data)
{
    (void)data;
    return close(descriptor);
}

static int connect_socket(ares_socket_t descriptor,
                          const struct sockaddr *address, ares_socklen_t length,
                          void *data)
{
    (void)data;
    return connect(descriptor, address, length);
}

/* Receive what c-ares is to see of what came; nothing yet if that is nothing:
 * there may be more behind it. */
static ares_ssize_t receive_tapped(struct channel *channel,
                                   ares_socket_t descriptor, void *octets,
                                   size_t length, int flags,
                                   struct sockaddr *from,
                                   ares_socklen_t *from_length)
{
    struct tap_view view = {octets, length, 0};
    /* Older versions read from a stream what they want, and no more. */
    bool is_viewed = !channel->was_tcp || channel->transport->refuses_answers;
    for (;;) {
        ares_ssize_t received =
            recvfrom(descriptor, octets, length, flags, from, from_length);
        if (received < 0 || (received == 0 && channel->was_tcp)) {
            return received;
        }
        if (!ddds_tap_received(&channel->tap, octets, (size_t)received,
                               channel->was_tcp, is_viewed ? &view : NULL)) {
            errno = ENOMEM;
            return -1;
        }
        if (!is_viewed || view.length > 0) {
            return is_viewed ? (ares_ssize_t)view.length : received;
        }
    }
}

/* Only over UDP does c-ares ask who the sender is. */
static ares_ssize_t receive(ares_socket_t descriptor, void *octets,
                            size_t length, int flags, struct sockaddr *from,
                            ares_socklen_t *from_length, void *data)
{
    struct channel *channel = data;
    channel->was_tcp = from == NULL;
    return channel->transport->options.tap
               ? receive_tapped(channel, descriptor, octets, length, flags,
                                from, from_length)
               : recvfrom(descriptor, octets, length, flags, from, from_length);
}

static bool is_stream(int descriptor)
{
    int type = 0;
    socklen_t length = sizeof type;
    return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &length) == 0 &&
           type == SOCK_STREAM;
}

/* A server that closes its connection must not kill us with SIGPIPE. */
static ares_ssize_t transmit(ares_socket_t descriptor,
                             const struct iovec *pieces, int count, void *data)
{
    struct channel *channel = data;
    struct iovec list[8];
    size_t used = (size_t)count < 8 ? (size_t)count : 8;
    memcpy(list, pieces, used * sizeof *list);
    struct msghdr message = {.msg_iov = list, .msg_iovlen = used};
    for (size_t i = 0; channel->transport->options.tap && i < used; i++) {
        ddds_tap_sent(&channel->tap, list[i].iov_base, list[i].iov_len,
                      is_stream(descriptor));
    }
    return sendmsg(descriptor, &message, MSG_NOSIGNAL);
}

static const struct ares_socket_functions socket_functions = {
    open_socket, close_socket, connect_socket, receive, transmit,
};

/* ---- Channels ----------------------------------------------------------- */

static int clamp_buffer(unsigned size)
{
    return size > UDP_MAX ? UDP_MAX : size < UDP_MIN ? UDP_MIN : (int)size;
}

static int set_server(ares_channel channel, const struct server *server)
{
    struct ares_addr_port_node node = {
        .family = server->address.length == 4 ? AF_INET : AF_INET6,
        .udp_port = server->port,
        .tcp_port = server->port,
    };
    memcpy(&node.addr, server->address.octets, server->address.length);
    return ares_set_servers_ports(channel, &node);
}

/* A channel that knows nothing but what it is told here: all that c-ares would
 * take from the system's configuration is set. */
static int open_channel(struct channel *channel,
                        const struct transport_options *options)
{
    char lookups[] = "b";
    char no_file[] = "/dev/null";
    struct ares_options own = {
        .flags = ARES_FLAG_NOCHECKRESP | ARES_FLAG_NOSEARCH |
                 ARES_FLAG_NOALIASES | ARES_FLAG_EDNS |
                 (options->tcp ? ARES_FLAG_USEVC : 0),
        .timeout = (int)options->timeout,
        .tries = 1,
        .ndots = 1,
        .lookups = lookups,
        .sock_state_cb = watch_socket,
        .sock_state_cb_data = channel,
        .ednspsz = clamp_buffer(options->buffer_size),
        .resolvconf_path = no_file,
    };
    int mask = ARES_OPT_FLAGS | ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES |
               ARES_OPT_NDOTS | ARES_OPT_LOOKUPS | ARES_OPT_DOMAINS |
               ARES_OPT_SOCK_STATE_CB | ARES_OPT_EDNSPSZ | ARES_OPT_RESOLVCONF |
               ARES_OPT_NOROTATE;
#ifdef ARES_OPT_QUERY_CACHE
    own.qcache_max_ttl = 0; /* On by default since 1.31; ours knows better. */
    mask |= ARES_OPT_QUERY_CACHE;
#endif
#ifdef ARES_OPT_MAXTIMEOUTMS
    own.maxtimeout = (int)options->timeout; /* It would stop at 5 s. */
    mask |= ARES_OPT_MAXTIMEOUTMS;
#endif
    int code = ares_init_options(&channel->handle, &own, mask);
    if (code == ARES_SUCCESS) {
        ares_set_socket_functions(channel->handle, &socket_functions, channel);
    }
    return code;
}

static struct channel *new_channel(struct transport *transport,
                                   const struct server *server)
{
    size_t sockets = (transport->channel_count + 1) * SOCKETS_A_CHANNEL;
    struct channel *channel =
        reserve_sockets(transport, sockets) ? calloc(1, sizeof *channel) : NULL;
    if (channel == NULL) {
        return NULL;
    }
    channel->transport = transport;
    if (open_channel(channel, &transport->options) != ARES_SUCCESS) {
        free(channel);
        return NULL;
    }
    if (set_server(channel->handle, server) != ARES_SUCCESS) {
        ares_destroy(channel->handle);
        free(channel);
        return NULL;
    }
    transport->channel_count++;
    return channel;
}

/* The channel that the next query of |route| takes: any of those there are,
 * and another one if they are busy. */
static struct channel *pick_channel(struct transport *transport,
                                    struct route *route)
{
    uint16_t chance;
    size_t wanted = 1 + route->in_flight / QUERIES_A_CHANNEL;
    if (route->count < wanted && route->count < LIMIT_CHANNELS) {
        struct channel *channel = new_channel(transport, route->server);
        if (channel != NULL) {
            route->channels[route->count++] = channel;
        }
    }
    if (route->count == 0 || !ddds_transport_draw(transport, &chance)) {
        return NULL;
    }
    return route->channels[chance % route->count];
}

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
    uint64_t at = ddds_transport_now() + milliseconds;
    if (transport->next_timer == 0 || at < transport->next_timer) {
        transport->next_timer = at;
    }
}

void ddds_transport_send(struct transport *transport, size_t server,
                         const unsigned char *octets, size_t length,
                         ddds_exchange_fn *done, void *context)
{
    if (is_inherited(transport)) {
        fail_try(done, context, EXCHANGE_NETWORK,
                 "a child of a fork has to make a database of its own");
        return;
    }
    struct route *route = &transport->routes[server];
    struct try *try = take_try(transport);
    struct channel *channel = pick_channel(transport, route);
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
    uint64_t now = ddds_transport_now();
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
    if (is_inherited(transport)) {
        return;
    }
    size_t index = find_socket(transport, descriptor);
    if (descriptor >= 0 && index < transport->socket_count) {
        ares_process_fd(transport->owners[index]->handle,
                        readable ? descriptor : ARES_SOCKET_BAD,
                        writable ? descriptor : ARES_SOCKET_BAD);
    }
    if (transport->next_timer != 0 &&
        ddds_transport_now() >= transport->next_timer) {
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
    if (is_inherited(transport)) {
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

/* What /etc/resolv.conf and its like say, as c-ares reads them. */
ddds_status ddds_transport_system(struct servers *servers,
                                  struct server_families families,
                                  struct ddds_error *error)
{
    ares_channel channel;
    struct ares_addr_port_node *nodes = NULL;
    int code = ares_init(&channel);
    if (code != ARES_SUCCESS) {
        return ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                              "the system's resolver: %s", ares_strerror(code));
    }
    if (ares_get_servers_ports(channel, &nodes) == ARES_SUCCESS) {
        for (const struct ares_addr_port_node *node = nodes; node != NULL;
             node = node->next) {
            struct ddds_address address = {
                .length = node->family == AF_INET ? 4 : 16};
            memcpy(address.octets, &node->addr, address.length);
            ddds_servers_add(
                servers, &address,
                node->udp_port != 0 ? (uint16_t)node->udp_port : 53, families);
        }
        ares_free_data(nodes);
    }
    ares_destroy(channel);
    return servers->count > 0
               ? DDDS_OK
               : ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                                "the system's resolver has no server of the "
                                "family that was asked for");
}
