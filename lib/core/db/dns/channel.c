/* Channels of c-ares, and the sockets that they use: opened, read and written
 * here.
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/channel.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "base/limits.h"

enum {
    /* Queries in flight per channel, before another channel is opened for a
     * server. */
    QUERIES_A_CHANNEL = 16,

    /* A UDP and a TCP socket, and their replacements. */
    SOCKETS_A_CHANNEL = 4,

    /* Enough for a burst of answers: the default holds about 280. */
    RECEIVE_BUFFER = 1 << 20,
};

/* ---- Sockets ------------------------------------------------------------ */

/* Called by c-ares: set the events to watch on |descriptor|; neither: stop
 * watching it. */
static void watch_socket(void *data, ares_socket_t descriptor, int readable,
                         int writable)
{
    struct channel *channel = data;
    ddds_sockets_watch(channel->cares->sockets, &channel->owner, descriptor,
                       readable != 0, writable != 0);
}

static void process_socket(struct socket_owner *owner, int descriptor,
                           bool readable, bool writable)
{
    struct channel *channel = (struct channel *)owner;
    channel->is_breaking = false;
    ares_process_fd(channel->handle, readable ? descriptor : ARES_SOCKET_BAD,
                    writable ? descriptor : ARES_SOCKET_BAD);
    channel->is_breaking = false;
}

/* Open a socket with all options: c-ares sets none when its socket functions
 * are replaced. */
static ares_socket_t open_socket(int family, int type, int protocol, void *data)
{
    struct channel *channel = data;
    int size = RECEIVE_BUFFER;
    int on = 1;
    int descriptor = socket(family, type, protocol);
    channel->failure = descriptor < 0 ? errno : 0;
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
        channel->is_connected = false;
        channel->answers = 0;
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
    struct channel *channel = data;
    int status = connect(descriptor, address, length);
    if (status != 0 && (errno == EADDRNOTAVAIL || errno == EAGAIN)) {
        channel->failure = errno;
    }
    return status;
}

/* The server closed the TCP connection, or it broke, with queries on it: from
 * now on send as many at once as it answered, or one. So a query for whose name
 * a server breaks the connection is soon alone on it, and others are answered
 * by a server that answers only a few queries a connection. */
static void note_break(struct channel *channel)
{
    const size_t waiting = ddds_tap_streamed(&channel->tap);
    if (channel->is_connected && waiting > 0) {
        struct route *route = channel->route;
        const unsigned least = channel->answers > 0 ? channel->answers : 1;
        channel->is_breaking = true;
        channel->broken = channel->tap.streams;
        channel->was_shared = channel->answers > 0 || waiting > 1;
        route->window = least < route->window ? least : route->window;
    }
}

static bool is_for_now(int error)
{
    return error == EAGAIN || error == EWOULDBLOCK || error == EINTR;
}

/* Receive octets, and replace them by those that c-ares may see (tap.h). If
 * none are left, receive again. c-ares asks for the sender's address only over
 * UDP. */
