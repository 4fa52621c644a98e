/* A keyed hash for tables with untrusted keys: SipHash-1-3 (Aumasson and
 * Bernstein, "SipHash: a fast short-input PRF", 2012).
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

struct hash_key {
    uint64_t word[2];
};

/* Return the hash of |length| octets under |key|. Without the key, collisions
 * cannot be constructed. */
uint64_t ddds_hash(const struct hash_key *key, const void *octets,
                   size_t length);

/* Create a key for a table from the address of |object|, which the system
 * randomises. It is not secret enough for cryptography, but prevents prepared
 * collisions. The contents of a table do not depend on its key. */
struct hash_key ddds_hash_key(const void *object);

#endif
