/* SPDX-License-Identifier: MIT */
#include "uuid/hex.h"

#include <string.h>

static int digit_value(char digit)
{
    const char *digits = "0123456789abcdef0123456789ABCDEF";
    const char *found = digit != '\0' ? strchr(digits, digit) : NULL;
    return found != NULL ? (int)((found - digits) % 16) : -1;
}

bool hex_decode(char *text, size_t *length)
{
    for (size_t i = 0; i < *length; i++) {
        if (digit_value(text[i]) < 0) {
            return false;
        }
    }
    if (*length % 2 != 0) {
        return false;
    }
    *length /= 2;
    for (size_t i = 0; i < *length; i++) {
        text[i] = (char)(digit_value(text[2 * i]) * 16 +
                         digit_value(text[2 * i + 1]));
    }
    return true;
}
