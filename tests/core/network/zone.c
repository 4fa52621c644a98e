/* The model zone: inputs, names, answers.
 *
 * SPDX-License-Identifier: MIT */
#include "core/network/zone.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/network/chance.h"

enum {
    HEADER = 12,
    QUESTION_END = 4,
    NAME = 64,
    DECOYS = 24, /* rules of an input whose answer is too long for UDP */
    NXDOMAIN = 3,
    TRUNCATED = 0x0200,
};

static uint64_t zone_seed;

void zone_begin(uint64_t seed)
{
    zone_seed = seed;
}

/* ---- Inputs ------------------------------------------------------------- */

static uint64_t hash_of(uint32_t input, unsigned what)
{
    return chance_mix(zone_seed ^ (uint64_t)what << 32, input);
}

struct zone_input zone_input(uint32_t number)
{
    static const enum zone_end ends[] = {
        ZONE_URI,  ZONE_URI,     ZONE_URI,     ZONE_SERVERS,  ZONE_SERVERS,
        ZONE_HOST, ZONE_NO_NAME, ZONE_NO_DATA, ZONE_NO_MATCH,
    };
    uint64_t hash = hash_of(number, 0);
    struct zone_input input = {
        .number = number,
        .end = ends[hash % (sizeof ends / sizeof ends[0])],
        .depth = 1 + (unsigned)((hash >> 8) % 10 / 4) +
                 ((hash >> 8) % 10 == 9 ? 1 : 0),
        .aliases = (unsigned)(hash >> 16 & hash >> 20 & hash >> 24 & 15),
        .families = 1 + (unsigned)((hash >> 32) % 3),
        .is_long = (hash >> 40) % 64 == 0,
        .blinks = (hash >> 48) % 8 == 0 ? 2000 + (hash >> 52) * 50 : 0,
    };
    return input;
}

bool zone_is_there(const struct zone_input *input, uint64_t now)
{
    return input->blinks == 0 || now / input->blinks % 2 == 0;
}

uint32_t zone_ttl(uint32_t input, enum zone_part part, unsigned number)
{
    static const uint32_t ttls[] = {0,  1,   2,    5,     30,
                                    60, 300, 3600, 86400, 0x7fffffff};
    return ttls[hash_of(input, 16 + 8 * (unsigned)part + number) % 10];
}

uint32_t zone_negative_ttl(uint32_t input)
{
    return zone_ttl(input, PART_ALIAS, 7);
}

uint16_t zone_port(uint32_t input, unsigned number)
{
    return (uint16_t)(1024 + hash_of(input, 8 + number) % 60000);
}

/* ---- Names -------------------------------------------------------------- */

static bool is_ended(const char *end, struct zone_name *name)
{
    return strcmp(end, ".sim") == 0 && name->input < UINT32_MAX;
}

/* Read "xNUMBER.sim". */
static bool read_base(const char *text, struct zone_name *name)
{
    char *end;
    if (text[0] != 'x') {
        return false;
    }
    name->input = (uint32_t)strtoul(text + 1, &end, 10);
    return end > text + 1 && is_ended(end, name);
}

bool zone_read_host(const char *text, struct zone_name *name)
{
    char *end;
    name->part = PART_HOST;
    if (text[0] != 'a') {
        return false;
    }
    name->number = (unsigned)strtoul(text + 1, &end, 10);
    if (*end != '-') {
        return false;
    }
    name->given = strtoull(end + 1, &end, 16);
    return *end == '.' && read_base(end + 1, name);
}

static bool read_name(const char *text, struct zone_name *name)
{
    static const char server[] = "_s._tcp.";
    *name = (struct zone_name){.part = PART_KEY};
    if (text[0] == 'x') {
        return read_base(text, name);
    }
    if (strncmp(text, server, sizeof server - 1) == 0) {
        name->part = PART_SERVER;
        return read_base(text + sizeof server - 1, name);
    }
    if (text[0] == 'k' || text[0] == 'c') {
        name->part = text[0] == 'k' ? PART_KEY : PART_ALIAS;
        name->number = (unsigned)text[1] - '0';
        return name->number < 8 && text[2] == '.' && read_base(text + 3, name);
    }
    return zone_read_host(text, name);
}

size_t zone_question_end(const unsigned char *query, size_t length)
{
    size_t at = HEADER;
    while (at < length && query[at] != 0 && query[at] < 64) {
        at += 1 + (size_t)query[at];
    }
    return at + 1 + QUESTION_END <= length && query[at] == 0
               ? at + 1 + QUESTION_END
               : 0;
}

bool zone_read_query(const unsigned char *query, size_t length,
                     struct zone_name *name)
{
    char text[256];
    size_t end = zone_question_end(query, length);
    size_t count = 0;
    if (end == 0) {
        return false;
    }
    for (size_t at = HEADER; query[at] != 0; at += 1 + (size_t)query[at]) {
        memcpy(text + count, query + at + 1, query[at]);
        count += query[at];
        text[count++] = '.';
    }
    text[count > 0 ? count - 1 : 0] = '\0';
    return read_name(text, name);
}

