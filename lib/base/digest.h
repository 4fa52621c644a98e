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

enum digest_kind { DIGEST_MD5, DIGEST_SHA1, DIGEST_SHA256 };

struct digest {
    enum digest_kind kind;
    union {
        MD5_CTX md5;
        SHA1_CTX sha1;
        SHA2_CTX sha256;
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
        SHA256Init(&digest->state.sha256);
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
        SHA256Update(&digest->state.sha256, octets, length);
        break;
    }
}

/* Room for the longest. */
enum { DIGEST_SIZE = SHA256_DIGEST_LENGTH };

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
        SHA256Final(octets, &digest->state.sha256);
        break;
    }
}

#endif
