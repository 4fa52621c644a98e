/* UDP: what the library sends and receives.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* recvmmsg, sendmmsg */
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "core/network/agenda.h"
#include "core/network/clock.h"
#include "core/network/hurts.h"
#include "core/network/journal.h"
#include "core/network/kernel.h"
#include "core/network/path.h"
#include "core/network/zone.h"

enum {
    BLOCKED_FOR = 20000,
    HEADER = 12,
    QUERIES_OF_A_PORT = 64,
    /* The least timeout is 100 ms. It begins before a query leaves that has to
     * wait, maybe several times. What is the same sooner is so by chance. */
    REPEATED_AFTER = 20000,
    RESPONSE = 0x80,
    TRUNCATED = 2,
    CARES_MAX = 4096, /* the longest datagram that c-ares receives */
};

/* ---- What a socket waits for -------------------------------------------- */

static uint64_t hash_question(const unsigned char *octets, size_t end)
{
    uint64_t hash = 0;
    for (size_t i = HEADER; i < end; i++) {
        hash = (hash ^ octets[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static void drop_over(struct fake *fake)
{
    while (fake->asked_count > 0 && fake->asked[fake->asked_first].is_over) {
        fake->asked_first++;
        fake->asked_count--;
    }
    if (fake->asked_count == 0) {
        fake->asked_first = 0;
    }
}

static void add_asked(struct fake *fake, uint32_t input,
                      const unsigned char *octets, size_t length)
{
    if (fake->asked_first + fake->asked_count == fake->asked_size) {
        fake->asked_size = 2 * fake->asked_size + 16;
        fake->asked =
            realloc(fake->asked, fake->asked_size * sizeof *fake->asked);
        demand(fake->asked != NULL, "no memory for a query");
    }
    fake->asked[fake->asked_first + fake->asked_count++] = (struct asked){
        .at = virtual_now(),
        .question = hash_question(octets, zone_question_end(octets, length)),
        .input = input,
        .id = (uint16_t)(octets[0] << 8 | octets[1]),
    };
}

struct asked *datagram_find(struct fake *fake, const unsigned char *octets,
                            size_t length)
{
    size_t end = length >= HEADER ? zone_question_end(octets, length) : 0;
    if (end == 0) {
        return NULL;
    }
    uint64_t question = hash_question(octets, end);
    uint16_t id = (uint16_t)(octets[0] << 8 | octets[1]);
    for (size_t i = 0; i < fake->asked_count; i++) {
        struct asked *asked = &fake->asked[fake->asked_first + i];
        if (!asked->is_over && asked->id == id && asked->question == question) {
            return asked;
        }
    }
    return NULL;
}

uint64_t datagram_due(struct fake *fake)
{
    while (fake->asked_count > 0 &&
           fake->asked[fake->asked_first].at + kernel.timeout <=
               virtual_now()) {
        fake->asked[fake->asked_first].is_over = true;
        drop_over(fake);
    }
    /* The timeout of a query that had to wait began before it left. */
    return fake->asked_count > 0 && !fake->is_untimed
               ? fake->asked[fake->asked_first].at + kernel.timeout
               : UINT64_MAX;
}

/* Every query on |fake| is lost to it, also those that have not left yet; with
 * c-ares all queries to that server, on any socket. */
static void lose_all(struct fake *fake, const char *why)
{
    hurt_all(fake->server, why);
    fake->asked_first = fake->asked_count = 0;
}

void datagram_close(struct fake *fake)
{
    while (fake->first != NULL) {
        struct packet *packet = fake->first;
        fake->first = packet->next;
        free(packet);
    }
    free(fake->asked);
    fake->asked = NULL;
    fake->asked_first = fake->asked_count = fake->asked_size = 0;
}

/* ---- Sending ------------------------------------------------------------ */

ssize_t __wrap_send(int descriptor, const void *octets, size_t length,
                    int flags);
int __wrap_sendmmsg(int descriptor, struct mmsghdr *list, unsigned count,
                    int flags);
ssize_t __wrap_sendmsg(int descriptor, const struct msghdr *message, int flags);

static void wake(void *subject, uint64_t number)
{
}

/* An error that the socket has to report, or that it is full; 0: neither. */
static int find_error(struct fake *fake)
{
    int error = fake->error;
    fake->error = 0;
    if (error != 0) {
        lose_all(fake, "icmp-at-send");
        return error;
    }
    if (!fake->is_connected) { /* c-ares goes on after EAGAIN of connect */
        hurt_all(fake->server, "not-connected");
        return EDESTADDRREQ;
    }
    if (fake->writable > virtual_now()) {
        return EAGAIN;
    }
    if (fake->asked_count > 0 &&
        chance_hits(&kernel.chance, kernel.weather.full)) {
        fake->writable =
            virtual_now() + 1 + chance_below(&kernel.chance, BLOCKED_FOR);
        fake->is_untimed = true;
        if (kernel.is_cares) { /* which takes it for a failure */
            hurt_all(fake->server, "full-for-c-ares");
        }
        agenda_add(fake->writable, wake, NULL, 0);
        journal_note("full", (uint64_t)(fake - kernel.fakes), fake->writable);
        return chance_below(&kernel.chance, 4) == 0 ? ENOBUFS : EAGAIN;
    }
    return chance_hits(&kernel.chance, kernel.weather.interrupt) ? EINTR : 0;
}

/* Not more than the rate allows leave within a second. Queries leave late if
 * the library sleeps for too long, but then later queries do, too. */
static void check_rate(struct rate *rate)
{
    enum { SECOND = 1000000, LATE = 10000 };
    if (rate->limit > 0 && rate->sent >= rate->limit) {
        uint64_t before = rate->times[(rate->sent - rate->limit) % RATE_MAX];
        demand(virtual_now() + LATE >= before + SECOND,
               "more queries leave than the rate of %u allows", rate->limit);
    }
    rate->times[rate->sent++ % RATE_MAX] = virtual_now();
}

/* A forger who finds a port has little time for it (RFC 5452 section 9.2): it
 * serves few queries, unless no other socket could be opened when they were
 * queued, at most one timeout ago. */
static void note_query(struct fake *fake, const unsigned char *octets)
{
    const struct weather *weather = &kernel.weather;
    bool has_ports = weather->no_port == 0 && weather->descriptors == 0;
    fake->sent++;
    demand(
        kernel.is_cares || !has_ports || fake->sent <= QUERIES_OF_A_PORT ||
            kernel.opened >= SOCKETS_OF_A_SERVER ||
            (kernel.full > 0 && virtual_now() - kernel.full <= kernel.timeout),
        "a port serves %u queries", fake->sent);
    kernel.ids[0][octets[0]]++;
    kernel.ids[1][octets[1]]++;
}

/* The statistic of the test of Pearson for 256 values that are equally likely.
 * A run has a seed: the same seed fails again, and one in 10^14 fails by
 * chance. */
void datagram_check_ids(void)
{
    enum { VALUES = 256, ENOUGH = 100, BOUND = 520 };
    for (size_t i = 0; i < 2 && !kernel.is_cares; i++) {
        double sum = 0;
        double all = 0;
        for (size_t k = 0; k < VALUES; k++) {
            all += kernel.ids[i][k];
            sum += (double)kernel.ids[i][k] * kernel.ids[i][k];
        }
        demand(all < ENOUGH * VALUES || sum * VALUES / all - all < BOUND,
               "octet %zu of the ids is not random: %.0f", i,
               sum * VALUES / all - all);
    }
}

static void send_one(struct fake *fake, const unsigned char *octets,
                     size_t length)
{
    struct zone_name name = {0};
    demand(length <= 512 &&
               (zone_read_query(octets, length, &name) || kernel.is_relaxed),
           "a query is sent that asks for nothing");
    struct asked *asked = datagram_find(fake, octets, length);
    if (asked != NULL && !kernel.is_cares &&
        virtual_now() - asked->at >= REPEATED_AFTER) {
        demand(++asked->repeats <= kernel.repeats,
               "a query is repeated %u times", asked->repeats);
    } else {
        note_query(fake, octets);
        add_asked(fake, name.input, octets, length);
    }
    check_rate(&kernel.all);
    check_rate(&kernel.each[fake->server]);
    kernel_moved();
    journal_note("query", name.input,
                 (uint64_t)fake->port << 32 | (unsigned)octets[0] << 8 |
                     octets[1]);
    path_query(fake, name.input, octets, length);
}

ssize_t datagram_send(struct fake *fake, const unsigned char *octets,
                      size_t length)
{
    int error = find_error(fake);
    if (error != 0) {
        return kernel_error(error);
    }
    send_one(fake, octets, length);
    return (ssize_t)length;
}

ssize_t __wrap_send(int descriptor, const void *octets, size_t length,
                    int flags)
{
    return datagram_send(kernel_find(descriptor), octets, length);
}

/* Send a message of several pieces; each is a datagram if the system is to cut
 * the message. */
static int send_pieces(struct fake *fake, const struct msghdr *message)
{
    int error = find_error(fake);
    if (error == 0 && message->msg_iovlen > 1 &&
        chance_hits(&kernel.chance, kernel.weather.segments)) {
        error = EIO;
    }
    if (error != 0) {
        return kernel_error(error);
    }
    demand(message->msg_iovlen == 1 || message->msg_controllen > 0,
           "queries are sent as one datagram");
    for (size_t i = 0; i < message->msg_iovlen; i++) {
        demand(message->msg_iov[i].iov_len == message->msg_iov[0].iov_len,
               "pieces of different lengths");
        send_one(fake, message->msg_iov[i].iov_base,
                 message->msg_iov[i].iov_len);
    }
    return 0;
}

int __wrap_sendmmsg(int descriptor, struct mmsghdr *list, unsigned count,
                    int flags)
{
    unsigned sent = 0;
    struct fake *fake = kernel_find(descriptor);
    while (sent < count && send_pieces(fake, &list[sent].msg_hdr) == 0) {
        sent++;
    }
    return sent > 0 ? (int)sent : -1;
}

ssize_t __wrap_sendmsg(int descriptor, const struct msghdr *message, int flags)
{
    unsigned char octets[65536];
    size_t length = 0;
    struct fake *fake = kernel_find(descriptor);
    for (size_t i = 0; i < message->msg_iovlen; i++) {
        const struct iovec *piece = &message->msg_iov[i];
        demand(length + piece->iov_len <= sizeof octets, "too much is sent");
        memcpy(octets + length, piece->iov_base, piece->iov_len);
        length += piece->iov_len;
    }
    return fake->is_stream ? stream_send(fake, octets, length)
                           : datagram_send(fake, octets, length);
}

/* ---- Receiving ---------------------------------------------------------- */

int __wrap_recvmmsg(int descriptor, struct mmsghdr *list, unsigned count,
                    int flags, struct timespec *timeout);
ssize_t __wrap_recvfrom(int descriptor, void *octets, size_t length, int flags,
                        struct sockaddr *from, socklen_t *from_length);

void datagram_arrive(void *subject, uint64_t number)
{
    struct packet *packet = subject;
    size_t index = kernel.by_port[packet->port];
    struct fake *fake = index > 0 ? &kernel.fakes[index - 1] : NULL;
    packet->next = NULL;
    /* A forger that guesses everything is not what is tested. */
    bool is_right = fake != NULL && !fake->is_stream &&
                    (!fake->is_connected || fake->server == packet->server);
    bool is_guessed = is_right && packet->is_forged && number == 0 &&
                      datagram_find(fake, packet->octets, packet->length);
    if (!is_right || is_guessed || fake->queued == QUEUE_MAX) {
        if (is_right && !packet->is_forged) {
            hurt_input(packet->server, packet->input, "overflow");
        }
        journal_note("dropped", packet->input, packet->port);
        free(packet);
        return;
    }
    journal_note(packet->is_forged ? "forgery" : "arrival", packet->input,
                 packet->port);
    *(fake->first != NULL ? &fake->last->next : &fake->first) = packet;
    fake->last = packet;
    fake->queued++;
}

void datagram_refuse(uint16_t port, unsigned server, int why)
{
    size_t index = kernel.by_port[port];
    struct fake *fake = index > 0 ? &kernel.fakes[index - 1] : NULL;
    if (fake != NULL && !fake->is_stream && fake->server == server) {
        journal_note("icmp", port, (uint64_t)why);
        fake->error = why;
    }
}

/* The library reads |packet|. */
static void note_read(struct fake *fake, const struct packet *packet)
{
    struct asked *asked = datagram_find(fake, packet->octets, packet->length);
    kernel_moved();
    journal_note("read", packet->input, packet->port);
    if (packet->given > 0) {
        hurts_note_way(packet->input, virtual_now() - packet->given);
    }
    if (asked == NULL || (packet->octets[2] & RESPONSE) == 0) {
        return;
    }
    /* c-ares goes on reading UDP while it repeats a query over TCP: then the
     * query is not over. */
    if (kernel.is_cares &&
        ((packet->octets[2] & TRUNCATED) != 0 || packet->length > CARES_MAX)) {
        fake->is_untimed = true;
        return;
    }
    asked->is_over = true;
    drop_over(fake);
    path_was_read(packet);
}

ssize_t datagram_receive(struct fake *fake, unsigned char *octets,
                         size_t length, bool *is_cut)
{
    int error = fake->error;
    struct packet *packet = fake->first;
    if (error != 0) {
        fake->error = 0;
        lose_all(fake, "icmp-at-receive");
        return kernel_error(error);
    }
    if (packet == NULL) {
        return kernel_error(EAGAIN);
    }
    if (chance_hits(&kernel.chance, kernel.weather.interrupt)) {
        return kernel_error(EINTR);
    }
    fake->first = packet->next;
    fake->queued--;
    note_read(fake, packet);
    size_t copied = packet->length < length ? packet->length : length;
    memcpy(octets, packet->octets, copied);
    *is_cut = packet->length > length;
    free(packet);
    return (ssize_t)copied;
}

int __wrap_recvmmsg(int descriptor, struct mmsghdr *list, unsigned count,
                    int flags, struct timespec *timeout)
{
    unsigned received = 0;
    struct fake *fake = kernel_find(descriptor);
    demand(fake != NULL && fake->is_open, "a socket is read that is not open");
    while (received < count && (received == 0 || fake->error == 0)) {
        struct msghdr *header = &list[received].msg_hdr;
        bool is_cut = false;
        ssize_t length = datagram_receive(fake, header->msg_iov->iov_base,
                                          header->msg_iov->iov_len, &is_cut);
        if (length < 0) {
            break;
        }
        header->msg_flags = is_cut ? MSG_TRUNC : 0;
        list[received++].msg_len = (unsigned)length;
    }
    return received > 0 ? (int)received : -1;
}

/* Write where the datagrams of |fake| come from: its peer. */
static void write_peer(const struct fake *fake, struct sockaddr *from,
                       socklen_t *length)
{
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(53)};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(53)};
    four.sin_addr.s_addr = htonl(0xc0000200U | (fake->server + 1));
    static const unsigned char prefix[] = {0x20, 0x01, 0x0d, 0xb8};
    memcpy(six.sin6_addr.s6_addr, prefix, sizeof prefix);
    six.sin6_addr.s6_addr[15] = (unsigned char)(fake->server + 1);
    bool is_six = fake->server % 2 == 1;
    socklen_t size = is_six ? sizeof six : sizeof four;
    memcpy(from, is_six ? (void *)&six : (void *)&four,
           *length < size ? *length : size);
    *length = size;
}

ssize_t __wrap_recvfrom(int descriptor, void *octets, size_t length, int flags,
                        struct sockaddr *from, socklen_t *from_length)
{
    struct fake *fake = kernel_find(descriptor);
    bool is_cut;
    demand(fake != NULL && fake->is_open, "a socket is read that is not open");
    if (fake->is_stream) {
        return stream_receive(fake, octets, length);
    }
    ssize_t received = datagram_receive(fake, octets, length, &is_cut);
    if (received >= 0 && from != NULL) {
        write_peer(fake, from, from_length);
    }
    return received;
}
