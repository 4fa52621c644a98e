/* DNS beside raw UDP, on a responder that does next to nothing: lookups, chains
 * of them, and one at a time beside the C library's resolver.
 *
 * usage: dns dns-lookups|dns-chains|dns-latency|dns-many|dns-loss|dns-cold
 *            [--smoke | ROUNDS]
 *        dns responder     only the responder, for other programs: prints its
 *                          port and answers until the standard input ends
 *
 * Raw UDP sends and receives in batches, has the system cut the queries of one
 * length from one message (UDP_SEGMENT), takes every answer for good, has one
 * source port, and does not try again: a limit, not a product. Receiving several
 * answers as one (UDP_GRO) gains nothing.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* recvmmsg */
#include <netinet/in.h>
#include <netinet/udp.h>
#include <poll.h>
#include <resolv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include <ddds/ddds.h>

#include "bench.h"
#include "responder.h"

enum {
    NAPTR = 35,
    SRV = 33,
    BATCH = 64,
    FLIGHT_MAX = 4096,
    LENGTHS = 20, /* of the names that are looked up */
};

static struct responder responder;

/* Wall and processor nanoseconds of something, for each of |count|. */
struct cost {
    double wall;
    double cpu;
};

static double cpu_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static struct cost begin_cost(void)
{
    return (struct cost){bench_now(), cpu_now()};
}

static struct cost end_cost(struct cost begun, size_t count)
{
    return (struct cost){(bench_now() - begun.wall) / (double)count,
                         (cpu_now() - begun.cpu) / (double)count};
}

static ddds_database *open_dns(void)
{
    char text[32];
    snprintf(text, sizeof text, "127.0.0.1:%u", responder.port);
    const char *const servers[] = {text};
    const struct ddds_dns_options options = {
        .size = sizeof options, .servers = servers, .server_count = 1};
    ddds_database *dns = ddds_dns_database(ddds_dns_new(&options, NULL));
    if (dns == NULL) {
        bench_fail("no database");
    }
    return dns;
}

/* ---- Raw UDP ------------------------------------------------------------ */

/* Chains of |length| queries in turn, |flight| chains in flight. */
struct raw {
    int udp;
    unsigned length;
    unsigned lengths; /* of names */
    size_t started;
    size_t count;
    size_t done;
    unsigned char left[RESPONDER_IDS]; /* of the chain of an id, queries */
    struct queries {                   /* with names of one length */
        size_t each;
        size_t octets;
        unsigned char text[BATCH * RESPONDER_QUERY];
    } queries[LENGTHS];
    unsigned queued;
};

/* Control message with the size of the pieces into which a message is cut. */
struct control {
    _Alignas(struct cmsghdr) unsigned char octets[CMSG_SPACE(sizeof(uint16_t))];
};

/* The message of |queries|, which the system is to cut. */
static struct msghdr make_message(struct queries *queries, struct iovec *piece,
                                  struct control *control)
{
    uint16_t each = (uint16_t)queries->each;
    *piece = (struct iovec){queries->text, queries->octets};
    struct msghdr message = {.msg_iov = piece, .msg_iovlen = 1};
    if (queries->octets > queries->each) {
        message.msg_control = control->octets;
        message.msg_controllen = sizeof control->octets;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_UDP;
        header->cmsg_type = UDP_SEGMENT;
        header->cmsg_len = CMSG_LEN(sizeof each);
        memcpy(CMSG_DATA(header), &each, sizeof each);
    }
    return message;
}

static void flush_queries(struct raw *raw)
{
    struct control controls[LENGTHS];
    struct iovec pieces[LENGTHS];
    struct mmsghdr messages[LENGTHS] = {0};
    unsigned count = 0;
    for (unsigned i = 0; i < raw->lengths; i++) {
        if (raw->queries[i].octets > 0) {
            messages[count].msg_hdr = make_message(
                &raw->queries[i], &pieces[count], &controls[count]);
            count++;
        }
    }
    for (unsigned sent = 0; sent < count;) {
        int more = sendmmsg(raw->udp, messages + sent, count - sent, 0);
        sent += more > 0 ? (unsigned)more : 0;
    }
    for (unsigned i = 0; i < raw->lengths; i++) {
        raw->queries[i].octets = 0;
    }
    raw->queued = 0;
}

