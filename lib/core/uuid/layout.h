/* Layout of UUIDs: big-endian fields (RFC 9562 section 4).
 *
 * SPDX-License-Identifier: MIT */
#ifndef UUID_LAYOUT_H
#define UUID_LAYOUT_H

#include <stdint.h>

#include <ddds/uuid.h>

/* Octet 6 begins with the version, octet 8 with the variant. */
enum { UUID_VERSION = 6, UUID_VARIANT = 8, UUID_NODE = 10 };

/* Mask of the lowest |bits|. */
#define UUID_MASK(bits) ((UINT64_C(1) << (bits)) - 1)

/* Read and write a number of |count| octets, at most 8. */
static inline uint64_t uuid_get_number(const unsigned char *octets,
                                       unsigned count)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < count; i++) {
        number = number << 8 | octets[i];
    }
    return number;
}

static inline void uuid_put_number(unsigned char *octets, unsigned count,
                                   uint64_t number)
{
    for (unsigned i = count; i-- > 0;) {
        octets[i] = (unsigned char)number;
        number >>= 8;
    }
}

/* Overwrite version and variant (binary 10). */
static inline void uuid_stamp(struct ddds_uuid *uuid, unsigned version)
{
    unsigned char *octets = uuid->octets;
    octets[UUID_VERSION] =
        (unsigned char)((octets[UUID_VERSION] & 0x0f) | version << 4);
    octets[UUID_VARIANT] =
        (unsigned char)((octets[UUID_VARIANT] & 0x3f) | 0x80);
}

/* Access the 60-bit time of v6: big-endian, with the version in between. */
static inline void uuid_put_time_v6(struct ddds_uuid *uuid, uint64_t gregorian)
{
    uuid_put_number(uuid->octets, 6, gregorian >> 12);
    uuid_put_number(uuid->octets + 6, 2, gregorian & 0xfff);
}

static inline uint64_t uuid_get_time_v6(const struct ddds_uuid *uuid)
{
    return uuid_get_number(uuid->octets, 6) << 12 |
           (uuid_get_number(uuid->octets + 6, 2) & 0xfff);
}

/* Access the 60-bit time of v1: the low 32 bits, then 16, then the highest 12.
 * (RFC 9562 section 5.1 calls the last the least significant; its figures and
 * its test vector contradict that.) */
static inline void uuid_put_time_v1(struct ddds_uuid *uuid, uint64_t gregorian)
{
    uuid_put_number(uuid->octets, 4, gregorian);
    uuid_put_number(uuid->octets + 4, 2, gregorian >> 32);
    uuid_put_number(uuid->octets + 6, 2, gregorian >> 48 & 0xfff);
}

static inline uint64_t uuid_get_time_v1(const struct ddds_uuid *uuid)
{
    return (uuid_get_number(uuid->octets + 6, 2) & 0xfff) << 48 |
           uuid_get_number(uuid->octets + 4, 2) << 32 |
           uuid_get_number(uuid->octets, 4);
}

#endif
