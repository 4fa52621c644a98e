/* Accept connections.
 *
 * A proxy that speaks the PROXY protocol sends a header first. It is removed
 * here, and libmicrohttpd gets the address in it. When the limits on
 * connections or descriptors are reached, further connections wait in the
 * listen queue.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* for accept4 */
#include "serve/http/arrivals.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "batch/clock.h"
#include "serve/http/clients.h"
#include "serve/peers/proxy_header.h"

/* A connection that has not yet sent its PROXY header. */
struct arrival {
    struct watched watched;
    LIST_ENTRY(arrival) link;
    struct server *server;
    int descriptor;
    uint64_t since; /* monotonic milliseconds */
    union socket_address peer;
};

/* ---- Waiting for headers ------------------------------------------------ */

/* Remove |arrival| from the list, and free it. */
static void forget(struct arrival *arrival)
{
    struct server *server = arrival->server;
    watching_remove(&server->watching, arrival->descriptor);
    LIST_REMOVE(arrival, link);
    server->arrival_count--;
    free(arrival);
}

static void drop(struct arrival *arrival)
{
    int descriptor = arrival->descriptor;
    forget(arrival);
    close(descriptor);
}

/* Called when octets arrive, and at the end of the stream. */
static void read_header(struct watched *watched, unsigned events)
{
    struct arrival *arrival = (struct arrival *)watched;
    struct server *server = arrival->server;
    unsigned char octets[PROXY_HEADER_SIZE];
    ssize_t count = recv(arrival->descriptor, octets, sizeof octets,
                         MSG_PEEK | MSG_DONTWAIT);
    bool has_ended = (events & (unsigned)EPOLLRDHUP) != 0;
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) {
        return;
    }
    size_t length =
        count > 0 ? proxy_header_read(octets, (size_t)count, &arrival->peer)
                  : PROXY_HEADER_NONE;
    if (length == 0 && !has_ended) {
        return;
    }
    if (length == 0 || length == PROXY_HEADER_NONE) {
        drop(arrival);
        if (count > 0) {
            clients_refused(server, "connections are closed: a proxy of "
                                    "--proxy-protocol sends no PROXY header");
        }
        return;
    }
    int descriptor = arrival->descriptor;
    union socket_address peer = arrival->peer;
    (void)!recv(descriptor, octets, length, MSG_DONTWAIT);
    forget(arrival);
    clients_begin(server, descriptor, &peer);
}

/* Edge-triggered, because octets that were peeked at stay readable. */
static void await_header(struct server *server, int descriptor,
                         const union socket_address *peer)
{
    struct arrival *arrival = malloc(sizeof *arrival);
    *arrival = (struct arrival){.watched.ready = read_header,
                                .server = server,
                                .descriptor = descriptor,
                                .since = read_clock(),
                                .peer = *peer};
    LIST_INSERT_HEAD(&server->arrivals, arrival, link);
    server->arrival_count++;
    if (!watching_add(&server->watching, descriptor,
                      (unsigned)EPOLLIN | (unsigned)EPOLLRDHUP |
                          (unsigned)EPOLLET,
                      &arrival->watched)) {
        drop(arrival);
    }
}

/* ---- Accepting ---------------------------------------------------------- */

static size_t count_all(const struct server *server)
{
    return server->client_count + server->arrival_count;
}

static bool has_room(const struct server *server)
{
    return count_all(server) < server->limits.max_connections;
}

/* Start or stop watching all sockets. False on failure. */
static bool watch_all(struct server *server, bool is_watched)
{
    bool is_done = true;
    for (size_t i = 0; i < server->listener_count; i++) {
        struct listener *listener = &server->listeners[i];
        if (!is_watched) {
            watching_remove(&server->watching, listener->socket);
        } else {
            is_done &= watching_add(&server->watching, listener->socket,
                                    EPOLLIN, &listener->watched);
        }
    }
    server->is_full = !is_watched;
    server->full_at = count_all(server);
    return is_done;
}

/* Accept a connection. False if none waits, or if descriptors are used up. */
static bool accept_one(struct server *server, int socket)
{
    union socket_address peer = {.any.sa_family = AF_UNSPEC};
    socklen_t length = sizeof peer;
    int descriptor =
        accept4(socket, &peer.any, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (descriptor < 0) {
        bool is_lacking = errno == EMFILE || errno == ENFILE ||
                          errno == ENOBUFS || errno == ENOMEM;
        if (is_lacking) {
            clients_refused(server, "no more connections: the system has no "
                                    "more descriptors");
            (void)watch_all(server, false);
        }
        return errno == EINTR || errno == ECONNABORTED;
    }
    const struct peer_address address = peer_address_of(&peer.any);
    if (networks_have(&server->proxy_protocol, &address)) {
        await_header(server, descriptor, &peer);
    } else {
        clients_begin(server, descriptor, &peer);
    }
    return true;
}

/* Accept a limited number, so that other events are handled in between. */
static void take_series(struct watched *watched, unsigned events)
{
    enum { SERIES = 16 };
    struct listener *listener = (struct listener *)watched;
    struct server *server = listener->server;
    (void)events;
    for (int i = 0; i < SERIES && has_room(server); i++) {
        if (!accept_one(server, listener->socket)) {
            return;
        }
    }
    if (!has_room(server)) {
        (void)watch_all(server, false);
    }
}

bool arrivals_open(struct server *server)
{
    for (size_t i = 0; i < server->listener_count; i++) {
        server->listeners[i].watched.ready = take_series;
        server->listeners[i].server = server;
    }
    return watch_all(server, true);
}

void arrivals_go_on(struct server *server)
{
    if (server->is_full && server->stopped == 0 &&
        count_all(server) < server->full_at) {
        (void)watch_all(server, true);
    }
}

void arrivals_sweep(struct server *server)
{
    enum { IDLE_TIME = 1000 };
    uint64_t now = read_clock();
    uint64_t most =
        server->stopped != 0 ? IDLE_TIME : server->limits.request_time;
    struct arrival *next;
    for (struct arrival *each = LIST_FIRST(&server->arrivals); each != NULL;
         each = next) {
        next = LIST_NEXT(each, link);
        if (now - each->since > most) {
            server->metrics.slow++;
            drop(each);
        }
    }
    if (server->is_full && server->stopped == 0 && has_room(server)) {
        (void)watch_all(server, true); /* descriptors may be available again */
    }
}

void arrivals_finish(struct server *server, size_t first)
{
    for (size_t i = first; i < server->listener_count; i++) {
        while (has_room(server) &&
               accept_one(server, server->listeners[i].socket)) {
        }
    }
}

void arrivals_close(struct server *server)
{
    struct arrival *next;
    for (struct arrival *each = LIST_FIRST(&server->arrivals); each != NULL;
         each = next) {
        next = LIST_NEXT(each, link);
        drop(each);
    }
}
