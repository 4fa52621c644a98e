/* Sockets come and go, and the library waits for them.
 *
 * SPDX-License-Identifier: MIT */
#include "core/network/kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "core/network/agenda.h"
#include "core/network/clock.h"
#include "core/network/journal.h"
#include "core/network/run.h"

enum {
    SPIN_MAX = 1000, /* waits in which nothing moves */
    SOL_OF_UDP = 17,
    DNS_PORT = 53,
};

static const uint64_t hour = UINT64_C(3600000000);

struct kernel kernel;

void kernel_begin(const struct scenario *scenario, uint64_t seed)
{
    memset(&kernel, 0, sizeof kernel);
    kernel.weather = scenario->weather;
    kernel.chance.state = chance_mix(seed, 'k');
    kernel.servers = scenario->servers;
    kernel.is_cares = scenario->cares;
    bool is_careful = scenario->tries == 1 || scenario->rate > 0 ||
                      scenario->rate_per_server > 0;
    kernel.repeats = is_careful ? 0 : REPEATS_OF_A_QUERY;
    kernel.all.limit = scenario->rate;
    for (unsigned i = 0; i < SERVERS_MAX; i++) {
        kernel.each[i].limit = scenario->rate_per_server;
    }
    kernel.is_relaxed = scenario->is_relaxed;
    kernel.timeout = UINT64_C(1000) * scenario->timeout;
    kernel.slack = scenario->cares ? 250000 : 2000;
}

void kernel_plant(unsigned plant)
{
    kernel.plant = plant;
}

void kernel_end(void)
{
    demand(kernel.opened == 0, "%u sockets were left open", kernel.opened);
    datagram_check_ids();
}

struct fake *kernel_find(int descriptor)
{
    int number = descriptor - FIRST_DESCRIPTOR;
    return number >= 0 && number < FAKES_MAX ? &kernel.fakes[number] : NULL;
}

static struct fake *find_open(int descriptor)
{
    struct fake *fake = kernel_find(descriptor);
    demand(fake != NULL && fake->is_open, "a socket is used that is not open");
    return fake;
}

void kernel_interrupt(void)
{
    kernel.is_interrupted = true;
}

void kernel_moved(void)
{
    kernel.idle_waits = 0;
}

int kernel_error(int why)
{
    errno = why;
    return -1;
}

/* ---- Sockets come and go ------------------------------------------------ */

int __wrap_socket(int family, int type, int protocol);
int __real_close(int descriptor);
int __wrap_close(int descriptor);
int __wrap_connect(int descriptor, const struct sockaddr *address,
                   socklen_t length);
int __real_fcntl(int descriptor, int command, ...);
int __wrap_fcntl(int descriptor, int command, ...);
/* Its name in the C library if file offsets have 64 bits. */
int __wrap_fcntl64(int descriptor, int command, ...)
    __attribute__((alias("__wrap_fcntl")));
int __wrap_setsockopt(int descriptor, int level, int name, const void *value,
                      socklen_t length);
int __wrap_getsockopt(int descriptor, int level, int name, void *value,
                      socklen_t *length);

static void hurt_servers(const char *why)
{
    for (unsigned i = 0; i < kernel.servers; i++) {
        hurt_all(i, why);
    }
}

static uint16_t choose_port(size_t number)
{
    uint16_t port;
    do {
        port = (uint16_t)(1024 + chance_below(&kernel.chance, 64000));
    } while (kernel.by_port[port] != 0);
    kernel.by_port[port] = (uint16_t)(number + 1);
    return port;
}

