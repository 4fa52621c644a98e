/* SPDX-License-Identifier: MIT */
#include "check/keys/search.h"

#include "check/report/report.h"

bool ddds_keys_search_is_over(struct ddds_check *check,
                              const struct checked_record *record)
{
    if (check->search_left > 0) {
        return false;
    }
    ddds_report(check, ddds_place_field(record, NAPTR_REGEXP), CODE_WORK_LIMIT,
                "work limit reached: strings that no rule matches, and rules "
                "that cannot be reached, are not searched for from here on");
    return true;
}

enum string_search_result ddds_keys_search(struct ddds_check *check,
                                           const struct checked_record *record,
                                           const struct search_term *terms,
                                           size_t count,
                                           char string[SEARCH_STRING_SIZE])
{
    enum string_search_result result = STRING_UNKNOWN;
    if (check->search_left > 0) {
        result = ddds_string_search(terms, count, string, &check->search_left,
                                    &check->arena.failed);
    }
    return ddds_keys_search_is_over(check, record) ? STRING_UNKNOWN : result;
}
