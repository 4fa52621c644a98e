/* 1xx: misspelt comments to ignore a code (report/finding.h): "ddds: ignore",
 * "dds:ignore L403", "ddds:ignore=L999".
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/nearest.h"
#include "check/checks/groups.h"
#include "check/report/finding.h"
#include "check/report/report.h"

/* ---- Words ------------------------------------------------------------ */

/* Find the next word of letters and digits from |at| on. Return false if none
 * is left before |end|. */
static bool next_word(const char *at, const char *end, struct ddds_span *word)
{
    while (at < end && !ascii_is_alnum((unsigned char)*at)) {
        at++;
    }
    word->text = at;
    while (at < end && ascii_is_alnum((unsigned char)*at)) {
        at++;
    }
    word->length = (size_t)(at - word->text);
    return word->length > 0;
}

static bool is_like(struct ddds_span word, const char *other)
{
    size_t length = strlen(other);
    return word.length <= NEAREST_LENGTH &&
           ddds_nearest_distance(word.text, word.length, other) <=
               (length > 4 ? 2 : 1);
}

/* Return true if |word| looks like a code: L and three digits, possibly with a
 * letter instead of a digit. */
static bool is_like_code(struct ddds_span word)
{
    size_t digits = 0;
    for (size_t i = 1; i < word.length; i++) {
        digits += ascii_is_digit((unsigned char)word.text[i]) ? 1 : 0;
    }
    return word.length >= 3 && word.length <= 5 &&
           ascii_to_lower(word.text[0]) == 'l' && digits + 2 >= word.length;
}

static bool is_code(struct ddds_span word)
{
    char name[8] = "";
    if (word.length >= sizeof name) {
        return false;
    }
    for (size_t i = 0; i < word.length; i++) {
        name[i] = ascii_to_upper(word.text[i]);
    }
    return ddds_check_code_find(name) != NULL;
}

/* ---- Comments --------------------------------------------------------- */

static const char correct[] = "ddds:ignore=";

/* Check the list of codes from |at| on, after "ddds:ignore=". Return the
 * mistake, or NULL; |*wrong| is the item. */
static const char *check_list(const char *at, const char *end,
                              struct ddds_span *wrong)
{
    for (;;) {
        wrong->text = at;
        while (at < end && ascii_is_alnum((unsigned char)*at)) {
            at++;
        }
        wrong->length = (size_t)(at - wrong->text);
        if (wrong->length == 0) {
            return "a code is missing";
        }
        if (!is_code(*wrong)) {
            return "this is not a lint code";
        }
        if (at == end || *at != ',') {
            break;
        }
        at++;
    }
    return next_word(at, end, wrong) && is_like_code(*wrong)
               ? "separate codes with commas, without spaces"
               : NULL;
}

/* Return true if the comment from |at| to |end|, although misspelt, was meant
 * to ignore something. |*wrong| is the misspelt word. */
static bool means_ignore(const char *at, const char *end,
                         struct ddds_span *wrong)
{
    struct ddds_span word;
    bool was_name = false;
    bool was_ignore = false;
    for (; next_word(at, end, &word); at = word.text + word.length) {
        bool is_ignore = is_like(word, "ignore");
        if ((is_ignore && was_name) ||
            (is_like_code(word) && (was_ignore || was_name))) {
            return true;
        }
        was_name = is_like(word, "ddds");
        was_ignore = is_ignore;
        if (was_name || was_ignore) {
            *wrong = word;
        }
    }
    return false;
}

static const char *find_correct(const char *at, const char *end)
{
    for (; (size_t)(end - at) >= sizeof correct - 1; at++) {
        if (memcmp(at, correct, sizeof correct - 1) == 0) {
            return at + sizeof correct - 1;
        }
    }
    return NULL;
}

/* Report the mistake in |comment|, on line |number|, which starts at |line|. */
static void check_comment(struct ddds_check *check,
                          const struct checked_zone *zone, const char *line,
                          uint32_t number, struct ddds_span comment)
{
    struct ddds_span wrong = {comment.text, 0};
    const char *end = comment.text + comment.length;
    const char *list = find_correct(comment.text, end);
    const char *why = list != NULL ? check_list(list, end, &wrong)
                      : means_ignore(comment.text, end, &wrong)
                          ? "did you mean \"ddds:ignore=\" and the codes?"
                          : NULL;
    if (why == NULL) {
        return;
    }
    uint32_t column = (uint32_t)(wrong.text - line) + 1;
    uint32_t length = wrong.length > 0 ? (uint32_t)wrong.length : 1;
    const struct finding_place place = {
        .zone = zone,
        .file = zone->name,
        .begin = line,
        .length = (size_t)(end - line),
        .line = number,
        .region = {number, column, number, column + length},
    };
    ddds_report(check, place, CODE_MISSPELT_IGNORE, "this comment %s: %s",
                list != NULL ? "does not ignore all that it should"
                             : "ignores nothing",
                why);
}

static void check_lines(struct ddds_check *check,
                        const struct checked_zone *zone, const char *line,
                        const char *end)
{
    for (uint32_t number = 1; line < end; number++) {
        const char *feed = memchr(line, '\n', (size_t)(end - line));
        const char *last = feed == NULL ? end : feed;
        const char *comment = memchr(line, ';', (size_t)(last - line)) == NULL
                                  ? last
                                  : ddds_findings_comment(line, last);
        if (comment < last) {
            check_comment(
                check, zone, line, number,
                (struct ddds_span){comment, (size_t)(last - comment)});
        }
        line = feed == NULL ? end : feed + 1;
    }
}

static void check_comments(struct ddds_check *check,
                           const struct checked_zone *zone)
{
    if (zone->server == NULL) {
        size_t length;
        const char *text = ddds_zonefile_text(zone->file, NULL, &length);
        check_lines(check, zone, text, text + length);
    }
}

/* ---- Group ------------------------------------------------------------ */

static check_zone_fn *const zones[] = {check_comments, NULL};

const struct check_group ddds_comments_group = {.zones = zones};
