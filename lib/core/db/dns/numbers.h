/* Random numbers that attackers cannot predict: the ids of queries, and the
 * choice of sockets.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DB_DNS_NUMBERS_H
#define DB_DNS_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Numbers fetched at a time: 256 octets, which the system gives at once. */
enum { NUMBERS = 128 };

/* All zero, it has none yet. */
struct numbers {
    uint16_t list[NUMBERS];
    size_t count;
};

/* Draw a number; false if the system has none. */
bool ddds_numbers_draw(struct numbers *numbers, uint16_t *number);

#endif
