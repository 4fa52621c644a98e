/* Datagrams on their way.
 *
 * SPDX-License-Identifier: MIT */
#include "core/network/path.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/network/agenda.h"
#include "core/network/clock.h"
#include "core/network/damage.h"
#include "core/network/hurts.h"
#include "core/network/journal.h"
#include "core/network/servers.h"
#include "core/network/zone.h"

enum { ANSWER_MAX = 65535 };

static struct {
    struct weather weather;
    struct chance chance;
    unsigned servers;
    uint64_t timeout;
    bool has_oracle; /* forgers know everything */
} path;

void path_begin(const struct scenario *scenario, uint64_t seed)
{
    path.weather = scenario->weather;
    path.chance.state = chance_mix(seed, 'p');
    path.servers = scenario->servers;
    path.timeout = UINT64_C(1000) * scenario->timeout;
    path.has_oracle = false;
}

void path_plant_forgers(void)
{
    path.has_oracle = true;
}

uint64_t path_delay(void)
{
    return path.weather.delay +
           chance_below(&path.chance, path.weather.jitter + UINT64_C(1));
}

static struct packet *make_packet(const struct packet *like,
                                  const unsigned char *octets, size_t length)
{
    struct packet *packet = malloc(sizeof *packet + length);
    demand(packet != NULL, "no memory for a datagram");
    *packet = *like;
    packet->length = length;
    if (length > 0) {
        memcpy(packet->octets, octets, length);
    }
    return packet;
}

/* How long a datagram takes; UINT64_MAX: for ever. */
static uint64_t draw_way(const struct packet *packet, const char *lost)
{
    uint64_t delay = path_delay();
    if (chance_hits(&path.chance, path.weather.loss)) {
        hurt_input(packet->server, packet->input, lost);
        return UINT64_MAX;
    }
    if (chance_hits(&path.chance, path.weather.slow)) {
        hurt_input(packet->server, packet->input, "slow");
        delay += chance_below(&path.chance, 3 * path.timeout);
    }
    return delay;
}

/* ---- To the servers ----------------------------------------------------- */

void path_query(const struct fake *fake, uint32_t input,
                const unsigned char *octets, size_t length)
{
    const struct packet like = {.port = fake->port,
                                .server = fake->server,
                                .input = input,
                                .asked = virtual_now()};
    unsigned copies = 1 + chance_hits(&path.chance, path.weather.duplicate);
    for (unsigned i = 0; i < copies; i++) {
        uint64_t way = draw_way(&like, "query-lost");
        if (way != UINT64_MAX) {
            agenda_add(virtual_now() + way, servers_receive,
                       make_packet(&like, octets, length), 0);
        }
    }
    if (chance_hits(&path.chance, path.weather.icmp)) {
        path_icmp(&like, ECONNREFUSED);
    }
}

/* ---- Forgers ------------------------------------------------------------ */

/* Send a forgery of the answer to |query|, in one of the ways in which it is
 * not the answer. */
static void forge(const struct packet *query, const unsigned char *octets,
                  size_t length, uint64_t at)
{
    static struct wire wire;
    struct packet like = *query;
    like.is_forged = true;
    like.given = 0;
    zone_forge(&wire, octets, length, chance_draw(&path.chance));
    uint64_t number = path.has_oracle ? 1 : 0;
    switch (path.has_oracle ? 9 : chance_below(&path.chance, 5)) {
    case 0: /* another id */
        wire.octets[0] ^= (unsigned char)(1 + chance_below(&path.chance, 255));
        break;
    case 1: /* another question */
        wire.octets[13] ^= 1;
        break;
    case 2: /* another port: that of another socket of ours, maybe */
        like.port = kernel.fakes[chance_below(&path.chance, 16)].port;
        break;
    case 3: /* from another server */
        like.server = (like.server + 1) % path.servers;
        number = like.server != query->server;
        break;
    case 4: /* from an unknown address */
        like.server = STRANGER;
        number = 1;
        break;
    default:
        break;
    }
    agenda_add(at, datagram_arrive,
               make_packet(&like, wire.octets, wire.length), number);
}

void path_was_read(const struct packet *packet)
{
    static struct wire wire;
    if (!chance_hits(&path.chance, path.weather.forge)) {
        return;
    }
    struct packet like = *packet;
    like.is_forged = true;
    like.given = 0;
    zone_forge(&wire, packet->octets, packet->length,
               chance_draw(&path.chance));
    agenda_add(virtual_now() + 1 + chance_below(&path.chance, 2000),
               datagram_arrive, make_packet(&like, wire.octets, wire.length),
               0);
}

/* ---- To the client ------------------------------------------------------ */

/* Change the answer of |length| octets; returns its new length. */
static size_t spoil(const struct packet *query, unsigned char *octets,
                    size_t length)
{
    if (chance_hits(&path.chance, path.weather.damage)) {
        hurt_input(query->server, query->input, "damaged");
        return damage_visibly(&path.chance, octets, length);
    }
    if (chance_hits(&path.chance, path.weather.wild)) {
        hurt_input(query->server, query->input, "damaged-wildly");
        return damage_wildly(&path.chance, octets, length);
    }
    if (chance_hits(&path.chance, path.weather.swell)) {
        return damage_length(&path.chance, octets, length);
    }
    return length;
}

static void send_answer(const struct packet *query, const unsigned char *answer,
                        size_t length)
{
    static unsigned char octets[ANSWER_MAX];
    struct packet like = *query;
    memcpy(octets, answer, length);
    length = spoil(query, octets, length);
    uint64_t way = draw_way(query, "answer-lost");
    if (way == UINT64_MAX) {
        return;
    }
    uint64_t at = virtual_now() + way;
    if (at + 1000 >= query->asked + path.timeout) {
        hurt_input(query->server, query->input, "late");
    }
    like.given = virtual_now();
    agenda_add(at, datagram_arrive, make_packet(&like, octets, length), 0);
}

void path_answer(const struct packet *query, const unsigned char *answer,
                 size_t length)
{
    unsigned copies = 1 + chance_hits(&path.chance, path.weather.duplicate);
    if (chance_hits(&path.chance, path.weather.forge)) {
        uint64_t at =
            path.has_oracle ? virtual_now() : virtual_now() + path_delay();
        forge(query, query->octets, query->length, at);
    }
    for (unsigned i = 0; i < copies; i++) {
        send_answer(query, answer, length);
    }
}

static void deliver_icmp(void *subject, uint64_t number)
{
    const struct packet *packet = subject;
    datagram_refuse(packet->port, packet->server, (int)number);
    free(subject);
}

void path_icmp(const struct packet *query, int why)
{
    agenda_add(virtual_now() + path_delay(), deliver_icmp,
               make_packet(query, NULL, 0), (uint64_t)why);
}
