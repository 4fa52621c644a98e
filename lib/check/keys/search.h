/* Searches for strings, within the check's limits.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_KEYS_SEARCH_H
#define CHECK_KEYS_SEARCH_H

#include "check/judge/string_search.h"
#include "check/model/check_state.h"
#include "check/model/checked_record.h"

/* Report that the rules at |record|'s key were not searched completely. */
void ddds_keys_report_limit(struct ddds_check *check,
                            const struct checked_record *record);

/* Return true, and report it at |record|, if no work is left for searches. */
bool ddds_keys_search_is_over(struct ddds_check *check,
                              const struct checked_record *record);

/* Subtract |work| from the remaining work. */
void ddds_keys_spend(struct ddds_check *check, uint64_t work);

/* Make the automaton of |ere| in the scratch arena and add its states to
 * |*states|, the total of the key. NULL if it exceeds a limit, alone or in
 * total. */
const struct automaton *ddds_keys_automaton(struct ddds_check *check,
                                            const char *ere, bool ignores_case,
                                            size_t *states);

/* Return true if no automaton of |terms| is NULL. */
bool ddds_keys_has_automata(const struct search_term *terms, size_t count);

/* Like ddds_string_search (judge/string_search.h), with the remaining work of
 * |check|. |terms| may be more than SEARCH_EXPRESSIONS; positive terms come
 * first. If the result is unknown, report that at |record|. */
enum string_search_result ddds_keys_search(struct ddds_check *check,
                                           const struct checked_record *record,
                                           const struct search_term *terms,
                                           size_t count,
                                           char string[SEARCH_STRING_SIZE]);

#endif
