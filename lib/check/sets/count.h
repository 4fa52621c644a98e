/* Exact counts: natural numbers of any size, in decimal.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_SETS_COUNT_H
#define CHECK_SETS_COUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Groups of nine decimal digits, the lowest first. All zero is 0. */
struct count {
    uint32_t *digits;
    size_t length;
    size_t room;
};

/* Add |times| times |other|, a different object. False if allocation fails. */
bool ddds_count_add(struct count *count, const struct count *other,
                    uint32_t times);

/* Add 1. False if allocation fails. */
bool ddds_count_add_one(struct count *count);

/* Return the decimal digits, to be freed; NULL if allocation fails. */
char *ddds_count_text(const struct count *count);

/* Free the memory. */
void ddds_count_free(struct count *count);

#endif
