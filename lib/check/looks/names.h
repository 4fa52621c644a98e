/* How long names may be.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_LOOKS_NAMES_H
#define CHECK_LOOKS_NAMES_H

#include "check/model/checked_record.h"

/* Is |word| a name with a label or a length beyond what there may be? The
 * origin counts as |more| octets. */
bool ddds_names_is_too_long(const struct word *word, size_t more);

#endif
