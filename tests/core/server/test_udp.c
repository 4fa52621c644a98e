/* The library's own UDP with a server in this program: messages from elsewhere,
 * refusals, ports, many queries in flight, forks. tests/core/network tests late
 * and lost messages.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* SO_NO_CHECK */
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clocks.h"
#include "db/dns/transport.h"
#include "base/assertions.h"

/* PATIENCE: milliseconds for a try. */
enum { PATIENCE = 60000, HEADER = 12, LENGTH = 12 + 10 + 4 };

/* ---- The server --------------------------------------------------------- */

struct server {
    int socket;
    uint16_t port;
};

static struct server server;

/* A query as it was received. */
struct received {
    struct sockaddr_in from;
    unsigned char octets[LENGTH];
};

static struct server open_server(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    struct server opened = {socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0), 0};
    assert_int_equal(bind(opened.socket, (struct sockaddr *)&address, size), 0);
    getsockname(opened.socket, (struct sockaddr *)&address, &size);
    opened.port = ntohs(address.sin_port);
    return opened;
}

static bool receive(struct received *received)
{
    socklen_t size = sizeof received->from;
    ssize_t length = recvfrom(server.socket, received->octets, LENGTH, 0,
                              (struct sockaddr *)&received->from, &size);
    return length == LENGTH;
}

static void answer_from(int socket, const struct received *received)
{
    unsigned char octets[LENGTH];
    memcpy(octets, received->octets, LENGTH);
    octets[2] |= 0x80;
    assert_int_equal(sendto(socket, octets, LENGTH, 0,
                            (const struct sockaddr *)&received->from,
                            sizeof received->from),
                     LENGTH);
}

/* ---- The client --------------------------------------------------------- */

struct kept {
    unsigned count;
    unsigned repeats;
    bool is_unwanted; /* and so is not repeated */
    enum exchange_status status;
    char detail[100];
    unsigned char octets[LENGTH];
};

static void keep(void *context, const struct exchange *exchange)
{
    struct kept *kept = context;
    kept->count++;
    kept->status = exchange->status;
    snprintf(kept->detail, sizeof kept->detail, "%s",
             exchange->detail != NULL ? exchange->detail : "");
    if (exchange->status == EXCHANGE_DONE) {
        assert_int_equal(exchange->length, LENGTH);
        memcpy(kept->octets, exchange->octets, LENGTH);
    }
}

static struct dns_transport *transport;

/* Go on with a transport of these options. */
static void open_transport(unsigned timeout, ddds_watch_fn *watch)
{
    struct ddds_dns_servers servers = {.count = 0};
    const struct ddds_address address = {4, {127, 0, 0, 1}};
    const struct server_families both = {true, true};
    const struct transport_options options = {.timeout = timeout,
                                              .watch = watch};
    ddds_transport_free(transport);
    ddds_servers_add(&servers, &address, server.port, both);
    transport = ddds_transport_new(&servers, &options, NULL);
    assert_non_null(transport);
}

static int set_up(void **state)
{
    server = open_server();
    open_transport(PATIENCE, NULL);
    return 0;
}

static int tear_down(void **state)
{
    ddds_transport_free(transport);
    transport = NULL;
    return close(server.socket);
}

FIXTURES(.set_up = set_up, .tear_down = tear_down);

static bool repeat(void *context)
{
    struct kept *kept = context;
    kept->repeats++;
    return !kept->is_unwanted;
}

/* Ask the question number |number|, of eight letters. */
static void ask(uint16_t id, unsigned number, struct kept *kept)
{
    unsigned char octets[LENGTH] = {0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 8};
    octets[0] = (unsigned char)(id >> 8);
    octets[1] = (unsigned char)id;
    for (size_t i = 0; i < 8; i++) {
        octets[HEADER + 1 + i] = (unsigned char)('a' + number % 16);
        number /= 16;
    }
    octets[LENGTH - 3] = 35;
    octets[LENGTH - 1] = 1;
    *kept = (struct kept){0};
    const struct sending sending = {.octets = octets,
                                    .length = LENGTH,
                                    .done = keep,
                                    .context = kept,
                                    .repeat = repeat};
    ddds_transport_send(transport, &sending);
}

static void turn(int timeout)
{
    ddds_transport_flush(transport);
    assert_ok(ddds_transport_wait(transport, timeout, -1));
}

static void wait_for(const struct kept *kept)
{
    while (kept->count == 0) {
        turn(1000);
    }
}

/* Send what is queued, and have the server receive it. */
static void hand_over(struct received *received)
{
    struct pollfd polled = {server.socket, POLLIN, 0};
    ddds_transport_flush(transport);
    assert_int_equal(poll(&polled, 1, PATIENCE), 1);
    assert_true(receive(received));
}

/* ---- Answers ------------------------------------------------------------ */