int __wrap_socket(int family, int type, int protocol)
{
    const struct weather *weather = &kernel.weather;
    demand(family == AF_INET || family == AF_INET6, "a strange socket");
    size_t i = 0;
    while (i < FAKES_MAX && kernel.fakes[i].is_open) {
        i++;
    }
    demand(i < FAKES_MAX, "too many sockets are open");
    if (weather->descriptors > 0 && kernel.opened >= weather->descriptors) {
        hurt_servers("no-descriptor");
        return kernel_error(EMFILE);
    }
    kernel.opened++;
    kernel.used = i < kernel.used ? kernel.used : i + 1;
    kernel.fakes[i] = (struct fake){
        .is_open = true,
        .is_stream = (type & 15) == SOCK_STREAM,
        .generation = kernel.fakes[i].generation + 1,
        .port = choose_port(i),
        .cuts = !chance_hits(&kernel.chance, weather->segments),
    };
    journal_note("socket", i, kernel.fakes[i].port);
    return FIRST_DESCRIPTOR + (int)i;
}

int __wrap_close(int descriptor)
{
    struct fake *fake = kernel_find(descriptor);
    if (fake == NULL) {
        return __real_close(descriptor);
    }
    demand(fake->is_open, "a socket is closed twice");
    journal_note("close", (uint64_t)(fake - kernel.fakes), fake->port);
    if (fake->is_stream) {
        stream_close(fake);
    }
    datagram_close(fake);
    kernel.by_port[fake->port] = 0;
    fake->is_open = false;
    if (kernel.opened >= SOCKETS_OF_A_SERVER) {
        kernel.full = virtual_now();
    }
    kernel.opened--;
    return 0;
}

/* The number of the server at |address|: the last octet, less one. */
static unsigned read_server(const struct sockaddr *address)
{
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    unsigned number;
    if (address->sa_family == AF_INET) {
        memcpy(&four, address, sizeof four);
        demand(ntohs(four.sin_port) == DNS_PORT, "a strange port");
        number = ntohl(four.sin_addr.s_addr) & 255;
    } else {
        memcpy(&six, address, sizeof six);
        demand(ntohs(six.sin6_port) == DNS_PORT, "a strange port");
        number = six.sin6_addr.s6_addr[15];
    }
    demand(number >= 1 && number <= kernel.servers, "a strange server");
    return number - 1;
}

int __wrap_connect(int descriptor, const struct sockaddr *address,
                   socklen_t length)
{
    static const int errors[] = {EADDRNOTAVAIL, EAGAIN, ENETUNREACH};
    struct fake *fake = find_open(descriptor);
    fake->server = read_server(address);
    if (chance_hits(&kernel.chance, kernel.weather.no_port)) {
        hurt_all(fake->server, "no-port");
        return kernel_error(errors[chance_below(&kernel.chance, 3)]);
    }
    fake->is_connected = true;
    return fake->is_stream ? stream_connect(fake) : 0;
}

int __wrap_fcntl(int descriptor, int command, ...)
{
    va_list arguments;
    va_start(arguments, command);
    long argument = va_arg(arguments, long);
    va_end(arguments);
    return kernel_find(descriptor) != NULL
               ? 0
               : __real_fcntl(descriptor, command, argument);
}

int __wrap_setsockopt(int descriptor, int level, int name, const void *value,
                      socklen_t length)
{
    find_open(descriptor);
    return 0;
}

int __wrap_getsockopt(int descriptor, int level, int name, void *value,
                      socklen_t *length)
{
    const struct fake *fake = find_open(descriptor);
    int type = fake->is_stream ? SOCK_STREAM : SOCK_DGRAM;
    if (level == SOL_OF_UDP) {
        return fake->cuts ? 0 : kernel_error(ENOPROTOOPT);
    }
    demand(name == SO_TYPE && *length >= sizeof type, "a strange option");
    memcpy(value, &type, sizeof type);
    return 0;
}

/* ---- Waiting ------------------------------------------------------------ */

int __wrap_poll(struct pollfd *list, nfds_t count, int timeout);

static short find_events(const struct fake *fake, short wanted)
{
    int events = fake->error != 0 ? POLLERR : 0;
    bool is_readable =
        fake->is_stream ? stream_is_readable(fake) : fake->first != NULL;
    bool is_writable = fake->is_stream ? stream_is_writable(fake)
                                       : fake->writable <= virtual_now();
    if (is_readable || fake->error != 0) {
        events |= wanted & POLLIN;
    }
    if (is_writable || fake->error != 0) {
        events |= wanted & POLLOUT;
    }
    return (short)events;
}

