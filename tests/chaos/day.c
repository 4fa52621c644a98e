/* A day of operation, compressed: the clock of this program jumps from minute to
 * minute, while threads resolve names through a cache that is too small for
 * them, and a name server publishes a new version of every name each minute.
 *
 * Every answer says in which minute it was given and how long it is valid. So no
 * result may be older than its TTL, and with a TTL of 0 none may be older than
 * the present. Names appear and vanish each hour: a result may show that no later
 * than the negative TTL and the TTL allow.
 *
 * usage: day [NAMES [MINUTES]]
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <ddds/ddds.h>

#include "db/wire/message.h"
#include "unit/names.h"
#include "unit/wire.h"

enum {
    NAMES = 3000,
    MINUTES = 1440,
    MINUTE = 61, /* seconds of a jump: no TTL is a multiple of it, and so none
                    ends in the very moment in which it is looked at */
    THREADS = 3,
    WINDOW = 100,
    OCTETS = 1 << 20, /* of the cache: some three hundred names */
    NEGATIVE_TTL = 900,
    MEMORY = 24 << 10, /* KiB */
};

/* ---- The clock ---------------------------------------------------------- */

static atomic_llong minute; /* since the day began */

/* In place of the C library's. The clock goes on within a minute, so that waits
 * end. */
__attribute__((visibility("default"))) int clock_gettime(clockid_t clock,
                                                         struct timespec *time)
{
    typedef int clock_fn(clockid_t, struct timespec *);
    static _Atomic(clock_fn *) own;
    clock_fn *found = own;
    if (found == NULL) {
        *(void **)&found = dlsym(RTLD_NEXT, "clock_gettime");
        own = found;
    }
    int status = found(clock, time);
    time->tv_sec += (time_t)(minute * MINUTE);
    return status;
}

static void demand(bool is_so, const char *what)
{
    if (!is_so) {
        fprintf(stderr, "minute %lld: %s\n", (long long)minute, what);
        abort();
    }
}

/* ---- The server --------------------------------------------------------- */

static struct sockaddr_in address;
static atomic_ulong queries;

/* A name is valid for so many seconds. */
static uint32_t ttl_of(unsigned number)
{
    static const uint32_t ttls[] = {0, 60, 300, 3600, 21600, 86400, 0x7fffffff};
    return ttls[number % (sizeof ttls / sizeof ttls[0])];
}

/* Every fourth name exists in every other hour only. */
static bool exists(unsigned number, long long at)
{
    return number % 4 != 3 || at / 60 % 2 == 0;
}

static void compose(struct wire *wire, const struct message *query,
                    const char *name)
{
    unsigned number = (unsigned)strtoul(name + 1, NULL, 10);
    long long at = minute;
    char regexp[64];
    wire_begin(wire, exists(number, at) ? 0 : 3, name, query->question_type);
    wire->octets[0] = (unsigned char)(query->id >> 8);
    wire->octets[1] = (unsigned char)query->id;
    if (!exists(number, at)) {
        wire_soa(wire, "test", NEGATIVE_TTL, NEGATIVE_TTL);
        return;
    }
    snprintf(regexp, sizeof regexp, "!^.*$!x:%u/%lld!", number, at);
    size_t end = wire_record(wire, 1, NULL, TYPE_NAPTR, ttl_of(number));
    wire_u16(wire, 1);
    wire_u16(wire, 1);
    wire_string(wire, "u");
    wire_string(wire, "http+I2L");
    wire_string(wire, regexp);
    wire_u8(wire, 0);
    wire_end(wire, end);
}

static void answer(int socket, const unsigned char *octets, size_t length,
                   const struct sockaddr_in *from)
{
    struct wire wire;
    struct arena arena;
    struct message message;
    char name[LIMIT_NAME_SIZE];
    ddds_arena_init(&arena, NULL, 0);
    if (ddds_message_read(octets, length, &arena, &message, NULL) == DDDS_OK &&
        message.question.length > 0) {
        ddds_domain_spell(message.question.octets, message.question.length,
                          name);
        queries++;
        compose(&wire, &message, name);
        sendto(socket, wire.octets, wire.length, 0,
               (const struct sockaddr *)from, sizeof *from);
    }
    ddds_arena_free(&arena);
}

