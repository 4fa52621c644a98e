/* Relay between a client and libmicrohttpd.
 *
 * libmicrohttpd before 1.0 overwrites heads while it reads them, so they cannot
 * be checked afterwards. The relay has no buffers: octets stay in the kernel's
 * receive buffer until the other socket accepts them.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* for SOCK_NONBLOCK */
#include "serve/http/relay.h"

#include <errno.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

/* Buffer of all relays, which share a thread. */
static char piece[32768];
_Static_assert(sizeof piece >= LONGEST_HEAD, "a head is looked at as a whole");

/* ---- Pieces ------------------------------------------------------------- */

/* Peek at up to |most| octets of |descriptor|. Return the result of recv(). */
static ssize_t look(int descriptor, size_t most)
{
    return recv(descriptor, piece, most < sizeof piece ? most : sizeof piece,
                MSG_PEEK | MSG_DONTWAIT);
}

/* Remove |length| octets that were peeked at. */
static void drop(int descriptor, size_t length)
{
    for (ssize_t count = 1; length > 0 && count > 0; length -= (size_t)count) {
        count = recv(descriptor, piece, length, MSG_DONTWAIT);
    }
}

static ssize_t put(int descriptor, const char *text, size_t length)
{
    return send(descriptor, text, length, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* Shut down; libmicrohttpd notices when it reads or writes. */
static void give_up(struct relay *relay)
{
    relay->is_gone = true;
    (void)shutdown(relay->own, SHUT_RDWR);
}

/* Handle |count| <= 0 from recv(). */
static void note_end(struct relay *relay, ssize_t count)
{
    if (count == 0) {
        relay->has_ended = true;
    } else if (errno != EAGAIN && errno != EINTR) {
        give_up(relay);
    }
}

/* ---- From the client ---------------------------------------------------- */

/* libmicrohttpd must also answer a refused head, so that answers stay in order.
 * Send it a replacement without fields. */
static bool put_refused(struct relay *relay)
{
    static const char line[] = "GET / HTTP/1.1";
    static const char rest[] = "\r\nHost: localhost\r\n\r\n";
    struct head *head = &relay->head;
    bool is_known = head->line > head->begin;
    const char *text = is_known ? piece + head->begin : line;
    size_t length = is_known ? head->line - head->begin : sizeof line - 1;
    relay->is_last = true;
    relay->is_replaced = !is_known;
    head->memory = length + sizeof rest;
    return put(relay->own, text, length) == (ssize_t)length &&
           put(relay->own, rest, sizeof rest - 1) == (ssize_t)sizeof rest - 1;
}

/* Rename the fields Cookie in |length| octets. They mean nothing here, but
 * libmicrohttpd refuses requests with some that browsers send. */
static void hide_cookies(char *text, size_t length)
{
    static const char name[] = "Cookie:";
    const char *end = text + length;
    char *line = text;
    while ((line = memchr(line, '\n', (size_t)(end - line))) != NULL) {
        line++;
        if ((size_t)(end - line) >= sizeof name &&
            strncasecmp(line, name, sizeof name - 1) == 0) {
            line[0] = 'X';
        }
    }
}

static bool put_head(struct relay *relay)
{
    const struct head *head = &relay->head;
    size_t length = head->length - head->begin;
    hide_cookies(piece + head->begin, length);
    return put(relay->own, piece + head->begin, length) == (ssize_t)length;
}

/* Pass a head. It fits, since libmicrohttpd has read all previous octets. */
static bool pass_head(struct relay *relay)
{
    struct head *head = &relay->head;
    ssize_t count = look(relay->client, sizeof piece);
    if (count <= 0) {
        note_end(relay, count);
        return false;
    }
    bool is_whole = head_read(piece, (size_t)count, head);
    relay->has_begun = !is_whole && (size_t)count > head->begin;
    if (!is_whole) { /* drop the empty lines before it, and look again */
        drop(relay->client, head->begin);
        relay->has_ended = head->begin == 0 && relay->is_ending;
        return head->begin > 0;
    }
    relay->is_busy = true;
    relay->left = head->status == 0 ? head->body : 0;
    if (!(head->status == 0 ? put_head(relay) : put_refused(relay))) {
        give_up(relay);
    }
    drop(relay->client, head->length);
    return true;
}

static bool pass_body(struct relay *relay)
{
    ssize_t count = look(
        relay->client, relay->left < SIZE_MAX ? (size_t)relay->left : SIZE_MAX);
    if (count <= 0) {
        note_end(relay, count);
        return false;
    }
    count = put(relay->own, piece, (size_t)count);
    if (count > 0) {
        drop(relay->client, (size_t)count);
        relay->left -= (size_t)count;
    } else if (errno != EAGAIN && errno != EINTR) {
        relay->is_last = true; /* answered before the body was complete */
        return true;
    }
    return count > 0;
}

/* Discard input: closing a connection with unread input can lose the answer. */
static bool discard(struct relay *relay)
{
    ssize_t count = recv(relay->client, piece, sizeof piece, MSG_DONTWAIT);
    if (count <= 0) {
        note_end(relay, count);
    }
    return count > 0;
}

static bool pass_on(struct relay *relay)
{
    if (relay->has_ended || relay->is_gone) {
        return false;
    }
    if (relay->is_last) {
        return discard(relay);
    }
    return relay->left > 0 ? pass_body(relay)
                           : !relay->is_busy && pass_head(relay);
}

/* Pass the end of the stream, after libmicrohttpd has read all octets; it would
 * miss an end that arrives with them. */
static void pass_end(struct relay *relay)
{
    int waiting = 0;
    bool has_request = relay->is_busy && relay->left == 0;
    if (relay->has_ended && !has_request &&
        ioctl(relay->own, SIOCOUTQ, &waiting) == 0 && waiting == 0) {
        (void)shutdown(relay->own, SHUT_WR);
    }
}

/* ---- To the client ------------------------------------------------------ */

static bool pass_answer(struct relay *relay)
{
    ssize_t count = look(relay->own, sizeof piece);
    relay->is_blocked = false;
    relay->is_over =
        count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
    if (count <= 0) {
        return false;
    }
    ssize_t sent =
        relay->is_gone ? count : put(relay->client, piece, (size_t)count);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR)) {
        relay->is_blocked = true;
        return false;
    }
    if (sent < 0) {
        give_up(relay);
        sent = count;
    }
    drop(relay->own, (size_t)sent);
    return true;
}

