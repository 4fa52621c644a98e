/* Arithmetic on UUIDs as 128-bit numbers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UUID_LONG_NUMBER_H
#define UUID_LONG_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/uuid.h>

/* Multiply |number| by |base|, at most 256, and add |digit|. On overflow return
 * false; the result is truncated. */
static inline bool uuid_append_digit(struct ddds_uuid *number, unsigned base,
                                     unsigned digit)
{
    unsigned carry = digit;
    for (size_t i = sizeof number->octets; i-- > 0;) {
        carry += number->octets[i] * base;
        number->octets[i] = (unsigned char)carry;
        carry >>= 8;
    }
    return carry == 0;
}

/* Divide |number| by |base|, at most 256. Return the remainder. */
static inline unsigned uuid_remove_digit(struct ddds_uuid *number,
                                         unsigned base)
{
    unsigned remainder = 0;
    for (size_t i = 0; i < sizeof number->octets; i++) {
        remainder = remainder << 8 | number->octets[i];
        number->octets[i] = (unsigned char)(remainder / base);
        remainder %= base;
    }
    return remainder;
}

#endif
