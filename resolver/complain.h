/* Errors, on standard error: one line that says what, where and what to do.
 *
 * SPDX-License-Identifier: MIT */
#ifndef RESOLVER_COMPLAIN_H
#define RESOLVER_COMPLAIN_H

#include <stddef.h>

/* "ddds: ..." and a newline. Control characters come out as `?'. */
__attribute__((format(printf, 1, 2))) void complain(const char *format, ...);

/* Two indented lines: |text|, and a caret under its octet |offset|. Nothing
 * if |offset| is DDDS_NO_OFFSET, or |text| too long for a line. */
void point_at(const char *text, size_t offset);

#endif
