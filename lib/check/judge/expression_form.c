/* Faults of valid expressions shown by text or tree: they only work with some
 * readers, or not as intended.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "check/judge/judging.h"
#include "check/report/repair.h"
#include "rule/ere_scan.h"

/* ---- Flags, delimiters, brackets ------------------------------------ */

static void judge_flags(struct judging *judging)
{
    const struct ddds_substitution *read = judging->read;
    const char *upper = strchr(read->flags, 'I');
    if (upper != NULL) {
        ddds_judging_observe(
            judging, CODE_FLAG,
            strlen(judging->expression->regexp) - strlen(upper), 1,
            "write the flag as a lower-case \"i\"; BIND rejects \"I\"");
        ddds_judging_compose(judging, *read->delimiter, read->ere,
                             judging->plain, "i");
    }
}

/* Replace the delimiter by an unused ASCII character. */
static void repair_delimiter(struct judging *judging)
{
    ddds_judging_compose(judging, '!', judging->read->ere, judging->plain,
                         judging->read->flags);
}

/* BIND uses the first octet as the delimiter, and the others as flags. */
static void judge_wide_delimiter(struct judging *judging)
{
    size_t width = strlen(judging->read->delimiter);
    if (width > 1) {
        ddds_judging_observe(judging, CODE_DELIMITER, 0, width,
                             "BIND rejects the zone because the delimiter has "
                             "%zu octets; use an ASCII character such as !",
                             width);
        repair_delimiter(judging);
    }
}

static void report_escaped(struct judging *judging, size_t at)
{
    const char *delimiter = judging->read->delimiter;
    const char other =
        ddds_repair_delimiter('!', judging->read->ere, judging->plain);
    const char shown[] = {other, '\0'};
    ddds_judging_observe(
        judging, CODE_ESCAPED_DELIMITER, at, 1 + strlen(delimiter),
        "the delimiter %s is escaped; use one that does not occur%s%s",
        delimiter, other != '\0' ? ", such as " : "", shown);
    repair_delimiter(judging);
}

static void judge_delimiter(struct judging *judging)
{
    const char *regexp = judging->expression->regexp;
    const char *delimiter = judging->read->delimiter;
    size_t width = strlen(delimiter);
    for (size_t at = 1; regexp[at] != '\0'; at++) {
        if (regexp[at] != '\\' || regexp[at + 1] == '\0') {
            continue;
        }
        if (strncmp(regexp + at + 1, delimiter, width) == 0) {
            report_escaped(judging, at);
            return;
        }
        at++;
    }
}

/* Return the intended meaning of |octet| after a backslash in a bracket; NULL
 * if it is unknown. */
static const char *meant_in_bracket(char octet)
{
    switch (octet) {
    case 'd':
        return "0-9";
    case 'w':
        return "[:alnum:]_";
    case 's':
        return "[:space:]";
    default:
        return NULL;
    }
}

/* Write the ERE with the intended meaning of the escape at |at|, in a
 * bracket. */
static void repair_bracket(struct judging *judging, size_t at)
{
    const char *from = judging->read->ere;
    const char *meant = meant_in_bracket(from[at + 1]);
    if ((!ascii_is_alpha((unsigned char)from[at + 1]) || meant != NULL) &&
        strchr("]^-", from[at + 1]) == NULL) {
        ddds_judging_repair_ere(judging, "%.*s%s%s", (int)at, from,
                                meant != NULL ? meant : "",
                                from + at + (meant != NULL ? 2 : 1));
    }
}

/* A backslash in a bracket is a backslash for POSIX, and an escape for Perl.
 * Two of them are a backslash for both. */
