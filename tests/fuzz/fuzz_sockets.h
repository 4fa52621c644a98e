/* The kernel of targets that ask DNS: sockets, time and chance, as the input
 * says. Programs are linked with --wrap for each function here, and are one file
 * that includes this first.
 *
 * The input is a row of events. Where the library waits, an octet says which
 * socket is ready, or that time passes; where it sends or receives, octets say
 * what happens:
 *
 *     0 to 15     an error, or nothing
 *     16 to 47    the octets of a message: two for its length, and the rest
 *     others      a message that repeats the last question: two octets of
 *                 flags, three of counts, two for the length of the rest,
 *                 and the rest
 *
 * SPDX-License-Identifier: MIT */
#ifndef FUZZ_FUZZ_SOCKETS_H
#define FUZZ_FUZZ_SOCKETS_H

#define _GNU_SOURCE /* sendmmsg, recvmmsg, syscall */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdarg.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "fuzz.h"

enum {
    FIRST_DESCRIPTOR = 100000,
    SOCKETS_MAX = 128,
    QUERY_MAX = 600,
    MESSAGE_MAX = 4096,
    WAITS_MAX = 200000,
    HEADER = 12,
};

struct fake {
    bool is_open;
    bool is_stream;
    bool is_ready; /* something may be received */
    struct sockaddr_storage peer;
    socklen_t peer_length;
    unsigned char query[QUERY_MAX]; /* the last query */
    size_t query_length;
    unsigned char stream[MESSAGE_MAX + 2]; /* not yet received */
    size_t stream_length;
};

static struct fake fakes[SOCKETS_MAX];

static struct {
    const uint8_t *next;
    const uint8_t *end;
    uint64_t now; /* microseconds */
    bool is_on;
    unsigned char chance;
    unsigned waits;
} world;

static unsigned take(void)
{
    return world.next < world.end ? *world.next++ : 0;
}

static unsigned take_two(void)
{
    unsigned high = take();
    return high << 8 | take();
}

static struct fake *find(int descriptor)
{
    int number = descriptor - FIRST_DESCRIPTOR;
    return number >= 0 && number < SOCKETS_MAX ? &fakes[number] : NULL;
}

static int fail(int why)
{
    errno = why;
    return -1;
}

/* ---- Time and chance ---------------------------------------------------- */

/* c-ares calls this function, too, whether it is linked statically or not. */
__attribute__((visibility("default"))) int clock_gettime(clockid_t clock,
                                                         struct timespec *time)
{
    if (!world.is_on || clock != CLOCK_MONOTONIC) {
        return (int)syscall(SYS_clock_gettime, clock, time);
    }
    time->tv_sec = (time_t)(world.now / 1000000);
    time->tv_nsec = (long)(world.now % 1000000 * 1000);
    return 0;
}

ssize_t __wrap_getrandom(void *buffer, size_t size, unsigned flags);

ssize_t __wrap_getrandom(void *buffer, size_t size, unsigned flags)
{
    for (size_t i = 0; i < size; i++) {
        ((unsigned char *)buffer)[i] = world.chance += 37;
    }
    return (ssize_t)size;
}

/* ---- Sockets ------------------------------------------------------------ */

int __wrap_socket(int family, int type, int protocol);
int __real_close(int descriptor);
int __wrap_close(int descriptor);
int __wrap_connect(int descriptor, const struct sockaddr *address,
                   socklen_t length);
int __real_fcntl(int descriptor, int command, ...);
int __wrap_fcntl(int descriptor, int command, ...);
int __wrap_setsockopt(int descriptor, int level, int name, const void *value,
                      socklen_t length);
int __wrap_getsockopt(int descriptor, int level, int name, void *value,
                      socklen_t *length);

int __wrap_socket(int family, int type, int protocol)
{
    require(family == AF_INET || family == AF_INET6);
    if (take() == 255) {
        return fail(EMFILE);
    }
    for (int i = 0; i < SOCKETS_MAX; i++) {
        if (!fakes[i].is_open) {
            fakes[i] = (struct fake){.is_open = true,
                                     .is_stream = (type & 15) == SOCK_STREAM};
            return FIRST_DESCRIPTOR + i;
        }
    }
    return fail(EMFILE);
}

int __wrap_close(int descriptor)
{
    struct fake *fake = find(descriptor);
    if (fake == NULL) {
        return __real_close(descriptor);
    }
    require(fake->is_open);
    fake->is_open = false;
    return 0;
}

int __wrap_connect(int descriptor, const struct sockaddr *address,
                   socklen_t length)
{
    struct fake *fake = find(descriptor);
    require(fake != NULL && fake->is_open && length <= sizeof fake->peer);
    memcpy(&fake->peer, address, length);
    fake->peer_length = length;
    unsigned how = take();
    return how == 255         ? fail(ENETUNREACH)
           : !fake->is_stream ? 0
           : how % 2 == 0     ? fail(EINPROGRESS)
                              : 0;
}

