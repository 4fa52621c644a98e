/* Making UUIDs out of what the caller brings: bits in, UUID out.
 *
 * There is no version 2: DCE Security is recognised, never made (RFC 9562
 * section 5.2).
 *
 * RFC 9562 sections 5.1, 5.3 to 5.8, 6.5 and 6.6, appendix B.2.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/uuid.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/error.h"
#include "uuid/layout.h"
#include "uuid/fields.h"
#include "uuid/sha3.h"

/* ---- From numbers ------------------------------------------------------- */

/* Does |number| fit into |bits|? */
static ddds_status check_width(uint64_t number, unsigned bits,
                               const char *field, struct ddds_error *error)
{
    if (number > UUID_MASK(bits)) {
        return ddds_error_set(error, DDDS_BAD_INPUT, DDDS_NO_OFFSET,
                              "UUID: the %s has more than %u bits", field,
                              bits);
    }
    return DDDS_OK;
}

static ddds_status check_time_and_sequence(uint64_t gregorian,
                                           uint16_t sequence,
                                           struct ddds_error *error)
{
    ddds_status status = check_width(gregorian, 60, "time", error);
    return status != DDDS_OK
               ? status
               : check_width(sequence, 14, "clock sequence", error);
}

static void put_sequence_and_node(struct ddds_uuid *uuid, uint16_t sequence,
                                  const unsigned char node[6])
{
    uuid_put_number(uuid->octets + UUID_VARIANT, 2, sequence);
    memcpy(uuid->octets + UUID_NODE, node, 6);
}

ddds_status ddds_uuid_make_v1(uint64_t gregorian, uint16_t sequence,
                              const unsigned char node[6],
                              struct ddds_uuid *uuid, struct ddds_error *error)
{
    ddds_status status = check_time_and_sequence(gregorian, sequence, error);
    if (status == DDDS_OK) {
        uuid_put_time_v1(uuid, gregorian);
        put_sequence_and_node(uuid, sequence, node);
        uuid_stamp(uuid, 1);
    }
    return status;
}

ddds_status ddds_uuid_make_v6(uint64_t gregorian, uint16_t sequence,
                              const unsigned char node[6],
                              struct ddds_uuid *uuid, struct ddds_error *error)
{
    ddds_status status = check_time_and_sequence(gregorian, sequence, error);
    if (status == DDDS_OK) {
        uuid_put_time_v6(uuid, gregorian);
        put_sequence_and_node(uuid, sequence, node);
        uuid_stamp(uuid, 6);
    }
    return status;
}

/* Three fields of 48, 12 and 62 bits around version and variant. */
static void put_fields(struct ddds_uuid *uuid, uint64_t a, uint16_t b,
                       uint64_t c, unsigned version)
{
    uuid_put_number(uuid->octets, 6, a);
    uuid_put_number(uuid->octets + 6, 2, b);
    uuid_put_number(uuid->octets + 8, 8, c);
    uuid_stamp(uuid, version);
}

ddds_status ddds_uuid_make_v7(uint64_t milliseconds, uint16_t a, uint64_t b,
                              struct ddds_uuid *uuid, struct ddds_error *error)
{
    ddds_status status = check_width(milliseconds, 48, "time", error);
    if (status == DDDS_OK) {
        status = check_width(a, 12, "field rand_a", error);
    }
    if (status == DDDS_OK) {
        status = check_width(b, 62, "field rand_b", error);
    }
    if (status == DDDS_OK) {
        put_fields(uuid, milliseconds, a, b, 7);
    }
    return status;
}

ddds_status ddds_uuid_make_v8(uint64_t a, uint16_t b, uint64_t c,
                              struct ddds_uuid *uuid, struct ddds_error *error)
{
    ddds_status status = check_width(a, 48, "field custom_a", error);
    if (status == DDDS_OK) {
        status = check_width(b, 12, "field custom_b", error);
    }
    if (status == DDDS_OK) {
        status = check_width(c, 62, "field custom_c", error);
    }
    if (status == DDDS_OK) {
        put_fields(uuid, a, b, c, 8);
    }
    return status;
}

