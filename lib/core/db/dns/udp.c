/* Queries over UDP. A try costs some hundred instructions in addition to the
 * kernel's, and no memory.
 *
 * 1. Queries are queued, and sent when the caller is about to wait, or when a
 *    batch is full. Queries of the same length use segmentation offload (GSO),
 *    which takes a quarter of the time. Some routes do not support it; then,
 *    and for repetitions, each query is sent separately.
 * 2. Messages are read in batches, as many as are available. A message that
 *    answers no query is ignored (udp_tries.c).
 * 3. All tries have the same time limit, so each queue is in the order in which
 *    its tries end. The limit starts when a try is sent, or when its socket is
 *    blocked.
 * 4. An ICMP error ends all tries of its socket, because they have the same
 *    server.
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/udp.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/socket.h>
#include <sys/uio.h>

#include "base/clocks.h"
#include "db/dns/udp_socket.h"

enum {
    SEND_BATCH = 64,
    RECEIVE_BATCH = 32,

    /* Batches read from a socket before the other sockets are served. */
    ROUNDS_MAX = 64,

    /* The longest answer that is received completely, whatever EDNS announced;
     * the odd size avoids conflicts in the processor's cache. */
    SLOT = 4096 + 192,
};

/* Control message that requests segmentation offload (GSO). */
struct segmentation {
    _Alignas(struct cmsghdr) unsigned char octets[CMSG_SPACE(sizeof(uint16_t))];
};

struct udp_buffers {
    struct mmsghdr out[SEND_BATCH]; /* each a query or a GSO batch of queries */
    struct iovec out_pieces[SEND_BATCH];
    struct segmentation segmentations[SEND_BATCH];
    struct mmsghdr in[RECEIVE_BATCH];
    struct iovec in_pieces[RECEIVE_BATCH];
    unsigned char octets[RECEIVE_BATCH][SLOT];
};

struct udp {
    struct udp_options options;
    const struct ddds_dns_servers *addresses;
    struct sockets *sockets;
    struct numbers *numbers;
    struct udp_buffers *buffers;                    /* NULL before first use */
    struct udp_server *servers[LIMIT_NAME_SERVERS]; /* NULL before first use */
    struct udp_tries tries;
    struct udp_try *failed; /* list to report */
    uint64_t limit;         /* microseconds per try */
    uint64_t now;           /* clock time in microseconds, at the last read */
    bool is_unsent;         /* some tries are queued */
};

/* ---- End of a try ------------------------------------------------------- */

/* Remove |one| from its socket. */
static void detach(struct udp *udp, struct udp_socket *socket,
                   struct udp_try *one)
{
    ddds_udp_tries_remove(&udp->tries, one);
    socket->server->in_flight--;
    ddds_udp_socket_rest(socket);
}

/* Report |exchange| as the result of |one|, which was detached. */
static void report(struct udp *udp, struct udp_try *one,
                   const struct exchange *exchange)
{
    ddds_exchange_fn *done = one->done;
    void *context = one->context;
    ddds_udp_tries_release(&udp->tries, one);
    done(context, exchange);
}

static void unblock(struct udp_socket *socket)
{
    if (socket->is_blocked) {
        socket->is_blocked = false;
        ddds_udp_socket_watch(socket);
    }
}

/* Move all tries of |socket| to the failed tries, which settle reports. */
static void fail_all(struct udp *udp, struct udp_socket *socket)
{
    struct udp_try *one;
    unblock(socket);
    while ((one = socket->queue.first) != NULL) {
        detach(udp, socket, one);
        one->next = udp->failed;
        udp->failed = one;
    }
}

/* Report the failed tries; return false if no try failed. */
static bool settle(struct udp *udp)
{
    const struct exchange exchange = {.status = EXCHANGE_NETWORK,
                                      .detail = "unreachable"};
    struct udp_try *one;
    bool has_failed = udp->failed != NULL;
    while ((one = udp->failed) != NULL) {
        udp->failed = one->next;
        report(udp, one, &exchange);
    }
    return has_failed;
}

