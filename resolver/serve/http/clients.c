/* Connections: how many there are, of whom, and how long they may take.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* accept4 */
#include "serve/http/clients.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "batch/clock.h"

/* ---- Addresses ------------------------------------------------------------ */

union address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    struct sockaddr_storage storage;
};

/* The octets that tell clients apart: an IPv4 address, also inside an IPv6 one, or
 * the network of an IPv6 address, which one client has as a whole. */
static void read_address(const union address *address, uint32_t parts[2])
{
    const unsigned char *octets = address->v6.sin6_addr.s6_addr;
    parts[0] = 0;
    parts[1] = 0;
    if (address->any.sa_family == AF_INET) {
        parts[1] = address->v4.sin_addr.s_addr;
    } else if (address->any.sa_family == AF_INET6) {
        bool is_v4 = IN6_IS_ADDR_V4MAPPED(&address->v6.sin6_addr);
        memcpy(&parts[0], octets, is_v4 ? 0 : 4);
        memcpy(&parts[1], octets + (is_v4 ? 12 : 4), 4);
    }
}

/* The counter of an address. Two addresses may share one, but a client cannot find
 * out which. */
static unsigned short find_slot(const struct server *server,
                                const union address *address)
{
    uint32_t parts[2];
    read_address(address, parts);
    uint64_t product = (server->address_key[0] + parts[0]) *
                       ((server->address_key[1] | 1) + 2 * (uint64_t)parts[1]);
    return (unsigned short)(product >> 48);
}

static bool is_local(const union address *address)
{
    uint32_t parts[2];
    read_address(address, parts);
    switch (address->any.sa_family) {
    case AF_INET:
        return (ntohl(parts[1]) >> 24) == 127;
    case AF_INET6:
        return IN6_IS_ADDR_LOOPBACK(&address->v6.sin6_addr) ||
               (IN6_IS_ADDR_V4MAPPED(&address->v6.sin6_addr) &&
                (ntohl(parts[1]) >> 24) == 127);
    default:
        return true; /* a Unix socket */
    }
}

static void write_name(char name[CLIENT_NAME_SIZE],
                       const union address *address)
{
    const void *octets = address->any.sa_family == AF_INET
                             ? (const void *)&address->v4.sin_addr
                             : (const void *)&address->v6.sin6_addr;
    if ((address->any.sa_family != AF_INET &&
         address->any.sa_family != AF_INET6) ||
        inet_ntop(address->any.sa_family, octets, name, CLIENT_NAME_SIZE) ==
            NULL) {
        memcpy(name, "-", 2);
    }
}

/* ---- Accepting ------------------------------------------------------------ */

/* A proxy on this host has all clients behind one address. */
static bool is_exempt(const struct server *server, const union address *address)
{
    return server->options->serve.max_per_address == 0 && is_local(address);
}

/* Is there room for one more connection of |address|? */
static bool has_room(struct server *server, const union address *address)
{
    const struct serve_options *limits = &server->limits;
    unsigned of_address =
        atomic_load(&server->addresses[find_slot(server, address)]);
    return atomic_load(&server->metrics.connections) <
               (long long)limits->max_connections &&
           (is_exempt(server, address) || of_address < limits->max_per_address);
}

/* Say why the connection ends, without waiting. */
static void turn_away(int descriptor)
{
    static const char body[] =
        "{\"type\":\"about:blank\",\"title\":\"Service Unavailable\","
        "\"status\":503,\"detail\":\"too many connections\","
        "\"code\":\"LIMIT\"}\n";
    char text[512];
    int length = snprintf(
        text, sizeof text,
        "HTTP/1.1 503 Service Unavailable\r\n"
        "Content-Type: application/problem+json\r\n"
        "Content-Length: %zu\r\nRetry-After: 1\r\nConnection: close\r\n\r\n%s",
        sizeof body - 1, body);
    (void)!send(descriptor, text, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT);
    close(descriptor);
}

