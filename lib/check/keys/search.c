/* Searches for many owners are alike: their rules only differ in the common
 * beginning of the owner's strings. So literals with that beginning are removed
 * from expressions, readers are shared, and the last results are kept.
 *
 * SPDX-License-Identifier: MIT */
#include "check/keys/search.h"

#include <stdlib.h>
#include <string.h>

#include "check/judge/expressions.h"
#include "check/judge/rule_view.h"
#include "check/report/report.h"

enum {
    RESULTS = 4,    /* results kept */
    TERMS_KEPT = 2, /* terms of each */

    /* Work for one key, and more for each of its rules, so that none takes all,
     * and 20,000 rules at one key take about a second. */
    KEY_WORK = 5000000,
    KEY_WORK_RULE = 500,

    /* States of readers that are kept for other keys. */
    STATES_KEPT = 100000,
};

struct known_result {
    size_t count; /* 0: none is known */
    struct search_term terms[TERMS_KEPT];
    enum string_search_result result;
    char string[SEARCH_STRING_SIZE];
};

struct searches {
    struct match_readers readers;
    struct known_result results[RESULTS];
    size_t next;       /* result to replace */
    uint64_t key_left; /* remaining work for the key */
    bool is_limited;   /* L901 was reported at the key */
};

bool ddds_keys_begin(struct ddds_check *check, size_t rules)
{
    struct searches *searches = check->searches;
    if (searches == NULL) {
        searches = check->searches = calloc(1, sizeof *searches);
    }
    if (searches == NULL) {
        check_fail(check);
        return false;
    }
    if (searches->readers.made > STATES_KEPT ||
        searches->readers.all_states > LIMIT_KEY_STATES ||
        searches->readers.no_memory) {
        ddds_match_readers_free(&searches->readers);
        memset(searches->results, 0, sizeof searches->results);
    }
    searches->readers.states = 0;
    searches->is_limited = false;
    searches->key_left = KEY_WORK + rules * KEY_WORK_RULE;
    return true;
}

void ddds_keys_free(struct searches *searches)
{
    if (searches != NULL) {
        ddds_match_readers_free(&searches->readers);
        free(searches);
    }
}

void ddds_keys_report_limit(struct ddds_check *check,
                            const struct checked_record *record)
{
    if (check->searches->is_limited) {
        return;
    }
    check->searches->is_limited = true;
    ddds_report(check, ddds_place_field(record, NAPTR_REGEXP), CODE_WORK_LIMIT,
                check->search_left == 0
                    ? "work limit reached: strings that no rule matches, and "
                      "rules that cannot be reached, are not searched for from "
                      "here on"
                    : "not all expressions of this key can be compared (too "
                      "large or not ASCII): strings that no rule matches, and "
                      "rules that cannot be reached, may be missed");
}

bool ddds_keys_search_is_over(struct ddds_check *check,
                              const struct checked_record *record)
{
    const bool is_over =
        check->search_left == 0 || check->searches->key_left == 0;
    if (is_over) {
        ddds_keys_report_limit(check, record);
    }
    return is_over;
}

void ddds_keys_spend(struct ddds_check *check, uint64_t work)
{
    uint64_t *key_left = &check->searches->key_left;
    check->search_left -= work < check->search_left ? work : check->search_left;
    *key_left -= work < *key_left ? work : *key_left;
    check->arena.failed |= check->searches->readers.no_memory;
}

/* ---- Terms -------------------------------------------------------------- */

static struct search_term find_term(struct ddds_check *check, const char *ere,
                                    size_t length, bool ignores_case)
{
    struct match_readers *readers = &check->searches->readers;
    struct reader *reader = ddds_match_readers_find(
        readers, ere, length, ignores_case, LIMIT_KEY_STATES);
    check->arena.failed |= readers->no_memory;
    return (struct search_term){reader, reader != NULL ? reader->start : 0,
                                true};
}

struct search_term ddds_keys_term(struct ddds_check *check, const char *ere,
                                  bool ignores_case)
{
    return find_term(check, ere, strlen(ere), ignores_case);
}

/* Find the ERE of |expression|, which is usually a part of its regexp. Return
 * its length; 0 if it is empty, or allocation fails. */
