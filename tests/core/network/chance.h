/* Random numbers, reproducible by their seed: splitmix64. Every part of the
 * simulation has its own state, so that a change in one does not affect others.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NETWORK_CHANCE_H
#define NETWORK_CHANCE_H

#include <stdbool.h>
#include <stdint.h>

struct chance {
    uint64_t state;
};

/* Hash |one| and |other| to a number without their patterns. */
static inline uint64_t chance_mix(uint64_t one, uint64_t other)
{
    uint64_t z = one + (other + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static inline uint64_t chance_draw(struct chance *chance)
{
    return chance_mix(++chance->state, 0);
}

/* A number from 0 to |limit| - 1. */
static inline uint64_t chance_below(struct chance *chance, uint64_t limit)
{
    return chance_draw(chance) % limit;
}

/* True |per_million| times of a million. */
static inline bool chance_hits(struct chance *chance, unsigned per_million)
{
    return per_million > 0 && chance_below(chance, 1000000) < per_million;
}

#endif
