/* UDP when the system does not send: what waits until its socket can be
 * written, what is refused meanwhile, and who leaves before hearing of it.
 *
 * send and sendmmsg are replaced here. Nothing receives.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* sendmmsg */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>

#include "db/dns/udp.h"

enum { TIMEOUT = 50, LENGTH = 12 + 4 + 4, MANY = 600 };

/* ---- The system --------------------------------------------------------- */

static int refusal;     /* what sending fails with; 0: it succeeds */
static int only;        /* the one socket that fails; 0: all, -1: the first */
static unsigned failed; /* how often it did */

static bool refuse(int descriptor)
{
    only = only == -1 ? descriptor : only;
    if (refusal == 0 || (only != 0 && descriptor != only)) {
        return false;
    }
    failed++;
    errno = refusal;
    return true;
}

ssize_t send(int descriptor, const void *octets, size_t length, int flags)
{
    (void)octets;
    (void)flags;
    return refuse(descriptor) ? -1 : (ssize_t)length;
}

int sendmmsg(int descriptor, struct mmsghdr *messages, unsigned count,
             int flags)
{
    (void)messages;
    (void)flags;
    return refuse(descriptor) ? -1 : (int)count;
}

/* ---- The client --------------------------------------------------------- */

struct client {
    struct dns_servers servers;
    struct sockets sockets;
    struct numbers numbers;
    struct udp *udp;
};

struct kept {
    unsigned count;
    enum exchange_status status;
};

static void keep(void *context, const struct exchange *exchange)
{
    struct kept *kept = context;
    kept->count++;
    kept->status = exchange->status;
}

static void open_client(struct client *client)
{
    const struct ddds_address address = {4, {127, 0, 0, 1}};
    const struct server_families both = {true, true};
    const struct udp_options options = {.timeout = TIMEOUT};
    *client = (struct client){0};
    refusal = only = 0;
    failed = 0;
    ddds_servers_add(&client->servers, &address, 9, both);
    ddds_sockets_begin(&client->sockets, NULL, NULL);
    client->udp = ddds_udp_new(&client->servers, &options, &client->sockets,
                               &client->numbers);
    assert_non_null(client->udp);
}

static void close_client(struct client *client)
{
    ddds_udp_free(client->udp);
    assert_int_equal(client->sockets.count, 0);
    ddds_sockets_end(&client->sockets);
}

/* Ask for the NAPTR records of "ab". */
static void ask(struct client *client, struct kept *kept)
{
    static const unsigned char octets[LENGTH] = {
        0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2, 'a', 'b', 0, 0, 35, 0, 1};
    const struct sending sending = {0, octets, LENGTH, keep, kept};
    *kept = (struct kept){0};
    ddds_udp_send(client->udp, &sending);
}

/* The socket that is watched for when it can be written; -1 without one. */
static int find_blocked(const struct client *client)
{
    struct ddds_dns_socket list[64];
    size_t count = ddds_sockets_list(&client->sockets, list, 64);
    for (size_t i = 0; i < count && i < 64; i++) {
        if (list[i].writable) {
            return list[i].descriptor;
        }
    }
    return -1;
}

/* ---- Tests -------------------------------------------------------------- */

/* A query that finds its socket blocked has a time limit, too. */
static void what_cannot_be_sent_is_given_up(void **state)
{
    (void)state;
    struct client client;
    struct kept kept[2];
    open_client(&client);
    refusal = EAGAIN;
    ask(&client, &kept[0]);
    ddds_udp_flush(client.udp);
    assert_int_not_equal(find_blocked(&client), -1);
    ask(&client, &kept[1]);
    ddds_udp_flush(client.udp);
    assert_int_equal(failed, 1);
    for (unsigned i = 0; i < 2; i++) {
        while (kept[i].count == 0) {
            int left = ddds_udp_timeout(client.udp, -1);
            assert_in_range(left, 0, TIMEOUT);
            poll(NULL, 0, left);
            ddds_udp_expire(client.udp);
        }
        assert_int_equal(kept[i].count, 1);
        assert_int_equal(kept[i].status, EXCHANGE_TIMEOUT);
    }
    close_client(&client);
}

/* Once the socket can be written everything leaves, and only answers are waited
 * for. */
static void what_waited_is_sent(void **state)
{
    (void)state;
    struct client client;
    struct kept kept[3];
    open_client(&client);
    refusal = ENOBUFS;
    ask(&client, &kept[0]);
    ask(&client, &kept[1]);
    ddds_udp_flush(client.udp);
    ask(&client, &kept[2]);
    int descriptor = find_blocked(&client);
    assert_int_not_equal(descriptor, -1);
    refusal = 0;
    ddds_sockets_process(&client.sockets, descriptor, false, true);
    assert_int_equal(find_blocked(&client), -1);
    assert_int_equal(client.sockets.count, 1);
    assert_int_equal(kept[0].count + kept[1].count + kept[2].count, 0);
    close_client(&client);
}

/* A socket whose tries have failed has nothing to write: the loop would turn
 * without pause while others wait for answers. */
static void a_refusal_ends_the_wait(void **state)
{
    (void)state;
    static struct kept kept[MANY];
    struct client client;
    unsigned refused = 0;
    open_client(&client);
    refusal = EAGAIN;
    only = -1;
    for (unsigned i = 0; i < 60; i++) {
        ask(&client, &kept[i]);
    }
    ddds_udp_flush(client.udp);
    assert_int_equal(find_blocked(&client), only);
    refusal = ECONNREFUSED;
    ddds_sockets_process(&client.sockets, only, true, true);
    assert_int_equal(find_blocked(&client), -1);
    for (unsigned i = 0; i < 60; i++) {
        assert_true(kept[i].count == 0 || kept[i].status == EXCHANGE_NETWORK);
        refused += kept[i].count;
    }
    assert_in_range(refused, 1, 59);
    close_client(&client);
}

/* A full batch is sent at once; its failure is reported later, or not at all. */
static void who_leaves_first_hears_nothing(void **state)
{
    (void)state;
    static struct kept kept[MANY];
    struct client client;
    unsigned asked = 0;
    open_client(&client);
    refusal = EPERM;
    while (failed == 0) {
        assert_in_range(asked, 0, MANY - 1);
        ask(&client, &kept[asked++]);
    }
    close_client(&client);
    for (unsigned i = 0; i < asked; i++) {
        assert_int_equal(kept[i].count, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_sent_is_given_up),
        cmocka_unit_test(what_waited_is_sent),
        cmocka_unit_test(a_refusal_ends_the_wait),
        cmocka_unit_test(who_leaves_first_hears_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
