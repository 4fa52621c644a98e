/* The model: published data that only depend on the seed. Each number is an
 * input, urn:xNUMBER:1, with its own keys, servers and hosts, so that the
 * correct result of each input is known.
 *
 * Data say when they were given: a URI and the name of a host end with the
 * virtual milliseconds, an address with its low digits. So a result that is
 * older than its TTL is found out.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NETWORK_ZONE_H
#define NETWORK_ZONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/wire.h"

/* Target of the last rule of an input. */
enum zone_end {
    ZONE_URI,
    ZONE_SERVERS,
    ZONE_HOST,
    ZONE_NO_NAME,
    ZONE_NO_DATA,
    ZONE_NO_MATCH,
};

enum zone_part {
    PART_KEY,    /* x7.sim, k2.x7.sim */
    PART_ALIAS,  /* c2.x7.sim: where the rules of a key are if it is an alias */
    PART_SERVER, /* _s._tcp.x7.sim */
    PART_HOST,   /* a0-TIME.x7.sim */
};

/* A name of the model. */
struct zone_name {
    uint32_t input;
    enum zone_part part;
    unsigned number;
    uint64_t given; /* of a host: milliseconds */
};

/* The input with a number. */
struct zone_input {
    uint32_t number;
    enum zone_end end;
    unsigned depth;    /* keys */
    unsigned aliases;  /* a bit for each key that is an alias */
    unsigned families; /* of its hosts: 1 IPv4, 2 IPv6, 3 both */
    bool is_long;      /* its last rules need TCP */
    uint64_t blinks; /* milliseconds for which it is there, and is not; or 0 */
};

/* Make the zones of |seed|. */
void zone_begin(uint64_t seed);

/* The input with the number |number|. */
struct zone_input zone_input(uint32_t number);

/* Return true if |input| is published at |now| milliseconds. */
bool zone_is_there(const struct zone_input *input, uint64_t now);

/* The TTL of a part of an input, in seconds. Negative answers have that of the
 * key 0 with |part| PART_ALIAS. */
uint32_t zone_ttl(uint32_t input, enum zone_part part, unsigned number);
uint32_t zone_negative_ttl(uint32_t input);

/* The port of the server |number| of |input|. */
uint16_t zone_port(uint32_t input, unsigned number);

/* Read |text|, a host of the model; false if it is unknown. */
bool zone_read_host(const char *text, struct zone_name *name);

/* Read the name of a |query| of |length| octets; false if it is not in the
 * model. */
bool zone_read_query(const unsigned char *query, size_t length,
                     struct zone_name *name);

/* Write the true answer of |now| milliseconds to |query|. */
void zone_answer(struct wire *wire, const unsigned char *query, size_t length,
                 uint64_t now);

/* Write an answer to |query| that must never be believed. */
void zone_forge(struct wire *wire, const unsigned char *query, size_t length,
                uint64_t chance);

/* Return the end of the question in |query|; 0 if it has no question. */
size_t zone_question_end(const unsigned char *query, size_t length);

/* Targets of forged answers contain this name, or are addresses of this
 * octet. */
#define ZONE_FORGED "forged"
enum { ZONE_FORGED_OCTET = 66 };

#endif
