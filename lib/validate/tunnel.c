/* TLS tunnels: connect, do the handshake, then copy octets in both directions
 * until a side closes.
 *
 * Each direction has a buffer, which is filled only when it is empty. So a side
 * that does not read stops the other.
 *
 * SPDX-License-Identifier: MIT */
#include "validate/tunnel.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <arpa/inet.h>
#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>

#include "base/error.h"

enum { BUFFER_SIZE = 4096 };

struct tunnel_buffer {
    size_t begin;
    size_t end;
    unsigned char octets[BUFFER_SIZE];
};

struct tunnel {
    struct tunnel *next;
    struct tunnel *previous;
    struct tls_server *server;
    SSL *ssl; /* NULL until connected */
    bool is_open;
    bool wants_write; /* OpenSSL is waiting to write */
    bool has_moved;   /* octets were copied in this round */
    int plain;        /* socket to libunbound */
    int secure;       /* socket to the server */
    struct ub_event *plain_event;
    struct ub_event *secure_event;
    struct tunnel_buffer up;
    struct tunnel_buffer down;
};

/* ---- Closing ------------------------------------------------------------- */

static void close_tunnel(struct tunnel *tunnel)
{
    *(tunnel->previous != NULL ? &tunnel->previous->next
                               : &tunnel->server->tunnels->first) =
        tunnel->next;
    if (tunnel->next != NULL) {
        tunnel->next->previous = tunnel->previous;
    }
    if (tunnel->plain_event != NULL) {
        ddds_event_free(tunnel->plain_event);
    }
    if (tunnel->secure_event != NULL) {
        ddds_event_free(tunnel->secure_event);
    }
    SSL_free(tunnel->ssl);
    close(tunnel->plain);
    if (tunnel->secure >= 0) {
        close(tunnel->secure);
    }
    free(tunnel);
}

static const char too_late[] = "no answer in time";

/* Store the reason why the tunnel failed. */
__attribute__((format(printf, 2, 3))) static bool
fail(const struct tunnel *tunnel, const char *format, ...)
{
    struct tls_server *server = tunnel->server;
    va_list arguments;
    int length = snprintf(server->failure, sizeof server->failure,
                          "TLS with %s: ", server->address.text);
    va_start(arguments, format);
    vsnprintf(server->failure + length, sizeof server->failure - (size_t)length,
              format, arguments);
    va_end(arguments);
    return false;
}

/* ---- The handshake ------------------------------------------------------- */

/* Require a certificate for the server's name, or else its address, in
 * subjectAltName; a Common Name does not count (RFC 9525 section 2). */
static bool expect_identity(SSL *ssl, const struct tls_server *server)
{
    const struct ddds_address *address = &server->address.address;
    SSL_set_hostflags(ssl, X509_CHECK_FLAG_NEVER_CHECK_SUBJECT);
    return server->name[0] != '\0'
               ? SSL_set1_host(ssl, server->name) == 1 &&
                     SSL_set_tlsext_host_name(ssl, server->name) == 1
               : X509_VERIFY_PARAM_set1_ip(SSL_get0_param(ssl), address->octets,
                                           address->length) == 1;
}

/* Start the handshake, or report why connecting failed. */
static bool begin_handshake(struct tunnel *tunnel)
{
    int why = 0;
    socklen_t size = sizeof why;
    getsockopt(tunnel->secure, SOL_SOCKET, SO_ERROR, &why, &size);
    if (why != 0) {
        return fail(tunnel, "%s", strerror(why));
    }
    tunnel->ssl = SSL_new(tunnel->server->tunnels->context);
    if (tunnel->ssl == NULL || SSL_set_fd(tunnel->ssl, tunnel->secure) != 1 ||
        !expect_identity(tunnel->ssl, tunnel->server)) {
        return fail(tunnel, "out of memory");
    }
    SSL_set_connect_state(tunnel->ssl);
    return true;
}

/* Interpret the |result| of OpenSSL: true if the call must be repeated. */
static bool is_patient(struct tunnel *tunnel, int result)
{
    int why = SSL_get_error(tunnel->ssl, result);
    tunnel->wants_write |= why == SSL_ERROR_WANT_WRITE;
    return why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE;
}

