/* Searches for strings, within the check's limits.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_KEYS_SEARCH_H
#define CHECK_KEYS_SEARCH_H

#include "check/model/check_state.h"
#include "check/model/checked_record.h"
#include "check/sets/string_search.h"

struct expression;

/* Begin the searches of a key with |rules|. Free the readers of earlier keys if
 * they are large. False if allocation fails. */
bool ddds_keys_begin(struct ddds_check *check, size_t rules);

/* Free the readers of |searches|, which may be NULL. */
void ddds_keys_free(struct searches *searches);

/* Report at |record| that the rules of the key were not searched completely,
 * unless that was reported. */
void ddds_keys_report_limit(struct ddds_check *check,
                            const struct checked_record *record);

/* Return true, and report it at |record|, if no work is left for searches. */
bool ddds_keys_search_is_over(struct ddds_check *check,
                              const struct checked_record *record);

/* Subtract |work|, of readers that were used without a search, from the
 * remaining work. */
void ddds_keys_spend(struct ddds_check *check, uint64_t work);

/* Return the positive term of |ere|. It has no reader if the automata of the
 * key exceed a limit. */
struct search_term ddds_keys_term(struct ddds_check *check, const char *ere,
                                  bool ignores_case);

/* Likewise, of the strings that |expression| matches after |prefix|. */
struct search_term ddds_keys_expression(struct ddds_check *check,
                                        const struct expression *expression,
                                        const char *prefix);

/* Like ddds_string_search (sets/string_search.h), with the remaining work of
 * |check|. |string| may be NULL. If the result is unknown, report that at
 * |record|. */
enum string_search_result ddds_keys_search(struct ddds_check *check,
                                           const struct checked_record *record,
                                           const struct search_term *terms,
                                           size_t count,
                                           char string[SEARCH_STRING_SIZE]);

#endif
