/* Looking into a UUID: what its bits say, and in which order two of them come.
 *
 * Fields are read only where RFC 9562 defines them. Versions 3, 4, 5 and 8 hold
 * no time, and version 2 holds pieces of one, which is not read.
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

enum { TICKS_PER_MILLISECOND = 10000 };

/* ---- Compare ------------------------------------------------------------ */

int ddds_uuid_compare(const struct ddds_uuid *one,
                      const struct ddds_uuid *other)
{
    uint64_t a = uuid_get_number8(one->octets);
    uint64_t b = uuid_get_number8(other->octets);
    if (a == b) {
        a = uuid_get_number8(one->octets + 8);
        b = uuid_get_number8(other->octets + 8);
    }
    return (a > b) - (a < b);
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

/* ---- Fields that some versions have ------------------------------------- */

/* False if |uuid|, of |version|, holds no time. */
static bool read_time(const struct ddds_uuid *uuid, int version, int64_t *ticks)
{
    switch (version) {
    case 1:
        *ticks = ddds_uuid_time_from_gregorian(uuid_get_time_v1(uuid));
        return true;
    case 6:
        *ticks = ddds_uuid_time_from_gregorian(uuid_get_time_v6(uuid));
        return true;
    case 7:
        *ticks =
            (int64_t)uuid_get_number(uuid->octets, 6) * TICKS_PER_MILLISECOND;
        return true;
    default:
        return false;
    }
}

/* ---- All at once -------------------------------------------------------- */

const char *ddds_uuid_note_name(enum ddds_uuid_note note)
{
    switch (note) {
    case DDDS_UUID_NOTE_NIL:
        return "nil";
    case DDDS_UUID_NOTE_MAX:
        return "max";
    case DDDS_UUID_NOTE_VARIANT:
        return "non-rfc-variant";
    case DDDS_UUID_NOTE_VERSION:
        return "undefined-version";
    case DDDS_UUID_NOTE_FUTURE:
        return "future-time";
    case DDDS_UUID_NOTE_MAC:
        return "node-is-mac";
    case DDDS_UUID_NOTE_NODE:
        return "node-not-multicast";
    }
    return "unknown-note";
}

/* IEEE 802: the lowest bit of the first octet marks a group address, which no
 * card has, and the next a locally administered one. RFC 9562 section 6.10
 * requires the former in a random node. */
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

    own.has_time = read_time(uuid, own.version, &own.time);
    own.time_digits = own.version == 7 ? 3 : 7;
    if (own.has_time && own.time > now) {
        own.notes |= DDDS_UUID_NOTE_FUTURE;
    }

    own.has_sequence = own.version == 1 || own.version == 6;
    if (own.has_sequence) {
        own.sequence =
            (uint16_t)(uuid_get_number(uuid->octets + UUID_VARIANT, 2) &
                       UUID_MASK(14));
        memcpy(own.node, uuid->octets + UUID_NODE, 6);
        own.notes |= note_node(own.node);
    }
    ddds_sized_fill(fields, &own, sizeof own);
}
