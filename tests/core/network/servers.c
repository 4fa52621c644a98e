/* Servers answer from the model, or as their state has it.
 *
 * SPDX-License-Identifier: MIT */
#include "core/network/servers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/network/agenda.h"
#include "core/network/clock.h"
#include "core/network/hurts.h"
#include "core/network/journal.h"
#include "core/network/path.h"
#include "core/network/zone.h"

enum state {
    GOOD,
    GOOD_TOO, /* as likely as the others together */
    GOOD_AS_WELL,
    SILENT,
    CLOSED, /* no program at the port */
    FROZEN, /* answers when it wakes up */
    LAME,   /* refuses */
    SICK,   /* fails */
    PLAIN,  /* knows no EDNS */
    STATES,
};

enum { RCODE_FORMAT = 1, RCODE_FAILURE = 2, RCODE_REFUSAL = 5, HEADER = 12 };

static struct {
    struct weather weather;
    struct chance chance;
    unsigned count;
    bool is_confused;
    enum state states[SERVERS_MAX];
    uint64_t wakes[SERVERS_MAX]; /* of those that are frozen */
} servers;

/* ---- States ------------------------------------------------------------- */

/* The next server changes. Times are half to one and a half of the average. */
static void change(void *subject, uint64_t number)
{
    uint64_t average = UINT64_C(1000) * servers.weather.changes;
    unsigned index = (unsigned)chance_below(&servers.chance, servers.count);
    uint64_t pause = average / 2 + chance_below(&servers.chance, average);
    if (!servers.weather.has_survivor || index + 1 < servers.count) {
        servers.states[index] =
            (enum state)chance_below(&servers.chance, STATES);
        servers.wakes[index] = virtual_now() + pause;
        journal_note("server", index, servers.states[index]);
    }
    agenda_add(virtual_now() + pause, change, NULL, 0);
}

void servers_begin(const struct scenario *scenario, uint64_t seed)
{
    memset(&servers, 0, sizeof servers);
    servers.weather = scenario->weather;
    servers.count = scenario->servers;
    servers.chance.state = chance_mix(seed, 's');
    if (servers.weather.changes > 0) {
        change(NULL, 0);
    }
}

void servers_plant_confusion(void)
{
    servers.is_confused = true;
}

/* ---- Answers ------------------------------------------------------------ */

/* Write only the question, with |rcode|. */
static void write_error(struct wire *wire, const unsigned char *query,
                        size_t length, unsigned rcode)
{
    size_t end = zone_question_end(query, length);
    wire->length = 0;
    wire_octets(wire, query, end);
    memset(wire->octets + 4, 0, HEADER - 4);
    wire->octets[2] = 0x81;
    wire->octets[3] = (unsigned char)(0x80 | rcode);
    wire->octets[5] = 1;
}

/* The longest answer to |query| over UDP. */
static size_t read_limit(const unsigned char *query, size_t length)
{
    size_t end = zone_question_end(query, length);
    return query[11] > 0 && end + 5 <= length
               ? (size_t)(query[end + 3] << 8 | query[end + 4])
               : 512;
}

/* The error with which |server| answers; 0: none. */
static unsigned find_error(unsigned server, const unsigned char *query,
                           uint32_t input)
{
    enum state state = servers.states[server];
    if (state == PLAIN && query[11] > 0) {
        return RCODE_FORMAT;
    }
    bool fails = chance_hits(&servers.chance, servers.weather.failure);
    if (state != LAME && state != SICK && !fails) {
        return 0;
    }
    hurt_input(server, input, "failure");
    return state == LAME || (fails && chance_below(&servers.chance, 2) == 0)
               ? RCODE_REFUSAL
               : RCODE_FAILURE;
}

static void write_answer(struct wire *wire, unsigned server,
                         const unsigned char *query, size_t length,
                         uint32_t input)
{
    unsigned rcode = find_error(server, query, input);
    if (rcode != 0) {
        write_error(wire, query, length, rcode);
        return;
    }
    zone_answer(wire, query, length, virtual_now() / 1000);
    if (servers.is_confused) { /* data of one question answer another */
        for (size_t i = zone_question_end(query, length); i < wire->length;
             i++) {
            wire->octets[i] = wire->octets[i] == '1' ? '2' : wire->octets[i];
        }
    }
}

/* ---- UDP ---------------------------------------------------------------- */

static void answer_datagram(const struct packet *packet, uint32_t input)
{
    static struct wire wire;
    write_answer(&wire, packet->server, packet->octets, packet->length, input);
    if (wire.length > read_limit(packet->octets, packet->length) ||
        chance_hits(&servers.chance, servers.weather.truncate)) {
        write_error(&wire, packet->octets, packet->length, 0);
        wire.octets[2] |= 2; /* TC */
        journal_note("truncated", input, packet->server);
    }
    path_answer(packet, wire.octets, wire.length);
}

void servers_receive(void *subject, uint64_t number)
{
    struct packet *packet = subject;
    unsigned server = packet->server;
    journal_note("received", packet->input, server);
    switch (servers.states[server]) {
    case SILENT:
        hurt_input(server, packet->input, "silence");
        break;
    case CLOSED:
        hurt_input(server, packet->input, "closed");
        path_icmp(packet, chance_below(&servers.chance, 4) == 0 ? EHOSTUNREACH
                                                                : ECONNREFUSED);
        break;
    case FROZEN:
        hurt_input(server, packet->input, "frozen");
        if (servers.wakes[server] > virtual_now()) {
            agenda_add(servers.wakes[server], servers_receive, packet, 0);
            return;
        }
        answer_datagram(packet, packet->input);
        break;
    default:
        answer_datagram(packet, packet->input);
        break;
    }
    free(packet);
}

/* ---- TCP ---------------------------------------------------------------- */

enum servers_welcome servers_connect(unsigned server)
{
    switch (servers.states[server]) {
    case SILENT:
    case FROZEN:
        hurt_all(server, "no-connection");
        return NO_WORD;
    case CLOSED:
        hurt_all(server, "connection-refused");
        return REFUSED_AT_ONCE;
    default:
        if (chance_hits(&servers.chance, servers.weather.refuse)) {
            hurt_all(server, "connection-refused");
            return REFUSED_AT_ONCE;
        }
        return WELCOME;
    }
}

bool servers_stream(unsigned server, const unsigned char *query, size_t length,
                    struct wire *wire, uint64_t *wait)
{
    struct zone_name name = {0};
    demand(zone_read_query(query, length, &name) || kernel.is_relaxed,
           "a stream holds no query");
    journal_note("received-tcp", name.input, server);
    *wait = chance_below(&servers.chance, 1000);
    if (servers.states[server] == SILENT || servers.states[server] == CLOSED ||
        servers.states[server] == FROZEN) {
        hurt_input(server, name.input, "silence");
        return false;
    }
    write_answer(wire, server, query, length, name.input);
    return true;
}