static ares_ssize_t receive(ares_socket_t descriptor, void *octets,
                            size_t length, int flags, struct sockaddr *from,
                            ares_socklen_t *from_length, void *data)
{
    struct channel *channel = data;
    struct tap_view view = {octets, length, 0};
    channel->was_tcp = from == NULL;
    bool is_viewed = !channel->was_tcp || channel->cares->reads_ahead;
    for (;;) {
        ares_ssize_t received =
            recvfrom(descriptor, octets, length, flags, from, from_length);
        if (received < 0 || (received == 0 && channel->was_tcp)) {
            if (channel->was_tcp && (received == 0 || !is_for_now(errno))) {
                note_break(channel);
            }
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

static bool is_stream(int descriptor)
{
    int type = 0;
    socklen_t length = sizeof type;
    return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &length) == 0 &&
           type == SOCK_STREAM;
}

/* Avoid SIGPIPE if the server closed its connection. */
static ares_ssize_t transmit(ares_socket_t descriptor,
                             const struct iovec *pieces, int count, void *data)
{
    struct channel *channel = data;
    struct iovec list[LIMIT_STREAMED];
    size_t used =
        (size_t)count < LIMIT_STREAMED ? (size_t)count : LIMIT_STREAMED;
    memcpy(list, pieces, used * sizeof *list);
    struct msghdr message = {.msg_iov = list, .msg_iovlen = used};
    const bool is_tcp = is_stream(descriptor);
    for (size_t i = 0; i < used; i++) {
        ddds_tap_sent(&channel->tap, list[i].iov_base, list[i].iov_len, is_tcp);
    }
    ares_ssize_t sent = sendmsg(descriptor, &message, MSG_NOSIGNAL);
    if (is_tcp && sent < 0 && !is_for_now(errno)) {
        note_break(channel);
    }
    channel->is_connected |= is_tcp && sent >= 0;
    return sent;
}

static const struct ares_socket_functions socket_functions = {
    open_socket, close_socket, connect_socket, receive, transmit,
};

/* ---- Channels ----------------------------------------------------------- */

static int set_server(ares_channel channel,
                      const struct ddds_dns_server *server)
{
    struct ares_addr_port_node node = {
        .family = server->address.length == 4 ? AF_INET : AF_INET6,
        .udp_port = server->port,
        .tcp_port = server->port,
    };
    memcpy(&node.addr, server->address.octets, server->address.length);
    return ares_set_servers_ports(channel, &node);
}

/* Open a channel that ignores the system's configuration: every setting that
 * c-ares would read from it is set here. */
static int open_channel(struct channel *channel,
                        const struct cares_options *options)
{
    char lookups[] = "b";
    char no_file[] = "/dev/null";
    struct ares_options own = {
        .flags = ARES_FLAG_NOCHECKRESP | ARES_FLAG_NOSEARCH |
                 ARES_FLAG_NOALIASES | (options->tcp ? ARES_FLAG_USEVC : 0),
        .timeout = (int)options->timeout,
        .tries = 1,
        .ndots = 1,
        .lookups = lookups,
        .sock_state_cb = watch_socket,
        .sock_state_cb_data = channel,
        .resolvconf_path = no_file,
    };
    int mask = ARES_OPT_FLAGS | ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES |
               ARES_OPT_NDOTS | ARES_OPT_LOOKUPS | ARES_OPT_DOMAINS |
               ARES_OPT_SOCK_STATE_CB | ARES_OPT_RESOLVCONF | ARES_OPT_NOROTATE;
#ifdef ARES_OPT_QUERY_CACHE
    own.qcache_max_ttl =
        0; /* On by default since 1.31; db/cache is used instead. */
    mask |= ARES_OPT_QUERY_CACHE;
#endif
#ifdef ARES_OPT_MAXTIMEOUTMS
    own.maxtimeout = (int)options->timeout; /* The default is 5 s. */
    mask |= ARES_OPT_MAXTIMEOUTMS;
#endif
    int code = ares_init_options(&channel->handle, &own, mask);
    if (code == ARES_SUCCESS) {
        ares_set_socket_functions(channel->handle, &socket_functions, channel);
    }
    return code;
}

static struct channel *new_channel(struct cares *cares, struct route *route)
{
    struct channel *channel = calloc(1, sizeof *channel);
    if (channel == NULL ||
        !ddds_sockets_reserve(cares->sockets, SOCKETS_A_CHANNEL)) {
        free(channel);
        return NULL;
    }
    channel->owner.process = process_socket;
    channel->cares = cares;
    channel->route = route;
    channel->tap.may_repeat = cares->options.may_repeat;
    if (open_channel(channel, &cares->options) != ARES_SUCCESS) {
        free(channel);
        return NULL;
    }
    if (set_server(channel->handle, route->server) != ARES_SUCCESS) {
        ares_destroy(channel->handle);
        free(channel);
        return NULL;
    }
    return channel;
}

/* Return true if all channels of |route| could open their sockets. Forget
 * failures when |route| is idle, to try again. */
static bool are_good(struct route *route)
{
    bool are_good = true;
    for (size_t i = 0; i < route->count; i++) {
        struct channel *channel = route->channels[i];
        channel->failure = route->in_flight > 0 ? channel->failure : 0;
        are_good = are_good && channel->failure == 0;
    }
    return are_good;
}

/* Without descriptors or ports, use the open channels. TCP connections share
 * the queries evenly. */
struct channel *ddds_channel_pick(struct cares *cares, struct route *route)
{
    uint16_t number;
    size_t wanted = 1 + route->in_flight / QUERIES_A_CHANNEL;
    if (are_good(route) && route->count < wanted &&
        route->count < LIMIT_CHANNELS) {
        struct channel *channel = new_channel(cares, route);
        if (channel != NULL) {
            route->channels[route->count++] = channel;
        }
    }
    if (route->count == 0 || !ddds_numbers_draw(cares->numbers, &number)) {
        return NULL;
    }
    struct channel *best = route->channels[number % route->count];
    for (size_t i = 0; i < route->count; i++) {
        struct channel *channel = route->channels[(number + i) % route->count];
        if (best->failure != 0 ||
            (cares->options.tcp && channel->failure == 0 &&
             channel->in_flight < best->in_flight)) {
            best = channel;
        }
    }
    return best;
}