bool clients_accept(struct loop *loop, int listener)
{
    /* Other events have their turn, too. */
    enum { AT_A_TIME = 64 };
    struct server *server = loop->server;
    for (int i = 0; i < AT_A_TIME; i++) {
        union address address;
        socklen_t length = sizeof address;
        memset(&address, 0, sizeof address);
        int descriptor = accept4(listener, &address.any, &length,
                                 SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (descriptor < 0) {
            return false;
        }
        if (!has_room(server, &address)) {
            atomic_fetch_add(&server->metrics.refused, 1);
            turn_away(descriptor);
            continue;
        }
        /* It closes the descriptor if it fails. */
        (void)MHD_add_connection(loop->daemon, descriptor, &address.any,
                                 length);
    }
    return true;
}

/* ---- Beginning and end ----------------------------------------------------- */

static void begin(struct loop *loop, struct MHD_Connection *connection,
                  struct client *client)
{
    const union MHD_ConnectionInfo *about =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    union address address;
    socklen_t length = sizeof address;
    memset(&address, 0, sizeof address);
    *client = (struct client){.next = loop->clients,
                              .loop = loop,
                              .connection = connection,
                              .descriptor = about->connect_fd};
    (void)getpeername(client->descriptor, &address.any, &length);
    write_name(client->name, &address);
    client->slot = find_slot(loop->server, &address);
    client->is_exempt = is_exempt(loop->server, &address);
    if (loop->clients != NULL) {
        loop->clients->before = client;
    }
    loop->clients = client;
    loop->client_count++;
    atomic_fetch_add(&loop->server->addresses[client->slot], 1);
    atomic_fetch_add(&loop->server->metrics.connections, 1);
    client_enter(client, PHASE_WAITING);
}

static void end(struct loop *loop, struct client *client)
{
    if (client->next != NULL) {
        client->next->before = client->before;
    }
    if (client->before != NULL) {
        client->before->next = client->next;
    } else {
        loop->clients = client->next;
    }
    loop->client_count--;
    atomic_fetch_sub(&loop->server->addresses[client->slot], 1);
    atomic_fetch_sub(&loop->server->metrics.connections, 1);
    free(client);
}

void clients_notify(void *cls, struct MHD_Connection *connection,
                    void **context, enum MHD_ConnectionNotificationCode code)
{
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        *context = malloc(sizeof(struct client));
        begin(cls, connection, *context);
    } else if (*context != NULL) {
        end(cls, *context);
        *context = NULL;
    }
}

struct client *client_of(struct MHD_Connection *connection)
{
    return MHD_get_connection_info(connection,
                                   MHD_CONNECTION_INFO_SOCKET_CONTEXT)
        ->socket_context;
}

void client_enter(struct client *client, enum phase phase)
{
    client->phase = phase;
    client->since = read_clock();
}

/* ---- Slow clients ---------------------------------------------------------- */

/* The milliseconds that |client| may stay in its phase; 0: any. An idle
 * connection may wait longer than one that is in the middle of a request. */
static uint64_t time_of(const struct client *client)
{
    uint64_t time = client->loop->server->limits.request_time;
    switch (client->phase) {
    case PHASE_WAITING:
        return 3 * time;
    case PHASE_READING:
        return time;
    case PHASE_WRITING:
        return 6 * time;
    case PHASE_WORKING:
        break;
    }
    return 0;
}

/* When the server is stopping: may |client| be disconnected? A client that sends
 * one request after the other has time for the next one, whose answer tells it
 * that the connection ends; otherwise it might be sending it just now. */
static bool is_idle(const struct client *client, uint64_t now)
{
    enum { IDLE_TIME = 1000 };
    uint64_t stopped = client->loop->stopped;
    uint64_t since = client->since > stopped ? client->since : stopped;
    char octet;
    return stopped != 0 && client->phase == PHASE_WAITING &&
           now - since > IDLE_TIME &&
           recv(client->descriptor, &octet, 1, MSG_PEEK | MSG_DONTWAIT) < 0;
}

void clients_sweep(struct loop *loop)
{
    uint64_t now = read_clock();
    for (struct client *client = loop->clients; client != NULL;
         client = client->next) {
        uint64_t most = time_of(client);
        bool is_slow = most > 0 && now - client->since > most;
        if (is_slow) {
            atomic_fetch_add(&loop->server->metrics.slow, 1);
        }
        if (is_slow || is_idle(client, now)) {
            /* libmicrohttpd finds the end of the stream, and closes it. */
            (void)shutdown(client->descriptor, SHUT_RDWR);
        }
    }
}
