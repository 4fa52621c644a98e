/* Fields of UUIDs, and their order.
 *
 * Versions 3, 4, 5 and 8 have no fields. RFC 9562 leaves version 2 to DCE
 * (C311) and the variant NCS to the Network Computing System; their fields are
 * shown too.
 *
 * RFC 9562 sections 4.1, 4.2, 5 and 6.11.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/uuid.h>

#include <string.h>

#include "base/sized.h"
#include "uuid/layout.h"
#include "uuid/fields.h"

static const struct ddds_uuid nil;
static const struct ddds_uuid max = {{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                      0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                      0xff, 0xff}};

const struct ddds_uuid *ddds_uuid_nil(void)
{
    return &nil;
}

const struct ddds_uuid *ddds_uuid_max(void)
{
    return &max;
}

enum { TICKS_PER_MILLISECOND = 10000, TICKS_PER_SECOND = 10000000 };

/* ---- Compare ------------------------------------------------------------ */

int ddds_uuid_compare(const struct ddds_uuid *one,
                      const struct ddds_uuid *other)
{
    int order = memcmp(one->octets, other->octets, sizeof one->octets);
    return (order > 0) - (order < 0);
}

bool ddds_uuid_equal(const struct ddds_uuid *one, const struct ddds_uuid *other)
{
    return memcmp(one->octets, other->octets, sizeof one->octets) == 0;
}

/* ---- Variant and version ------------------------------------------------ */

const char *ddds_uuid_variant_name(enum ddds_uuid_variant variant)
{
    static const char *const names[] = {"ncs", "rfc9562", "microsoft",
                                        "future"};
    return (size_t)variant < sizeof names / sizeof names[0] ? names[variant]
                                                            : "unknown";
}

enum ddds_uuid_variant ddds_uuid_get_variant(const struct ddds_uuid *uuid)
{
    unsigned char octet = uuid->octets[UUID_VARIANT];
    if ((octet & 0x80) == 0) {
        return DDDS_UUID_VARIANT_NCS;
    }
    if ((octet & 0x40) == 0) {
        return DDDS_UUID_VARIANT_RFC9562;
    }
    return (octet & 0x20) == 0 ? DDDS_UUID_VARIANT_MICROSOFT
                               : DDDS_UUID_VARIANT_FUTURE;
}

int ddds_uuid_get_version(const struct ddds_uuid *uuid)
{
    return ddds_uuid_get_variant(uuid) == DDDS_UUID_VARIANT_RFC9562
               ? uuid->octets[UUID_VERSION] >> 4
               : -1;
}

/* ---- Fields of versions ------------------------------------------------- */

static void put_time(struct ddds_uuid_fields *fields, int64_t ticks,
                     unsigned digits)
{
    fields->has_time = true;
    fields->time = ticks;
    fields->time_digits = digits;
}

static void read_time(const struct ddds_uuid *uuid,
                      struct ddds_uuid_fields *fields)
{
    uint64_t v1 = uuid_get_time_v1(uuid);
    switch (fields->version) {
    case 1:
        put_time(fields, ddds_uuid_time_from_gregorian(v1), 7);
        break;
    case 2:
        put_time(fields,
                 ddds_uuid_time_from_gregorian(v1 & ~(uint64_t)UINT32_MAX), 0);
        break;
    case 6:
        put_time(fields, ddds_uuid_time_from_gregorian(uuid_get_time_v6(uuid)),
                 7);
        break;
    case 7:
        put_time(fields,
                 (int64_t)uuid_get_number(uuid->octets, 6) *
                     TICKS_PER_MILLISECOND,
                 3);
        break;
    default:
        break;
    }
}

/* Local identifier and domain replace low bits of time and clock sequence. */
static void read_local_id(const struct ddds_uuid *uuid,
                          struct ddds_uuid_fields *fields)
{
    fields->has_local_id = true;
    fields->local_id = (uint32_t)uuid_get_number(uuid->octets, 4);
    fields->domain = uuid->octets[UUID_VARIANT + 1];
    fields->sequence >>= 8;
}

