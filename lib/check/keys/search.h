/* Searches for strings until the check's limits, and findings that say where
 * they ended.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_KEYS_SEARCH_H
#define CHECK_KEYS_SEARCH_H

#include "check/judge/string_search.h"
#include "check/model/check_state.h"
#include "check/model/checked_record.h"

/* Report that the rules at |record|'s key were not searched to the end. */
void ddds_keys_report_limit(struct ddds_check *check,
                            const struct checked_record *record);

/* Return true if no work is left for searches, and report that at |record|. */
bool ddds_keys_search_is_over(struct ddds_check *check,
                              const struct checked_record *record);

/* Take |work| from the work that is left. */
void ddds_keys_spend(struct ddds_check *check, uint64_t work);

/* Make the automaton of |ere| in the scratch arena and add its states to
 * |*states|, of all automata of the key. NULL if it is too large, alone or with
 * them. */
const struct automaton *ddds_keys_automaton(struct ddds_check *check,
                                            const char *ere, bool ignores_case,
                                            size_t *states);

/* Return true if no automaton of |terms| is NULL. */
bool ddds_keys_has_automata(const struct search_term *terms, size_t count);

/* Do what ddds_string_search does (judge/string_search.h), with the work that
 * is left to |check|. |terms| may be more than SEARCH_EXPRESSIONS; terms that
 * must match are the first of them. If the result is unknown, report that at
 * |record|. */
enum string_search_result ddds_keys_search(struct ddds_check *check,
                                           const struct checked_record *record,
                                           const struct search_term *terms,
                                           size_t count,
                                           char string[SEARCH_STRING_SIZE]);

#endif
