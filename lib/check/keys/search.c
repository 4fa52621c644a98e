/* SPDX-License-Identifier: MIT */
#include "check/keys/search.h"

#include <string.h>

#include "check/report/report.h"

void ddds_keys_report_limit(struct ddds_check *check,
                            const struct checked_record *record)
{
    ddds_report(check, ddds_place_field(record, NAPTR_REGEXP), CODE_WORK_LIMIT,
                check->search_left == 0
                    ? "work limit reached: strings that no rule matches, and "
                      "rules that cannot be reached, are not searched for from "
                      "here on"
                    : "not all expressions of this key can be compared (too "
                      "many, too large or not ASCII): strings that no rule "
                      "matches, and rules that cannot be reached, may be "
                      "missed");
}

bool ddds_keys_search_is_over(struct ddds_check *check,
                              const struct checked_record *record)
{
    if (check->search_left == 0) {
        ddds_keys_report_limit(check, record);
    }
    return check->search_left == 0;
}

void ddds_keys_spend(struct ddds_check *check, uint64_t work)
{
    check->search_left -= work < check->search_left ? work : check->search_left;
}

const struct automaton *ddds_keys_automaton(struct ddds_check *check,
                                            const char *ere, bool ignores_case,
                                            size_t *states)
{
    const struct automaton *automaton =
        *states < LIMIT_KEY_STATES
            ? ddds_automaton_new(&check->scratch, ere, ignores_case)
            : NULL;
    *states += automaton != NULL ? automaton->count : AUTOMATON_STATES;
    return automaton;
}

/* Return the first negative term that matches |string|; or NULL. */
static const struct search_term *find_match(struct ddds_check *check,
                                            const struct search_term *terms,
                                            size_t count, const char *string)
{
    for (size_t i = 0; i < count && check->search_left > 0; i++) {
        ddds_keys_spend(check, 8 * (strlen(string) + 1));
        if (!terms[i].must_match &&
            ddds_automaton_matches(terms[i].automaton, string)) {
            return &terms[i];
        }
    }
    return NULL;
}

/* Search incrementally: start with positive terms, and add each negative term
 * that matches the string found, until none does. So only few terms are
 * needed. */
static enum string_search_result search_among(struct ddds_check *check,
                                              const struct search_term *terms,
                                              size_t count,
                                              char string[SEARCH_STRING_SIZE])
{
    struct search_term chosen[SEARCH_EXPRESSIONS];
    size_t chosen_count = 0;
    for (; terms[chosen_count].must_match; chosen_count++) {
        chosen[chosen_count] = terms[chosen_count];
    }
    while (true) {
        enum string_search_result result =
            ddds_string_search(chosen, chosen_count, string,
                               &check->search_left, &check->arena.failed);
        if (result == STRING_FOUND && *string == '\0' &&
            !ddds_automaton_matches(chosen[0].automaton, string)) {
            return STRING_UNKNOWN; /* it is too long */
        }
        const struct search_term *match =
            result == STRING_FOUND ? find_match(check, terms, count, string)
                                   : NULL;
        if (match == NULL || chosen_count == SEARCH_EXPRESSIONS) {
            return match == NULL ? result : STRING_UNKNOWN;
        }
        chosen[chosen_count++] = *match;
    }
}

bool ddds_keys_has_automata(const struct search_term *terms, size_t count)
{
    while (count > 0 && terms[count - 1].automaton != NULL) {
        count--;
    }
    return count == 0;
}

enum string_search_result ddds_keys_search(struct ddds_check *check,
                                           const struct checked_record *record,
                                           const struct search_term *terms,
                                           size_t count,
                                           char string[SEARCH_STRING_SIZE])
{
    char found[SEARCH_STRING_SIZE];
    enum string_search_result result = STRING_UNKNOWN;
    if (check->search_left > 0 && ddds_keys_has_automata(terms, count)) {
        result =
            count <= SEARCH_EXPRESSIONS
                ? ddds_string_search(terms, count, string, &check->search_left,
                                     &check->arena.failed)
                : search_among(check, terms, count,
                               string != NULL ? string : found);
    }
    if (check->search_left == 0 || result == STRING_UNKNOWN) {
        ddds_keys_report_limit(check, record);
        return STRING_UNKNOWN;
    }
    return result;
}
