/* Maps from inputs to Application Unique Strings, octet by octet.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_READERS_INPUT_MAP_H
#define CHECK_READERS_INPUT_MAP_H

#include <stdint.h>

/* |step| returns the next state, and the octet of the string or 0. */
struct input_map {
    uint32_t (*step)(uint32_t state, unsigned char octet,
                     unsigned char *string);
    uint32_t (*label)(uint32_t state);

    /* Octets with the same mark are treated alike. */
    uint8_t (*mark)(unsigned char octet);
};

/* That of URNs. */
extern const struct input_map ddds_urn_map;

#endif
