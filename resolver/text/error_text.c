/* What is wrong, as the library's functions say it.
 *
 * SPDX-License-Identifier: MIT */
#include "text/error_text.h"

#include <stdarg.h>
#include <stdio.h>

ddds_status error_write(struct ddds_error *error, ddds_status status,
                        size_t offset, const char *format, ...)
{
    if (error != NULL) {
        va_list arguments;
        error->status = status;
        error->setting = DDDS_SETTING_NONE;
        error->offset = offset;
        va_start(arguments, format);
        vsnprintf(error->detail, sizeof error->detail, format, arguments);
        va_end(arguments);
    }
    return status;
}
