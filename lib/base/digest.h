/* Message digests, computed by libmd. Only this file includes its headers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_DIGEST_H
#define BASE_DIGEST_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <md5.h>
#include <sha1.h>
#include <sha2.h>

enum digest_kind { DIGEST_MD5, DIGEST_SHA1, DIGEST_SHA256, DIGEST_SHA512 };

struct digest {
    enum digest_kind kind;
    union {
        MD5_CTX md5;
        SHA1_CTX sha1;
        SHA2_CTX sha2;
    } state;
};

static inline void digest_begin(struct digest *digest, enum digest_kind kind)
{
    digest->kind = kind;
    switch (kind) {
    case DIGEST_MD5:
        MD5Init(&digest->state.md5);
        break;
    case DIGEST_SHA1:
        SHA1Init(&digest->state.sha1);
        break;
    case DIGEST_SHA256:
        SHA256Init(&digest->state.sha2);
        break;
    case DIGEST_SHA512:
        SHA512Init(&digest->state.sha2);
        break;
    }
}

static inline void digest_add(struct digest *digest, const void *octets,
                              size_t length)
{
    if (length == 0) {
        return; /* |octets| may be NULL */
    }
    switch (digest->kind) {
    case DIGEST_MD5:
        MD5Update(&digest->state.md5, octets, length);
        break;
    case DIGEST_SHA1:
        SHA1Update(&digest->state.sha1, octets, length);
        break;
    case DIGEST_SHA256:
        SHA256Update(&digest->state.sha2, octets, length);
        break;
    case DIGEST_SHA512:
        SHA512Update(&digest->state.sha2, octets, length);
        break;
    }
}

/* Size of the longest digest. */
enum { DIGEST_SIZE = SHA512_DIGEST_LENGTH };

static inline void digest_finish(struct digest *digest,
                                 unsigned char octets[DIGEST_SIZE])
{
    switch (digest->kind) {
    case DIGEST_MD5:
        MD5Final(octets, &digest->state.md5);
        break;
    case DIGEST_SHA1:
        SHA1Final(octets, &digest->state.sha1);
        break;
    case DIGEST_SHA256:
        SHA256Final(octets, &digest->state.sha2);
        break;
    case DIGEST_SHA512:
        SHA512Final(octets, &digest->state.sha2);
        break;
    }
}

/* Size of the longest digest in base 32, with a NUL. */
enum { DIGEST_TEXT_SIZE = (DIGEST_SIZE * 8 + 4) / 5 + 1 };

/* Write the |octets| of a digest of |kind| in lower case: with 5 |bits| per
 * digit as base 32 without padding (RFC 4648 section 6), with 4 in hexadecimal
 * (section 8). Hexadecimal text has twice as many digits as octets. */
static inline void digest_write(enum digest_kind kind,
                                const unsigned char *octets, unsigned bits,
                                char *text)
{
    static const size_t sizes[] = {
        [DIGEST_MD5] = MD5_DIGEST_LENGTH,
        [DIGEST_SHA1] = SHA1_DIGEST_LENGTH,
        [DIGEST_SHA256] = SHA256_DIGEST_LENGTH,
        [DIGEST_SHA512] = SHA512_DIGEST_LENGTH,
    };
    static const char base32[] = "abcdefghijklmnopqrstuvwxyz234567";
    const char *digits = bits == 4 ? "0123456789abcdef" : base32;
    unsigned mask = (1U << bits) - 1;
    unsigned last = 0;
    unsigned count = 0;
    for (size_t i = 0; i < sizes[kind]; i++) {
        last = (last << 8 | octets[i]) & 0xfff;
        for (count += 8; count >= bits; count -= bits) {
            *text++ = digits[last >> (count - bits) & mask];
        }
    }
    if (count > 0) {
        *text++ = digits[last << (bits - count) & mask];
    }
    *text = '\0';
}

#endif