static void judge_brackets(struct judging *judging)
{
    const char *ere = judging->read->ere;
    struct ere_scan scan;
    struct ere_token token;
    ddds_ere_scan_begin(&scan, ere, strlen(ere), "");
    while (ddds_ere_scan_next(&scan, &token)) {
        if (token.kind != ERE_TOKEN_MEMBER || ere[token.at] != '\\') {
            continue;
        }
        char after = ere[token.at + 1];
        if (after == '\\') {
            ddds_ere_scan_next(&scan, &token);
            continue;
        }
        ddds_judging_observe(judging, CODE_BRACKET_BACKSLASH,
                             ddds_judging_place(judging, token.at), 2,
                             "in a bracket expression \\%c is a backslash and "
                             "%c; remove the backslash",
                             after, after);
        repair_bracket(judging, token.at);
        return;
    }
}

/* ---- Anchors -------------------------------------------------------- */

/* Return true if |text| ends with an anchor, not an escaped dollar sign. */
static bool has_end_anchor(const char *text, size_t length)
{
    size_t backslashes = 0;
    if (length == 0 || text[length - 1] != '$') {
        return false;
    }
    while (backslashes < length - 1 && text[length - 2 - backslashes] == '\\') {
        backslashes++;
    }
    return backslashes % 2 == 0;
}

/* Write the branch |text| with a single ^, at its start: "+^1" matches nothing,
 * and neither does "^+^1". */
static void write_anchored(struct text *ere, const char *text, size_t length)
{
    struct ere_scan scan;
    struct ere_token token;
    ddds_text_char(ere, '^');
    ddds_ere_scan_begin(&scan, text, length, "");
    while (ddds_ere_scan_next(&scan, &token)) {
        if (token.kind != ERE_TOKEN_ANCHOR || text[token.at] != '^') {
            ddds_text_add(ere, text + token.at, token.length);
        }
    }
}

/* Add missing anchors to branches outside of groups. */
static void repair_coverage(struct judging *judging)
{
    const struct expression *expression = judging->expression;
    char memory[DRAFT_FIELD_SIZE];
    struct text ere;
    ddds_text_init(&ere, memory, sizeof memory);
    for (const struct ere_node *branch =
             ere_child(&judging->tree, &judging->tree.nodes[0]);
         branch != NULL; branch = ere_next(&judging->tree, branch)) {
        const char *text = judging->read->ere + branch->begin;
        size_t length = (size_t)(branch->end - branch->begin);
        bool has_begin =
            expression->covers_begin || (length > 0 && *text == '^');
        bool has_end = expression->covers_end || has_end_anchor(text, length);
        if (has_begin) {
            ddds_text_add(&ere, text, length);
        } else {
            write_anchored(&ere, text, length);
        }
        ddds_text_string(&ere, has_end ? "" : ".*$");
        ddds_text_string(&ere, branch->next != ERE_NONE ? "|" : "");
    }
    if (!ere.failed) {
        ddds_judging_repair_ere(judging, "%s", memory);
    }
}

/* Return true if the replacement seems to need more text after it. A URI may
 * end with its host. */
static bool expects_more(const struct judging *judging)
{
    const char *text = judging->read->replacement;
    size_t length = strlen(text);
    if (length == 0 || strchr("/:@=?&#", text[length - 1]) == NULL) {
        return false;
    }
    const char *host = strstr(text, "://");
    return host == NULL || strchr(host + 3, '/') != text + length - 1;
}

static void judge_coverage(struct judging *judging)
{
    struct expression *expression = judging->expression;
    expression->covers_begin = ddds_ere_tree_covers_begin(&judging->tree);
    expression->covers_end = ddds_ere_tree_covers_end(&judging->tree);
    size_t ere_length = strlen(judging->read->ere);
    if (!expression->covers_end && expects_more(judging)) {
        ddds_judging_observe(
            judging, CODE_SED_ONLY, judging->replacement_at,
            strlen(judging->read->replacement),
            "clients drop unmatched text, and do not append it to \"%.60s\"; "
            "match it with (.*)$ and add a back-reference",
            judging->read->replacement);
    } else if (!expression->covers_begin || !expression->covers_end) {
        ddds_judging_observe(
            judging, CODE_UNANCHORED,
            expression->covers_begin
                ? ddds_judging_place(judging, ere_length) - 1
                : 1,
            1,
            "the match may not %s the string; sed-style clients keep the rest",
            expression->covers_begin ? "reach the end of"
            : expression->covers_end ? "start at the beginning of"
                                     : "cover all of");
        repair_coverage(judging);
    }
}

