/* Seeds whose runs once found a mistake of the library.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NETWORK_SEEDS_H
#define NETWORK_SEEDS_H

#include <stddef.h>
#include <stdint.h>

struct known_seed {
    const char *scenario;
    uint64_t seed;
    uint64_t resolutions;
};

/* Return the seed |index|; NULL after the last. */
const struct known_seed *known_seed_at(size_t index);

#endif