/* The last of a chain of several is for SRV, at the name of the last but one,
 * less one. */
static void ask_raw(struct raw *raw, unsigned id)
{
    unsigned left = raw->left[id];
    unsigned longer = id % raw->lengths;
    bool is_srv = left == 1 && raw->length > 1;
    struct queries *queries = &raw->queries[longer];
    queries->each = responder_query(queries->text + queries->octets, left, id,
                                    longer, is_srv ? SRV : NAPTR);
    queries->octets += queries->each;
    if (++raw->queued == BATCH) {
        flush_queries(raw);
    }
}

static void start_raw(struct raw *raw)
{
    if (raw->started < raw->count) {
        unsigned id = (unsigned)(raw->started++ % RESPONDER_IDS);
        raw->left[id] = (unsigned char)raw->length;
        ask_raw(raw, id);
    }
}

static void take_raw(struct raw *raw, const unsigned char *octets)
{
    unsigned id = (unsigned)octets[0] << 8 | octets[1];
    if (--raw->left[id] > 0) {
        ask_raw(raw, id);
    } else {
        raw->done++;
        start_raw(raw);
    }
}

static void receive_raw(struct raw *raw)
{
    static unsigned char octets[BATCH][512];
    struct iovec pieces[BATCH];
    struct mmsghdr messages[BATCH] = {0};
    for (unsigned i = 0; i < BATCH; i++) {
        pieces[i] = (struct iovec){octets[i], sizeof octets[i]};
        messages[i].msg_hdr =
            (struct msghdr){.msg_iov = &pieces[i], .msg_iovlen = 1};
    }
    int count = recvmmsg(raw->udp, messages, BATCH, MSG_WAITFORONE, NULL);
    for (int i = 0; i < count; i++) {
        take_raw(raw, octets[i]);
    }
    flush_queries(raw);
}

static struct cost run_raw(unsigned length, unsigned lengths, size_t flight,
                           size_t count)
{
    static struct raw raw;
    raw = (struct raw){.udp = responder_connect(&responder),
                       .length = length,
                       .lengths = lengths,
                       .count = count};
    struct cost begun = begin_cost();
    for (size_t i = 0; i < flight; i++) {
        start_raw(&raw);
    }
    flush_queries(&raw);
    while (raw.done < count) {
        struct pollfd polled = {raw.udp, POLLIN, 0};
        if (flight < BATCH && poll(&polled, 1, 2000) == 0) {
            bench_fail("an answer was lost");
        }
        receive_raw(&raw);
    }
    close(raw.udp);
    return end_cost(begun, count);
}

/* ---- Lookups ------------------------------------------------------------ */

struct lookups {
    ddds_database *dns;
    unsigned lengths; /* of names */
    size_t started;
    size_t count;
    size_t done;
};

static void take_lookup(void *context, uint32_t id,
                        const struct ddds_answer *answer);

static void start_lookup(struct lookups *lookups)
{
    if (lookups->started < lookups->count) {
        char name[RESPONDER_NAME];
        uint32_t id = (uint32_t)(lookups->started++ % RESPONDER_IDS);
        responder_name(name, 1, id, id % lookups->lengths);
        const struct ddds_question question = {.size = sizeof question,
                                               .id = id,
                                               .kind = DDDS_ASK_RULES,
                                               .name = name};
        lookups->dns->methods->lookup(lookups->dns, &question, 0, take_lookup,
                                      lookups);
    }
}

static void take_lookup(void *context, uint32_t id,
                        const struct ddds_answer *answer)
{
    (void)id;
    struct lookups *lookups = context;
    if (answer->reply != DDDS_REPLY_DATA) {
        bench_fail(answer->detail);
    }
    lookups->done++;
    start_lookup(lookups);
}