/* ---- Sending ------------------------------------------------------------ */

/* Request segmentation of |message| into datagrams of |size| octets. */
static void segment(struct msghdr *message, struct segmentation *segmentation,
                    uint16_t size)
{
    memset(segmentation, 0, sizeof *segmentation); /* what is not used, too */
    message->msg_control = segmentation->octets;
    message->msg_controllen = sizeof segmentation->octets;
    struct cmsghdr *header = CMSG_FIRSTHDR(message);
    header->cmsg_level = SOL_UDP;
    header->cmsg_type = UDP_SEGMENT;
    header->cmsg_len = CMSG_LEN(sizeof size);
    memcpy(CMSG_DATA(header), &size, sizeof size);
}

/* Return true if |one| and its successor |next| may share a GSO message. */
static bool belong_together(const struct udp_socket *socket,
                            const struct udp_try *one,
                            const struct udp_try *next)
{
    return socket->server->can_segment && one->length == next->length &&
           !one->is_repeated && !next->is_repeated;
}

/* Compose messages from the queue of |socket|, up to a batch, and return their
 * number. */
static unsigned collect(struct udp_buffers *buffers,
                        const struct udp_socket *socket)
{
    const struct udp_try *one = socket->queue.unsent;
    const struct udp_try *last = NULL;
    unsigned count = 0;
    for (unsigned i = 0; one != NULL && i < SEND_BATCH; i++) {
        struct iovec *piece = &buffers->out_pieces[i];
        *piece = (struct iovec){(void *)(uintptr_t)one->octets, one->length};
        if (last == NULL || !belong_together(socket, last, one)) {
            buffers->out[count++].msg_hdr = (struct msghdr){.msg_iov = piece};
        }
        struct msghdr *message = &buffers->out[count - 1].msg_hdr;
        if (++message->msg_iovlen == 2) {
            segment(message, &buffers->segmentations[count - 1], one->length);
        }
        last = one;
        one = one->next;
    }
    return count;
}

/* Send part of the queue of |socket|, and return the number of queries; or -1
 * and errno. */
static int send_batch(struct udp_buffers *buffers, struct udp_socket *socket)
{
    const struct udp_try *one = socket->queue.unsent;
    if (socket->queue.unsent_count == 1) {
        return send(socket->descriptor, one->octets, one->length,
                    MSG_NOSIGNAL) < 0
                   ? -1
                   : 1;
    }
    unsigned count = collect(buffers, socket);
    int sent = sendmmsg(socket->descriptor, buffers->out, count, MSG_NOSIGNAL);
    int queries = 0;
    for (int i = 0; i < sent; i++) {
        queries += (int)buffers->out[i].msg_hdr.msg_iovlen;
    }
    return sent < 0 ? sent : queries;
}

/* Wait until |socket| can be written. The time limits start nevertheless. */
static void block(struct udp_socket *socket, uint64_t now)
{
    for (struct udp_try *one = socket->queue.unsent; one != NULL;
         one = one->next) {
        one->sent = one->sent != 0 ? one->sent : now;
    }
    if (!socket->is_blocked) {
        socket->is_blocked = true;
        ddds_udp_socket_watch(socket);
    }
}

/* Return true if |code| may be caused by GSO, which some routes do not support:
 * it needs checksum offload, and does not work with IPsec. */
static bool refuses_segments(int code)
{
    return code == EIO || code == EINVAL || code == EMSGSIZE ||
           code == EOPNOTSUPP;
}

/* Return true if the send buffer is full. */
static bool is_full(int code)
{
    return code == EAGAIN || code == EWOULDBLOCK || code == ENOBUFS;
}

/* After a failed send, return true to try again immediately. An ICMP error for
 * an earlier try is reported once. */
