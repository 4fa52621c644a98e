/* Datagrams against queries that wait for their answers. A slow search in an
 * array must find the same query.
 *
 * The input is a row of steps. The first octet of each says what happens:
 *
 *     0 to 63     a query is added: an octet of its id and one of its name
 *     64 to 95    the oldest unsent query is sent
 *     others      a datagram: its length is the next octet, its octets follow
 *
 * The lowest bit of that octet selects one of two sockets, the next bit whether
 * the query has EDNS.
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/udp_tries.h"
#include "fuzz.h"

enum { MOST = 64, NAME = 3, QUESTION = NAME + 4, LENGTH = 12 + QUESTION };

struct waiting {
    struct udp_try *found;
    unsigned queue;
    bool is_sent;
    unsigned char octets[LENGTH];
};

static struct udp_tries tries;
static struct udp_queue queues[2];
static struct waiting list[MOST];
static size_t count;

static void no_answer(void *context, const struct exchange *exchange)
{
}

static void add(unsigned queue, unsigned char edns, unsigned char id,
                unsigned char letter)
{
    if (count == MOST) {
        return;
    }
    struct waiting *waiting = &list[count++];
    const unsigned char octets[LENGTH] = {0, id,   1, 0,      0, 1, 0,  0, 0, 0,
                                          0, edns, 1, letter, 0, 0, 35, 0, 1};
    memcpy(waiting->octets, octets, LENGTH);
    const struct sending sending = {
        .octets = octets, .length = LENGTH, .done = no_answer};
    waiting->queue = queue;
    waiting->is_sent = false;
    waiting->found = ddds_udp_tries_add(&tries, &queues[queue], &sending);
    require(waiting->found != NULL);
}

static void send_one(unsigned queue)
{
    for (size_t i = 0; i < count; i++) {
        if (list[i].queue == queue && !list[i].is_sent) {
            require(queues[queue].unsent == list[i].found);
            ddds_udp_tries_sent(&queues[queue], 1);
            list[i].is_sent = true;
            return;
        }
    }
    require(queues[queue].unsent == NULL && queues[queue].unsent_count == 0);
}

static unsigned char lower(unsigned char octet)
{
    return octet >= 'A' && octet <= 'Z' ? (unsigned char)(octet + 32) : octet;
}

static bool fits(const struct waiting *waiting, const unsigned char *octets,
                 size_t length)
{
    if (length < 12 || memcmp(octets, waiting->octets, 2) != 0 ||
        octets[2] < 128) {
        return false;
    }
    if (length == 12 && octets[3] % 16 == 1 && octets[4] == 0 &&
        octets[5] == 0) {
        return waiting->octets[11] != 0;
    }
    return length >= LENGTH && octets[4] == 0 && octets[5] == 1 &&
           octets[12] == 1 && lower(octets[13]) == lower(waiting->octets[13]) &&
           memcmp(octets + 14, waiting->octets + 14, LENGTH - 14) == 0;
}

static void receive(unsigned queue, const uint8_t *data, size_t length)
{
    unsigned char *octets = malloc(length + 1);
    require(octets != NULL);
    unsigned char *exact = realloc(octets, length > 0 ? length : 1);
    require(exact != NULL);
    memcpy(exact, data, length);
    struct udp_try *found =
        ddds_udp_tries_match(&tries, &queues[queue], exact, length);
    size_t fitting = count;
    size_t fits_count = 0;
    for (size_t i = 0; i < count; i++) {
        bool is_fit = list[i].queue == queue && list[i].is_sent &&
                      fits(&list[i], exact, length);
        fits_count += is_fit;
        if (is_fit && list[i].found == found) {
            fitting = i;
        }
    }
    require((found != NULL) == (fits_count > 0));
    free(exact);
    if (found != NULL) {
        require(fitting < count);
        ddds_udp_tries_remove(&tries, found);
        ddds_udp_tries_release(&tries, found);
        memmove(&list[fitting], &list[fitting + 1],
                (--count - fitting) * sizeof list[0]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t at = 0;
    while (size - at >= 3) {
        unsigned what = data[at++];
        if (what < 64) {
            add(what % 2, what / 2 % 2, data[at], data[at + 1]);
            at += 2;
        } else if (what < 96) {
            send_one(what % 2);
        } else {
            size_t length = data[at++];
            length = length < size - at ? length : size - at;
            receive(what % 2, data + at, length);
            at += length;
        }
    }
    require(tries.count == count);
    ddds_udp_tries_free_queue(&queues[0]);
    ddds_udp_tries_free_queue(&queues[1]);
    ddds_udp_tries_free(&tries);
    count = 0;
    return 0;
}
