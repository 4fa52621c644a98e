/* Searches for strings until the check's limit of work, and findings that say
 * where they ended.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_KEYS_SEARCH_H
#define CHECK_KEYS_SEARCH_H

#include "check/judge/string_search.h"
#include "check/model/check_state.h"
#include "check/model/checked_record.h"

/* Is no work left for searches? Then a finding says so, at |record|. */
bool ddds_keys_search_is_over(struct ddds_check *check,
                              const struct checked_record *record);

/* Do what ddds_string_search does (judge/string_search.h), with the work that
 * is left to |check|. */
enum string_search_result ddds_keys_search(struct ddds_check *check,
                                           const struct checked_record *record,
                                           const struct search_term *terms,
                                           size_t count,
                                           char string[SEARCH_STRING_SIZE]);

#endif