static struct cost run_lookups(ddds_database *dns, unsigned lengths,
                               size_t flight, size_t count)
{
    struct lookups lookups = {.dns = dns, .lengths = lengths, .count = count};
    struct cost begun = begin_cost();
    for (size_t i = 0; i < flight; i++) {
        start_lookup(&lookups);
    }
    while (lookups.done < count) {
        ddds_database_wait(dns);
    }
    return end_cost(begun, count);
}

/* ---- Chains ------------------------------------------------------------- */

struct chains {
    ddds_database *dns;
    unsigned length;
    size_t started;
    size_t count;
    size_t done;
    size_t resident; /* octets of memory when half of them were done */
};

static void write_input(struct chains *chains, char input[32])
{
    char name[RESPONDER_NAME];
    responder_name(name, chains->length,
                   (unsigned)(chains->started++ % RESPONDER_IDS), 0);
    memcpy(input, "urn:", 4);
    memcpy(input + 4, name, 8);
    memcpy(input + 12, ":x", 3);
}

static void take_chain(ddds_resolution *resolution, void *context)
{
    struct chains *chains = context;
    char input[32];
    if (ddds_resolution_result(resolution)->outcome_count != 1) {
        bench_fail("a chain broke");
    }
    if (++chains->done == chains->count / 2) {
        chains->resident = bench_resident();
    }
    if (chains->started < chains->count) {
        write_input(chains, input);
        ddds_resolution_restart(resolution, input, NULL);
        ddds_resolution_start(resolution, take_chain, chains);
    }
}

static struct cost run_chains(ddds_database *dns, unsigned length,
                              size_t flight, size_t count, size_t *resident)
{
    static ddds_resolution *resolutions[FLIGHT_MAX];
    static const struct ddds_options options = {
        .size = sizeof options, .roots = "test", .no_addresses = true};
    struct chains chains = {.dns = dns, .length = length, .count = count};
    size_t begun_count = flight < count ? flight : count;
    struct cost begun = begin_cost();
    for (size_t i = 0; i < begun_count; i++) {
        char input[32];
        write_input(&chains, input);
        resolutions[i] = ddds_resolution_new(dns, ddds_application_urn(), input,
                                             &options, NULL);
        ddds_resolution_start(resolutions[i], take_chain, &chains);
    }
    while (chains.done < count) {
        ddds_database_wait(dns);
    }
    struct cost cost = end_cost(begun, count);
    *resident = chains.resident;
    for (size_t i = 0; i < begun_count; i++) {
        ddds_resolution_free(resolutions[i]);
    }
    return cost;
}

/* ---- The C library, one query at a time --------------------------------- */