static bool recover(struct udp *udp, struct udp_socket *socket, bool is_first)
{
    if (errno == EINTR) {
        return true;
    }
    if (is_full(errno)) {
        block(socket, udp->now);
        return false;
    }
    if (is_first && errno == ECONNREFUSED &&
        socket->queue.first == socket->queue.unsent) {
        return true;
    }
    if (socket->server->can_segment && refuses_segments(errno)) {
        socket->server->can_segment = false;
        return true;
    }
    fail_all(udp, socket);
    return false;
}

static void flush_socket(struct udp *udp, struct udp_socket *socket)
{
    bool is_first = true;
    while (socket->queue.unsent != NULL) {
        int count = send_batch(udp->buffers, socket);
        if (count <= 0) {
            if (!recover(udp, socket, is_first)) {
                return;
            }
            is_first = false;
        }
        for (int i = 0; i < count; i++) {
            ddds_udp_tries_sent(&socket->queue, udp->now);
        }
    }
    unblock(socket);
}

static void flush_all(struct udp *udp)
{
    udp->is_unsent = false;
    udp->now = ddds_clock_microseconds();
    for (size_t i = 0; i < udp->addresses->count; i++) {
        struct udp_server *server = udp->servers[i];
        for (size_t k = 0; server != NULL && k < UDP_SOCKETS; k++) {
            if (server->sockets[k].queue.unsent != NULL &&
                !server->sockets[k].is_blocked) {
                flush_socket(udp, &server->sockets[k]);
            }
        }
    }
}

/* Callbacks of failures may queue another try: send these, too. */
void ddds_udp_flush(struct udp *udp)
{
    do {
        if (udp->is_unsent) {
            flush_all(udp);
        }
    } while (settle(udp));
}

/* ---- Queueing ----------------------------------------------------------- */

static struct udp_buffers *make_buffers(void)
{
    struct udp_buffers *buffers = malloc(sizeof *buffers);
    if (buffers == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < RECEIVE_BATCH; i++) {
        buffers->in_pieces[i] = (struct iovec){buffers->octets[i], SLOT};
        buffers->in[i] = (struct mmsghdr){
            .msg_hdr = {.msg_iov = &buffers->in_pieces[i], .msg_iovlen = 1}};
    }
    return buffers;
}

static void process(struct socket_owner *owner, int descriptor, bool readable,
                    bool writable);

/* Return the server with the index |index|, ready for use; NULL: no memory. */
static struct udp_server *find_server(struct udp *udp, size_t index)
{
    if (udp->buffers == NULL) {
        udp->buffers = make_buffers();
    }
    if (udp->servers[index] == NULL && udp->buffers != NULL) {
        udp->servers[index] = ddds_udp_server_new(udp->addresses, index,
                                                  udp->sockets, process, udp);
    }
    return udp->servers[index];
}

/* Return a socket for |sending|; NULL on failure, with the reason in
 * |failure|. */
static struct udp_socket *find_socket(struct udp *udp,
                                      const struct sending *sending,
                                      struct exchange *failure)
{
    struct udp_server *server = find_server(udp, sending->server);
    if (server == NULL) {
        return NULL;
    }
    if (server->in_flight == 0) {
        udp->now = ddds_clock_microseconds();
    }
    return ddds_udp_socket_pick(server, udp->numbers, udp->now, failure);
}

void ddds_udp_send(struct udp *udp, const struct sending *sending)
{
    struct exchange failure = {.status = EXCHANGE_NO_MEMORY,
                               .detail = "out of memory"};
    struct udp_socket *socket = find_socket(udp, sending, &failure);
    struct udp_try *one =
        socket != NULL
            ? ddds_udp_tries_add(&udp->tries, &socket->queue, sending)
            : NULL;
    if (one == NULL) {
        sending->done(sending->context, &failure);
        return;
    }
    one->sent = socket->is_blocked ? ddds_clock_microseconds() : 0;
    socket->server->in_flight++;
    socket->uses++;
    udp->is_unsent = true;
    if (!socket->is_watched) {
        ddds_udp_socket_watch(socket);
    }
    if (socket->queue.unsent_count == SEND_BATCH && !socket->is_blocked) {
        udp->now = ddds_clock_microseconds();
        flush_socket(udp, socket);
    }
}

