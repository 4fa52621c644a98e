/* SPDX-License-Identifier: MIT */
#include "serve/http/clients.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "batch/clock.h"
#include "cli/complain.h"

/* ---- Clients ------------------------------------------------------------ */

void client_enter(struct client *client, enum phase phase)
{
    client->phase = phase;
    client->since = read_clock();
}

void clients_refused(struct server *server, const char *detail)
{
    enum { REPORT_TIME = 1000 };
    uint64_t now = read_clock();
    bool can_report =
        now - server->refused > REPORT_TIME &&
        poll(&(struct pollfd){STDERR_FILENO, POLLOUT, 0}, 1, 0) > 0;
    server->metrics.refused++;
    if (can_report) {
        complain("%s", detail);
        server->refused = now;
    }
}

/* ---- Proxies ------------------------------------------------------------- */

static enum MHD_Result add_hops(void *cls, enum MHD_ValueKind kind,
                                const char *name, const char *value)
{
    struct hops *hops = cls;
    (void)kind;
    if (value != NULL && strcasecmp(name, hops->forwarding->field) == 0) {
        forwarded_add(hops, value);
    }
    return MHD_YES;
}

void clients_find_sender(const struct client *client,
                         struct MHD_Connection *connection,
                         struct sender *sender)
{
    struct hops hops = {.forwarding = client->forwarding};
    if (hops.forwarding == NULL) {
        return;
    }
    (void)MHD_get_connection_values(connection, MHD_HEADER_KIND, add_hops,
                                    &hops);
    if (forwarded_find(&hops, &sender->address)) {
        *sender = quotas_find(&client->server->quotas, &sender->address);
    }
}

/* ---- Beginning and end -------------------------------------------------- */

/* Return true if the address of |client| has too many connections. */
static bool is_beyond(const struct server *server, const struct client *client)
{
    return !client->own.is_exempt &&
           server->quotas.each[client->own.index].connections >=
               server->limits.max_per_address;
}

static void turn_away(struct server *server, int descriptor)
{
    static const char body[] =
        "{\"type\":\"about:blank\",\"title\":\"Service Unavailable\","
        "\"status\":503,\"detail\":\"too many connections\","
        "\"code\":\"LIMIT\"}\n";
    char text[512];
    int length = snprintf(text, sizeof text,
                          "HTTP/1.1 503 Service Unavailable\r\n"
                          "Content-Type: application/problem+json\r\n"
                          "Content-Length: %zu\r\nConnection: close\r\n"
                          "Retry-After: 1\r\n\r\n%s",
                          sizeof body - 1, body);
    (void)!send(descriptor, text, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT);
    close(descriptor);
    clients_refused(server, "connections are refused: their address has as "
                            "many as --max-per-address allows");
}

/* Continue the connection of |client|. After its end, |client| remains valid
 * until the end of the round, because others may still refer to it. */
static void run(struct client *client)
{
    struct server *server = client->server;
    relay_run(&client->relay);
    if (client->notice_end != NULL) {
        client->notice_end(client);
    }
    if (client->phase == PHASE_WAITING && client->relay.has_begun) {
        client_enter(client, PHASE_READING);
    }
    if (client->relay.is_over && client->connection == NULL &&
        !client->has_ended) {
        client->has_ended = true;
        LIST_REMOVE(client, link);
        LIST_INSERT_HEAD(&server->ended, client, link);
        server->client_count--;
        server->quotas.each[client->own.index].connections--;
    }
}

static void run_relay(struct relay *relay)
{
    struct client *client = (struct client *)relay;
    client->heard = read_clock();
    run(client);
}

/* A socket address, which libmicrohttpd copies, with the client added. */
struct named_client {
    struct sockaddr any;
    struct client *client;
};

struct client *client_find(struct MHD_Connection *connection)
{
    struct named_client named;
    memcpy(
        &named,
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)
            ->client_addr,
        sizeof named);
    return named.client;
}

