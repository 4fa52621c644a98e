/* The error of failed allocations: libddds-fetch has it, too.
 *
 * SPDX-License-Identifier: MIT */
#include "base/error.h"

ddds_status ddds_error_no_memory(struct ddds_error *error)
{
    return ddds_error_set(error, DDDS_NO_MEMORY, DDDS_NO_OFFSET, "%s",
                          ddds_status_text(DDDS_NO_MEMORY));
}
