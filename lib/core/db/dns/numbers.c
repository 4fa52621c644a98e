/* Random numbers, read from the system in blocks. A number is wiped after use.
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/numbers.h"

#include "base/entropy.h"

bool ddds_numbers_draw(struct numbers *numbers, uint16_t *number)
{
    if (numbers->count == 0) {
        if (!ddds_entropy_read(numbers->list, sizeof numbers->list)) {
            return false;
        }
        numbers->count = NUMBERS;
    }
    uint16_t *next = &numbers->list[--numbers->count];
    *number = *next;
    *next = 0;
    return true;
}