static void *serve(void *context)
{
    int socket = *(int *)context;
    for (;;) {
        unsigned char octets[4096];
        struct sockaddr_in from;
        socklen_t size = sizeof from;
        ssize_t length = recvfrom(socket, octets, sizeof octets, 0,
                                  (struct sockaddr *)&from, &size);
        if (length <= 0) {
            return NULL;
        }
        answer(socket, octets, (size_t)length, &from);
    }
}

static void start_server(void)
{
    static int server;
    pthread_t thread;
    socklen_t size = sizeof address;
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    server = socket(AF_INET, SOCK_DGRAM, 0);
    demand(server >= 0 &&
               bind(server, (struct sockaddr *)&address, size) == 0 &&
               getsockname(server, (struct sockaddr *)&address, &size) == 0 &&
               pthread_create(&thread, NULL, serve, &server) == 0 &&
               pthread_detach(thread) == 0,
           "no server can be started");
}

/* ---- Clients ------------------------------------------------------------ */

struct client {
    ddds_database *database;
    uint32_t chance;
    unsigned names;
    unsigned long long resolved;
    unsigned long long missing;
    unsigned oldest; /* in minutes, of the results */
    unsigned left;
};

struct one {
    struct client *client;
    unsigned number;
};

static uint32_t draw(struct client *client, uint32_t below)
{
    client->chance = client->chance * 1664525 + 1013904223;
    return (client->chance >> 8) % below;
}

/* The result says in which minute it was given. */
static void check_data(struct client *client, unsigned number,
                       const struct ddds_outcome *outcome)
{
    char *end;
    unsigned long said = ULONG_MAX;
    long long given = -1;
    long long now = minute;
    uint32_t ttl = ttl_of(number);
    if (strncmp(outcome->output, "x:", 2) == 0) {
        said = strtoul(outcome->output + 2, &end, 10);
        given = strtoll(end + 1, NULL, 10);
    }
    demand(said == number, "the result of another name");
    demand(given <= now && exists(number, given), "a result never given");
    demand(given == now || (now - given) * MINUTE < (long long)ttl,
           "the result has expired");
    demand(outcome->ttl <= ttl &&
               (outcome->ttl == 0 ||
                outcome->ttl <= ttl - (uint32_t)(now - given) * MINUTE),
           "the TTL of the result is too long");
    if (now - given > client->oldest) {
        client->oldest = (unsigned)(now - given);
    }
    client->resolved++;
}

/* It did not exist within the last NEGATIVE_TTL seconds. */
static void check_missing(struct client *client, unsigned number)
{
    bool was_missing = false;
    for (long long ago = 0; ago * MINUTE < NEGATIVE_TTL; ago++) {
        was_missing = was_missing || !exists(number, minute - ago);
    }
    demand(was_missing, "a name that exists is missing");
    client->missing++;
}

static void take(ddds_resolution *resolution, void *context)
{
    struct one *one = context;
    struct client *client = one->client;
    const struct ddds_result *result = ddds_resolution_result(resolution);
    if (result->reason == DDDS_REASON_RESOLVED) {
        check_data(client, one->number, ddds_result_outcome(result, 0));
    } else {
        demand(result->reason == DDDS_REASON_NO_NAME, "a failure");
        check_missing(client, one->number);
    }
    client->left--;
    ddds_resolution_free(resolution);
    free(one);
}

