/* A response is made of the query and a record that was composed before.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* recvmmsg, sched_setaffinity */
#include "responder.h"

#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>

#include "bench.h"

enum {
    HEADER = 12,
    LABEL = 9,          /* \010kN-00000, the first label */
    DIGIT = HEADER + 2, /* the N */
    BATCH = 64,
    LATE = 16384, /* answers on their way */
    ROOM = 512,
    BUFFER = 4 << 20,
    NAPTR = 35,
    SRV = 33,
};

/* ---- Answers ------------------------------------------------------------ */

static unsigned char *put(unsigned char *at, const void *octets, size_t length)
{
    memcpy(at, octets, length);
    return at + length;
}

static unsigned char *put_string(unsigned char *at, const char *text)
{
    *at++ = (unsigned char)strlen(text);
    return put(at, text, strlen(text));
}

/* The RDATA of a rule of the chain that is asked for in |query|, whose name has
 * |length| octets. */
static unsigned char *put_naptr(unsigned char *at, const unsigned char *query,
                                size_t length)
{
    unsigned char digit = query[DIGIT];
    at = put(at, "\0\144\0\12", 4);
    at = put_string(at, digit == '1' ? "u" : digit == '2' ? "s" : "");
    at = put_string(at, "http+I2L");
    if (digit == '9') { /* a rule of this name alone, to k3 */
        char regexp[64] = "!^urn:k9-(00000):.*$!k3-\\1.test!i";
        memcpy(regexp + 10, query + DIGIT + 2, 5);
        at = put_string(at, regexp);
        *at++ = 0;
        return at;
    }
    if (digit == '1') {
        at = put_string(at, "!^urn:([^:]+):(.*)$!http://\\1.example/\\2!");
        *at++ = 0;
        return at;
    }
    *at++ = 0;
    put(at, query + HEADER, length);
    at[DIGIT - HEADER] = (unsigned char)(digit - 1);
    return at + length;
}

/* The octets of the name in the query of |length| octets; 0: it has none that is
 * answered. */
static size_t find_name(const unsigned char *query, size_t length)
{
    size_t at = HEADER;
    while (at < length && query[at] != 0) {
        at += 1 + query[at];
    }
    return at + 5 <= length && at >= HEADER + LABEL ? at + 1 - HEADER : 0;
}

/* Turn a query of |length| octets into its answer; the answer's length. */
static size_t answer(unsigned char *octets, size_t length)
{
    size_t name = find_name(octets, length);
    if (name == 0) {
        return 0;
    }
    bool is_srv = octets[HEADER + name + 1] == SRV;
    put(octets + 2, "\x80\x00\0\1\0\1\0\0\0\0", 10);
    unsigned char *at = octets + HEADER + name + 4;
    at = put(at, is_srv ? "\xc0\x0c\0\41\0\1" : "\xc0\x0c\0\43\0\1", 6);
    at = put(at, "\0\0\2\x58", 4);
    unsigned char *rdata = at + 2;
    at = is_srv ? put(rdata, "\0\0\0\0\0\120\4host\4test", 17)
                : put_naptr(rdata, octets, name);
    rdata[-2] = 0;
    rdata[-1] = (unsigned char)(at - rdata);
    return (size_t)(at - octets);
}

/* ---- Serving ------------------------------------------------------------ */

static _Noreturn void serve(int udp)
{
    static unsigned char octets[BATCH][ROOM];
    static struct sockaddr_in from[BATCH];
    static struct iovec pieces[BATCH];
    static struct mmsghdr messages[BATCH];
    for (;;) {
        for (unsigned i = 0; i < BATCH; i++) {
            pieces[i] = (struct iovec){octets[i], ROOM};
            messages[i].msg_hdr = (struct msghdr){.msg_name = &from[i],
                                                  .msg_namelen = sizeof from[i],
                                                  .msg_iov = &pieces[i],
                                                  .msg_iovlen = 1};
        }
        int count = recvmmsg(udp, messages, BATCH, MSG_WAITFORONE, NULL);
        for (int i = 0; i < count; i++) {
            pieces[i].iov_len = answer(octets[i], messages[i].msg_len);
        }
        for (int sent = 0; sent < count;) {
            int more =
                sendmmsg(udp, messages + sent, (unsigned)(count - sent), 0);
            sent += more > 0 ? more : 1;
        }
    }
}

/* An answer that leaves later. */
struct late {
    double due; /* nanoseconds */
    struct sockaddr_in to;
    size_t length;
    unsigned char octets[ROOM];
};

/* Read the next query, and make its answer |late|; false if none has come, or it
 * is lost. */
