/* UDP when the system does not send: queries that wait until their socket is
 * writable, errors meanwhile, and cancelled queries. Then queries that leave as
 * one message.
 *
 * send, sendmmsg and getsockopt are replaced here. Nothing receives.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* sendmmsg */
#include <errno.h>
#include <poll.h>
#include <sys/socket.h>

#include "db/dns/udp.h"
#include "db/dns/udp_socket.h"
#include "base/assertions.h"

enum { TIMEOUT = 50, LENGTH = 12 + 4 + 4, MANY = 600 };

/* ---- The system --------------------------------------------------------- */

static int refusal;     /* what sending fails with; 0: it succeeds */
static int only;        /* the socket that fails; 0: all, -1: the first */
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
    return refuse(descriptor) ? -1 : (ssize_t)length;
}

static bool cuts;      /* can messages be cut into datagrams? */
static int cut_error;  /* error of messages to be cut, or 0 */
static char sent[256]; /* the messages: "3x20 1x21 " are three queries of 20
                          octets as one, and one of 21 */

static void note(const struct msghdr *message)
{
    size_t length = strlen(sent);
    snprintf(sent + length, sizeof sent - length, "%zux%zu ",
             (size_t)message->msg_iovlen, message->msg_iov[0].iov_len);
    if (message->msg_iovlen > 1) {
        uint16_t size;
        const struct cmsghdr *header = CMSG_FIRSTHDR(message);
        assert_non_null(header);
        memcpy(&size, CMSG_DATA(header), sizeof size);
        assert_int_equal(header->cmsg_type, UDP_SEGMENT);
        for (size_t i = 0; i < message->msg_iovlen; i++) {
            assert_int_equal(message->msg_iov[i].iov_len, size);
        }
    } else {
        assert_null(message->msg_control);
    }
}

int sendmmsg(int descriptor, struct mmsghdr *messages, unsigned count,
             int flags)
{
    if (refuse(descriptor)) {
        return -1;
    }
    for (unsigned i = 0; i < count; i++) {
        if (messages[i].msg_hdr.msg_iovlen > 1 && cut_error != 0) {
            errno = cut_error;
            return i > 0 ? (int)i : -1;
        }
        note(&messages[i].msg_hdr);
    }
    return (int)count;
}

int getsockopt(int descriptor, int level, int option, void *value,
               socklen_t *length)
{
    assert_int_equal(level, SOL_UDP);
    assert_int_equal(option, UDP_SEGMENT);
    errno = ENOPROTOOPT;
    return cuts ? 0 : -1;
}

/* ---- The client --------------------------------------------------------- */

struct client {
    struct ddds_dns_servers servers;
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
    refusal = only = cut_error = 0;
    failed = 0;
    cuts = true;
    sent[0] = '\0';
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
    const struct sending sending = {
        .octets = octets, .length = LENGTH, .done = keep, .context = kept};
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
TEST(what_cannot_be_sent_is_given_up)
{
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
TEST(what_waited_is_sent)
{
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
TEST(a_refusal_ends_the_wait)
{
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

/* A full batch is sent at once; its failure is reported later, or not at
 * all. */
TEST(who_leaves_first_hears_nothing)
{
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

/* ---- Messages of several queries ---------------------------------------- */

struct cutting {
    const char *lengths; /* of the names asked for; 'R': repeated, "ab" */
    bool cuts;
    int error;
    const char *sent;
};

static void ask_for(struct client *client, char which, struct kept *kept)
{
    unsigned char octets[LENGTH + 8] = {0x12, 0x34, 1, 0, 0, 1};
    unsigned char length = which == 'R' ? 2 : (unsigned char)(which - '0');
    octets[12] = length;
    memset(octets + 13, 'a', length);
    memcpy(octets + 13 + length, "\0\0\43\0\1", 5);
    const struct sending sending = {.octets = octets,
                                    .length = LENGTH - 2U + length,
                                    .done = keep,
                                    .context = kept,
                                    .is_repeated = which == 'R'};
    ddds_udp_send(client->udp, &sending);
}

/* Queries of one length leave as one message, if the system and the route allow
 * it; repeated queries never do. The order of the others changes for it. */
TEST(queries_of_one_length_leave_together)
{
    static const struct cutting table[] = {
        {"22222", true, 0, "5x20 "},
        {"22", false, 0, "1x20 1x20 "},
        {"23", true, 0, "1x20 1x21 "},
        {"2323432", true, 0, "3x20 3x21 1x22 "},
        {"2R2", true, 0, "1x20 1x20 1x20 "},
        {"33R", true, 0, "2x21 1x20 "},
        {"RR", true, 0, "1x20 1x20 "},
        {"222", true, EIO, "1x20 1x20 1x20 "},
        {"222", true, EINVAL, "1x20 1x20 1x20 "},
        {"322", true, EIO, "1x21 1x20 1x20 "},
        {"322", true, EMSGSIZE, "1x21 1x20 1x20 "},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct client client;
        struct kept kept = {0};
        open_client(&client);
        cuts = table[i].cuts;
        cut_error = table[i].error;
        for (const char *which = table[i].lengths; *which != '\0'; which++) {
            ask_for(&client, *which, &kept);
        }
        ddds_udp_flush(client.udp);
        assert_string_equal(sent, table[i].sent);
        assert_int_equal(kept.count, 0);
        close_client(&client);
    }
}

/* A route that once refused such a message gets no other. */
TEST(a_route_refuses_once)
{
    struct client client;
    struct kept kept = {0};
    open_client(&client);
    cut_error = EIO;
    ask_for(&client, '2', &kept);
    ask_for(&client, '2', &kept);
    ddds_udp_flush(client.udp);
    cut_error = 0;
    ask_for(&client, '3', &kept);
    ask_for(&client, '3', &kept);
    ddds_udp_flush(client.udp);
    assert_string_equal(sent, "1x20 1x20 1x21 1x21 ");
    assert_int_equal(kept.count, 0);
    close_client(&client);
}
