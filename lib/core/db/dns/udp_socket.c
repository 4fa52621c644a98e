/* UDP sockets. Each is connected, so that it receives only from its server, and
 * reports ICMP errors.
 *
 * The system chooses the local port of a socket at random. An attacker has to
 * guess the port as well as the ID (RFC 5452 section 9.2). Therefore queries in
 * flight are distributed over several sockets, and each is used only briefly:
 * ports can be discovered, but not within a second.
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/udp_socket.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <netinet/in.h>
#include <sys/socket.h>

enum {
    /* Queries in flight per socket, before another is opened for a server. */
    QUERIES_A_SOCKET = 16,

    /* Maximum of queries per socket, and of microseconds for which it gets new
     * queries. */
    USES_MAX = 64,
    AGE_MAX = 250000,

    /* Microseconds until the next attempt to open a socket, after no port or
     * descriptor was free: a failed attempt takes almost a millisecond, and
     * delays answers. */
    PAUSE = 100000,

    /* Enough for a burst of answers: the default holds about 280. */
    RECEIVE_BUFFER = 1 << 20,
};

/* ---- A socket ----------------------------------------------------------- */

static socklen_t write_address(const struct ddds_dns_server *server,
                               struct sockaddr_storage *to)
{
    memset(to, 0, sizeof *to);
    if (server->address.length == 4) {
        struct sockaddr_in four = {.sin_family = AF_INET,
                                   .sin_port = htons(server->port)};
        memcpy(&four.sin_addr, server->address.octets, 4);
        memcpy(to, &four, sizeof four);
        return sizeof four;
    }
    struct sockaddr_in6 six = {.sin6_family = AF_INET6,
                               .sin6_port = htons(server->port)};
    memcpy(&six.sin6_addr, server->address.octets, 16);
    memcpy(to, &six, sizeof six);
    return sizeof six;
}

/* Return a connected socket, or -1 and errno. */
static int open_connected(const struct ddds_dns_server *server)
{
    struct sockaddr_storage address;
    socklen_t length = write_address(server, &address);
    int size = RECEIVE_BUFFER;
    int descriptor =
        socket(address.ss_family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor < 0) {
        return -1;
    }
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
    if (connect(descriptor, (struct sockaddr *)&address, length) != 0) {
        int why = errno;
        close(descriptor);
        errno = why;
        return -1;
    }
    return descriptor;
}

/* Return true if the system supports GSO (Linux 4.18). Otherwise it would
 * ignore the control message, and send one large datagram. */
static bool knows_segments(int descriptor)
{
    int size = 0;
    socklen_t length = sizeof size;
    return getsockopt(descriptor, SOL_UDP, UDP_SEGMENT, &size, &length) == 0;
}

static void explain(struct exchange *failure)
{
    bool is_memory = errno == ENOMEM || errno == ENOBUFS;
    failure->status = is_memory ? EXCHANGE_NO_MEMORY : EXCHANGE_NO_SOCKET;
    failure->detail = is_memory ? "out of memory" : ddds_sockets_explain(errno);
}

/* Open a socket in a closed slot. NULL on failure, or if every slot is in
 * use. */
static struct udp_socket *open_socket(struct udp_server *server, uint64_t now,
                                      struct exchange *failure)
{
    size_t i = 0;
    while (i < UDP_SOCKETS && server->sockets[i].descriptor >= 0) {
        i++;
    }
    if (i == UDP_SOCKETS) {
        return NULL;
    }
    struct udp_socket *socket = &server->sockets[i];
    socket->descriptor = open_connected(server->address);
    if (socket->descriptor < 0) {
        server->refused = now;
        explain(failure);
        return NULL;
    }
    if (!server->was_opened) {
        server->was_opened = true;
        server->can_segment = knows_segments(socket->descriptor);
    }
    socket->uses = 0;
    socket->opened = now;
    socket->is_watched = socket->is_blocked = socket->is_retired = false;
    return socket;
}

void ddds_udp_socket_watch(struct udp_socket *socket)
{
    socket->is_watched = true;
    ddds_sockets_watch(socket->server->watched, &socket->owner,
                       socket->descriptor, true, socket->is_blocked);
}

static void unwatch(struct udp_socket *socket)
{
    if (socket->is_watched) {
        socket->is_watched = false;
        ddds_sockets_watch(socket->server->watched, &socket->owner,
                           socket->descriptor, false, false);
    }
}

static void close_socket(struct udp_socket *socket)
{
    unwatch(socket);
    close(socket->descriptor);
    socket->descriptor = -1;
}

/* ---- Sockets of a server ------------------------------------------------ */

struct udp_server *ddds_udp_server_new(const struct ddds_dns_servers *servers,
                                       size_t index, struct sockets *watched,
                                       ddds_socket_fn *process, struct udp *udp)
{
    struct udp_server *server = calloc(1, sizeof *server);
    if (server == NULL || !ddds_sockets_reserve(watched, UDP_SOCKETS)) {
        free(server);
        return NULL;
    }
    server->udp = udp;
    server->address = &servers->list[index];
    server->index = index;
    server->watched = watched;
    for (size_t i = 0; i < UDP_SOCKETS; i++) {
        server->sockets[i].owner.process = process;
        server->sockets[i].server = server;
        server->sockets[i].descriptor = -1;
    }
    return server;
}

