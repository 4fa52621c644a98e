/* Octets to a server and back, over UDP of our own and by c-ares.
 *
 * SPDX-License-Identifier: MIT */
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/limits.h"
#include "db/wire/message.h"
#include "db/dns/question.h"
#include "db/dns/transport.h"
#include "base/table.h"
#include "base/types.h"
#include "core/server/one_server.h"
#include "core/names.h"

/* Milliseconds for a try: for timeouts, and for all others. */
enum { TIMEOUT = 300, PATIENCE = 60000 };

/* The sender over UDP. */
enum way { OWN, CARES, WAYS };

static struct dns_transport *open_transport_to(uint16_t port, enum way way,
                                               bool tcp, unsigned timeout)
{
    struct ddds_dns_servers servers = {.count = 0};
    const struct ddds_address address = {4, {127, 0, 0, 1}};
    const struct server_families both = {true, true};
    const struct transport_options options = {
        .timeout = timeout, .tcp = tcp, .cares = way == CARES};
    ddds_servers_add(&servers, &address, port, both);
    struct dns_transport *transport =
        ddds_transport_new(&servers, &options, NULL);
    assert_non_null(transport);
    return transport;
}

static struct dns_transport *open_transport(enum way way, bool tcp,
                                            unsigned timeout)
{
    return open_transport_to(server.port, way, tcp, timeout);
}

/* The result of a try. */
struct kept {
    size_t length;
    unsigned count;
    enum exchange_status status;
    bool is_tcp;
    unsigned char octets[65535];
};

static void keep(void *context, const struct exchange *exchange)
{
    struct kept *kept = context;
    kept->count++;
    kept->status = exchange->status;
    kept->is_tcp = exchange->is_tcp;
    kept->length = exchange->length;
    if (exchange->length > 0) {
        memcpy(kept->octets, exchange->octets, exchange->length);
    }
}

static ddds_wanted_fn *wanted; /* of the queries that are sent next */

static void send_for(struct dns_transport *transport, const char *name,
                     uint16_t id, ddds_exchange_fn *done, void *context)
{
    unsigned char octets[MESSAGE_QUERY_MAX];
    struct plain_name labels;
    const struct message_query query = {.name = labels_of(name, &labels),
                                        .type = TYPE_NAPTR,
                                        .id = id,
                                        .buffer_size = 1232,
                                        .asks_ad = true};
    size_t length = ddds_message_write_query(&query, octets);
    const struct sending sending = {0,     octets, length, done, context,
                                    false, wanted, NULL,   false};
    ddds_transport_send(transport, &sending);
}

static void send_query(struct dns_transport *transport, const char *name,
                       uint16_t id, struct kept *kept)
{
    kept->count = 0;
    send_for(transport, name, id, keep, kept);
}

static void exchange(const char *name, enum way way, bool tcp, unsigned timeout,
                     struct kept *kept)
{
    struct dns_transport *transport = open_transport(way, tcp, timeout);
    send_query(transport, name, 4711, kept);
    while (kept->count == 0) {
        ddds_transport_flush(transport);
        assert_ok(ddds_transport_wait(transport, 1000, -1));
    }
    ddds_transport_free(transport);
}

TEST(all_ways_give_the_same_octets)
{
    static const char *const statuses[] = {
        [EXCHANGE_DONE] = "done",
        [EXCHANGE_TIMEOUT] = "timeout",
        [EXCHANGE_NETWORK] = "network",
    };
    static struct kept own;
    static struct kept other;
    for (const char **row =
             table_rows("fixtures/tables/dns-ways.tsv", "Exchanges", 3);
         table_next(row);) {
        bool tcp = row[1] != NULL;
        unsigned timeout = strcmp(row[2], "timeout") == 0 ? TIMEOUT : PATIENCE;
        exchange(row[0], OWN, tcp, timeout, &own);
        assert_in_range(own.status, 0, EXCHANGE_NETWORK);
        assert_string_equal(statuses[own.status], row[2]);
        exchange(row[0], CARES, tcp, timeout, &other);
        if (other.status != own.status) {
            fail_msg("%s: %d", row[0], other.status);
        }
        if (own.status == EXCHANGE_DONE) {
            /* Newer versions of c-ares choose another id. */
            assert_int_equal(own.length, other.length);
            assert_memory_equal(own.octets + 2, other.octets + 2,
                                own.length - 2);
            assert_int_equal(own.is_tcp, other.is_tcp);
        }
    }
}

