/* Connections: how many there are, of whom, and how long they may take.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/http/clients.h"

#include <linux/tcp.h> /* struct tcp_info, whole */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "batch/clock.h"
#include "cli/complain.h"

/* ---- Of whom ------------------------------------------------------------ */

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
        *sender = shares_find(&client->server->shares, &sender->address);
    }
}

/* ---- Beginning and end -------------------------------------------------- */

/* Has the address of |client| more connections than it may have? */
static bool is_beyond(const struct server *server, const struct client *client)
{
    return !client->own.is_exempt &&
           server->shares.each[client->own.place].connections >
               server->limits.max_per_address;
}

size_t client_turn_away(struct client *client, const char *status,
                        const char *code, const char *detail)
{
    char body[256];
    char text[512];
    size_t content =
        (size_t)snprintf(body, sizeof body,
                         "{\"type\":\"about:blank\",\"title\":\"%s\","
                         "\"status\":%.3s,\"detail\":\"%s\",\"code\":\"%s\"}\n",
                         status + 4, status, detail, code);
    int length = snprintf(
        text, sizeof text,
        "HTTP/1.1 %s\r\n"
        "Content-Type: application/problem+json\r\n"
        "Content-Length: %zu\r\nConnection: close\r\n%s\r\n%s",
        status, content, status[0] == '5' ? "Retry-After: 1\r\n" : "", body);
    (void)!send(client->descriptor, text, (size_t)length,
                MSG_NOSIGNAL | MSG_DONTWAIT);
    (void)shutdown(client->descriptor, SHUT_RDWR);
    client->is_refused = true;
    return content;
}

static void begin(struct server *server, struct MHD_Connection *connection,
                  struct client *client)
{
    const struct peer_address address = peer_address_of(
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)
            ->client_addr);
    *client = (struct client){
        .server = server,
        .own = shares_find(&server->shares, &address),
        .descriptor = MHD_get_connection_info(connection,
                                              MHD_CONNECTION_INFO_CONNECTION_FD)
                          ->connect_fd,
        .forwarding =
            networks_have(&server->forwarded.proxies, &address)
                ? &server->forwarded
            : networks_have(&server->x_forwarded_for.proxies, &address)
                ? &server->x_forwarded_for
                : NULL,
    };
    /* A proxy on this host has all clients at one address. */
    client->own.is_exempt = server->options->serve.max_per_address == 0 &&
                            peer_address_is_local(&address);
    LIST_INSERT_HEAD(&server->clients, client, link);
    server->client_count++;
    server->shares.each[client->own.place].connections++;
    client_enter(client, PHASE_WAITING);
    if (is_beyond(server, client)) {
        client_turn_away(client, "503 Service Unavailable", "LIMIT",
                         "too many connections");
        clients_refused(server, "connections are refused: their address has as "
                                "many as --max-per-address allows");
    }
}

/* Did octets come, and no request? The end of a stream counts as an octet. */
static bool sent_nonsense(const struct client *client)
{
    struct tcp_info about;
    socklen_t length = sizeof about;
    memset(&about, 0, sizeof about);
    return !client->has_asked && !client->is_slow && !client->is_refused &&
           getsockopt(client->descriptor, IPPROTO_TCP, TCP_INFO, &about,
                      &length) == 0 &&
           about.tcpi_bytes_received > 1;
}

static void end(struct server *server, struct client *client)
{
    if (sent_nonsense(client)) {
        clients_refused(server, "connections are closed: what comes is not a "
                                "request of HTTP");
    }
    LIST_REMOVE(client, link);
    server->client_count--;
    server->shares.each[client->own.place].connections--;
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

/* ---- Slow clients ------------------------------------------------------- */

/* The milliseconds that |client| may stay in its phase; 0: any. An idle
 * connection may wait longer than one that is in the middle of a request. */
static uint64_t time_of(const struct client *client)
{
    uint64_t time = client->server->limits.request_time;
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

/* What recv says of the next octet that |client| sends: 0 is the end. */
static ssize_t peek(const struct client *client)
{
    char octet;
    return recv(client->descriptor, &octet, 1, MSG_PEEK | MSG_DONTWAIT);
}

/* libmicrohttpd reads the last octets of a stream, and waits for another event.
 * None comes if the end of the stream came with these octets. */
static bool has_missed_end(const struct client *client)
{
    return (client->phase == PHASE_WAITING || client->phase == PHASE_READING) &&
           peek(client) == 0;
}

/* When the server is stopping: may |client| be disconnected? A client that
 * sends one request after the other has time for the next one, whose answer
 * tells it that the connection ends; otherwise it might be sending it just
 * now. */
static bool is_idle(const struct client *client, uint64_t now)
{
    enum { IDLE_TIME = 1000 };
    uint64_t stopped = client->server->stopped;
    uint64_t since = client->since > stopped ? client->since : stopped;
    return stopped != 0 && client->phase == PHASE_WAITING &&
           now - since > IDLE_TIME && peek(client) < 0;
}

void clients_sweep(struct server *server)
{
    uint64_t now = read_clock();
    struct client *client;
    LIST_FOREACH(client, &server->clients, link)
    {
        uint64_t most = time_of(client);
        bool is_slow = most > 0 && now - client->since > most;
        if (is_slow) {
            server->metrics.slow++;
            client->is_slow = true;
        }
        if (is_slow || is_idle(client, now)) {
            /* libmicrohttpd finds the end of the stream, and closes it. */
            (void)shutdown(client->descriptor, SHUT_RDWR);
        } else if (has_missed_end(client)) {
            (void)shutdown(client->descriptor, SHUT_RD); /* makes an event */
        }
    }
}
