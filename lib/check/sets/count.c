/* Exact counts: natural numbers of any size, in decimal.
 *
 * SPDX-License-Identifier: MIT */
#include "check/sets/count.h"

#include <stdio.h>
#include <stdlib.h>

enum { PLACE = 1000000000, DIGITS = 9 };

/* Extend the number to at least |length| places. */
static bool lengthen(struct count *count, size_t length)
{
    if (length > count->room) {
        size_t room = length < 4 ? 4 : length * 2;
        uint32_t *places = realloc(count->places, room * sizeof *places);
        if (places == NULL) {
            return false;
        }
        count->places = places;
        count->room = room;
    }
    while (count->length < length) {
        count->places[count->length++] = 0;
    }
    return true;
}

/* Add |carry| at |place|, and propagate the carry. */
static bool carry_on(struct count *count, size_t place, uint64_t carry)
{
    for (; carry > 0; place++) {
        if (!lengthen(count, place + 1)) {
            return false;
        }
        carry += count->places[place];
        count->places[place] = (uint32_t)(carry % PLACE);
        carry /= PLACE;
    }
    return true;
}

bool ddds_count_add(struct count *count, const struct count *other,
                    uint32_t times)
{
    uint64_t carry = 0;
    if (times == 0 || !lengthen(count, other->length)) {
        return times == 0;
    }
    for (size_t i = 0; i < other->length; i++) {
        carry += count->places[i] + (uint64_t)other->places[i] * times;
        count->places[i] = (uint32_t)(carry % PLACE);
        carry /= PLACE;
    }
    return carry_on(count, other->length, carry);
}

bool ddds_count_add_small(struct count *count, uint32_t number)
{
    return carry_on(count, 0, number);
}

char *ddds_count_text(const struct count *count)
{
    char *text = malloc(count->length * DIGITS + 2);
    if (text == NULL) {
        return NULL;
    }
    size_t places = count->length;
    while (places > 0 && count->places[places - 1] == 0) {
        places--;
    }
    char *at = text;
    at += snprintf(at, DIGITS + 2, "%u",
                   places > 0 ? (unsigned)count->places[places - 1] : 0U);
    while (places > 1) {
        at += snprintf(at, DIGITS + 1, "%09u",
                       (unsigned)count->places[--places - 1]);
    }
    return text;
}

void ddds_count_free(struct count *count)
{
    free(count->places);
    *count = (struct count){0};
}
