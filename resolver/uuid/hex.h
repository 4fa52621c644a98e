/* Hexadecimal digits.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UUID_HEX_H
#define UUID_HEX_H

#include <stdbool.h>
#include <stddef.h>

/* Decode |*length| hexadecimal digits in place, and halve |*length|. Return
 * false, without changes, if |text| is not pairs of digits. */
bool hex_decode(char *text, size_t *length);

#endif