/* ---- Back-references and groups ------------------------------------- */

/* Return the bit set of groups in the replacement. */
static unsigned used_groups(const struct judging *judging)
{
    unsigned used = 0;
    for (size_t i = 0; i < judging->read->piece_count; i++) {
        used |= 1U << judging->read->pieces[i].group;
    }
    return used & ~1U;
}

/* Return true if the digit at |at| of |text| may mean an unused group. */
static bool is_bare_digit(const struct judging *judging, const char *text,
                          size_t at)
{
    unsigned number = (unsigned)(text[at] - '0');
    bool is_alone =
        (at == 0 || !(ascii_is_alnum((unsigned char)text[at - 1]) ||
                      strchr("\\.-_%", text[at - 1]) != NULL)) &&
        !(ascii_is_alnum((unsigned char)text[at + 1]) ||
          (text[at + 1] != '\0' && strchr(".-_%", text[at + 1]) != NULL));
    return ascii_is_digit((unsigned char)text[at]) && number >= 1 &&
           number <= judging->read->groups && is_alone;
}

static void judge_digits(struct judging *judging)
{
    const char *text = judging->read->replacement;
    if (judging->read->groups == 0 || used_groups(judging) != 0 ||
        ddds_judging_has_observed(judging, CODE_DOUBLED_BACKSLASH)) {
        return;
    }
    bool is_escaped = strchr(text, '\\') != NULL;
    for (size_t at = 0; text[at] != '\0'; at++) {
        if (!is_bare_digit(judging, text, at)) {
            continue;
        }
        bool is_dollar = at > 0 && text[at - 1] == '$';
        bool is_whole = at == 0 && text[1] == '\0';
        ddds_judging_observe(judging, is_whole ? CODE_DIGIT_ALONE : CODE_DIGIT,
                             judging->replacement_at + at - (is_dollar ? 1 : 0),
                             is_dollar ? 2 : 1,
                             "\"%s%c\" is not a back-reference; if you mean "
                             "one, write \\\\%c in a zone file",
                             is_dollar ? "$" : "", text[at], text[at]);
        if (!is_escaped) {
            ddds_judging_repair_replacement(judging, "%.*s\\%s",
                                            (int)at - (is_dollar ? 1 : 0), text,
                                            text + at);
        }
        return;
    }
}

/* Return true if the parentheses of the group only shift the numbers of
 * others. */
static bool is_only_capturing(const struct judging *judging,
                              const struct ere_node *group)
{
    const struct ere_node *parent = ere_parent(&judging->tree, group);
    const struct ere_node *alternatives = ere_child(&judging->tree, group);
    return parent->kind != ERE_REPETITION &&
           ere_child(&judging->tree, alternatives)->next == ERE_NONE;
}

/* Remove the parentheses of |group|. */
static void repair_unused_group(struct judging *judging, unsigned number,
                                const struct ere_node *group)
{
    const struct ddds_substitution *read = judging->read;
    char ere[DRAFT_FIELD_SIZE];
    char moved[DRAFT_FIELD_SIZE];
    snprintf(ere, sizeof ere, "%.*s%.*s%s", group->begin, read->ere,
             group->end - group->begin - 2, read->ere + group->begin + 1,
             read->ere + group->end);
    if (ddds_repair_move_groups(judging->plain, number + 1, -1, moved)) {
        ddds_judging_compose(judging, *read->delimiter, ere, moved,
                             read->flags);
    }
}