/* Explain a verdict for which OpenSSL's text is unhelpful, or NULL. */
static const char *explain_verdict(long verdict)
{
    switch (verdict) {
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
        return "its certificate is not for its address; give the name in the "
               "certificate, as in tls://192.0.2.1#dns.example";
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return "its certificate has expired";
    case X509_V_ERR_CERT_NOT_YET_VALID:
        return "its certificate is not valid yet";
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
        return "its certificate is signed by no authority that the system "
               "trusts";
    default:
        return NULL;
    }
}

static bool refuse_certificate(struct tunnel *tunnel, long verdict)
{
    const char *text = explain_verdict(verdict);
    if (verdict == X509_V_ERR_HOSTNAME_MISMATCH) {
        return fail(tunnel, "its certificate is not for the name \"%.80s\"",
                    tunnel->server->name);
    }
    return text != NULL ? fail(tunnel, "%s", text)
                        : fail(tunnel, "its certificate is not valid: %s",
                               X509_verify_cert_error_string(verdict));
}

static bool shake_hands(struct tunnel *tunnel)
{
    ERR_clear_error();
    int result = SSL_do_handshake(tunnel->ssl);
    if (result == 1) {
        tunnel->is_open = true;
        tunnel->server->failure[0] = '\0';
        return true;
    }
    if (is_patient(tunnel, result)) {
        return true;
    }
    long verdict = SSL_get_verify_result(tunnel->ssl);
    if (verdict != X509_V_OK) {
        return refuse_certificate(tunnel, verdict);
    }
    const char *why = ERR_reason_error_string(ERR_peek_error());
    return fail(tunnel, "%s", why != NULL ? why : "the connection was closed");
}

/* ---- Copying ------------------------------------------------------------- */

static bool is_empty(const struct tunnel_buffer *buffer)
{
    return buffer->begin == buffer->end;
}

static void fill(struct tunnel *tunnel, struct tunnel_buffer *buffer,
                 size_t length)
{
    buffer->begin = 0;
    buffer->end = length;
    tunnel->has_moved = true;
}

static void drain(struct tunnel *tunnel, struct tunnel_buffer *buffer,
                  size_t length)
{
    buffer->begin += length;
    tunnel->has_moved |= length > 0;
}

