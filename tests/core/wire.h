/* Composes messages octet by octet, valid and invalid.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UNIT_WIRE_H
#define UNIT_WIRE_H

#include <stdint.h>
#include <string.h>

#include "base/types.h"
#include "base/domain.h"

struct wire {
    unsigned char octets[65535];
    size_t length;
};

static inline void wire_octets(struct wire *wire, const void *octets,
                               size_t length)
{
    memcpy(wire->octets + wire->length, octets, length);
    wire->length += length;
}

static inline void wire_u8(struct wire *wire, unsigned value)
{
    wire->octets[wire->length++] = (unsigned char)value;
}

static inline void wire_u16(struct wire *wire, unsigned value)
{
    wire_u8(wire, value >> 8);
    wire_u8(wire, value);
}

static inline void wire_u32(struct wire *wire, uint32_t value)
{
    wire_u16(wire, value >> 16);
    wire_u16(wire, value & 0xffff);
}

static inline void wire_name(struct wire *wire, const char *name)
{
    wire->length += ddds_domain_write(name, wire->octets + wire->length);
}

static inline void wire_pointer(struct wire *wire, size_t offset)
{
    wire_u16(wire, 0xc000 | (unsigned)offset);
}

static inline void wire_string(struct wire *wire, const char *text)
{
    wire_u8(wire, (unsigned)strlen(text));
    wire_octets(wire, text, strlen(text));
}

/* The counts of the sections, in their order from 0, the questions. */
static inline void wire_count(struct wire *wire, unsigned section,
                              unsigned count)
{
    wire->octets[4 + 2 * section] = (unsigned char)(count >> 8);
    wire->octets[5 + 2 * section] = (unsigned char)count;
}

/* Begin a response with |flags| besides QR to a question. */
static inline void wire_begin(struct wire *wire, unsigned flags,
                              const char *name, uint16_t type)
{
    wire->length = 0;
    wire_u16(wire, 0x1234);
    wire_u16(wire, 0x8000 | flags);
    wire_u16(wire, 1);
    wire_u16(wire, 0);
    wire_u32(wire, 0);
    wire_name(wire, name);
    wire_u16(wire, type);
    wire_u16(wire, 1);
}

/* Begin a record of |section|, 1 to 3; returns what wire_end needs. */
static inline size_t wire_record(struct wire *wire, unsigned section,
                                 const char *owner, uint16_t type, uint32_t ttl)
{
    wire_count(wire, section,
               (unsigned)(wire->octets[4 + 2 * section] << 8 |
                          wire->octets[5 + 2 * section]) +
                   1);
    if (owner == NULL) {
        wire_pointer(wire, 12); /* the question */
    } else {
        wire_name(wire, owner);
    }
    wire_u16(wire, type);
    wire_u16(wire, 1);
    wire_u32(wire, ttl);
    wire_u16(wire, 0);
    return wire->length;
}

/* The record's data end here. */
static inline void wire_end(struct wire *wire, size_t begin)
{
    size_t length = wire->length - begin;
    wire->octets[begin - 2] = (unsigned char)(length >> 8);
    wire->octets[begin - 1] = (unsigned char)length;
}

/* Write a NAPTR record up to its replacement. */
static inline size_t wire_naptr(struct wire *wire, const char *owner,
                                unsigned order, const char *regexp)
{
    size_t begin = wire_record(wire, 1, owner, TYPE_NAPTR, 600);
    wire_u16(wire, order);
    wire_u16(wire, 10);
    wire_string(wire, "u");
    wire_string(wire, "E2U+sip");
    wire_string(wire, regexp);
    return begin;
}

/* Write a record of the answer section whose RDATA is a name. */
static inline void wire_alias(struct wire *wire, const char *owner,
                              uint16_t type, uint32_t ttl, const char *target)
{
    size_t begin = wire_record(wire, 1, owner, type, ttl);
    wire_name(wire, target);
    wire_end(wire, begin);
}

static inline void wire_address(struct wire *wire, unsigned section,
                                const char *owner, uint32_t ttl, unsigned last)
{
    size_t begin = wire_record(wire, section, owner, TYPE_A, ttl);
    wire_u16(wire, 0xc000);
    wire_u16(wire, 0x0200 | last);
    wire_end(wire, begin);
}

static inline void wire_address6(struct wire *wire, unsigned section,
                                 const char *owner, uint32_t ttl, unsigned last)
{
    size_t begin = wire_record(wire, section, owner, TYPE_AAAA, ttl);
    wire_u32(wire, 0x20010db8);
    wire_u32(wire, 0);
    wire_u32(wire, 0);
    wire_u32(wire, last);
    wire_end(wire, begin);
}

/* The server |target|, port 80. */
static inline void wire_server(struct wire *wire, unsigned section,
                               const char *owner, uint32_t ttl,
                               const char *target)
{
    size_t begin = wire_record(wire, section, owner, TYPE_SRV, ttl);
    wire_u32(wire, 0);
    wire_u16(wire, 80);
    wire_name(wire, target);
    wire_end(wire, begin);
}

/* A rule without services, whose output is |replacement| unless |regexp| is
 * given. */
static inline void wire_rule(struct wire *wire, const char *owner,
                             const char *flags, const char *regexp,
                             const char *replacement)
{
    size_t begin = wire_record(wire, 1, owner, TYPE_NAPTR, 600);
    wire_u32(wire, 0x0064000a);
    wire_string(wire, flags);
    wire_string(wire, "");
    wire_string(wire, regexp);
    wire_name(wire, replacement);
    wire_end(wire, begin);
}

/* The SOA of |zone| in the authority section. */
static inline void wire_soa(struct wire *wire, const char *zone, uint32_t ttl,
                            uint32_t minimum)
{
    size_t begin = wire_record(wire, 2, zone, TYPE_SOA, ttl);
    wire_name(wire, "ns.example");
    wire_name(wire, "mail.example");
    for (uint32_t i = 0; i < 4; i++) {
        wire_u32(wire, i);
    }
    wire_u32(wire, minimum);
    wire_end(wire, begin);
}

#endif
