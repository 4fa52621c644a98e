/* SHA-3 and SHAKE (FIPS 202) with OpenSSL's libcrypto, because libmd lacks
 * them. The library is loaded once. Its functions are looked up for each name,
 * so that they need not be global state.
 *
 * SPDX-License-Identifier: MIT */
#include "uuid/sha3.h"

#include <string.h>

#include "base/error.h"
#include "base/late.h"

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

ddds_status ddds_sha3_name(enum ddds_uuid_hash hash,
                           const struct ddds_uuid *space, const void *name,
                           size_t length, unsigned char octets[16],
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
