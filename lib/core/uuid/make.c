/* Construct UUIDs from the caller's data.
 *
 * Version 2, DCE Security, is recognised but not constructed (RFC 9562 section
 * 5.2).
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
#include "base/late.h"
#include "uuid/layout.h"
#include "uuid/fields.h"

enum { TICKS_PER_MILLISECOND = 10000 };

/* ---- From numbers ------------------------------------------------------- */

/* Check that |number| fits into |bits|. */
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

/* Refuse a version that the function does not support. */
static ddds_status refuse_version(unsigned version, const char *versions,
                                  struct ddds_error *error)
{
    return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                          "UUID: the version is %u, not %s", version, versions);
}

/* Write the time in the layout of |version|, 1 or 6, and the version. */
static void put_time(struct ddds_uuid *uuid, unsigned version,
                     uint64_t gregorian)
{
    if (version == 1) {
        uuid_put_time_v1(uuid, gregorian);
    } else {
        uuid_put_time_v6(uuid, gregorian);
    }
    uuid_stamp(uuid, version);
}

ddds_status ddds_uuid_make_timed(unsigned version, uint64_t gregorian,
                                 uint16_t sequence, const unsigned char node[6],
                                 struct ddds_uuid *uuid,
                                 struct ddds_error *error)
{
    if (version != 1 && version != 6) {
        return refuse_version(version, "1 or 6", error);
    }
    ddds_status status = check_width(gregorian, 60, "time", error);
    if (status == DDDS_OK) {
        status = check_width(sequence, 14, "clock sequence", error);
    }
    if (status == DDDS_OK) {
        uuid_put_number(uuid->octets + UUID_VARIANT, 2, sequence);
        memcpy(uuid->octets + UUID_NODE, node, 6);
        put_time(uuid, version, gregorian);
    }
    return status;
}

/* Write fields of 48, 12 and 62 bits, with version and variant. */
static void put_fields(struct ddds_uuid *uuid, unsigned version, uint64_t a,
                       uint16_t b, uint64_t c)
{
    uuid_put_number(uuid->octets, 6, a);
    uuid_put_number(uuid->octets + 6, 2, b);
    uuid_put_number(uuid->octets + 8, 8, c);
    uuid_stamp(uuid, version);
}

ddds_status ddds_uuid_make_fields(unsigned version, uint64_t a, uint16_t b,
                                  uint64_t c, struct ddds_uuid *uuid,
                                  struct ddds_error *error)
{
    static const char *const names[][3] = {
        {"time", "field rand_a", "field rand_b"},
        {"field custom_a", "field custom_b", "field custom_c"},
    };
    if (version != 7 && version != 8) {
        return refuse_version(version, "7 or 8", error);
    }
    const char *const *name = names[version - 7];
    ddds_status status = check_width(a, 48, name[0], error);
    if (status == DDDS_OK) {
        status = check_width(b, 12, name[1], error);
    }
    if (status == DDDS_OK) {
        status = check_width(c, 62, name[2], error);
    }
    if (status == DDDS_OK) {
        put_fields(uuid, version, a, b, c);
    }
    return status;
}

void ddds_uuid_make_octets(unsigned version, const unsigned char octets[16],
                           struct ddds_uuid *uuid)
{
    memmove(uuid->octets, octets, sizeof uuid->octets);
    uuid_stamp(uuid, version & 0x0f);
}

/* ---- From other UUIDs --------------------------------------------------- */

ddds_status ddds_uuid_convert(const struct ddds_uuid *uuid, unsigned version,
                              struct ddds_uuid *converted,
                              struct ddds_error *error)
{
    int other = version == 1 ? 6 : 1;
    if (version != 1 && version != 6) {
        return refuse_version(version, "1 or 6", error);
    }
    if (ddds_uuid_get_version(uuid) != other) {
        char text[DDDS_UUID_TEXT_SIZE];
        ddds_uuid_text(uuid, text);
        return ddds_error_set(error, DDDS_BAD_INPUT, DDDS_NO_OFFSET,
                              "%s is not of version %d", text, other);
    }
    uint64_t gregorian =
        other == 1 ? uuid_get_time_v1(uuid) : uuid_get_time_v6(uuid);
    *converted = *uuid;
    put_time(converted, version, gregorian);
    return DDDS_OK;
}

static ddds_status range_v6(int64_t ticks, struct ddds_uuid *lowest,
                            struct ddds_uuid *highest, struct ddds_error *error)
{
    uint64_t gregorian;
    ddds_status status = ddds_uuid_time_to_gregorian(ticks, &gregorian, error);
    if (status == DDDS_OK) {
        *lowest = *ddds_uuid_nil();
        *highest = *ddds_uuid_max();
        put_time(lowest, 6, gregorian);
        put_time(highest, 6, gregorian);
    }
    return status;
}

static ddds_status range_v7(int64_t ticks, struct ddds_uuid *lowest,
                            struct ddds_uuid *highest, struct ddds_error *error)
{
    int64_t milliseconds = ticks / TICKS_PER_MILLISECOND;
    if (ticks < 0 || milliseconds > (int64_t)UUID_MASK(48)) {
        return ddds_error_set(error, DDDS_BAD_INPUT, DDDS_NO_OFFSET,
                              "the time is before 1970 or after "
                              "10889-08-02T05:31:50.655Z, out of range for "
                              "UUID version 7");
    }
    put_fields(lowest, 7, (uint64_t)milliseconds, 0, 0);
    put_fields(highest, 7, (uint64_t)milliseconds, 0xfff, UUID_MASK(62));
    return DDDS_OK;
}

