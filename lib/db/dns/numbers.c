/* Random numbers, fetched from the system many at a time. A number is wiped
 * once it has been drawn.
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/numbers.h"

#include <errno.h>

#include <sys/random.h>

static bool fetch(struct numbers *numbers)
{
    ssize_t length;
    do {
        length = getrandom(numbers->list, sizeof numbers->list, 0);
    } while (length < 0 && errno == EINTR);
    if (length != (ssize_t)sizeof numbers->list) {
        return false;
    }
    numbers->count = NUMBERS;
    return true;
}

bool ddds_numbers_draw(struct numbers *numbers, uint16_t *number)
{
    if (numbers->count == 0 && !fetch(numbers)) {
        return false;
    }
    uint16_t *next = &numbers->list[--numbers->count];
    *number = *next;
    *next = 0;
    return true;
}
