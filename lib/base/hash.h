/* A keyed hash for tables whose keys strangers choose: SipHash-1-3 (Aumasson
 * and Bernstein, "SipHash: a fast short-input PRF", 2012).
 *
 * SPDX-License-Identifier: MIT */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

struct hash_key {
    uint64_t word[2];
};

/* The hash of |length| octets under |key|: whoever does not know the key cannot
 * make octets collide. */
uint64_t ddds_hash(const struct hash_key *key, const void *octets,
                   size_t length);

/* A key for one table, made from where the system put |object|: not secret
 * enough for cryptography, but no file can be written for it. What is found in
 * a table does not depend on its key. */
struct hash_key ddds_hash_key(const void *object);

#endif