void relay_run(struct relay *relay)
{
    enum { PIECES = 64 }; /* enough to empty the buffers of the sockets */
    while (pass_answer(relay)) {
    }
    for (int i = 0; i < PIECES && pass_on(relay); i++) {
    }
    pass_end(relay);
}

void relay_next(struct relay *relay)
{
    relay->is_busy = false;
    relay->is_last |= relay->left > 0;
    relay_run(relay);
}

bool relay_is_read(struct relay *relay, bool takes_interim)
{
    static const char interim[] = "HTTP/1.1 100 Continue\r\n\r\n";
    const ssize_t length = sizeof interim - 1;
    while (pass_answer(relay)) { /* answers of previous requests */
    }
    if (relay->is_ending && !relay->is_probed && !relay->is_blocked) {
        relay->is_probed = true;
        if (!takes_interim ||
            put(relay->client, interim, (size_t)length) != length) {
            give_up(relay);
        }
    }
    return !relay->is_gone;
}

/* ---- Beginning and end -------------------------------------------------- */

static void take_outer(struct watched *watched, unsigned events)
{
    struct relay *relay = (struct relay *)watched;
    relay->is_ending |= (events & (unsigned)EPOLLRDHUP) != 0;
    if ((events & (unsigned)(EPOLLHUP | EPOLLERR)) != 0) {
        give_up(relay);
    }
    relay->ready(relay);
}

static void take_inner(struct watched *watched, unsigned events)
{
    struct relay *relay =
        (struct relay *)((char *)watched - offsetof(struct relay, inner));
    (void)events;
    relay->ready(relay);
}

int relay_open(struct relay *relay, struct watching *watching, int client,
               void (*ready)(struct relay *relay))
{
    enum { IN_KERNEL = 32768 }; /* send buffer of each connection */
    const int size = IN_KERNEL;
    const int is_set = 1;
    const unsigned events = (unsigned)EPOLLIN | (unsigned)EPOLLOUT |
                            (unsigned)EPOLLRDHUP | (unsigned)EPOLLET;
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0,
                   pair) != 0) {
        return -1;
    }
    *relay = (struct relay){.outer.ready = take_outer,
                            .inner.ready = take_inner,
                            .watching = watching,
                            .ready = ready,
                            .client = client,
                            .own = pair[0]};
    (void)setsockopt(pair[1], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    (void)setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &is_set, sizeof is_set);
    if (!watching_add(watching, client, events, &relay->outer) ||
        !watching_add(watching, relay->own, events, &relay->inner)) {
        watching_remove(watching, client);
        close(pair[0]);
        close(pair[1]);
        return -1;
    }
    return pair[1];
}

void relay_close(struct relay *relay)
{
    enum { PIECES = 64 }; /* limited to more than the largest body */
    for (int i = 0; i < PIECES && discard(relay); i++) {
    }
    watching_remove(relay->watching, relay->client);
    watching_remove(relay->watching, relay->own);
    close(relay->client);
    close(relay->own);
}