int __wrap_fcntl(int descriptor, int command, ...)
{
    va_list arguments;
    va_start(arguments, command);
    long argument = va_arg(arguments, long);
    va_end(arguments);
    return find(descriptor) != NULL
               ? 0
               : __real_fcntl(descriptor, command, argument);
}

int __wrap_setsockopt(int descriptor, int level, int name, const void *value,
                      socklen_t length)
{
    require(find(descriptor) != NULL && find(descriptor)->is_open);
    return 0;
}

int __wrap_getsockopt(int descriptor, int level, int name, void *value,
                      socklen_t *length)
{
    const struct fake *fake = find(descriptor);
    if (level != SOL_SOCKET) {
        return fail(ENOPROTOOPT); /* no segmentation by the kernel */
    }
    int type = fake != NULL && fake->is_stream ? SOCK_STREAM : SOCK_DGRAM;
    require(fake != NULL && name == SO_TYPE && *length >= sizeof type);
    memcpy(value, &type, sizeof type);
    return 0;
}

/* ---- Sending ------------------------------------------------------------ */

ssize_t __wrap_send(int descriptor, const void *octets, size_t length,
                    int flags);
int __wrap_sendmmsg(int descriptor, struct mmsghdr *list, unsigned count,
                    int flags);
ssize_t __wrap_sendmsg(int descriptor, const struct msghdr *message, int flags);

static ssize_t keep_query(struct fake *fake, const struct iovec *pieces,
                          size_t count)
{
    size_t length = 0;
    unsigned how = take();
    require(fake != NULL && fake->is_open);
    if (how >= 250) {
        return fail(how == 250   ? EAGAIN
                    : how == 251 ? ECONNREFUSED
                    : how == 252 ? ENOBUFS
                                 : EHOSTUNREACH);
    }
    fake->query_length = 0;
    for (size_t i = 0; i < count; i++) {
        length += pieces[i].iov_len;
        if (fake->query_length + pieces[i].iov_len <= QUERY_MAX) {
            memcpy(fake->query + fake->query_length, pieces[i].iov_base,
                   pieces[i].iov_len);
            fake->query_length += pieces[i].iov_len;
        }
    }
    if (fake->is_stream && fake->query_length > 2) {
        fake->query_length -= 2;
        memmove(fake->query, fake->query + 2, fake->query_length);
    }
    return (ssize_t)length;
}

ssize_t __wrap_send(int descriptor, const void *octets, size_t length,
                    int flags)
{
    const struct iovec piece = {(void *)(uintptr_t)octets, length};
    return keep_query(find(descriptor), &piece, 1);
}

int __wrap_sendmmsg(int descriptor, struct mmsghdr *list, unsigned count,
                    int flags)
{
    unsigned sent = 0;
    while (sent < count &&
           keep_query(find(descriptor), list[sent].msg_hdr.msg_iov,
                      list[sent].msg_hdr.msg_iovlen) >= 0) {
        sent++;
    }
    return sent > 0 ? (int)sent : -1;
}

ssize_t __wrap_sendmsg(int descriptor, const struct msghdr *message, int flags)
{
    return keep_query(find(descriptor), message->msg_iov, message->msg_iovlen);
}

/* ---- Receiving ---------------------------------------------------------- */

int __wrap_recvmmsg(int descriptor, struct mmsghdr *list, unsigned count,
                    int flags, struct timespec *timeout);
ssize_t __wrap_recvfrom(int descriptor, void *octets, size_t length, int flags,
                        struct sockaddr *from, socklen_t *from_length);

static size_t add(unsigned char *message, size_t length, size_t wanted)
{
    size_t left = (size_t)(world.end - world.next);
    size_t room = MESSAGE_MAX - length;
    size_t count = wanted < left ? wanted : left;
    count = count < room ? count : room;
    memcpy(message + length, world.next, count);
    world.next += count;
    return length + count;
}

/* Where the question of a query ends; 0: it has none. */
static size_t skip_question(const struct fake *fake)
{
    size_t at = HEADER;
    while (at < fake->query_length && fake->query[at] != 0) {
        at += 1 + (size_t)fake->query[at];
    }
    return at + 5 <= fake->query_length ? at + 5 : 0;
}