static int find_ready(struct pollfd *list, nfds_t count)
{
    int ready = 0;
    for (nfds_t i = 0; i < count; i++) {
        list[i].revents = find_events(find_open(list[i].fd), list[i].events);
        ready += list[i].revents != 0;
    }
    return ready;
}

/* A wait that ends at |end| must not sleep past the end of a try. */
static void check_sleep(uint64_t end)
{
    for (size_t i = 0; i < kernel.used; i++) {
        struct fake *fake = &kernel.fakes[i];
        if (fake->is_open && !fake->is_stream) {
            uint64_t due = datagram_due(fake);
            demand(due >= end || end - due <= kernel.slack,
                   "the library sleeps %llu microseconds past the end of a try "
                   "of port %u",
                   (unsigned long long)(end - due), fake->port);
        }
    }
}

/* Stand still until something is ready or |end| has come. */
static int sleep_until(struct pollfd *list, nfds_t count, uint64_t end)
{
    for (;;) {
        int ready = find_ready(list, count);
        if (ready > 0) {
            return ready;
        }
        if (kernel.is_interrupted) {
            kernel.is_interrupted = false;
            return kernel_error(EINTR);
        }
        if (agenda_next() > end) {
            uint64_t late =
                kernel.weather.oversleep > 0
                    ? chance_below(&kernel.chance, kernel.weather.oversleep)
                    : 0;
            late += kernel.plant == PLANT_LATE ? hour : 0;
            virtual_pass(end + late);
            return 0;
        }
        demand(agenda_next() < UINT64_MAX, "the library sleeps for ever");
        agenda_step();
    }
}

int __wrap_poll(struct pollfd *list, nfds_t count, int timeout)
{
    uint64_t began = virtual_now();
    uint64_t end =
        timeout < 0 ? UINT64_MAX : began + UINT64_C(1000) * (unsigned)timeout;
    demand(++kernel.idle_waits < SPIN_MAX,
           "the library spins: nothing moved in %d waits", SPIN_MAX);
    end += kernel.plant == PLANT_SLEEP ? hour : 0;
    check_sleep(end);
    if (kernel.plant == PLANT_SPIN) {
        return 0;
    }
    int ready = sleep_until(list, count, end);
    if (virtual_now() > began) {
        kernel_moved();
    }
    return ready;
}

void kernel_rest(void)
{
    sleep_until(NULL, 0, UINT64_MAX);
}

/* ---- What c-ares calls by itself ---------------------------------------- */

/* It calls these of the program, not the C library's, because the program
 * exports them. */
#define EXPORTED __attribute__((visibility("default")))

ssize_t getrandom(void *buffer, size_t size, unsigned flags);
void arc4random_buf(void *buffer, size_t size);
int getsockname(int descriptor, struct sockaddr *address, socklen_t *length);

EXPORTED ssize_t getrandom(void *buffer, size_t size, unsigned flags)
{
    if (chance_hits(&kernel.chance, kernel.weather.interrupt)) {
        return kernel_error(EINTR);
    }
    if (chance_hits(&kernel.chance, kernel.weather.no_random)) {
        hurt_servers("no-random");
        return kernel_error(ENOSYS);
    }
    for (size_t i = 0; i < size; i += sizeof(uint64_t)) {
        uint64_t number = chance_draw(&kernel.chance);
        size_t rest = size - i < sizeof number ? size - i : sizeof number;
        memcpy((unsigned char *)buffer + i, &number, rest);
    }
    return (ssize_t)size;
}

EXPORTED void arc4random_buf(void *buffer, size_t size)
{
    while (getrandom(buffer, size, 0) < 0) {
    }
}

EXPORTED int getsockname(int descriptor, struct sockaddr *address,
                         socklen_t *length)
{
    struct sockaddr_in own = {.sin_family = AF_INET};
    own.sin_port = htons(find_open(descriptor)->port);
    memcpy(address, &own, *length < sizeof own ? *length : sizeof own);
    *length = sizeof own;
    return 0;
}
