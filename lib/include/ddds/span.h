/* A piece of a string that somebody else owns.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_SPAN_H
#define DDDS_SPAN_H

#include <stddef.h>

/* |length| octets from |text|, not NUL-terminated. A piece that is absent,
 * which is not the same as empty, has NULL for its text. */
struct ddds_span {
    const char *text;
    size_t length;
};

#endif
