/* Suggestions for a name that does not exist.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_JUDGE_NAME_LIKE_H
#define CHECK_JUDGE_NAME_LIKE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"
#include "check/model/check_state.h"
#include "check/report/codes.h"

/* Write the only owner of records of |type| in the given zones that is similar
 * to |name| into |meant|; TYPE_A means any address. Return false if not found,
 * or if |code| was reported so often that a search takes too long. */
bool ddds_name_like(const struct ddds_check *check, const char *name,
                    uint16_t type, enum check_code code,
                    char meant[LIMIT_NAME_SIZE]);

#endif