/* ---- Receiving ---------------------------------------------------------- */

static uint32_t measure(const struct udp *udp, const struct udp_try *one)
{
    uint64_t time = udp->now > one->sent ? udp->now - one->sent : 0;
    return time < UINT32_MAX ? (uint32_t)time : UINT32_MAX;
}

/* Repeat a query over TCP because its answer is truncated, unless the sender
 * forbids it. */
static void repeat_over_tcp(struct udp *udp, struct udp_socket *socket,
                            struct udp_try *one)
{
    static const struct exchange failure = {.status = EXCHANGE_LIMIT,
                                            .detail = EXCHANGE_NOT_REPEATED};
    if (udp->options.may_repeat != NULL &&
        !udp->options.may_repeat(one->context)) {
        report(udp, one, &failure);
        return;
    }
    const struct sending sending = {.server = socket->server->index,
                                    .octets = one->octets,
                                    .length = one->length,
                                    .done = one->done,
                                    .context = one->context,
                                    .is_repeated = one->is_repeated};
    udp->options.repeat(udp->options.context, &sending);
    ddds_udp_tries_release(&udp->tries, one);
}

/* Process a message of |length| octets from |socket|; |is_cut|: it is longer
 * than a slot. */
static void take_message(struct udp *udp, struct udp_socket *socket,
                         const unsigned char *octets, size_t length,
                         bool is_cut)
{
    struct udp_try *one =
        ddds_udp_tries_match(&udp->tries, &socket->queue, octets, length);
    if (one == NULL) {
        return;
    }
    ddds_round_trip_measure(&socket->server->trip, measure(udp, one));
    detach(udp, socket, one);
    if (is_cut || (octets[2] & MESSAGE_TRUNCATED) != 0) {
        repeat_over_tcp(udp, socket, one);
    } else {
        const struct exchange exchange = {.octets = octets,
                                          .length = length,
                                          .microseconds = measure(udp, one)};
        report(udp, one, &exchange);
    }
}

/* Return the number of messages to read from |socket| at once: at most those
 * expected, because an attempt to read another costs as much as half a
 * message. */
static unsigned measure_batch(const struct udp_socket *socket)
{
    unsigned expected = socket->queue.count - socket->queue.unsent_count;
    return expected == 0              ? 1
           : expected < RECEIVE_BATCH ? expected
                                      : RECEIVE_BATCH;
}

/* Read a batch; return false if the socket has no more messages. */
static bool receive_batch(struct udp *udp, struct udp_socket *socket,
                          int descriptor)
{
    struct mmsghdr *in = udp->buffers->in;
    unsigned wanted = measure_batch(socket);
    int count = recvmmsg(descriptor, in, wanted, MSG_DONTWAIT, NULL);
    if (count < 0) {
        if (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK) {
            fail_all(udp, socket);
        }
        return false;
    }
    udp->now = ddds_clock_microseconds();
    for (int i = 0; i < count; i++) {
        take_message(udp, socket, udp->buffers->octets[i], in[i].msg_len,
                     (in[i].msg_hdr.msg_flags & MSG_TRUNC) != 0);
    }
    return count == (int)wanted && socket->queue.count > 0;
}

static void process(struct socket_owner *owner, int descriptor, bool readable,
                    bool writable)
{
    struct udp_socket *socket = (struct udp_socket *)owner;
    struct udp *udp = socket->server->udp;
    if (writable) {
        flush_socket(udp, socket);
    }
    unsigned rounds = !readable ? 0 : udp->sockets->is_polled ? 1 : ROUNDS_MAX;
    while (rounds > 0 && socket->descriptor == descriptor) {
        rounds = receive_batch(udp, socket, descriptor) ? rounds - 1 : 0;
    }
    settle(udp);
}