static bool receive_late(int udp, const struct responder *responder,
                         struct late *late)
{
    static unsigned seed = 1;
    socklen_t size = sizeof late->to;
    ssize_t length = recvfrom(udp, late->octets, ROOM, MSG_DONTWAIT,
                              (struct sockaddr *)&late->to, &size);
    if (length <= 0 || (unsigned)rand_r(&seed) % 1000 < responder->loss) {
        return false;
    }
    late->length = answer(late->octets, (size_t)length);
    late->due = bench_now() + 1e3 * responder->delay;
    return true;
}

static _Noreturn void serve_late(int udp, const struct responder *responder)
{
    static struct late ring[LATE];
    size_t first = 0;
    size_t last = 0;
    for (;;) {
        struct pollfd polled = {udp, POLLIN, 0};
        struct late *late = &ring[first % LATE];
        double left = late->due - bench_now();
        long wait = first != last && left > 0 ? (long)left : 0;
        const struct timespec time = {wait / 1000000000, wait % 1000000000};
        int ready = ppoll(&polled, 1, first != last ? &time : NULL, NULL);
        if (ready > 0 && last - first < LATE) {
            last += receive_late(udp, responder, &ring[last % LATE]);
        }
        for (; first != last && ring[first % LATE].due <= bench_now();
             first++) {
            late = &ring[first % LATE];
            (void)sendto(udp, late->octets, late->length, 0,
                         (struct sockaddr *)&late->to, sizeof late->to);
        }
    }
}

static void set_buffers(int udp)
{
    int size = BUFFER;
    if (setsockopt(udp, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof size) != 0) {
        setsockopt(udp, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
    }
    setsockopt(udp, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
}

void responder_start(struct responder *responder)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int udp = socket(AF_INET, SOCK_DGRAM, 0);
    if (udp < 0 || bind(udp, (struct sockaddr *)&address, size) != 0) {
        bench_fail("no socket");
    }
    set_buffers(udp);
    getsockname(udp, (struct sockaddr *)&address, &size);
    responder->port = ntohs(address.sin_port);
    responder->process = fork();
    if (responder->process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (responder->delay > 0 || responder->loss > 0) {
            serve_late(udp, responder);
        }
        serve(udp);
    }
    close(udp);
    if (responder->process < 0) {
        bench_fail("no process");
    }
    responder_pin(responder->process, 0);
}

void responder_stop(struct responder *responder)
{
    kill(responder->process, SIGKILL);
    waitpid(responder->process, NULL, 0);
}

void responder_pin(pid_t process, unsigned processor)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    sched_setaffinity(process, sizeof set, &set);
}

int responder_connect(const struct responder *responder)
{
    const struct sockaddr_in address = {.sin_family = AF_INET,
                                        .sin_port = htons(responder->port),
                                        .sin_addr.s_addr =
                                            htonl(INADDR_LOOPBACK)};
    int udp = socket(AF_INET, SOCK_DGRAM, 0);
    if (udp < 0 ||
        connect(udp, (const struct sockaddr *)&address, sizeof address) != 0) {
        bench_fail("no socket");
    }
    set_buffers(udp);
    return udp;
}

void responder_name(char name[RESPONDER_NAME], unsigned n, unsigned id,
                    unsigned longer)
{
    memcpy(name, "k0-00000.", LABEL);
    name[1] = (char)('0' + n);
    for (unsigned i = 0; i < 5; i++, id /= 10) {
        name[7 - i] = (char)('0' + id % 10);
    }
    if (longer > 0) {
        memset(name + LABEL, 'x', longer);
        name[LABEL + longer++] = '.';
    }
    memcpy(name + LABEL + longer, "test", 5);
}

/* Write |name| as labels, which takes its length and two octets. */
static unsigned char *put_name(unsigned char *at, const char *name)
{
    while (*name != '\0') {
        size_t length = strcspn(name, ".");
        *at++ = (unsigned char)length;
        at = put(at, name, length);
        name += length + (name[length] == '.');
    }
    *at++ = 0;
    return at;
}

size_t responder_query(unsigned char octets[RESPONDER_QUERY], unsigned n,
                       unsigned id, unsigned longer, uint16_t type)
{
    char name[RESPONDER_NAME];
    responder_name(name, n, id, longer);
    put(octets, "\0\0\1\x20\0\1\0\0\0\0\0\1", HEADER);
    octets[0] = (unsigned char)(id >> 8);
    octets[1] = (unsigned char)id;
    unsigned char *at = put_name(octets + HEADER, name);
    *at++ = 0;
    *at++ = (unsigned char)type;
    at = put(at, "\0\1\0\0\51\4\xd0\0\0\0\0\0\0", 13);
    return (size_t)(at - octets);
}