/* Read from libunbound; false if it has closed its end. */
static bool read_plain(struct tunnel *tunnel)
{
    if (!is_empty(&tunnel->up)) {
        return true;
    }
    ssize_t count =
        recv(tunnel->plain, tunnel->up.octets, sizeof tunnel->up.octets, 0);
    if (count > 0) {
        fill(tunnel, &tunnel->up, (size_t)count);
    }
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

static bool write_plain(struct tunnel *tunnel)
{
    struct tunnel_buffer *down = &tunnel->down;
    if (is_empty(down)) {
        return true;
    }
    ssize_t count = send(tunnel->plain, down->octets + down->begin,
                         down->end - down->begin, MSG_NOSIGNAL);
    drain(tunnel, down, count > 0 ? (size_t)count : 0);
    return count > 0 || errno == EAGAIN || errno == EINTR;
}

static bool write_secure(struct tunnel *tunnel)
{
    struct tunnel_buffer *up = &tunnel->up;
    size_t count = 0;
    if (is_empty(up)) {
        return true;
    }
    ERR_clear_error();
    int result = SSL_write_ex(tunnel->ssl, up->octets + up->begin,
                              up->end - up->begin, &count);
    drain(tunnel, up, count);
    return result == 1 || is_patient(tunnel, result);
}

static bool read_secure(struct tunnel *tunnel)
{
    size_t count = 0;
    if (!is_empty(&tunnel->down)) {
        return true;
    }
    ERR_clear_error();
    int result = SSL_read_ex(tunnel->ssl, tunnel->down.octets,
                             sizeof tunnel->down.octets, &count);
    if (result == 1) {
        fill(tunnel, &tunnel->down, count);
    }
    return result == 1 || is_patient(tunnel, result);
}

/* Copy as much as possible; false if a side is closed. */
static bool move_octets(struct tunnel *tunnel)
{
    do {
        tunnel->has_moved = false;
        if (!read_plain(tunnel) || !write_secure(tunnel) ||
            !read_secure(tunnel) || !write_plain(tunnel)) {
            return false;
        }
    } while (tunnel->has_moved);
    return true;
}

/* ---- Events -------------------------------------------------------------- */

static bool go_on(struct tunnel *tunnel)
{
    tunnel->wants_write = false;
    return (tunnel->is_open || shake_hands(tunnel)) &&
           (!tunnel->is_open || move_octets(tunnel));
}

static void advance(struct tunnel *tunnel)
{
    if (tunnel->ssl != NULL && !go_on(tunnel)) {
        close_tunnel(tunnel);
        return;
    }
    bool wants_write = tunnel->ssl == NULL || tunnel->wants_write;
    bool wants_read = tunnel->ssl != NULL && is_empty(&tunnel->down);
    short plain = (short)((is_empty(&tunnel->up) ? UB_EV_READ : 0) |
                          (is_empty(&tunnel->down) ? 0 : UB_EV_WRITE));
    short secure = (short)((wants_read ? UB_EV_READ : 0) |
                           (wants_write ? UB_EV_WRITE : 0));
    if (!ddds_event_watch(tunnel->plain_event, plain) ||
        !ddds_event_watch(tunnel->secure_event, secure)) {
        close_tunnel(tunnel);
    }
}

/* libunbound may close its end at any time, when it has enough answers. */
static void take_plain(int descriptor, short bits, void *context)
{
    struct tunnel *tunnel = context;
    (void)descriptor;
    if ((bits & EVENT_CLOSED) != 0 || !read_plain(tunnel)) {
        if (!tunnel->is_open) {
            fail(tunnel, "%s", too_late);
        }
        close_tunnel(tunnel);
    } else {
        advance(tunnel);
    }
}

static void take_secure(int descriptor, short bits, void *context)
{
    struct tunnel *tunnel = context;
    (void)descriptor;
    (void)bits;
    if (tunnel->ssl == NULL && !begin_handshake(tunnel)) {
        close_tunnel(tunnel);
    } else {
        advance(tunnel);
    }
}

/* ---- Accepting ----------------------------------------------------------- */

/* Start to connect to |server|. Return the descriptor, or -1. */
static int connect_to(const struct ddds_dns_server *server)
{
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    bool is_four = server->address.length == sizeof four.sin_addr;
    four.sin_port = six.sin6_port = htons(server->port);
    memcpy(is_four ? (void *)&four.sin_addr : (void *)&six.sin6_addr,
           server->address.octets, server->address.length);
    int secure = socket(is_four ? AF_INET : AF_INET6,
                        SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    int status = secure < 0 ? -1
                 : is_four
                     ? connect(secure, (struct sockaddr *)&four, sizeof four)
                     : connect(secure, (struct sockaddr *)&six, sizeof six);
    if (status != 0 && errno != EINPROGRESS && secure >= 0) {
        int why = errno;
        close(secure);
        errno = why;
        secure = -1;
    }
    return secure;
}

/* Open a tunnel between |plain|, which it takes over, and |server|. */
static void open_tunnel(struct tls_server *server, int plain)
{
    struct tunnels *tunnels = server->tunnels;
    struct tunnel *tunnel = calloc(1, sizeof *tunnel);
    if (tunnel == NULL) {
        close(plain);
        return;
    }
    tunnel->server = server;
    tunnel->plain = plain;
    tunnel->next = tunnels->first;
    if (tunnel->next != NULL) {
        tunnel->next->previous = tunnel;
    }
    tunnels->first = tunnel;
    tunnel->secure = connect_to(&server->address);
    if (tunnel->secure < 0) {
        fail(tunnel, "%s", strerror(errno));
        close_tunnel(tunnel);
        return;
    }
    tunnel->plain_event =
        ddds_event_new(tunnels->loop, plain, take_plain, tunnel);
    tunnel->secure_event =
        ddds_event_new(tunnels->loop, tunnel->secure, take_secure, tunnel);
    if (tunnel->plain_event == NULL || tunnel->secure_event == NULL ||
        !ddds_event_watch(tunnel->plain_event, UB_EV_READ) ||
        !ddds_event_watch(tunnel->secure_event, UB_EV_WRITE)) {
        close_tunnel(tunnel);
    }
}

/* Without descriptors, a pending connection would be reported again and again.
 * Close the spare descriptor, accept the connection with it, and close that. */
static void turn_away(struct tls_server *server)
{
    struct tunnels *tunnels = server->tunnels;
    close(tunnels->spare);
    int plain = accept4(server->listener, NULL, NULL, SOCK_CLOEXEC);
    if (plain >= 0) {
        close(plain);
    }
    tunnels->spare = fcntl(server->listener, F_DUPFD_CLOEXEC, 0);
}

/* Accept a connection. Other users of the host can connect too, so accept only
 * sockets of libunbound, which the loop knows. */
static void take_connection(int descriptor, short bits, void *context)
{
    struct tls_server *server = context;
    struct sockaddr_in peer = {.sin_family = AF_UNSPEC};
    socklen_t size = sizeof peer;
    (void)bits;
    int plain = accept4(descriptor, (struct sockaddr *)&peer, &size,
                        SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (plain < 0 && (errno == EMFILE || errno == ENFILE)) {
        turn_away(server);
    } else if (plain >= 0 &&
               ddds_event_loop_has(server->tunnels->loop, &peer)) {
        open_tunnel(server, plain);
    } else if (plain >= 0) {
        close(plain);
    }
}

/* Open the local port for |server|. */
static bool listen_for(struct tls_server *server)
{
    static const unsigned char loopback[] = {127, 0, 0, 1};
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    server->listener =
        socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (server->listener < 0) {
        return false;
    }
    server->event = ddds_event_new(server->tunnels->loop, server->listener,
                                   take_connection, server);
    bool is_open =
        server->event != NULL &&
        bind(server->listener, (struct sockaddr *)&address, size) == 0 &&
        listen(server->listener, SOMAXCONN) == 0 &&
        getsockname(server->listener, (struct sockaddr *)&address, &size) ==
            0 &&
        ddds_event_watch(server->event, UB_EV_READ);
    if (server->event == NULL) {
        close(server->listener);
        errno = ENOMEM;
    }
    server->entrance.address.length = sizeof loopback;
    memcpy(server->entrance.address.octets, loopback, sizeof loopback);
    server->entrance.port = ntohs(address.sin_port);
    return is_open;
}

ddds_status ddds_tunnels_begin(struct tunnels *tunnels, struct event_loop *loop,
                               struct ddds_error *error)
{
    tunnels->loop = loop;
    tunnels->context = SSL_CTX_new(TLS_client_method());
    if (tunnels->context == NULL ||
        SSL_CTX_set_min_proto_version(tunnels->context, TLS1_2_VERSION) != 1 ||
        SSL_CTX_set_default_verify_paths(tunnels->context) != 1) {
        return ddds_error_no_memory(error);
    }
    SSL_CTX_set_verify(tunnels->context, SSL_VERIFY_PEER, NULL);
    /* Records without data, such as new keys, can arrive endlessly. Each ends a
     * call, so that timers run in between. */
    SSL_CTX_clear_mode(tunnels->context, SSL_MODE_AUTO_RETRY);
    SSL_CTX_set_options(tunnels->context, SSL_OP_NO_RENEGOTIATION);
    tunnels->spare = fcntl(loop->descriptor, F_DUPFD_CLOEXEC, 0);
    for (size_t i = 0; i < tunnels->server_count; i++) {
        tunnels->servers[i].tunnels = tunnels;
        if (!listen_for(&tunnels->servers[i])) {
            return errno == ENOMEM
                       ? ddds_error_no_memory(error)
                       : ddds_error_set(error, DDDS_UNREADABLE, DDDS_NO_OFFSET,
                                        "cannot open a socket on loopback: %s",
                                        strerror(errno));
        }
    }
    return DDDS_OK;
}

const char *ddds_tunnels_failure(const struct tunnels *tunnels)
{
    for (const struct tunnel *tunnel = tunnels->first; tunnel != NULL;
         tunnel = tunnel->next) {
        if (!tunnel->is_open) { /* libunbound gave up waiting */
            fail(tunnel, "%s", too_late);
        }
    }
    for (size_t i = 0; i < tunnels->server_count; i++) {
        if (tunnels->servers[i].failure[0] != '\0') {
            return tunnels->servers[i].failure;
        }
    }
    return NULL;
}

void ddds_tunnels_end(struct tunnels *tunnels)
{
    for (struct tunnel *next, *each = tunnels->first; each != NULL;
         each = next) {
        next = each->next;
        close_tunnel(each);
    }
    for (size_t i = 0; i < tunnels->server_count; i++) {
        if (tunnels->servers[i].event != NULL) {
            ddds_event_free(tunnels->servers[i].event);
            close(tunnels->servers[i].listener);
        }
    }
    if (tunnels->loop != NULL) {
        close(tunnels->spare);
    }
    SSL_CTX_free(tunnels->context);
}