void ddds_uuid_make_v4(const unsigned char random[16], struct ddds_uuid *uuid)
{
    memmove(uuid->octets, random, sizeof uuid->octets);
    uuid_stamp(uuid, 4);
}

void ddds_uuid_make_custom(const unsigned char custom[16], struct ddds_uuid *v8)
{
    memmove(v8->octets, custom, sizeof v8->octets);
    uuid_stamp(v8, 8);
}

/* ---- From each other ---------------------------------------------------- */

static ddds_status check_version(const struct ddds_uuid *uuid, int version,
                                 struct ddds_error *error)
{
    if (ddds_uuid_get_version(uuid) != version) {
        char text[DDDS_UUID_TEXT_SIZE];
        ddds_uuid_text(uuid, text);
        return ddds_error_set(error, DDDS_BAD_INPUT, DDDS_NO_OFFSET,
                              "%s is not of version %d", text, version);
    }
    return DDDS_OK;
}

ddds_status ddds_uuid_v1_to_v6(const struct ddds_uuid *v1, struct ddds_uuid *v6,
                               struct ddds_error *error)
{
    ddds_status status = check_version(v1, 1, error);
    if (status == DDDS_OK) {
        struct ddds_uuid made = *v1;
        uuid_put_time_v6(&made, uuid_get_time_v1(v1));
        uuid_stamp(&made, 6);
        *v6 = made;
    }
    return status;
}

ddds_status ddds_uuid_v6_to_v1(const struct ddds_uuid *v6, struct ddds_uuid *v1,
                               struct ddds_error *error)
{
    ddds_status status = check_version(v6, 6, error);
    if (status == DDDS_OK) {
        struct ddds_uuid made = *v6;
        uuid_put_time_v1(&made, uuid_get_time_v6(v6));
        uuid_stamp(&made, 1);
        *v1 = made;
    }
    return status;
}

ddds_status ddds_uuid_v7_range(int64_t milliseconds, struct ddds_uuid *lowest,
                               struct ddds_uuid *highest,
                               struct ddds_error *error)
{
    if (milliseconds < 0 || milliseconds > (int64_t)UUID_MASK(48)) {
        return ddds_error_set(error, DDDS_BAD_INPUT, DDDS_NO_OFFSET,
                              "the time is before 1970 or after "
                              "10889-08-02T05:31:50.655Z, out of range for "
                              "UUID version 7");
    }
    put_fields(lowest, (uint64_t)milliseconds, 0, 0, 7);
    put_fields(highest, (uint64_t)milliseconds, 0xfff, UUID_MASK(62), 7);
    return DDDS_OK;
}

ddds_status ddds_uuid_v6_range(int64_t ticks, struct ddds_uuid *lowest,
                               struct ddds_uuid *highest,
                               struct ddds_error *error)
{
    uint64_t gregorian;
    ddds_status status = ddds_uuid_time_to_gregorian(ticks, &gregorian, error);
    if (status == DDDS_OK) {
        *lowest = *ddds_uuid_nil();
        *highest = *ddds_uuid_max();
        uuid_put_time_v6(lowest, gregorian);
        uuid_put_time_v6(highest, gregorian);
        uuid_stamp(lowest, 6);
        uuid_stamp(highest, 6);
    }
    return status;
}

/* ---- From names --------------------------------------------------------- */

/* The namespace's octets come first, in network order: hashing them in the
 * machine's own order is how the UUID of www.widgets.com in an old draft went
 * wrong, and the libraries that copied it. */
static void hash_name(enum digest_kind kind, const struct ddds_uuid *space,
                      const void *name, size_t length,
                      unsigned char octets[DIGEST_SIZE])
{
    struct digest digest;
    digest_begin(&digest, kind);
    digest_add(&digest, space->octets, sizeof space->octets);
    digest_add(&digest, name, length);
    digest_finish(&digest, octets);
}