static struct cost run_libc(size_t count)
{
    struct __res_state state = {0};
    if (res_ninit(&state) != 0) {
        bench_fail("no resolver");
    }
    state.nscount = 1;
    state.nsaddr_list[0] =
        (struct sockaddr_in){.sin_family = AF_INET,
                             .sin_port = htons(responder.port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct cost begun = begin_cost();
    for (size_t i = 0; i < count; i++) {
        unsigned char octets[512];
        char name[RESPONDER_NAME];
        responder_name(name, 1, (unsigned)(i % RESPONDER_IDS), 0);
        if (res_nquery(&state, name, 1, NAPTR, octets, sizeof octets) <= 0) {
            bench_fail("the C library has no answer");
        }
    }
    struct cost cost = end_cost(begun, count);
    res_nclose(&state);
    return cost;
}

/* ---- Telling ------------------------------------------------------------ */

struct contender {
    struct bench_series wall;
    struct bench_series cpu;
};

static void add(struct contender *contender, struct cost cost)
{
    bench_add(&contender->wall, cost.wall);
    bench_add(&contender->cpu, cost.cpu);
}

static void print_beside_raw(const char *subject, const char *what,
                             const struct contender *house,
                             const struct contender *raw)
{
    bench_print(subject, what, "cpu-us", bench_least(&house->cpu) / 1e3);
    bench_compare(subject, what, "cpu", &house->cpu, &raw->cpu);
    bench_compare(subject, what, "rate", &raw->wall, &house->wall);
}

static void bench_lookups(const struct bench *bench)
{
    static const struct {
        const char *name;
        size_t flight;
        unsigned lengths;
        size_t count;
    } cases[] = {{"1", 1, LENGTHS, 5000},
                 {"64", 64, LENGTHS, 60000},
                 {"256", 256, LENGTHS, 60000},
                 {"1024", 1024, LENGTHS, 60000},
                 {"64-one-length", 64, 1, 60000}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        struct contender house = {0};
        struct contender raw = {0};
        ddds_database *dns = open_dns();
        unsigned lengths = cases[k].lengths;
        size_t flight = cases[k].flight;
        size_t count = bench_share(bench, cases[k].count);
        for (unsigned i = 0; i < bench->rounds; i++) {
            add(&house, run_lookups(dns, lengths, flight, count));
            add(&raw, run_raw(1, lengths, flight, count));
        }
        ddds_database_free(dns);
        print_beside_raw("dns", cases[k].name, &house, &raw);
    }
}

static void bench_chains(const struct bench *bench)
{
    for (unsigned length = 1; length <= 4; length++) {
        struct contender house = {0};
        struct contender raw = {0};
        ddds_database *dns = open_dns();
        size_t count = bench_share(bench, 60000 / length);
        size_t resident;
        char name[2] = {(char)('0' + length), '\0'};
        for (unsigned i = 0; i < bench->rounds; i++) {
            add(&house, run_chains(dns, length, 128, count, &resident));
            add(&raw, run_raw(length, 1, 128, count));
        }
        ddds_database_free(dns);
        print_beside_raw("chain", name, &house, &raw);
    }
}

static void bench_latency(const struct bench *bench)
{
    static const char *const where[] = {"same-processor", "other-processor"};
    for (unsigned processor = 0; processor <= 1; processor++) {
        struct contender house = {0};
        struct contender raw = {0};
        struct contender libc = {0};
        ddds_database *dns = open_dns();
        size_t count = bench_share(bench, 5000);
        responder_pin(0, processor);
        for (unsigned i = 0; i < bench->rounds; i++) {
            add(&house, run_lookups(dns, 1, 1, count));
            add(&raw, run_raw(1, 1, 1, count));
            add(&libc, run_libc(count));
        }
        ddds_database_free(dns);
        bench_print("latency", where[processor], "us",
                    bench_least(&house.wall) / 1e3);
        bench_compare("latency", where[processor], "over-raw", &house.wall,
                      &raw.wall);
        bench_compare("latency", where[processor], "", &house.wall, &libc.wall);
    }
}

/* Resident memory while chains are in flight, in octets. */
static double measure_flight(const void *context)
{
    const size_t *flight = context;
    ddds_database *dns = open_dns();
    size_t resident;
    run_chains(dns, 4, *flight, *flight * 4, &resident);
    ddds_database_free(dns);
    return (double)resident;
}

/* Measure the memory of a chain in flight, from a few chains and from many, and
 * the time of each. Memory is first: nothing has been freed yet that could be
 * used again. */
static void bench_flight(const struct bench *bench)
{
    static const size_t few = 512;
    static const size_t many = 1024;
    static const size_t flights[] = {64, FLIGHT_MAX};
    struct contender cost[2] = {0};
    double octets =
        bench_apart(measure_flight, &many) - bench_apart(measure_flight, &few);
    ddds_database *dns = open_dns();
    size_t count = bench_share(bench, 32768);
    size_t resident;
    for (unsigned i = 0; i < bench->rounds; i++) {
        for (unsigned k = 0; k < 2; k++) {
            add(&cost[k], run_chains(dns, 4, flights[k], count, &resident));
        }
    }
    ddds_database_free(dns);
    bench_print("chain", "memory", "", octets / (double)(many - few) / 1024);
    bench_print("chain-4", "64", "cpu-us", bench_least(&cost[0].cpu) / 1e3);
    bench_print("chain-4", "4096", "cpu-us", bench_least(&cost[1].cpu) / 1e3);
    bench_compare("chain-4", "4096-over-64", "", &cost[1].cpu, &cost[0].cpu);
}

/* ---- A network far away, which loses datagrams ---------------------------- */

enum { FAR = 20000, FAR_FLIGHT = 128 }; /* microseconds */

static struct cost run_many(ddds_database *dns, bool unordered, size_t count)
{
    static const struct ddds_options options = {
        .size = sizeof options, .roots = "test", .no_addresses = true};
    const struct ddds_many_options own = {.size = sizeof own,
                                          .resolving = &options,
                                          .in_flight = FAR_FLIGHT,
                                          .unordered = unordered};
    struct chains chains = {.dns = dns, .length = 1, .count = count};
    ddds_many *many = ddds_many_new(dns, &own, NULL);
    struct cost begun = begin_cost();
    while (chains.done < count) {
        while (chains.started < count && ddds_many_room(many) > 0) {
            char input[32];
            write_input(&chains, input);
            ddds_many_add(many, NULL, input, NULL, NULL);
        }
        ddds_many_wait(many);
        while (ddds_many_next(many) != NULL) {
            chains.done++;
        }
    }
    ddds_many_free(many);
    return end_cost(begun, count);
}

/* A resolution of four queries with a new database, over the four round trips
 * that it needs. */
static void bench_cold(const struct bench *bench)
{
    struct bench_series house = {0};
    size_t resident;
    for (unsigned i = 0; i < bench->rounds; i++) {
        ddds_database *dns = open_dns();
        bench_add(&house, run_chains(dns, 4, 1, 1, &resident).wall);
        ddds_database_free(dns);
    }
    bench_print("dns-cold", "round-trips", "",
                bench_least(&house) / (4 * FAR * 1e3));
}

/* In order beside any order, and that beside a network without losses. */
static void bench_loss(const struct bench *bench)
{
    struct contender costs[3] = {0}; /* in order, in any, without losses */
    struct responder lossy = responder;
    size_t count = bench_share(bench, 12800);
    ddds_database *dns = open_dns();
    responder = (struct responder){.delay = FAR};
    responder_start(&responder);
    ddds_database *whole = open_dns();
    for (unsigned i = 0; i < bench->rounds; i++) {
        for (unsigned k = 0; k < 3; k++) {
            add(&costs[k], run_many(k == 2 ? whole : dns, k > 0, count));
        }
    }
    ddds_database_free(whole);
    ddds_database_free(dns);
    responder_stop(&lossy);
    bench_compare("dns-loss", "ordered", "rate", &costs[1].wall,
                  &costs[0].wall);
    bench_compare("dns-loss", "rate", "", &costs[2].wall, &costs[1].wall);
}

/* Answer until the standard input ends. */
static int serve_others(void)
{
    char octet;
    responder_start(&responder);
    printf("%u\n", responder.port);
    fflush(stdout);
    while (read(STDIN_FILENO, &octet, 1) > 0) {
    }
    responder_stop(&responder);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "responder") == 0) {
        return serve_others();
    }
    static const struct {
        const char *name;
        void (*run)(const struct bench *bench);
        struct responder responder;
    } benches[] = {
        {"dns-lookups", bench_lookups, {0}},
        {"dns-chains", bench_chains, {0}},
        {"dns-latency", bench_latency, {0}},
        {"dns-many", bench_flight, {0}},
        {"dns-loss", bench_loss, {.delay = FAR, .loss = 10}},
        {"dns-cold", bench_cold, {.delay = FAR}},
    };
    for (size_t i = 0; i < sizeof benches / sizeof benches[0]; i++) {
        if (argc > 1 && strcmp(argv[1], benches[i].name) == 0) {
            struct bench bench = bench_start(argc - 1, argv + 1);
            responder = benches[i].responder;
            responder_start(&responder);
            responder_pin(0, 1);
            benches[i].run(&bench);
            responder_stop(&responder);
            return 0;
        }
    }
    fprintf(stderr,
            "usage: %s dns-lookups|dns-chains|dns-latency|dns-many|dns-loss|"
            "dns-cold [--smoke | ROUNDS]\n",
            argv[0]);
    return 2;
}
