/* Random numbers that attackers cannot predict, for query IDs and the choice of
 * sockets.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_NUMBERS_H
#define DB_DNS_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Numbers per block: 256 octets, which the system returns without blocking. */
enum { NUMBERS = 128 };

/* Empty if zero-initialised. */
struct numbers {
    uint16_t list[NUMBERS];
    size_t count;
};

/* Draw a number; return false if the system has none. */
bool ddds_numbers_draw(struct numbers *numbers, uint16_t *number);

#endif
