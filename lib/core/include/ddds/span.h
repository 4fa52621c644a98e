/* A part of a string.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_SPAN_H
#define DDDS_SPAN_H

#include <stddef.h>

/* The |length| octets at |text|, not NUL-terminated. A span is valid as long as
 * its string. If |text| is NULL the part is absent, which differs from an empty
 * part. */
struct ddds_span {
    const char *text;
    size_t length;
};

#endif