/* Two ask the same. */
static void name_of(unsigned i, char name[32])
{
    unsigned own = i / 2;
    snprintf(name, 32, "%s%u.test", own % 5 == 0 ? "x" : "good", own);
}

enum { MANY = 60 };

/* Wait until all of |kept| have their results. */
static void wait_for_all(struct dns_transport *transport,
                         const struct kept kept[MANY])
{
    unsigned done = 0;
    for (int turns = 0; done < MANY && turns < 1000; turns++) {
        ddds_transport_flush(transport);
        ddds_transport_wait(transport, 100, -1);
        done = 0;
        for (unsigned i = 0; i < MANY; i++) {
            done += kept[i].count;
        }
    }
    assert_int_equal(done, MANY);
    for (unsigned i = 0; i < MANY; i++) {
        char name[32];
        name_of(i, name);
        assert_int_equal(kept[i].count, 1);
        assert_int_equal(kept[i].status, EXCHANGE_DONE);
        assert_int_equal(kept[i].octets[12], strcspn(name, "."));
        assert_memory_equal(kept[i].octets + 13, name, strcspn(name, "."));
    }
}

/* Send many queries in each way, the ids |step| apart from |first|, and wait. */
static void exchange_many(unsigned first, unsigned step)
{
    static struct kept kept[MANY];
    for (int i = 0; i < 2 * WAYS; i++) {
        struct dns_transport *transport =
            open_transport((enum way)(i / 2), i % 2 == 1, PATIENCE);
        char name[32];
        for (unsigned k = 0; k < MANY; k++) {
            name_of(k, name);
            send_query(transport, name, (uint16_t)(first + k * step), &kept[k]);
        }
        wait_for_all(transport, kept);
        ddds_transport_free(transport);
    }
}

/* Each answer finds its own query among many, over either protocol. */
TEST(many_are_told_apart)
{
    exchange_many(0, 7);
}

/* Ids may be the same by chance, of equal questions, too. */
TEST(an_id_may_be_used_twice)
{
    exchange_many(4711, 0);
}

/* ---- Over TCP, only so many are in flight ------------------------------ */

enum {
    CROWD = 3000,
    CROWD_MOST = LIMIT_STREAMED * LIMIT_CHANNELS,
    STREAMS = 4 * LIMIT_CHANNELS, /* some may be about to be closed */
};

/* A connection, and the queries that were not answered yet. */
struct stream {
    int socket;
    size_t length;
    unsigned char octets[65535];
};

/* A server that answers when it has as many queries as there may be, or all. */
struct patient {
    int listener;
    uint16_t port;
    size_t count;
    struct stream streams[STREAMS];
    unsigned received; /* queries */
    unsigned open;
};

static void listen_patiently(struct patient *patient)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    struct sockaddr *any = (struct sockaddr *)&address;
    patient->count = patient->received = patient->open = 0;
    patient->listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    assert_int_equal(bind(patient->listener, any, length), 0);
    assert_int_equal(listen(patient->listener, STREAMS), 0);
    assert_int_equal(getsockname(patient->listener, any, &length), 0);
    patient->port = ntohs(address.sin_port);
}

/* The whole messages of |stream|. */
static unsigned count_messages(const struct stream *stream)
{
    unsigned count = 0;
    size_t at = 0;
    while (at + 2 < stream->length &&
           at + 2 + ddds_octets_u16(stream->octets + at) <= stream->length) {
        at += 2 + ddds_octets_u16(stream->octets + at);
        count++;
    }
    return count;
}

/* Read what came; false if the client, which has all its answers, has closed
 * the connection. */
static bool read_stream(struct patient *patient, struct stream *stream)
{
    unsigned before = count_messages(stream);
    ssize_t length = recv(stream->socket, stream->octets + stream->length,
                          sizeof stream->octets - stream->length, MSG_DONTWAIT);
    if (length == 0) {
        assert_int_equal(stream->length, 0);
        return false;
    }
    stream->length += length > 0 ? (size_t)length : 0;
    patient->open += count_messages(stream) - before;
    patient->received += count_messages(stream) - before;
    assert_in_range(patient->open, 0, CROWD_MOST);
    return true;
}

static void read_streams(struct patient *patient)
{
    for (size_t i = patient->count; i-- > 0;) {
        if (!read_stream(patient, &patient->streams[i])) {
            close(patient->streams[i].socket);
            patient->streams[i] = patient->streams[--patient->count];
        }
    }
}

