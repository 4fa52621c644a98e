/* A piece of a string, which it borrows.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_SPAN_H
#define DDDS_SPAN_H

#include <stddef.h>

/* The |length| octets at |text|, without a NUL at their end. A span is valid
 * as long as the string that it points into. If |text| is NULL the piece is
 * absent, which differs from an empty one. */
struct ddds_span {
    const char *text;
    size_t length;
};

#endif