static void judge_unused_groups(struct judging *judging)
{
    unsigned used = used_groups(judging);
    if (ddds_judging_has_observed(judging, CODE_DIGIT) ||
        ddds_judging_has_observed(judging, CODE_DIGIT_ALONE) ||
        ddds_judging_has_observed(judging, CODE_DOUBLED_BACKSLASH)) {
        return;
    }
    for (unsigned number = 1; number <= judging->read->groups; number++) {
        const struct ere_node *group =
            ddds_ere_tree_group(&judging->tree, number);
        if ((number < 10 && (used & 1U << number) != 0) ||
            !is_only_capturing(judging, group)) {
            continue;
        }
        if (ddds_judge_wrong_group(judging, number)) {
            return;
        }
        ddds_judging_observe(judging, CODE_UNUSED_GROUP,
                             ddds_judging_place(judging, group->begin),
                             (size_t)(group->end - group->begin),
                             "group %u is unused; remove its parentheses or "
                             "add a back-reference",
                             number);
        repair_unused_group(judging, number, group);
        return;
    }
}

/* Replace "(a)?" by "(a?)", if |group| contains a single character. */
static void repair_optional(struct judging *judging,
                            const struct ere_node *group)
{
    const struct ere_node *around = ere_parent(&judging->tree, group);
    const struct ere_node *branch =
        ere_child(&judging->tree, ere_child(&judging->tree, group));
    const struct ere_node *piece = ere_child(&judging->tree, branch);
    if (around->kind == ERE_REPETITION && around->least == 0 &&
        around->most == 1 && branch->next == ERE_NONE &&
        piece->kind == ERE_CHARACTER && piece->next == ERE_NONE) {
        ddds_judging_repair_ere(judging, "%.*s?)%s", group->end - 1,
                                judging->read->ere,
                                judging->read->ere + around->end);
    }
}

static void judge_optional_groups(struct judging *judging)
{
    unsigned used = used_groups(judging);
    for (unsigned number = 1; number < 10; number++) {
        const struct ere_node *group =
            (used & 1U << number) != 0
                ? ddds_ere_tree_group(&judging->tree, number)
                : NULL;
        if (group != NULL && ddds_ere_tree_is_optional(&judging->tree, group)) {
            ddds_judging_observe(judging, CODE_OPTIONAL_GROUP,
                                 ddds_judging_place(judging, group->begin),
                                 (size_t)(group->end - group->begin),
                                 "the replacement uses group %u, which may not "
                                 "take part in a match",
                                 number);
            repair_optional(judging, group);
            return;
        }
    }
}

static void judge_output(struct judging *judging)
{
    if (*judging->read->replacement == '\0') {
        ddds_judging_observe(judging, CODE_NO_OUTPUT, judging->replacement_at,
                             1,
                             "the replacement and thus every output is empty");
    }
}

/* A resolver that queries BIND fails for the whole set. */
static void judge_hyphen(struct judging *judging)
{
    const char *field = judging->expression->regexp;
    size_t at = ddds_ere_scan_hyphen(field, strlen(field));
    char repaired[DRAFT_FIELD_SIZE];
    if (at == DDDS_NO_OFFSET) {
        return;
    }
    ddds_judging_observe(
        judging, CODE_HYPHEN, at, 1, "%s",
        field[at + 1] == ']'
            ? "BIND rejects the zone because of a \"-\" after a range, which "
              "POSIX allows; put it first in the bracket"
            : "BIND ignores the \"[\" beside this \"-\" and rejects the zone, "
              "although POSIX allows the range; write its characters one by "
              "one");
    if (ddds_repair_refused(field, SUBSTITUTION_FAULT_ERE, ERE_FAULT_HYPHEN, at,
                            repaired)) {
        ddds_judging_repair(judging, repaired);
    }
}

/* ---- Entry ----------------------------------------------------------- */

void ddds_judge_form(struct judging *judging)
{
    static void (*const judges[])(struct judging *) = {
        judge_flags,
        judge_wide_delimiter,
        judge_delimiter,
        judge_brackets,
        ddds_judge_doubled_backslashes,
        ddds_judge_dots,
        judge_digits,
        judge_output,
        judge_coverage,
        judge_unused_groups,
        judge_optional_groups,
        judge_hyphen,
    };
    for (size_t i = 0; i < sizeof judges / sizeof judges[0]; i++) {
        judges[i](judging);
    }
}