static void begin_one(struct client *client)
{
    char input[48];
    static const struct ddds_options options = {
        .size = sizeof options, .roots = "test", .deadline = 3600000};
    struct one *one = malloc(sizeof *one);
    demand(one != NULL, "no memory");
    one->client = client;
    one->number =
        draw(client, 2) == 0 ? draw(client, 100) : draw(client, client->names);
    snprintf(input, sizeof input, "urn:n%u:1", one->number);
    ddds_resolution *resolution = ddds_resolution_new(
        client->database, ddds_application_urn(), input, &options, NULL);
    demand(resolution != NULL, "no memory");
    client->left++;
    demand(ddds_resolution_start(resolution, take, one) == DDDS_OK,
           "it does not start");
}

/* What one thread resolves in one minute. */
static void *spend_minute(void *context)
{
    struct client *client = context;
    for (unsigned i = 0; i < WINDOW; i++) {
        begin_one(client);
    }
    while (client->left > 0) {
        demand(client->database->methods->wait(client->database) == DDDS_OK,
               "waiting fails");
    }
    return NULL;
}

static void open_client(struct client *client, ddds_cache *cache,
                        unsigned names, uint32_t seed)
{
    char text[32];
    snprintf(text, sizeof text, "127.0.0.1:%u", ntohs(address.sin_port));
    const char *const servers[] = {text};
    const struct ddds_dns_options options = {.size = sizeof options,
                                             .servers = servers,
                                             .server_count = 1,
                                             .timeout = 2000,
                                             .tries = 100};
    client->database =
        ddds_cached_new(ddds_dns_new(&options, NULL), cache, NULL);
    client->names = names;
    client->chance = seed;
    demand(client->database != NULL, "no database");
}

/* All threads have ended before the clock jumps. */
static void spend_day(struct client *clients, long long minutes)
{
    for (minute = 0; minute < minutes; minute++) {
        pthread_t threads[THREADS];
        for (size_t i = 0; i < THREADS; i++) {
            demand(pthread_create(&threads[i], NULL, spend_minute,
                                  &clients[i]) == 0,
                   "no thread");
        }
        for (size_t i = 0; i < THREADS; i++) {
            pthread_join(threads[i], NULL);
        }
    }
}

/* ---- The whole ---------------------------------------------------------- */

static void check_whole(const struct client *clients, long long minutes)
{
    struct rusage usage;
    unsigned long long resolved = 0;
    unsigned long long missing = 0;
    unsigned oldest = 0;
    for (size_t i = 0; i < THREADS; i++) {
        resolved += clients[i].resolved;
        missing += clients[i].missing;
        oldest = clients[i].oldest > oldest ? clients[i].oldest : oldest;
    }
    getrusage(RUSAGE_SELF, &usage);
    printf("%llu results and %llu missing names in %lld minutes, %lu queries; "
           "the oldest result was of %u minutes before; %ld MiB\n",
           resolved, missing, minutes, (unsigned long)queries, oldest,
           usage.ru_maxrss >> 10);
    demand(resolved + missing == (unsigned long long)minutes * THREADS * WINDOW,
           "some are lost");
    demand(missing > 0 && oldest > 0, "nothing expires or vanishes");
    demand(queries < resolved * 9 / 10, "the cache does not help");
#ifndef __SANITIZE_ADDRESS__
    demand(usage.ru_maxrss < MEMORY, "it takes too much memory");
#endif
}

int main(int argc, char **argv)
{
    unsigned names = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : NAMES;
    long long minutes = argc > 2 ? strtoll(argv[2], NULL, 10) : MINUTES;
    struct client clients[THREADS] = {0};
    ddds_cache *cache = ddds_cache_new(OCTETS, NULL);
    demand(cache != NULL, "no cache");
    start_server();
    for (size_t i = 0; i < THREADS; i++) {
        open_client(&clients[i], cache, names, (uint32_t)i + 3402);
    }
    spend_day(clients, minutes);
    check_whole(clients, minutes);
    for (size_t i = 0; i < THREADS; i++) {
        ddds_database_free(clients[i].database);
    }
    ddds_cache_free(cache);
    return 0;
}