void ddds_udp_server_free(struct udp_server *server)
{
    for (size_t i = 0; server != NULL && i < UDP_SOCKETS; i++) {
        if (server->sockets[i].descriptor >= 0) {
            close_socket(&server->sockets[i]);
        }
        ddds_udp_tries_free_queue(&server->sockets[i].queue);
    }
    free(server);
}

/* Return true if another socket may be opened: always if none is open,
 * otherwise after the pause. */
static bool may_open(const struct udp_server *server, uint64_t now)
{
    return server->active_count == 0 || server->refused == 0 ||
           now - server->refused >= PAUSE;
}

/* Open another socket if too few are open. */
static void open_enough(struct udp_server *server, uint64_t now,
                        struct exchange *failure)
{
    size_t wanted = 1 + server->in_flight / QUERIES_A_SOCKET;
    if (server->active_count < wanted &&
        server->active_count < LIMIT_CHANNELS && may_open(server, now)) {
        struct udp_socket *socket = open_socket(server, now, failure);
        if (socket != NULL) {
            server->active[server->active_count++] = socket;
        }
    }
}

/* Replace the active socket |index| if it has reached its limits and a new
 * socket can be opened. */
static struct udp_socket *renew(struct udp_server *server, size_t index,
                                uint64_t now)
{
    struct exchange failure;
    struct udp_socket *socket = server->active[index];
    if ((socket->uses < USES_MAX && now - socket->opened < AGE_MAX) ||
        !may_open(server, now)) {
        return socket;
    }
    struct udp_socket *fresh = open_socket(server, now, &failure);
    if (fresh == NULL) {
        return socket;
    }
    server->active[index] = fresh;
    socket->is_retired = true;
    if (socket->queue.first == NULL) {
        close_socket(socket);
    }
    return fresh;
}

struct udp_socket *ddds_udp_socket_pick(struct udp_server *server,
                                        struct numbers *numbers, uint64_t now,
                                        struct exchange *failure)
{
    uint16_t number = 0;
    open_enough(server, now, failure);
    if (server->active_count == 0) {
        return NULL;
    }
    if (server->active_count > 1 && !ddds_numbers_draw(numbers, &number)) {
        *failure = (struct exchange){.status = EXCHANGE_NETWORK,
                                     .detail = "no random number"};
        return NULL;
    }
    return renew(server, number % server->active_count, now);
}

void ddds_udp_socket_rest(struct udp_socket *socket)
{
    struct udp_server *server = socket->server;
    if (socket->is_retired && socket->queue.first == NULL) {
        close_socket(socket);
    }
    if (server->in_flight > 0) {
        return;
    }
    for (size_t i = 0; i < server->active_count; i++) {
        unwatch(server->active[i]);
    }
}

/* ---- Time --------------------------------------------------------------- */

/* Return the first sent try of |socket|; NULL if none was sent. */
static struct udp_try *first_sent(const struct udp_socket *socket)
{
    struct udp_try *first = socket->queue.first;
    return first != NULL && first->sent != 0 ? first : NULL;
}

/* Return the clock time of the repetition |index| of the first try that needs
 * it: after the timeout, then after twice as long (RFC 6298 section 5.5).
 * UINT64_MAX if none is due. */
static uint64_t repeat_at(const struct udp_socket *socket, unsigned index)
{
    const struct udp_try *one = ddds_udp_tries_due(&socket->queue, index);
    uint64_t timeout = ddds_round_trip_timeout(&socket->server->trip);
    return one != NULL && timeout != UINT64_MAX
               ? one->sent + timeout * (index == 0 ? 1 : 3)
               : UINT64_MAX;
}

static uint64_t find_due(const struct udp_socket *socket, uint64_t limit)
{
    const struct udp_try *first = first_sent(socket);
    uint64_t due = first != NULL ? first->sent + limit : UINT64_MAX;
    for (unsigned i = 0; i < UDP_REPEATS; i++) {
        uint64_t at = repeat_at(socket, i);
        due = at < due ? at : due;
    }
    return due;
}

uint64_t ddds_udp_server_due(const struct udp_server *server, uint64_t limit)
{
    uint64_t first = UINT64_MAX;
    for (size_t i = 0; server != NULL && i < UDP_SOCKETS; i++) {
        uint64_t due = find_due(&server->sockets[i], limit);
        first = due < first ? due : first;
    }
    return first;
}

struct udp_try *ddds_udp_socket_ended(const struct udp_socket *socket,
                                      uint64_t limit, uint64_t now)
{
    struct udp_try *first = first_sent(socket);
    return first != NULL && first->sent + limit <= now ? first : NULL;
}

struct udp_try *ddds_udp_socket_overdue(struct udp_socket *socket, uint64_t now)
{
    for (unsigned i = 0; i < UDP_REPEATS; i++) {
        if (repeat_at(socket, i) <= now) {
            struct udp_try *one = ddds_udp_tries_due(&socket->queue, i);
            ddds_udp_tries_pass(&socket->queue, i);
            return one;
        }
    }
    return NULL;
}