/* Make a message; otherwise return -1 and set errno. */
static ssize_t receive(struct fake *fake, unsigned char *message)
{
    static const int errors[] = {EAGAIN, ECONNREFUSED, EINTR, EHOSTUNREACH};
    require(fake != NULL && fake->is_open);
    if (!fake->is_ready) {
        return fail(EAGAIN);
    }
    unsigned how = take();
    fake->is_ready = how % 4 == 3;
    if (how < 16) {
        fake->is_ready = false;
        return fail(errors[how % 4]);
    }
    size_t question = skip_question(fake);
    if (how < 48 || question == 0) {
        return (ssize_t)add(message, 0, take_two());
    }
    memcpy(message, fake->query, question);
    message[2] = (unsigned char)(0x80 ^ take());
    message[3] = (unsigned char)take();
    memset(message + 4, 0, HEADER - 4);
    message[5] = 1;
    message[7] = (unsigned char)take();
    message[9] = (unsigned char)take();
    message[11] = (unsigned char)take();
    return (ssize_t)add(message, question, take_two());
}

int __wrap_recvmmsg(int descriptor, struct mmsghdr *list, unsigned count,
                    int flags, struct timespec *timeout)
{
    unsigned char message[MESSAGE_MAX];
    unsigned received = 0;
    while (received < count) {
        ssize_t length = receive(find(descriptor), message);
        if (length < 0) {
            break;
        }
        struct msghdr *header = &list[received].msg_hdr;
        require(header->msg_iovlen == 1);
        size_t room = header->msg_iov->iov_len;
        size_t copied = (size_t)length < room ? (size_t)length : room;
        memcpy(header->msg_iov->iov_base, message, copied);
        header->msg_flags = (size_t)length > room ? MSG_TRUNC : 0;
        list[received++].msg_len = (unsigned)copied;
    }
    return received > 0 ? (int)received : -1;
}

/* More of the stream, or what is left of it; 0 where it ends. */
static ssize_t receive_stream(struct fake *fake, unsigned char *octets,
                              size_t length)
{
    if (fake->stream_length == 0) {
        ssize_t made = receive(fake, fake->stream + 2);
        if (made < 0) {
            return errno == EHOSTUNREACH ? 0 : made;
        }
        fake->stream[0] = (unsigned char)(made >> 8);
        fake->stream[1] = (unsigned char)made;
        fake->stream_length = (size_t)made + 2;
    } else if (!fake->is_ready) {
        return fail(EAGAIN);
    }
    fake->is_ready = false;
    unsigned piece = take();
    size_t count = piece % 4 == 0 ? piece / 4 + 1 : length;
    count = count < length ? count : length;
    count = count < fake->stream_length ? count : fake->stream_length;
    memcpy(octets, fake->stream, count);
    fake->stream_length -= count;
    memmove(fake->stream, fake->stream + count, fake->stream_length);
    return (ssize_t)count;
}

ssize_t __wrap_recvfrom(int descriptor, void *octets, size_t length, int flags,
                        struct sockaddr *from, socklen_t *from_length)
{
    unsigned char message[MESSAGE_MAX];
    struct fake *fake = find(descriptor);
    if (fake != NULL && fake->is_stream) {
        return receive_stream(fake, octets, length);
    }
    ssize_t made = receive(fake, message);
    if (made < 0) {
        return -1;
    }
    size_t copied = (size_t)made < length ? (size_t)made : length;
    memcpy(octets, message, copied);
    if (from != NULL && *from_length >= fake->peer_length) {
        memcpy(from, &fake->peer, fake->peer_length);
        *from_length = fake->peer_length;
    }
    return (ssize_t)copied;
}

int __wrap_poll(struct pollfd *list, nfds_t count, int timeout);

/* The library waits: a socket is ready, or time passes. */
int __wrap_poll(struct pollfd *list, nfds_t count, int timeout)
{
    unsigned how = take();
    int ready = 0;
    require(++world.waits < WAITS_MAX);
    for (nfds_t i = 0; i < count; i++) {
        struct fake *fake = find(list[i].fd);
        require(fake != NULL && fake->is_open);
        bool is_chosen = how > 0 && i == how % count;
        fake->is_ready = is_chosen && (list[i].events & POLLIN) != 0;
        list[i].revents = 0;
        if (is_chosen) {
            list[i].revents = list[i].events;
            ready++;
        }
    }
    if (ready == 0) {
        require(timeout >= 0 || count > 0);
        world.now += 1000 * (uint64_t)(timeout > 0 ? timeout : 1);
    } else {
        world.now += 1 + how * UINT64_C(16);
    }
    return ready;
}

/* Begin: events are the |size| octets at |data|. */
static void world_begin(const uint8_t *data, size_t size)
{
    world.next = data;
    world.end = data + size;
    world.now = UINT64_C(1000000000);
    world.chance = 0;
    world.waits = 0;
    world.is_on = true;
}

/* End: no socket may be open any more. */
static void world_end(void)
{
    world.is_on = false;
    for (int i = 0; i < SOCKETS_MAX; i++) {
        require(!fakes[i].is_open);
    }
}

#endif