/* ---- Time --------------------------------------------------------------- */

/* Return the clock time of the next timer; UINT64_MAX if none is set. */
static uint64_t find_first(const struct udp *udp)
{
    uint64_t first = UINT64_MAX;
    for (size_t i = 0; i < udp->addresses->count; i++) {
        uint64_t due = ddds_udp_server_due(udp->servers[i], udp->limit);
        first = due < first ? due : first;
    }
    return first;
}

int ddds_udp_timeout(const struct udp *udp, int limit)
{
    uint64_t end = udp->tries.count > 0 ? find_first(udp) : UINT64_MAX;
    if (end == UINT64_MAX) {
        return limit;
    }
    uint64_t now = ddds_clock_microseconds();
    return ddds_clock_limit(end > now ? (end - now + 999) / 1000 : 0, limit);
}

static void give_up(struct udp *udp, struct udp_socket *socket,
                    struct udp_try *one)
{
    char detail[SILENCE_SIZE];
    const struct exchange exchange = {.status = EXCHANGE_TIMEOUT,
                                      .detail = detail};
    exchange_explain_silence(one->misfits, detail);
    socket->server->trip = (struct round_trip){0};
    detach(udp, socket, one);
    report(udp, one, &exchange);
}

/* Send |one| again: the same datagram, so that a late answer to the first
 * counts, and servers can recognise duplicates. */
static void repeat(struct udp *udp, struct udp_socket *socket,
                   const struct udp_try *one)
{
    if (one->repeat != NULL && one->repeat(one->context) &&
        send(socket->descriptor, one->octets, one->length, MSG_NOSIGNAL) < 0 &&
        errno != EINTR && !is_full(errno)) {
        fail_all(udp, socket);
    }
}

static void expire_socket(struct udp *udp, struct udp_socket *socket)
{
    struct udp_try *one;
    while ((one = ddds_udp_socket_ended(socket, udp->limit, udp->now)) !=
           NULL) {
        give_up(udp, socket, one);
    }
    while ((one = ddds_udp_socket_overdue(socket, udp->now)) != NULL) {
        repeat(udp, socket, one);
    }
}

void ddds_udp_expire(struct udp *udp)
{
    if (udp->tries.count == 0) {
        return;
    }
    udp->now = ddds_clock_microseconds();
    for (size_t i = 0; i < udp->addresses->count; i++) {
        struct udp_server *server = udp->servers[i];
        for (size_t k = 0; server != NULL && k < UDP_SOCKETS; k++) {
            expire_socket(udp, &server->sockets[k]);
        }
    }
    settle(udp);
}

/* ---- Life --------------------------------------------------------------- */

struct udp *ddds_udp_new(const struct ddds_dns_servers *servers,
                         const struct udp_options *options,
                         struct sockets *sockets, struct numbers *numbers)
{
    struct udp *udp = calloc(1, sizeof *udp);
    if (udp != NULL) {
        udp->options = *options;
        udp->limit = UINT64_C(1000) * options->timeout;
        udp->addresses = servers;
        udp->sockets = sockets;
        udp->numbers = numbers;
    }
    return udp;
}

/* Release the failed tries that were not reported. */
static void drop_failed(struct udp *udp)
{
    struct udp_try *one;
    while ((one = udp->failed) != NULL) {
        udp->failed = one->next;
        ddds_udp_tries_release(&udp->tries, one);
    }
}

void ddds_udp_free(struct udp *udp)
{
    for (size_t i = 0; udp != NULL && i < LIMIT_NAME_SERVERS; i++) {
        ddds_udp_server_free(udp->servers[i]);
    }
    if (udp != NULL) {
        drop_failed(udp);
        ddds_udp_tries_free(&udp->tries);
        free(udp->buffers);
    }
    free(udp);
}
