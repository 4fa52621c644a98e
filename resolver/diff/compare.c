/* Two answers are the same if users of both get the same.
 *
 * SPDX-License-Identifier: MIT */
#include "diff/compare.h"

#include <stdbool.h>
#include <string.h>

static bool has_status(const json_t *answer, const char *status)
{
    const char *word = json_string_value(json_object_get(answer, "status"));
    return word != NULL && strcmp(word, status) == 0;
}

static const json_t *code_of(const json_t *answer)
{
    return json_object_get(json_object_get(answer, "reason"), "code");
}

static bool is_equal(const json_t *one, const json_t *other)
{
    return one == other || json_equal(one, other);
}

enum change answer_compare(const json_t *before, const json_t *after)
{
    if (has_status(before, "bad_input") || has_status(after, "bad_input")) {
        return CHANGE_REJECTED;
    }
    if (has_status(before, "temporary") || has_status(after, "temporary")) {
        return CHANGE_UNKNOWN;
    }
    bool was_there = has_status(before, "resolved");
    bool is_there = has_status(after, "resolved");
    if (was_there != is_there) {
        return is_there ? CHANGE_APPEARS : CHANGE_VANISHES;
    }
    if (!is_equal(json_object_get(before, "results"),
                  json_object_get(after, "results")) ||
        !is_equal(code_of(before), code_of(after))) {
        return CHANGE_CHANGED;
    }
    return is_equal(json_object_get(before, "ttl"),
                    json_object_get(after, "ttl"))
               ? CHANGE_NONE
               : CHANGE_TTL;
}

const char *change_name(enum change change)
{
    static const char *const names[] = {
        [CHANGE_NONE] = "same",          [CHANGE_TTL] = "ttl",
        [CHANGE_CHANGED] = "changed",    [CHANGE_APPEARS] = "appears",
        [CHANGE_VANISHES] = "vanishes",  [CHANGE_UNKNOWN] = "unknown",
        [CHANGE_REJECTED] = "bad_input",
    };
    return names[change];
}
