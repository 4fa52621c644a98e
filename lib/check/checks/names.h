/* Limits of names.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_CHECKS_NAMES_H
#define CHECK_CHECKS_NAMES_H

#include "check/model/checked_record.h"

/* Return true if |word| exceeds the limits on labels or names. The origin
 * counts as |more| octets. */
bool ddds_names_is_too_long(const struct word *word, size_t more);

/* Return true if the replacement of |record| has octets outside ASCII that are
 * not escaped. */
bool ddds_names_is_raw(const struct checked_record *record);

#endif