static size_t find_ere(struct ddds_check *check,
                       const struct expression *expression, const char **ere,
                       bool *ignores_case)
{
    const char *regexp = expression->regexp;
    const size_t second = expression->second;
    if (second < UINT8_MAX &&
        memchr(regexp + 1, *regexp, second - 1U) == NULL) {
        *ere = regexp + 1;
        *ignores_case = strrchr(regexp, *regexp)[1] != '\0';
        return second - 1;
    }
    const struct ddds_substitution *substitution =
        ddds_rule_view_substitution(check, expression);
    if (substitution == NULL) {
        return 0;
    }
    *ere = substitution->ere;
    *ignores_case = *substitution->flags != '\0';
    return strlen(substitution->ere);
}

/* Return true if |ere| begins with |prefix|, of |cut| octets, as a literal:
 * then `^' and the rest match the rest of a string. */
static bool has_prefix(const char *ere, size_t length, const char *prefix,
                       size_t cut)
{
    if (length <= cut || ere[0] != '^' || memcmp(ere + 1, prefix, cut) != 0) {
        return false;
    }
    const char *rest = ere + 1 + cut;
    const size_t left = length - 1 - cut;
    if (left > 0 && strchr("*+?{", *rest) != NULL) {
        return false;
    }
    for (size_t i = 0; i < left; i++) {
        /* Another `^' may be an anchor. */
        if (rest[i] == '|' || (rest[i] == '^' && rest[i - 1] != '[')) {
            return false;
        }
    }
    return true;
}

struct search_term ddds_keys_expression(struct ddds_check *check,
                                        const struct expression *expression,
                                        const char *prefix)
{
    const char *ere = NULL;
    bool ignores_case = false;
    char rest[LIMIT_STRING + 2];
    size_t cut = strlen(prefix);
    size_t length = find_ere(check, expression, &ere, &ignores_case);
    if (length == 0 || length > LIMIT_STRING) {
        return (struct search_term){.reader = NULL};
    }
    if (cut > 0 && *prefix != '+' && has_prefix(ere, length, prefix, cut)) {
        rest[0] = '^';
        memcpy(rest + 1, ere + 1 + cut, length - 1 - cut);
        return find_term(check, rest, length - cut, ignores_case);
    }
    struct search_term term = find_term(check, ere, length, ignores_case);
    if (term.reader != NULL) {
        term.state = reader_run(term.reader, term.state, prefix, cut);
        ddds_keys_spend(check, cut);
    }
    return term;
}

/* ---- Results ------------------------------------------------------------- */

static enum string_search_result search(struct ddds_check *check,
                                        const struct search_term *terms,
                                        size_t count,
                                        char string[SEARCH_STRING_SIZE])
{
    struct searches *searches = check->searches;
    const uint64_t most = searches->key_left < check->search_left
                              ? searches->key_left
                              : check->search_left;
    uint64_t left = most;
    enum string_search_result result = ddds_string_search(
        &searches->readers, terms, count, string, SEARCH_STRING_SIZE, &left);
    ddds_keys_spend(check, most - left);
    return result;
}

static bool is_result_of(const struct known_result *known,
                         const struct search_term *terms, size_t count)
{
    bool is_same = known->count == count;
    for (size_t i = 0; i < count && is_same; i++) {
        is_same = known->terms[i].reader == terms[i].reader &&
                  known->terms[i].state == terms[i].state &&
                  known->terms[i].must_match == terms[i].must_match;
    }
    return is_same;
}

/* Return the result of the search for |terms|, known or new. */
static const struct known_result *find_result(struct ddds_check *check,
                                              const struct search_term *terms,
                                              size_t count)
{
    struct searches *searches = check->searches;
    for (size_t i = 0; i < RESULTS; i++) {
        if (is_result_of(&searches->results[i], terms, count)) {
            return &searches->results[i];
        }
    }
    struct known_result *result = &searches->results[searches->next];
    searches->next = (searches->next + 1) % RESULTS;
    *result = (struct known_result){.count = count};
    memcpy(result->terms, terms, count * sizeof *terms);
    result->result = search(check, terms, count, result->string);
    return result;
}

enum string_search_result ddds_keys_search(struct ddds_check *check,
                                           const struct checked_record *record,
                                           const struct search_term *terms,
                                           size_t count,
                                           char string[SEARCH_STRING_SIZE])
{
    enum string_search_result result = STRING_UNKNOWN;
    if (check->search_left > 0 && count <= TERMS_KEPT) {
        const struct known_result *known = find_result(check, terms, count);
        result = known->result;
        if (string != NULL) {
            memcpy(string, known->string, SEARCH_STRING_SIZE);
        }
    } else if (check->search_left > 0) {
        result = search(check, terms, count, string);
    }
    if (result == STRING_UNKNOWN) {
        ddds_keys_report_limit(check, record);
    }
    return result;
}
