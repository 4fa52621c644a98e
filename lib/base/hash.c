/* SipHash-1-3: one round per word of the input, three at the end.
 *
 * SPDX-License-Identifier: MIT */
#include "base/hash.h"

#include <string.h>

struct hash_state {
    uint64_t a, b, c, d;
};

static inline uint64_t rotate(uint64_t word, unsigned bits)
{
    return word << bits | word >> (64 - bits);
}

static inline void stir(struct hash_state *state)
{
    state->a += state->b;
    state->b = rotate(state->b, 13) ^ state->a;
    state->a = rotate(state->a, 32);
    state->c += state->d;
    state->d = rotate(state->d, 16) ^ state->c;
    state->a += state->d;
    state->d = rotate(state->d, 21) ^ state->a;
    state->c += state->b;
    state->b = rotate(state->b, 17) ^ state->c;
    state->c = rotate(state->c, 32);
}

static inline void absorb(struct hash_state *state, uint64_t word)
{
    state->d ^= word;
    stir(state);
    state->a ^= word;
}

uint64_t ddds_hash(const struct hash_key *key, const void *octets,
                   size_t length)
{
    struct hash_state state = {
        key->word[0] ^ UINT64_C(0x736f6d6570736575),
        key->word[1] ^ UINT64_C(0x646f72616e646f6d),
        key->word[0] ^ UINT64_C(0x6c7967656e657261),
        key->word[1] ^ UINT64_C(0x7465646279746573),
    };
    const unsigned char *next = octets;
    const unsigned char *end = next + length;
    uint64_t word;
    for (; end - next >= 8; next += 8) {
        memcpy(&word, next, 8);
        absorb(&state, word);
    }
    /* The rest of the input, with the length in the highest octet. */
    word = (uint64_t)length << 56;
    for (unsigned shift = 0; next < end; shift += 8) {
        word |= (uint64_t)*next++ << shift;
    }
    absorb(&state, word);
    state.c ^= 0xff;
    stir(&state);
    stir(&state);
    stir(&state);
    return state.a ^ state.b ^ state.c ^ state.d;
}

struct hash_key ddds_hash_key(const void *object)
{
    /* The system randomizes the addresses of heap and code in each process. */
    const struct hash_key addresses = {
        {(uint64_t)(uintptr_t)object, (uint64_t)(uintptr_t)&ddds_hash}};
    const char parts[2] = {0, 1};
    return (struct hash_key){{ddds_hash(&addresses, &parts[0], 1),
                              ddds_hash(&addresses, &parts[1], 1)}};
}