struct client *client_of(struct MHD_Connection *connection)
{
    return MHD_get_connection_info(connection,
                                   MHD_CONNECTION_INFO_SOCKET_CONTEXT)
        ->socket_context;
}

static struct client *make_client(struct server *server,
                                  const union socket_address *peer)
{
    const struct peer_address address = peer_address_of(&peer->any);
    struct client *client = malloc(sizeof *client);
    *client = (struct client){
        .server = server,
        .own = quotas_find(&server->quotas, &address),
        .forwarding =
            networks_have(&server->forwarded.proxies, &address)
                ? &server->forwarded
            : networks_have(&server->x_forwarded_for.proxies, &address)
                ? &server->x_forwarded_for
                : NULL,
    };
    /* All clients of a proxy on this host share an address. */
    client->own.is_exempt = server->options->serve.max_per_address == 0 &&
                            peer_address_is_local(&address);
    client_enter(client, PHASE_WAITING);
    return client;
}

void clients_begin(struct server *server, int descriptor,
                   const union socket_address *peer)
{
    struct client *client = make_client(server, peer);
    if (is_beyond(server, client)) {
        turn_away(server, descriptor);
        free(client);
        return;
    }
    int other =
        relay_open(&client->relay, &server->watching, descriptor, run_relay);
    if (other < 0) {
        clients_refused(server, "connections are closed: the system has no "
                                "more descriptors");
        close(descriptor);
        free(client);
        return;
    }
    LIST_INSERT_HEAD(&server->clients, client, link);
    server->client_count++;
    server->quotas.each[client->own.index].connections++;
    const struct named_client named = {{.sa_family = AF_UNIX}, client};
    /* On failure it closes |other|. */
    (void)MHD_add_connection(server->daemon, other, &named.any, sizeof named);
}

void clients_reap(struct server *server)
{
    while (!LIST_EMPTY(&server->ended)) {
        struct client *client = LIST_FIRST(&server->ended);
        LIST_REMOVE(client, link);
        relay_close(&client->relay);
        free(client);
    }
}

void clients_close(struct server *server)
{
    struct client *next;
    for (struct client *client = LIST_FIRST(&server->clients); client != NULL;
         client = next) {
        next = LIST_NEXT(client, link);
        run(client);
    }
    clients_reap(server);
}

/* ---- Slow clients ------------------------------------------------------- */

/* Return the time limit, in milliseconds, of |client|'s phase; 0: unlimited.
 * Idle connections may wait longer than requests that are in progress. */
static uint64_t time_of(const struct client *client)
{
    uint64_t time = client->server->limits.request_time;
    enum phase phase = client->relay.is_blocked ? PHASE_WRITING : client->phase;
    switch (phase) {
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

/* Return true if the server is stopping and |client| sends nothing. A client on
 * a persistent connection may be sending its next request at this moment; wait
 * for it, since the answer announces that the connection ends. */
static bool is_idle(const struct client *client, uint64_t now)
{
    enum { IDLE_TIME = 1000 };
    uint64_t stopped = client->server->stopped;
    uint64_t since = client->since > stopped ? client->since : stopped;
    since = client->heard > since ? client->heard : since;
    return stopped != 0 && client->phase <= PHASE_READING &&
           now - since > IDLE_TIME;
}

void clients_sweep(struct server *server)
{
    uint64_t now = read_clock();
    struct client *next;
    for (struct client *client = LIST_FIRST(&server->clients); client != NULL;
         client = next) {
        uint64_t most = time_of(client);
        bool is_slow = most > 0 && now - client->since > most;
        next = LIST_NEXT(client, link);
        server->metrics.slow += is_slow;
        if (is_slow || is_idle(client, now)) {
            (void)shutdown(client->relay.client, SHUT_RDWR);
        }
        if (client->relay.has_ended) { /* the client sends no more */
            run(client);
        }
    }
}