/* Answer each query with itself. */
static void answer_stream(struct stream *stream)
{
    size_t at = 0;
    for (unsigned left = count_messages(stream); left > 0; left--) {
        stream->octets[at + 4] |= 0x80; /* QR: RFC 1035 section 4.1.1 */
        at += 2 + ddds_octets_u16(stream->octets + at);
    }
    assert_int_equal(send(stream->socket, stream->octets, at, 0), at);
    memmove(stream->octets, stream->octets + at, stream->length - at);
    stream->length -= at;
}

static void serve_patiently(struct patient *patient)
{
    int socket;
    while ((socket = accept(patient->listener, NULL, NULL)) >= 0) {
        assert_true(patient->count < STREAMS);
        patient->streams[patient->count].length = 0;
        patient->streams[patient->count++].socket = socket;
    }
    read_streams(patient);
    if (patient->open == CROWD_MOST || patient->received == CROWD) {
        for (size_t i = 0; i < patient->count; i++) {
            answer_stream(&patient->streams[i]);
        }
        patient->open = 0;
    }
}

static void count_done(void *context, const struct exchange *exchange)
{
    unsigned *done = context;
    assert_int_equal(exchange->status, EXCHANGE_DONE);
    ++*done;
}

/* LIMIT_STREAMED: the others wait, and are sent in their turn. */
TEST(a_stream_has_so_many_queries)
{
    static struct patient patient;
    for (enum way way = OWN; way < WAYS; way++) {
        listen_patiently(&patient);
        struct dns_transport *transport =
            open_transport_to(patient.port, way, true, PATIENCE);
        unsigned done = 0;
        for (uint16_t i = 0; i < CROWD; i++) {
            send_for(transport, "good.test", i, count_done, &done);
        }
        while (done < CROWD) {
            ddds_transport_flush(transport);
            assert_ok(ddds_transport_wait(transport, 10, -1));
            if (patient.received < CROWD || patient.open > 0) {
                serve_patiently(&patient);
            }
        }
        ddds_transport_free(transport);
        while (patient.count > 0) {
            close(patient.streams[--patient.count].socket);
        }
        close(patient.listener);
    }
}

static bool say_no(const void *context)
{
    return false;
}

static void count_late(void *context, const struct exchange *exchange)
{
    unsigned *done = context;
    assert_int_equal(exchange->status, EXCHANGE_TIMEOUT);
    ++*done;
}

/* The limit of queries in flight, which get no answer, then others that are
 * cancelled before their turn: these are not sent, and take no time. */
TEST(what_is_unwanted_is_not_sent)
{
    for (enum way way = OWN; way < WAYS; way++) {
        struct dns_transport *transport =
            open_transport(way, true, 4 * TIMEOUT);
        unsigned late = 0;
        unsigned before = misbehave_count(&server);
        wanted = NULL;
        for (uint16_t i = 0; i < CROWD_MOST; i++) {
            send_for(transport, "silent.test", i, count_late, &late);
        }
        wanted = say_no;
        for (uint16_t i = 0; i < CROWD; i++) {
            send_for(transport, "silent.test", i, count_late, &late);
        }
        wanted = NULL;
        while (late < CROWD_MOST + CROWD) {
            ddds_transport_flush(transport);
            assert_ok(ddds_transport_wait(transport, 10, -1));
        }
        ddds_transport_free(transport);
        assert_in_range(misbehave_settle(&server) - before, 1, CROWD_MOST);
    }
}

/* Those that still wait are freed without a callback. */
TEST(what_waits_is_freed)
{
    unsigned done = 0;
    struct dns_transport *transport = open_transport(OWN, true, PATIENCE);
    for (uint16_t i = 0; i < CROWD; i++) {
        send_for(transport, "silent.test", i, count_done, &done);
    }
    ddds_transport_free(transport);
    assert_int_equal(done, 0);
}

TEST(numbers_differ)
{
    struct dns_transport *transport = open_transport(OWN, false, PATIENCE);
    unsigned same = 0;
    uint16_t last = 0;
    for (int i = 0; i < 1000; i++) {
        uint16_t number;
        assert_true(ddds_transport_draw(transport, &number));
        same += number == last;
        last = number;
    }
    assert_true(same < 5);
    ddds_transport_free(transport);
}

FIXTURES(.begin = start_server, .end = stop_server);
