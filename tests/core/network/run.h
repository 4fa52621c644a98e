/* A run: a scenario, a seed, a number of resolutions.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NETWORK_RUN_H
#define NETWORK_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "core/network/scenario.h"

/* Mistakes that are planted to see that they are found. */
enum plant {
    PLANT_NONE,
    PLANT_FORGED,  /* forgers know everything */
    PLANT_TWICE,   /* a result comes twice */
    PLANT_LOST,    /* a result does not come */
    PLANT_STALE,   /* the cache's clock stands still */
    PLANT_LATE,    /* waits end much too late */
    PLANT_SLEEP,   /* waits are asked to end too late */
    PLANT_SPIN,    /* waits end at once */
    PLANT_LEAK,    /* a socket stays open */
    PLANT_WRONG,   /* data of another input */
    PLANT_SILENT,  /* losses are not recorded */
    PLANT_DIFFERS, /* the second run draws other numbers */
};

struct run_counts {
    uint64_t resolved;
    uint64_t negative;
    uint64_t failed;
    uint64_t given_up;
    uint64_t queries;
    uint64_t streamed;
    uint64_t events;
    uint64_t hash;
    uint64_t seconds; /* of virtual time */
};

/* Resolve |resolutions| inputs in |scenario|, and demand that the invariants
 * hold. |replay| is the command that repeats the run. */
struct run_counts run(const struct scenario *scenario, uint64_t seed,
                      uint64_t resolutions, enum plant plant, bool prints,
                      const char *replay);

#endif
