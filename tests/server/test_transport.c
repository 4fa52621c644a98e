/* Octets to a server and back, in all ways: over UDP of our own, and by c-ares,
 * as it hands them over and as they are read from the sockets, which its newer
 * versions make necessary.
 *
 * SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "db/wire/message.h"
#include "db/dns/transport.h"
#include "db/wire/types.h"
#include "server/misbehave.h"
#include "unit/names.h"

static struct misbehaving server;

static int start_server(void **state)
{
    (void)state;
    misbehave_start(&server);
    return 0;
}

static int stop_server(void **state)
{
    (void)state;
    misbehave_stop(&server);
    return 0;
}

/* Milliseconds for a try: of what is to time out, and of the rest. */
enum { TIMEOUT = 300, PATIENCE = 20000 };

/* Who sends over UDP, and how answers of c-ares are read. */
enum way { OWN, PLAIN, TAPPED, WAYS };

static struct dns_transport *open_transport(enum way way, bool tcp,
                                            unsigned timeout)
{
    struct dns_servers servers = {.count = 0};
    const struct ddds_address address = {4, {127, 0, 0, 1}};
    const struct server_families both = {true, true};
    const struct transport_options options = {.timeout = timeout,
                                              .buffer_size = 1232,
                                              .tcp = tcp,
                                              .cares = way != OWN,
                                              .tap = way == TAPPED};
    ddds_servers_add(&servers, &address, server.port, both);
    struct dns_transport *transport =
        ddds_transport_new(&servers, &options, NULL);
    assert_non_null(transport);
    return transport;
}

/* What came of a try. */
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

static void send_query(struct dns_transport *transport, const char *name,
                       uint16_t id, struct kept *kept)
{
    unsigned char octets[MESSAGE_QUERY_MAX];
    struct plain_name labels;
    const struct message_query query = {.name = labels_of(name, &labels),
                                        .type = TYPE_NAPTR,
                                        .id = id,
                                        .buffer_size = 1232,
                                        .asks_ad = true};
    size_t length = ddds_message_write_query(&query, octets);
    kept->count = 0;
    const struct sending sending = {0, octets, length, keep, kept, false};
    ddds_transport_send(transport, &sending);
}

static void exchange(const char *name, enum way way, bool tcp, unsigned timeout,
                     struct kept *kept)
{
    struct dns_transport *transport = open_transport(way, tcp, timeout);
    send_query(transport, name, 4711, kept);
    while (kept->count == 0) {
        ddds_transport_flush(transport);
        assert_int_equal(ddds_transport_wait(transport, 1000), DDDS_OK);
    }
    ddds_transport_free(transport);
}

static void all_ways_give_the_same_octets(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool tcp; /* only */
        enum exchange_status status;
    } rows[] = {
        {"good.test", false, EXCHANGE_DONE},
        {"good.test", true, EXCHANGE_DONE},
        {"unprintable.test", false, EXCHANGE_DONE},
        {"unprintable.test", true, EXCHANGE_DONE},
        {"compressed.test", false, EXCHANGE_DONE},
        {"large-14.test", false, EXCHANGE_DONE},
        {"tcp.test", false, EXCHANGE_DONE},
        {"octets.test", false, EXCHANGE_DONE},
        {"many-400.test", false, EXCHANGE_DONE},
        {"counts-1.test", false, EXCHANGE_DONE},
        {"rcode-2.test", false, EXCHANGE_DONE},
        {"repeat.test", false, EXCHANGE_DONE},
        {"empty-first.test", false, EXCHANGE_DONE},
        {"silent.test", false, EXCHANGE_TIMEOUT},
        {"wrong-id.test", false, EXCHANGE_TIMEOUT},
        {"wrong-question.test", false, EXCHANGE_TIMEOUT},
        {"reset.test", false, EXCHANGE_NETWORK},
    };
    static struct kept own;
    static struct kept other;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unsigned timeout =
            rows[i].status == EXCHANGE_TIMEOUT ? TIMEOUT : PATIENCE;
        exchange(rows[i].name, OWN, rows[i].tcp, timeout, &own);
        assert_int_equal(own.status, rows[i].status);
        for (enum way way = PLAIN; way < WAYS; way++) {
            exchange(rows[i].name, way, rows[i].tcp, timeout, &other);
            if (other.status != rows[i].status) {
                fail_msg("%s, way %d: %d", rows[i].name, way, other.status);
            }
            if (rows[i].status == EXCHANGE_DONE) {
                /* Newer versions of c-ares choose another id. */
                assert_int_equal(own.length, other.length);
                assert_memory_equal(own.octets + 2, other.octets + 2,
                                    own.length - 2);
                assert_int_equal(own.is_tcp, other.is_tcp);
            }
        }
    }
}

static void name_of(unsigned i, char name[32])
{
    snprintf(name, 32, "%s%u.test", i % 5 == 0 ? "x" : "good", i);
}

enum { MANY = 60 };

/* Wait until all of |kept| have their results. */
static void wait_for_all(struct dns_transport *transport,
                         const struct kept kept[MANY])
{
    unsigned done = 0;
    for (int turns = 0; done < MANY && turns < 1000; turns++) {
        ddds_transport_flush(transport);
        ddds_transport_wait(transport, 100);
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

/* Each answer finds its own query among many, over either protocol. */
static void many_are_told_apart(void **state)
{
    (void)state;
    static struct kept kept[MANY];
    for (int i = 0; i < 2 * WAYS; i++) {
        struct dns_transport *transport =
            open_transport((enum way)(i / 2), i % 2 == 1, PATIENCE);
        char name[32];
        for (unsigned k = 0; k < MANY; k++) {
            name_of(k, name);
            send_query(transport, name, (uint16_t)(k * 7), &kept[k]);
        }
        wait_for_all(transport, kept);
        ddds_transport_free(transport);
    }
}

/* Ids may be the same by chance: the questions tell. */
static void an_id_may_be_used_twice(void **state)
{
    (void)state;
    static struct kept kept[MANY];
    for (enum way way = OWN; way < WAYS; way++) {
        struct dns_transport *transport = open_transport(way, false, PATIENCE);
        char name[32];
        for (unsigned i = 0; i < MANY; i++) {
            name_of(i, name);
            send_query(transport, name, 4711, &kept[i]);
        }
        wait_for_all(transport, kept);
        ddds_transport_free(transport);
    }
}

static void numbers_differ(void **state)
{
    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_ways_give_the_same_octets),
        cmocka_unit_test(many_are_told_apart),
        cmocka_unit_test(an_id_may_be_used_twice),
        cmocka_unit_test(numbers_differ),
    };
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
