/* Texts as printf() writes them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UNIT_FORMAT_H
#define UNIT_FORMAT_H

#include <stdarg.h>
#include <stdio.h>

#include "base/text.h"

/* Add what printf() would write, of at most 8191 octets. */
__attribute__((format(printf, 2, 3))) static inline void
text_format(struct text *text, const char *format, ...)
{
    char part[8192];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(part, sizeof part, format, arguments);
    va_end(arguments);
    text->failed |= length < 0 || (size_t)length >= sizeof part;
    ddds_text_string(text, part);
}

#endif
