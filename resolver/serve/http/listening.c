/* Listening sockets.
 *
 * Implements the protocols of sd_listen_fds(3) and sd_notify(3): environment
 * variables, descriptors from 3 on, and a datagram.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/http/listening.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "cli/complain.h"
#include "cli/exits.h"
#include "serve/peers/peer_address.h"

static const char usual[] = "127.0.0.1:8404";
enum { BACKLOG = 4096, FIRST_PASSED = 3, MOST_PASSED = 64 };

/* ---- Addresses ---------------------------------------------------------- */

/* Parse "127.0.0.1:8404" or "[::1]:8404". */
static bool read_address(const char *word, union socket_address *address,
                         socklen_t *size)
{
    struct host_port parts;
    struct peer_address host;
    if (!host_port_split((struct ddds_span){word, strlen(word)}, &parts) ||
        parts.port.length == 0 || !host_port_address(&parts, &host)) {
        return false;
    }
    unsigned long port = strtoul(parts.port.text, NULL, 10);
    memset(address, 0, sizeof *address);
    if (parts.is_v6) {
        address->v6.sin6_family = AF_INET6;
        address->v6.sin6_port = htons((uint16_t)port);
        memcpy(&address->v6.sin6_addr, host.octets, 16);
        *size = sizeof address->v6;
    } else {
        address->v4.sin_family = AF_INET;
        address->v4.sin_port = htons((uint16_t)port);
        memcpy(&address->v4.sin_addr, host.octets + 12, 4);
        *size = sizeof address->v4;
    }
    return port <= UINT16_MAX;
}

static bool is_loopback(const union socket_address *address)
{
    const struct peer_address host = peer_address_of(&address->any);
    return host.is_ip && peer_address_is_local(&host);
}

/* Connections inherit the size of the send buffer. Its memory counts for the
 * server, but does not show in its process. */
static void add_socket(struct server *server, int descriptor)
{
    static const int size = 1 << 16;
    (void)setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    server->listeners[server->listener_count++].socket = descriptor;
}

/* ---- Opening ------------------------------------------------------------ */

static int fail(const char *word, int socket)
{
    complain("--listen %s: %s", word, strerror(errno));
    if (socket >= 0) {
        close(socket);
    }
    return EXIT_TEMPORARY;
}

static bool read_listen(const struct serve_options *options, const char *word,
                        union socket_address *address, socklen_t *size)
{
    if (!read_address(word, address, size)) {
        complain("--listen: \"%s\" is not an address and a port, as in "
                 "127.0.0.1:8404 or [::1]:8404",
                 word);
        return false;
    }
    const struct peer_address host = peer_address_of(&address->any);
    if (address->any.sa_family == AF_INET6 && peer_address_is_v4(&host)) {
        char name[PEER_NAME_SIZE];
        peer_address_print(&host, name);
        complain("--listen %s: this is an IPv4 address in the form of IPv6; "
                 "write %s:%u",
                 word, name, ntohs(address->v6.sin6_port));
        return false;
    }
    if (!options->is_public && !is_loopback(address)) {
        complain("--listen %s: other hosts could connect; add --public if "
                 "they should",
                 word);
        return false;
    }
    return true;
}

bool listening_check(const struct serve_options *options)
{
    union socket_address address;
    socklen_t size;
    bool is_right = true;
    for (size_t i = 0; i < options->listens.count; i++) {
        is_right &=
            read_listen(options, options->listens.items[i], &address, &size);
    }
    return is_right;
}

static int open_one(struct server *server, const char *word)
{
    static const int on = 1;
    union socket_address address;
    socklen_t size;
    if (!read_listen(&server->options->serve, word, &address, &size)) {
        return EXIT_USAGE;
    }
    int descriptor = socket(address.any.sa_family,
                            SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) {
        return fail(word, -1);
    }
    (void)setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (address.any.sa_family == AF_INET6) {
        (void)setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    }
    if (bind(descriptor, &address.any, size) != 0 ||
        listen(descriptor, BACKLOG) != 0) {
        return fail(word, descriptor);
    }
    add_socket(server, descriptor);
    return EXIT_FOUND;
}

