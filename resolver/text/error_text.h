/* What is wrong, as the library's functions say it.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEXT_ERROR_TEXT_H
#define TEXT_ERROR_TEXT_H

#include <stddef.h>

#include <ddds/status.h>

/* Set |error|, unless it is NULL. |offset| is the place in the input, or
 * DDDS_NO_OFFSET. Returns |status|. */
__attribute__((format(printf, 4, 5))) ddds_status
error_write(struct ddds_error *error, ddds_status status, size_t offset,
            const char *format, ...);

#endif