static const char *spell_key(char text[NAME], uint32_t input, unsigned key)
{
    if (key == 0) {
        snprintf(text, NAME, "x%u.sim", input);
    } else {
        snprintf(text, NAME, "k%u.x%u.sim", key, input);
    }
    return text;
}

static const char *spell_host(char text[NAME], uint32_t input, unsigned number,
                              uint64_t now)
{
    snprintf(text, NAME, "a%u-%llx.x%u.sim", number, (unsigned long long)now,
             input);
    return text;
}

/* ---- Answers ------------------------------------------------------------ */

/* One answer that is being written. */
struct writing {
    struct wire *wire;
    struct zone_name name;
    struct zone_input input;
    uint64_t now;
    const char *owner; /* NULL: the question's name */
};

static void write_rule(struct writing *writing, unsigned order,
                       const char *flags, const char *regexp,
                       const char *replacement)
{
    struct wire *wire = writing->wire;
    size_t begin = wire_record(
        wire, 1, writing->owner, TYPE_NAPTR,
        zone_ttl(writing->input.number, PART_KEY, writing->name.number));
    wire_u16(wire, order);
    wire_u16(wire, 10);
    wire_string(wire, flags);
    wire_string(wire, flags[0] != '\0' ? "http+I2L" : "");
    wire_string(wire, regexp);
    wire_name(wire, replacement);
    wire_end(wire, begin);
}

/* Rules that do not match, and a rule of a closed order. */
static void write_decoys(struct writing *writing)
{
    const struct zone_input *input = &writing->input;
    unsigned count =
        input->is_long ? DECOYS : (unsigned)(hash_of(input->number, 3) % 3);
    for (unsigned i = 0; i < count; i++) {
        char regexp[NAME];
        snprintf(regexp, sizeof regexp, "!^urn:%u-decoy-%u-!http://decoy.sim/!",
                 input->number, i);
        write_rule(writing, 5, "u", regexp, "");
    }
    if (input->end == ZONE_NO_MATCH) {
        write_rule(writing, 6, "u", "!^no-urn$!http://decoy.sim/!", "");
    } else if (count == 1) {
        write_rule(writing, 50, "u", "!^.*$!http://decoy.sim/!", "");
    }
}

static void write_last_rule(struct writing *writing)
{
    char text[2 * NAME];
    const struct zone_input *input = &writing->input;
    write_decoys(writing);
    if (input->end == ZONE_URI) {
        snprintf(text, sizeof text, "!^.*$!http://u.sim/%u/%llx!",
                 input->number, (unsigned long long)writing->now);
        write_rule(writing, 20, "u", text, "");
    } else if (input->end == ZONE_SERVERS) {
        snprintf(text, sizeof text, "_s._tcp.x%u.sim", input->number);
        write_rule(writing, 20, "s", "", text);
    } else if (input->end == ZONE_HOST) {
        write_rule(writing, 20, "a", "",
                   spell_host(text, input->number, 0, writing->now));
    }
}

static void deny(struct writing *writing, unsigned rcode)
{
    uint32_t ttl = zone_negative_ttl(writing->input.number);
    writing->wire->octets[3] |= (unsigned char)rcode;
    wire_soa(writing->wire, "sim", ttl, ttl);
}

/* The rules at the key of |writing|. */
static void write_rules(struct writing *writing)
{
    char text[NAME];
    const struct zone_input *input = &writing->input;
    unsigned key = writing->name.number;
    if (key == 0 && !zone_is_there(input, writing->now)) {
        deny(writing, NXDOMAIN);
    } else if (key + 1 < input->depth) {
        write_rule(writing, 20, "", "",
                   spell_key(text, input->number, key + 1));
    } else if (key + 1 > input->depth || input->end == ZONE_NO_NAME) {
        deny(writing, NXDOMAIN);
    } else if (input->end == ZONE_NO_DATA) {
        deny(writing, 0);
    } else {
        write_last_rule(writing);
    }
}

/* The key of |writing| is an alias. Some servers leave out what it leads to. */
static void write_alias(struct writing *writing)
{
    char text[NAME];
    unsigned key = writing->name.number;
    uint32_t number = writing->input.number;
    snprintf(text, sizeof text, "c%u.x%u.sim", key, number);
    wire_alias(writing->wire, NULL, TYPE_CNAME,
               zone_ttl(number, PART_ALIAS, key), text);
    if (hash_of(number, 4) % 4 != 0) {
        writing->owner = text;
        write_rules(writing);
    }
}

static void write_address(struct writing *writing, unsigned section,
                          const char *owner, uint16_t type, unsigned number)
{
    struct wire *wire = writing->wire;
    uint32_t input = writing->input.number;
    uint64_t now = writing->now;
    size_t begin = wire_record(wire, section, owner, type,
                               zone_ttl(input, PART_HOST, number));
    if (type == TYPE_A) {
        wire_u8(wire, 10);
        wire_u8(wire, (unsigned)(now >> 16 & 255));
        wire_u16(wire, (unsigned)(now & 0xffff));
    } else {
        wire_u32(wire, 0x20010db8);
        wire_u32(wire, input);
        wire_u32(wire, (uint32_t)(now >> 32));
        wire_u32(wire, (uint32_t)now);
    }
    wire_end(wire, begin);
}

