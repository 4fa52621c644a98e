/* Exact counts: natural numbers of any size, in decimal.
 *
 * SPDX-License-Identifier: MIT */
#include "check/sets/count.h"

#include <stdio.h>
#include <stdlib.h>

enum { BASE = 1000000000, DIGITS = 9 };

/* Extend the number to at least |length| digits. */
static bool lengthen(struct count *count, size_t length)
{
    if (length > count->room) {
        size_t room = length < 4 ? 4 : length * 2;
        uint32_t *digits = realloc(count->digits, room * sizeof *digits);
        if (digits == NULL) {
            return false;
        }
        count->digits = digits;
        count->room = room;
    }
    while (count->length < length) {
        count->digits[count->length++] = 0;
    }
    return true;
}

/* Add |carry| at |digit|, and propagate the carry. */
static bool carry_on(struct count *count, size_t digit, uint64_t carry)
{
    for (; carry > 0; digit++) {
        if (!lengthen(count, digit + 1)) {
            return false;
        }
        carry += count->digits[digit];
        count->digits[digit] = (uint32_t)(carry % BASE);
        carry /= BASE;
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
        carry += count->digits[i] + (uint64_t)other->digits[i] * times;
        count->digits[i] = (uint32_t)(carry % BASE);
        carry /= BASE;
    }
    return carry_on(count, other->length, carry);
}

bool ddds_count_add_one(struct count *count)
{
    return carry_on(count, 0, 1);
}

char *ddds_count_text(const struct count *count)
{
    char *text = malloc(count->length * DIGITS + 2);
    if (text == NULL) {
        return NULL;
    }
    size_t digits = count->length;
    while (digits > 0 && count->digits[digits - 1] == 0) {
        digits--;
    }
    char *at = text;
    at += snprintf(at, DIGITS + 2, "%u",
                   digits > 0 ? (unsigned)count->digits[digits - 1] : 0U);
    while (digits > 1) {
        at += snprintf(at, DIGITS + 1, "%09u",
                       (unsigned)count->digits[--digits - 1]);
    }
    return text;
}

void ddds_count_free(struct count *count)
{
    free(count->digits);
    *count = (struct count){0};
}
