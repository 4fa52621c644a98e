/* Invalid calls of a check.
 *
 * SPDX-License-Identifier: MIT */
#include "check/model/misuse.h"

#include "base/error.h"

bool ddds_misuse_of_check(const struct ddds_check *check,
                          struct ddds_error *error)
{
    if (check == NULL) {
        ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                       "the check is NULL");
        return true;
    }
    if (check->is_reported) {
        ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                       "the findings have been reported already; begin a new "
                       "check");
        return true;
    }
    return false;
}
