/* Shared by resolve.c and many.c: restarts of resolutions that lacked memory,
 * and random numbers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RESOLVE_AGAIN_H
#define RESOLVE_AGAIN_H

#include <stdbool.h>
#include <stdint.h>

#include <ddds/resolve.h>

/* Prepare |resolution|, which is done, to be started again with the same input,
 * and free its data. The deadline is unchanged. Fails like
 * ddds_resolution_restart. */
ddds_status ddds_resolution_again(ddds_resolution *resolution,
                                  struct ddds_error *error);

/* Return the next number after |state|: SplitMix64. */
static inline uint32_t ddds_random_draw(uint64_t *state)
{
    uint64_t mixed = *state += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(mixed >> 32);
}

/* Return true if the deadline of |resolution|, which was started, has
 * passed. */
bool ddds_resolution_is_late(const ddds_resolution *resolution);

#endif