/* Not even with the right id and question. */
TEST(only_the_server_is_heard)
{
    struct server other = open_server();
    struct received received;
    struct kept kept;
    ask(1, 1, &kept);
    hand_over(&received);
    answer_from(other.socket, &received);
    turn(50);
    assert_int_equal(kept.count, 0);
    answer_from(server.socket, &received);
    wait_for(&kept);
    assert_int_equal(kept.status, EXCHANGE_DONE);
    close(other.socket);
}

/* Forged answers first, then the right answer. */
TEST(a_query_outlives_wrong_answers)
{
    struct received received;
    struct received forged;
    struct kept kept;
    ask(7, 1, &kept);
    hand_over(&received);
    for (unsigned i = 0; i < 500; i++) {
        forged = received;
        forged.octets[i % 3 == 0 ? 1 : HEADER + 2] ^=
            (unsigned char)(1 + i % 7);
        answer_from(server.socket, &forged);
        if (i % 50 == 0) {
            turn(0);
        }
    }
    turn(0);
    assert_int_equal(kept.count, 0);
    answer_from(server.socket, &received);
    wait_for(&kept);
    assert_int_equal(kept.status, EXCHANGE_DONE);
    assert_memory_equal(kept.octets + HEADER, received.octets + HEADER,
                        LENGTH - HEADER);
}

/* ---- Answers that are overdue ------------------------------------------- */

/* Wait until |kept| was repeated |count| times. */
static void await_repeats(const struct kept *kept, unsigned count)
{
    while (kept->repeats < count) {
        turn(ddds_transport_timeout(transport, 1000));
    }
}

/* Return true if nothing happens before a try times out. */
static bool is_patient(void)
{
    ddds_transport_flush(transport);
    return ddds_transport_timeout(transport, -1) > PATIENCE / 2;
}

/* As the same datagram from the same port, twice, once the server is known; an
 * answer to the first still counts. */
TEST(a_query_is_repeated_when_its_answer_is_overdue)
{
    enum { SENT = 3 };
    struct received received[SENT];
    struct kept kept;
    ask(1, 1, &kept);
    hand_over(&received[0]);
    assert_true(is_patient());
    answer_from(server.socket, &received[0]);
    wait_for(&kept);
    assert_int_equal(kept.repeats, 0);
    ask(2, 2, &kept);
    for (unsigned i = 0; i < SENT; i++) {
        await_repeats(&kept, i);
        hand_over(&received[i]);
        assert_memory_equal(received[i].octets, received[0].octets, LENGTH);
        assert_int_equal(received[i].from.sin_port, received[0].from.sin_port);
    }
    assert_true(is_patient());
    answer_from(server.socket, &received[0]);
    wait_for(&kept);
    assert_int_equal(kept.status, EXCHANGE_DONE);
    for (unsigned i = 1; i < SENT; i++) { /* too late, for nothing */
        answer_from(server.socket, &received[i]);
    }
    ask(3, 3, &kept);
    kept.is_unwanted = true;
    hand_over(&received[0]);
    await_repeats(&kept, 2);
    assert_false(receive(&received[1]));
}

/* ---- Servers that do not answer ----------------------------------------- */

enum { MANY = 300 };

static struct kept all[MANY];

/* Connected to itself, the socket takes nothing of others, and its port is
 * held. */
static void hold_port(void)
{
    const struct sockaddr_in itself = {.sin_family = AF_INET,
                                       .sin_port = htons(server.port),
                                       .sin_addr.s_addr =
                                           htonl(INADDR_LOOPBACK)};
    assert_int_equal(
        connect(server.socket, (const struct sockaddr *)&itself, sizeof itself),
        0);
}

TEST(who_refuses_ends_all_at_once)
{
    hold_port();
    uint64_t begun = ddds_clock_now();
    for (unsigned i = 0; i < MANY; i++) {
        ask((uint16_t)i, i, &all[i]);
    }
    for (unsigned i = 0; i < MANY; i++) {
        wait_for(&all[i]);
        assert_int_equal(all[i].count, 1);
        assert_int_equal(all[i].status, EXCHANGE_NETWORK);
        assert_string_equal(all[i].detail, "unreachable");
    }
    assert_in_range(ddds_clock_now() - begun, 0, PATIENCE - 1);
}

/* Without checksums the system cuts no messages into datagrams: the route
 * refuses the first, and the queries leave singly. */
TEST(who_cannot_cut_messages_sends_them_whole)
{
    enum { SOME = 10 };
    const int yes = 1;
    struct received received;
    struct ddds_dns_socket list[1];
    ask(0, 0, &all[0]);
    hand_over(&received);
    assert_int_equal(ddds_transport_sockets(transport, list, 1), 1);
    assert_int_equal(setsockopt(list[0].descriptor, SOL_SOCKET, SO_NO_CHECK,
                                &yes, sizeof yes),
                     0);
    answer_from(server.socket, &received);
    for (unsigned i = 1; i < SOME; i++) {
        ask((uint16_t)i, i, &all[i]);
    }
    for (unsigned i = 1; i < SOME; i++) {
        hand_over(&received);
        answer_from(server.socket, &received);
    }
    for (unsigned i = 0; i < SOME; i++) {
        wait_for(&all[i]);
        assert_int_equal(all[i].status, EXCHANGE_DONE);
    }
}

