/* Parsing of sets; selection of parts of sets.
 *
 * SPDX-License-Identifier: MIT */
#include "check/prove/set_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ddds/rule.h>

#include "base/error.h"
#include "base/limits.h"
#include "check/sets/match_reader.h"

enum { SET = LIMIT_STRING - 8 /* octets of an expression */ };

/* Set |*set| to the strings that |reader|, which has one label, accepts; NULL
 * if it accepts none. */
static ddds_status make_set(struct reader *reader, struct dfa_budget *budget,
                            struct dfa **set, struct ddds_error *error)
{
    struct dfa_parts parts = {0};
    struct dfa *all = ddds_dfa_all(255);
    budget->no_memory |= all == NULL;
    bool ok = all != NULL && ddds_dfa_split(all, reader, budget, &parts);
    *set = parts.count > 0 ? parts.parts[0].dfa : NULL;
    free(parts.parts);
    ddds_dfa_free(all);
    return ok ? DDDS_OK
           : budget->no_memory
               ? ddds_error_no_memory(error)
               : ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                                "the set takes more states than are allowed");
}

/* Check that |text| is an expression: that of a substitution with a delimiter
 * that |text| does not have. */
static ddds_status check(const char *text, struct ddds_error *error)
{
    static const char delimiters[] = "!~#@,;:%/=\"'<>&_-\1\2\3";
    const char *delimiter = delimiters;
    char regexp[LIMIT_STRING + 1];
    size_t length = strlen(text);
    size_t escapes = 0;
    while (escapes < length && text[length - escapes - 1] == '\\') {
        escapes++;
    }
    if (escapes % 2 > 0) {
        return ddds_error_set(error, DDDS_MALFORMED, length - 1,
                              "the expression ends with a backslash");
    }
    while (*delimiter != '\0' && strchr(text, *delimiter) != NULL) {
        delimiter++;
    }
    if (*delimiter == '\0' || length > SET) {
        return ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                              "the set has more than %d octets", SET);
    }
    snprintf(regexp, sizeof regexp, "%c%s%cx%c", *delimiter, text, *delimiter,
             *delimiter);
    ddds_substitution *by = ddds_substitution_new(regexp, error);
    if (by == NULL) {
        error->offset -= error->offset != DDDS_NO_OFFSET && error->offset > 0;
    }
    ddds_substitution_free(by);
    return by != NULL ? DDDS_OK : error->status;
}

ddds_status ddds_set_read(const char *text, bool ignores_case,
                          struct dfa_budget *budget, struct dfa **set,
                          struct ddds_error *error)
{
    char whole[LIMIT_STRING + 1];
    struct ddds_error own;
    struct arena arena = {.next = NULL};
    error = error != NULL ? error : &own;
    ddds_status status = check(text, error);
    if (status != DDDS_OK) {
        return status;
    }
    snprintf(whole, sizeof whole, "^(%s)$", text);
    const struct automaton *automaton =
        ddds_automaton_new_utf8(&arena, whole, ignores_case);
    if (automaton == NULL) {
        status = arena.failed
                     ? ddds_error_no_memory(error)
                     : ddds_error_set(error, DDDS_LIMIT, DDDS_NO_OFFSET,
                                      "the set is too large");
        ddds_arena_free(&arena);
        return status;
    }
    struct reader *reader = ddds_match_reader_new(&arena, automaton, 1, 0);
    status = reader == NULL ? ddds_error_no_memory(error)
                            : make_set(reader, budget, set, error);
    reader_free(reader);
    return status;
}