static void write_servers(struct writing *writing)
{
    char text[NAME];
    uint32_t number = writing->input.number;
    struct wire *wire = writing->wire;
    unsigned count = 1 + hash_of(number, 5) % 2;
    for (unsigned i = 0; i < count; i++) {
        size_t begin = wire_record(wire, 1, NULL, TYPE_SRV,
                                   zone_ttl(number, PART_SERVER, 0));
        wire_u16(wire, i);
        wire_u16(wire, 1);
        wire_u16(wire, zone_port(number, i));
        wire_name(wire, spell_host(text, number, i, writing->now));
        wire_end(wire, begin);
    }
    if (hash_of(number, 6) % 4 == 0) { /* additional data, of both families */
        spell_host(text, number, 0, writing->now);
        for (unsigned i = 1; i <= 2; i++) {
            if ((writing->input.families & i) != 0) {
                write_address(writing, 3, text, i == 1 ? TYPE_A : TYPE_AAAA, 0);
            }
        }
    }
}

static void write_host(struct writing *writing, uint16_t type)
{
    unsigned family = type == TYPE_A ? 1 : type == TYPE_AAAA ? 2 : 0;
    if ((writing->input.families & family) == 0) {
        deny(writing, 0);
    } else {
        write_address(writing, 1, NULL, type, writing->name.number);
    }
}

static void write_data(struct writing *writing, uint16_t type)
{
    const struct zone_name *name = &writing->name;
    bool is_alias = (writing->input.aliases >> name->number & 1) != 0;
    if (name->part == PART_KEY && is_alias && type == TYPE_NAPTR) {
        write_alias(writing);
    } else if (name->part <= PART_ALIAS && type == TYPE_NAPTR) {
        write_rules(writing);
    } else if (name->part == PART_SERVER && type == TYPE_SRV) {
        write_servers(writing);
    } else if (name->part == PART_HOST) {
        write_host(writing, type);
    } else {
        deny(writing, 0);
    }
}

/* Begin an answer with the header and the question of |query|; returns the type
 * that it asks for. */
static uint16_t begin_answer(struct wire *wire, const unsigned char *query,
                             size_t length)
{
    size_t end = zone_question_end(query, length);
    wire->length = 0;
    wire_octets(wire, query, end);
    wire->octets[2] = 0x81; /* a response; recursion was desired, */
    wire->octets[3] = 0x80; /* and is available */
    memset(wire->octets + 4, 0, HEADER - 4);
    wire->octets[5] = 1;
    return (uint16_t)(query[end - 4] << 8 | query[end - 3]);
}

static void write_opt(struct wire *wire)
{
    wire_count(wire, 3, wire->octets[11] + 1U);
    wire_u8(wire, 0);
    wire_u16(wire, TYPE_OPT);
    wire_u16(wire, 1232);
    wire_u32(wire, 0);
    wire_u16(wire, 0);
}

void zone_answer(struct wire *wire, const unsigned char *query, size_t length,
                 uint64_t now)
{
    struct writing writing = {.wire = wire, .now = now};
    uint16_t type = begin_answer(wire, query, length);
    if (!zone_read_query(query, length, &writing.name)) {
        wire->octets[3] |= NXDOMAIN;
        wire_soa(wire, "sim", 60, 60);
    } else {
        writing.input = zone_input(writing.name.input);
        write_data(&writing, type);
    }
    if (query[11] > 0) {
        write_opt(wire);
    }
}

void zone_forge(struct wire *wire, const unsigned char *query, size_t length,
                uint64_t chance)
{
    uint16_t type = begin_answer(wire, query, length);
    size_t begin = wire_record(wire, 1, NULL, type, 86400);
    if (type == TYPE_NAPTR) {
        wire_u32(wire, 1);
        wire_string(wire, chance % 2 == 0 ? "u" : "a");
        wire_string(wire, "http+I2L");
        wire_string(wire, chance % 2 == 0 ? "!^.*$!http://" ZONE_FORGED ".sim/!"
                                          : "");
        wire_name(wire, chance % 2 == 0 ? "" : ZONE_FORGED ".sim");
    } else if (type == TYPE_SRV) {
        wire_u32(wire, 0);
        wire_u16(wire, 666);
        wire_name(wire, ZONE_FORGED ".sim");
    } else {
        for (unsigned i = 0; i < (type == TYPE_A ? 4U : 16U); i++) {
            wire_u8(wire, ZONE_FORGED_OCTET);
        }
    }
    wire_end(wire, begin);
    if (chance % 8 == 7) { /* or NXDOMAIN, for a day */
        wire->length = begin_answer(wire, query, length) > 0
                           ? zone_question_end(query, length)
                           : 0;
        wire->octets[3] |= NXDOMAIN;
        wire_soa(wire, "sim", 86400, 86400);
    }
}