/* Read an NCS UUID: 48 bits of time in units of 4 microseconds since 1980, 16
 * reserved bits, the address family, and the host. Arbitrary octets may have
 * this variant too; the reserved bits, which are zero, identify it. */
static void read_ncs(const struct ddds_uuid *uuid,
                     struct ddds_uuid_fields *fields)
{
    const int64_t year_1980 = INT64_C(315532800) * TICKS_PER_SECOND;
    int64_t count = (int64_t)uuid_get_number(uuid->octets, 6);
    if (uuid_get_number(uuid->octets + 6, 2) != 0 ||
        ddds_uuid_equal(uuid, &nil)) {
        return;
    }
    put_time(fields, year_1980 + count * 40, 6);
    fields->has_host = true;
    fields->family = uuid->octets[UUID_VARIANT];
    memcpy(fields->host, uuid->octets + UUID_VARIANT + 1, sizeof fields->host);
}

/* ---- Inspection --------------------------------------------------------- */

const char *ddds_uuid_note_name(enum ddds_uuid_note note)
{
    static const struct {
        enum ddds_uuid_note note;
        const char *name;
    } names[] = {
        {DDDS_UUID_NOTE_NIL, "nil"},
        {DDDS_UUID_NOTE_MAX, "max"},
        {DDDS_UUID_NOTE_VARIANT, "non-rfc-variant"},
        {DDDS_UUID_NOTE_VERSION, "undefined-version"},
        {DDDS_UUID_NOTE_FUTURE, "future-time"},
        {DDDS_UUID_NOTE_MAC, "node-is-mac"},
        {DDDS_UUID_NOTE_NODE, "node-not-multicast"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (names[i].note == note) {
            return names[i].name;
        }
    }
    return "unknown-note";
}

/* IEEE 802: the lowest bit of the first octet marks a group address, which no
 * network card has; the next bit marks a locally administered address. RFC 9562
 * section 6.10 requires the first bit in a random node. */
static unsigned note_node(const unsigned char node[6])
{
    if ((node[0] & 0x01) != 0) {
        return 0;
    }
    return (node[0] & 0x02) == 0 ? DDDS_UUID_NOTE_MAC : DDDS_UUID_NOTE_NODE;
}

static unsigned note_kind(const struct ddds_uuid *uuid, int version)
{
    if (ddds_uuid_equal(uuid, &nil)) {
        return DDDS_UUID_NOTE_NIL;
    }
    if (ddds_uuid_equal(uuid, &max)) {
        return DDDS_UUID_NOTE_MAX;
    }
    if (version < 0) {
        return DDDS_UUID_NOTE_VARIANT;
    }
    return version < 1 || version > 8 ? DDDS_UUID_NOTE_VERSION : 0;
}

void ddds_uuid_inspect(const struct ddds_uuid *uuid, int64_t now,
                       struct ddds_uuid_fields *fields)
{
    struct ddds_uuid_fields own = DDDS_UUID_FIELDS_INIT;
    own.variant = ddds_uuid_get_variant(uuid);
    own.version = ddds_uuid_get_version(uuid);
    own.notes = note_kind(uuid, own.version);

    read_time(uuid, &own);
    if (own.variant == DDDS_UUID_VARIANT_NCS) {
        read_ncs(uuid, &own);
    }
    if (own.has_time && own.time > now) {
        own.notes |= DDDS_UUID_NOTE_FUTURE;
    }

    own.has_sequence = own.version == 1 || own.version == 2 || own.version == 6;
    if (own.has_sequence) {
        own.sequence =
            (uint16_t)(uuid_get_number(uuid->octets + UUID_VARIANT, 2) &
                       UUID_MASK(14));
        memcpy(own.node, uuid->octets + UUID_NODE, 6);
        own.notes |= note_node(own.node);
    }
    if (own.version == 2) {
        read_local_id(uuid, &own);
    }
    ddds_sized_fill(fields, &own, sizeof own);
}