ddds_status ddds_uuid_make_name(enum ddds_uuid_hash hash,
                                const struct ddds_uuid *space, const void *name,
                                size_t length, struct ddds_uuid *uuid,
                                struct ddds_error *error)
{
    unsigned char octets[DIGEST_SIZE];
    ddds_status status = DDDS_OK;
    switch (hash) {
    case DDDS_UUID_MD5:
        hash_name(DIGEST_MD5, space, name, length, octets);
        break;
    case DDDS_UUID_SHA1:
        hash_name(DIGEST_SHA1, space, name, length, octets);
        break;
    case DDDS_UUID_SHA256:
        hash_name(DIGEST_SHA256, space, name, length, octets);
        break;
    case DDDS_UUID_SHA512:
        hash_name(DIGEST_SHA512, space, name, length, octets);
        break;
    default:
        status = ddds_sha3_name(hash, space, name, length, octets, error);
    }
    if (status == DDDS_OK) {
        memcpy(uuid->octets, octets, sizeof uuid->octets);
        uuid_stamp(uuid, hash == DDDS_UUID_MD5    ? 3
                         : hash == DDDS_UUID_SHA1 ? 5
                                                  : 8);
    }
    return status;
}

/* ---- Namespaces --------------------------------------------------------- */

/* 6ba7b8NN-9dad-11d1-80b4-00c04fd430c8 */
#define NAMESPACE(octet)                                                       \
    {                                                                          \
        {                                                                      \
            0x6b, 0xa7, 0xb8, octet, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, \
                0xc0, 0x4f, 0xd4, 0x30, 0xc8                                   \
        }                                                                      \
    }

const struct ddds_uuid_namespace *ddds_uuid_namespaces(void)
{
    static const struct ddds_uuid_namespace namespaces[] = {
        {"dns", NAMESPACE(0x10), "fully qualified domain names"},
        {"url", NAMESPACE(0x11), "URLs"},
        {"oid", NAMESPACE(0x12), "ISO object identifiers"},
        {"x500", NAMESPACE(0x14), "X.500 distinguished names, in DER or text"},
        {"cbor-pen",
         {{0x47, 0xfb, 0xda, 0xbb, 0xf2, 0xe4, 0x55, 0xf0, 0xbb, 0x39, 0x36,
           0x20, 0xc2, 0xf6, 0xdf, 0x4e}},
         "private enterprise numbers, in CBOR (SUIT)"},
        {NULL, {{0}}, NULL},
    };
    return namespaces;
}

static bool is_well_known(const struct ddds_uuid *space)
{
    for (const struct ddds_uuid_namespace *known = ddds_uuid_namespaces();
         known->name != NULL; known++) {
        if (ddds_uuid_equal(space, &known->uuid)) {
            return true;
        }
    }
    return false;
}

const char *ddds_uuid_namespace_warning(const struct ddds_uuid *space)
{
    static const struct ddds_uuid skipped = NAMESPACE(0x13);
    if (ddds_uuid_equal(space, &skipped)) {
        return "6ba7b813-9dad-11d1-80b4-00c04fd430c8 should not be used as a "
               "namespace (RFC 9562 section 6.6)";
    }
    if (ddds_uuid_equal(space, ddds_uuid_nil()) ||
        ddds_uuid_equal(space, ddds_uuid_max())) {
        return "Nil and Max are not namespaces";
    }
    if (space->octets[0] == skipped.octets[0] &&
        space->octets[1] == skipped.octets[1] &&
        space->octets[2] == skipped.octets[2] &&
        memcmp(space->octets + 4, skipped.octets + 4, 12) == 0 &&
        !is_well_known(space)) {
        return "a namespace of one's own must not count on from 6ba7b810 "
               "(RFC 9562 section 6.6): take a version 4 or 7 UUID";
    }
    return NULL;
}