ddds_status ddds_uuid_range(unsigned version, int64_t ticks,
                            struct ddds_uuid *lowest, struct ddds_uuid *highest,
                            struct ddds_error *error)
{
    switch (version) {
    case 6:
        return range_v6(ticks, lowest, highest, error);
    case 7:
        return range_v7(ticks, lowest, highest, error);
    default:
        return refuse_version(version, "6 or 7", error);
    }
}

/* ---- From names --------------------------------------------------------- */

/* SHA-3 and SHAKE (FIPS 202) with OpenSSL's libcrypto, because libmd lacks
 * them. The library is loaded once. Its functions are looked up for each name,
 * so that they need not be global state. */

/* Functions of openssl/evp.h, which the build does not need. */
struct libcrypto {
    void *(*fetch)(void *library, const char *name, const char *properties);
    void (*release)(void *hash);
    void *(*begin)(void);
    void (*end)(void *state);
    int (*set)(void *state, const void *hash, const void *parameters);
    int (*add)(void *state, const void *octets, size_t length);
    int (*finish)(void *state, unsigned char *octets, unsigned *length);
    int (*squeeze)(void *state, unsigned char *octets, size_t length);
};

enum { SHA3_512_SIZE = 64 };

static const char *name_of(enum ddds_uuid_hash hash)
{
    switch (hash) {
    case DDDS_UUID_SHA3_256:
        return "SHA3-256";
    case DDDS_UUID_SHA3_512:
        return "SHA3-512";
    case DDDS_UUID_SHAKE128:
        return "SHAKE-128";
    case DDDS_UUID_SHAKE256:
        return "SHAKE-256";
    default:
        return NULL;
    }
}

static bool find_functions(void *library, struct libcrypto *crypto)
{
    const struct {
        const char *name;
        void *function;
    } functions[] = {
        {"EVP_MD_fetch", &crypto->fetch},
        {"EVP_MD_free", &crypto->release},
        {"EVP_MD_CTX_new", &crypto->begin},
        {"EVP_MD_CTX_free", &crypto->end},
        {"EVP_DigestInit_ex2", &crypto->set},
        {"EVP_DigestUpdate", &crypto->add},
        {"EVP_DigestFinal_ex", &crypto->finish},
        {"EVP_DigestFinalXOF", &crypto->squeeze},
    };
    bool has_all = true;
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        has_all =
            has_all && late_find(library, functions[i].name,
                                 functions[i].function, sizeof crypto->fetch);
    }
    return has_all;
}

/* Hash |space| and |name|. SHAKE has any number of output octets; the first 16
 * do not depend on that number. False without memory. */
static bool compute(const struct libcrypto *crypto, const void *kind,
                    bool is_shake, const struct ddds_uuid *space,
                    const void *name, size_t length, unsigned char octets[16])
{
    unsigned char whole[SHA3_512_SIZE];
    void *state = crypto->begin();
    bool ok = state != NULL && crypto->set(state, kind, NULL) == 1 &&
              crypto->add(state, space->octets, sizeof space->octets) == 1 &&
              crypto->add(state, name, length) == 1 &&
              (is_shake ? crypto->squeeze(state, whole, 16)
                        : crypto->finish(state, whole, NULL)) == 1;
    crypto->end(state);
    if (ok) {
        memcpy(octets, whole, 16);
    }
    return ok;
}

static ddds_status compute_with(void *library, enum ddds_uuid_hash hash,
                                const struct ddds_uuid *space, const void *name,
                                size_t length, unsigned char octets[16],
                                struct ddds_error *error)
{
    struct libcrypto crypto;
    void *kind = find_functions(library, &crypto)
                     ? crypto.fetch(NULL, name_of(hash), NULL)
                     : NULL;
    if (kind == NULL) {
        return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                              "UUID: libcrypto.so.3 does not offer %s",
                              name_of(hash));
    }
    bool is_shake = hash == DDDS_UUID_SHAKE128 || hash == DDDS_UUID_SHAKE256;
    bool ok = compute(&crypto, kind, is_shake, space, name, length, octets);
    crypto.release(kind);
    return ok ? DDDS_OK : ddds_error_no_memory(error);
}

static ddds_status hash_by_libcrypto(enum ddds_uuid_hash hash,
                                     const struct ddds_uuid *space,
                                     const void *name, size_t length,
                                     unsigned char octets[16],
                                     struct ddds_error *error)
{
    if (name_of(hash) == NULL) {
        return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                              "UUID: unknown hash %d", (int)hash);
    }
    void *library = late_open("libcrypto.so.3");
    if (library == NULL) {
        return ddds_error_set(
            error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
            "UUID: %s needs libcrypto.so.3, which is "
            "missing; " DDDS_INSTALL("of OpenSSL 3 (libssl3, or libssl3t64 in "
                                     "Debian 13)"),
            name_of(hash));
    }
    ddds_status status =
        compute_with(library, hash, space, name, length, octets, error);
    late_close(library);
    return status;
}

/* Hash the namespace first, in network byte order. An old draft used host
 * order, which gave a wrong UUID for www.widgets.com that libraries copied. */
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
        status = hash_by_libcrypto(hash, space, name, length, octets, error);
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
