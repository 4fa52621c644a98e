/* Hexadecimal digits.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UUID_HEX_H
#define UUID_HEX_H

#include <stdbool.h>
#include <stddef.h>

/* Turn the |*length| octets at |text|, pairs of hexadecimal digits, into half
 * as many octets, in place. False, and nothing is changed, if they are not. */
bool hex_decode(char *text, size_t *length);

#endif