/* ---- Ports -------------------------------------------------------------- */

static unsigned count_ports(const uint16_t *ports, size_t count)
{
    unsigned different = 0;
    for (size_t i = 0; i < count; i++) {
        size_t k = 0;
        while (k < i && ports[k] != ports[i]) {
            k++;
        }
        different += k == i;
    }
    return different;
}

static int watched; /* sockets, as reported to the watcher */

static void watch(void *context, int descriptor, bool readable, bool writable)
{
    static bool is_watched[1024];
    assert_in_range(descriptor, 0, 1023);
    bool is_wanted = readable || writable;
    watched += (int)is_wanted - (int)is_watched[descriptor];
    is_watched[descriptor] = is_wanted;
}

TEST(queries_come_from_several_ports)
{
    open_transport(PATIENCE, watch);
    static struct received received[MANY];
    uint16_t ports[MANY];
    for (unsigned i = 0; i < MANY; i++) {
        ask((uint16_t)i, i, &all[i]);
        hand_over(&received[i]);
        ports[i] = received[i].from.sin_port;
    }
    assert_in_range(count_ports(ports, MANY), LIMIT_CHANNELS,
                    2 * LIMIT_CHANNELS);
    struct ddds_dns_socket list[4 * LIMIT_CHANNELS];
    assert_int_equal(ddds_transport_sockets(transport, list, LIMIT_CHANNELS),
                     watched);
    assert_in_range(watched, LIMIT_CHANNELS, 2 * LIMIT_CHANNELS);
    for (unsigned i = MANY; i-- > 0;) {
        answer_from(server.socket, &received[i]);
        wait_for(&all[i]);
        assert_int_equal(all[i].status, EXCHANGE_DONE);
    }
    /* With nothing in flight, nothing is watched. */
    assert_int_equal(ddds_transport_sockets(transport, list, 1), 0);
    assert_int_equal(watched, 0);
}

TEST(no_port_is_used_for_long)
{
    enum { QUERIES = 1200, QUERIES_OF_A_PORT = 64 };
    static uint16_t ports[QUERIES];
    struct received received;
    struct kept kept;
    for (unsigned i = 0; i < QUERIES; i++) {
        ask(7, i, &kept);
        hand_over(&received);
        ports[i] = received.from.sin_port;
        answer_from(server.socket, &received);
        wait_for(&kept);
        assert_int_equal(kept.status, EXCHANGE_DONE);
    }
    /* A port that was used before may be drawn again. */
    assert_in_range(count_ports(ports, QUERIES),
                    QUERIES / QUERIES_OF_A_PORT - 2, QUERIES);
}

/* ---- Many, and forks ---------------------------------------------------- */

TEST(ten_thousand_may_be_in_flight)
{
    enum { COUNT = 10000, STEP = 50 };
    open_transport(10 * PATIENCE, NULL);
    struct kept *kept = calloc(COUNT, sizeof *kept);
    struct received *received = calloc(COUNT, sizeof *received);
    assert_true(kept != NULL && received != NULL);
    for (unsigned i = 0; i < COUNT; i++) {
        ask((uint16_t)(i * 31), i, &kept[i]);
        hand_over(&received[i]);
    }
    for (unsigned i = COUNT; i > 0; i -= STEP) {
        for (unsigned k = 1; k <= STEP; k++) {
            answer_from(server.socket, &received[i - k]);
        }
        wait_for(&kept[i - STEP]);
    }
    for (unsigned i = 0; i < COUNT; i++) {
        wait_for(&kept[i]);
        assert_int_equal(kept[i].count, 1);
        assert_int_equal(kept[i].status, EXCHANGE_DONE);
        assert_memory_equal(kept[i].octets + HEADER,
                            received[i].octets + HEADER, LENGTH - HEADER);
    }
    free(kept);
    free(received);
}

/* A child sends nothing, not even what was queued, and takes no answer. */
TEST(a_child_touches_nothing)
{
    struct received received;
    struct kept kept[3];
    ask(1, 1, &kept[0]);
    hand_over(&received);
    answer_from(server.socket, &received);
    ask(2, 2, &kept[1]); /* queued */
    pid_t child = fork();
    if (child == 0) {
        ask(3, 3, &kept[2]);
        bool is_right = kept[2].status == EXCHANGE_NETWORK;
        is_right &= !ddds_transport_flush(transport);
        is_right &= ddds_transport_timeout(transport, 100) == -1;
        is_right &= kept[0].count == 0 && kept[1].count == 0;
        ddds_transport_free(transport);
        _exit(is_right ? 0 : 1);
    }
    assert_succeeds(child);
    assert_false(receive(&received));
    wait_for(&kept[0]);
    hand_over(&received);
    answer_from(server.socket, &received);
    wait_for(&kept[1]);
    assert_int_equal(kept[0].status, EXCHANGE_DONE);
    assert_int_equal(kept[1].status, EXCHANGE_DONE);
    assert_false(receive(&received)); /* each was sent once */
}