/* Return the number of sockets that systemd passes to |receiver|. */
static int count_passed(pid_t receiver)
{
    const char *process = getenv("LISTEN_PID");
    const char *count = getenv("LISTEN_FDS");
    if (process == NULL || count == NULL ||
        strtol(process, NULL, 10) != receiver) {
        return 0;
    }
    long passed = strtol(count, NULL, 10);
    return passed > 0 && passed <= MOST_PASSED ? (int)passed : 0;
}

static int take_passed(struct server *server, int count)
{
    for (int i = FIRST_PASSED; i < FIRST_PASSED + count; i++) {
        int kind = 0;
        socklen_t size = sizeof kind;
        if (getsockopt(i, SOL_SOCKET, SO_ACCEPTCONN, &kind, &size) != 0 ||
            kind == 0) {
            complain("descriptor %d, which was passed, does not listen", i);
            return EXIT_USAGE;
        }
        (void)fcntl(i, F_SETFD, FD_CLOEXEC);
        (void)fcntl(i, F_SETFL, O_NONBLOCK);
        add_socket(server, i);
    }
    return EXIT_FOUND;
}

/* Return true if |socket| is bound to a loopback address. */
static bool is_local(int socket)
{
    union socket_address own;
    socklen_t size = sizeof own;
    return getsockname(socket, &own.any, &size) == 0 && is_loopback(&own);
}

int listening_open(struct server *server)
{
    const struct serve_options *options = &server->options->serve;
    int passed = count_passed(getpid());
    server->listeners = calloc(options->listens.count + MOST_PASSED,
                               sizeof server->listeners[0]);
    int status = take_passed(server, passed);
    server->passed_count = server->listener_count;
    for (size_t i = 0; i < options->listens.count && status == EXIT_FOUND;
         i++) {
        status = open_one(server, options->listens.items[i]);
    }
    if (status == EXIT_FOUND && server->listener_count == 0) {
        status = open_one(server, usual);
    }
    server->hosts = (struct hosts){options->hosts, true};
    for (size_t i = 0; i < server->listener_count; i++) {
        server->hosts.is_local &= is_local(server->listeners[i].socket);
    }
    return status;
}

void listening_leave(void)
{
    int passed = count_passed(getppid());
    for (int i = FIRST_PASSED; i < FIRST_PASSED + passed; i++) {
        close(i);
    }
}

void listening_report(const struct server *server)
{
    for (size_t i = 0;
         i < server->listener_count && getenv("NOTIFY_SOCKET") == NULL; i++) {
        union socket_address own;
        char host[PEER_NAME_SIZE];
        socklen_t size = sizeof own;
        if (getsockname(server->listeners[i].socket, &own.any, &size) != 0) {
            continue;
        }
        const struct peer_address address = peer_address_of(&own.any);
        peer_address_print(&address, host);
        if (address.is_ip) { /* both families have the port there */
            complain(own.any.sa_family == AF_INET6
                         ? "listening on http://[%s]:%u/"
                         : "listening on http://%s:%u/",
                     host, ntohs(own.v4.sin_port));
        }
    }
}

void listening_close(struct server *server)
{
    for (size_t i = 0; i < server->listener_count; i++) {
        if (server->listeners[i].socket >= 0) {
            close(server->listeners[i].socket);
        }
        server->listeners[i].socket = -1;
    }
}

/* ---- sd_notify ---------------------------------------------------------- */

void listening_notify(const char *state)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = path != NULL ? strlen(path) : 0;
    if (length < 2 || length >= sizeof address.sun_path) {
        return;
    }
    memcpy(address.sun_path, path, length);
    if (path[0] == '@') {
        address.sun_path[0] = '\0'; /* abstract name */
    }
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor >= 0) {
        (void)sendto(
            descriptor, state, strlen(state), MSG_NOSIGNAL,
            (const struct sockaddr *)&address,
            (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length));
        close(descriptor);
    }
}
