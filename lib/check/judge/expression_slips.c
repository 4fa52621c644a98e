/* Slips in valid expressions: doubled backslashes, unescaped dots in names, and
 * references to the wrong group.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/ascii.h"
#include "check/judge/judging.h"
#include "check/report/repair.h"

/* ---- Doubled backslashes ------------------------------------------------ */

/* Return true if |text| starts with an escaped backslash before text that needs
 * a single backslash: a back-reference in the replacement, a special character
 * in the ERE. */
static bool is_doubled(const char *text, bool is_ere)
{
    return text[0] == '\\' && text[1] == '\\' && text[2] != '\0' &&
           (is_ere ? strchr(".*+?()[]{}^$|", text[2]) != NULL
                   : text[2] >= '1' && text[2] <= '9');
}

/* Write |from| with single backslashes instead of doubled ones. Return the
 * offset of the first, or DDDS_NO_OFFSET. */
static size_t undouble(const char *from, bool is_ere, struct text *text)
{
    size_t first = DDDS_NO_OFFSET;
    bool in_bracket = false;
    for (const char *at = from; *at != '\0'; at++) {
        if (!in_bracket && is_doubled(at, is_ere)) {
            first = first == DDDS_NO_OFFSET ? (size_t)(at - from) : first;
            at++;
        } else if (!in_bracket && *at == '\\' && at[1] != '\0') {
            ddds_text_char(text, *at++);
        } else if (is_ere) {
            in_bracket = in_bracket ? *at != ']' : *at == '[';
        }
        ddds_text_char(text, *at);
    }
    return first;
}

void ddds_judge_doubled_backslashes(struct judging *judging)
{
    char ere[DRAFT_FIELD_SIZE];
    char replacement[DRAFT_FIELD_SIZE];
    const char *plain = judging->plain;
    struct text ere_text;
    struct text replacement_text;
    ddds_text_init(&ere_text, ere, sizeof ere);
    ddds_text_init(&replacement_text, replacement, sizeof replacement);
    size_t at = undouble(judging->read->ere, true, &ere_text);
    size_t other = undouble(plain, false, &replacement_text);
    if (at == DDDS_NO_OFFSET && other == DDDS_NO_OFFSET) {
        return;
    }
    char octet =
        at != DDDS_NO_OFFSET ? judging->read->ere[at + 2] : plain[other + 2];
    ddds_judging_observe(judging, CODE_DOUBLED_BACKSLASH,
                         at != DDDS_NO_OFFSET ? ddds_judging_place(judging, at)
                                              : judging->replacement_at + other,
                         3,
                         "\"\\\\\\\\%c\" in a zone file is a backslash and %c; "
                         "write \\\\%c",
                         octet, octet, octet);
    if (!ere_text.failed && !replacement_text.failed) {
        ddds_judging_compose(judging, *judging->read->delimiter, ere,
                             replacement, judging->read->flags);
    }
}

/* ---- Dots --------------------------------------------------------------- */

/* Return true if |node| is an unescaped letter or digit. */
static bool is_plain(const struct judging *judging, const struct ere_node *node)
{
    return node != NULL && node->kind == ERE_CHARACTER &&
           node->end == node->begin + 1 &&
           ascii_is_alnum((unsigned char)judging->read->ere[node->begin]);
}

/* Return true if |node| is a dot between letters or digits, as in a name. */
static bool is_dot_in_name(const struct judging *judging,
                           const struct ere_node *before,
                           const struct ere_node *node)
{
    return node->kind == ERE_CHARACTER && node->end == node->begin + 1 &&
           judging->read->ere[node->begin] == '.' &&
           is_plain(judging, before) &&
           is_plain(judging, ere_next(&judging->tree, node));
}

/* Return true if at least two plain characters directly precede |node|. */
static bool ends_word(const struct judging *judging,
                      const struct ere_node *branch,
                      const struct ere_node *node)
{
    enum { SHORTEST = 2 };
    unsigned length = 0;
    for (const struct ere_node *each = ere_child(&judging->tree, branch);
         each != NULL && each != node; each = ere_next(&judging->tree, each)) {
        length = is_plain(judging, each) ? length + 1 : 0;
    }
    return length >= SHORTEST;
}

void ddds_judge_dots(struct judging *judging)
{
    char memory[DRAFT_FIELD_SIZE];
    struct text ere;
    const struct ere_tree *tree = &judging->tree;
    bool is_dot[LIMIT_STRING + 1] = {false};
    size_t first = DDDS_NO_OFFSET;
    for (uint16_t i = 0; i < tree->count; i++) {
        const struct ere_node *branch = &tree->nodes[i];
        const struct ere_node *before = NULL;
        for (const struct ere_node *node =
                 branch->kind == ERE_BRANCH ? ere_child(tree, branch) : NULL;
             node != NULL; node = ere_next(tree, node)) {
            if (is_dot_in_name(judging, before, node) &&
                ends_word(judging, branch, node)) {
                is_dot[node->begin] = true;
                first = node->begin < first ? node->begin : first;
            }
            before = node;
        }
    }
    if (first == DDDS_NO_OFFSET) {
        return;
    }
    ddds_judging_observe(judging, CODE_DOT, ddds_judging_place(judging, first),
                         1,
                         "this dot matches any character; write \\\\. for a "
                         "dot");
    ddds_text_init(&ere, memory, sizeof memory);
    for (size_t i = 0; judging->read->ere[i] != '\0'; i++) {
        ddds_text_string(&ere, is_dot[i] ? "\\" : "");
        ddds_text_char(&ere, judging->read->ere[i]);
    }
    if (!ere.failed) {
        ddds_judging_repair_ere(judging, "%s", memory);
    }
}

/* ---- Groups ------------------------------------------------------------- */

/* Return true if |group| always matches the same characters. */
static bool is_fixed(const struct judging *judging,
                     const struct ere_node *group)
{
    const struct ere_tree *tree = &judging->tree;
    const struct ere_node *branch = ere_child(tree, ere_child(tree, group));
    if (ere_next(tree, branch) != NULL || ere_child(tree, branch) == NULL) {
        return false;
    }
    for (const struct ere_node *node = ere_child(tree, branch); node != NULL;
         node = ere_next(tree, node)) {
        if (!is_plain(judging, node)) {
            return false;
        }
    }
    return true;
}

bool ddds_judge_wrong_group(struct judging *judging, unsigned unused)
{
    const char *plain = judging->plain;
    const char *reference = strchr(plain, '\\');
    if (reference == NULL || strchr(reference + 1, '\\') != NULL ||
        !ascii_is_digit((unsigned char)reference[1]) || unused > 9) {
        return false;
    }
    unsigned used = (unsigned)(reference[1] - '0');
    const struct ere_node *group = ddds_ere_tree_group(&judging->tree, used);
    if (group == NULL || !is_fixed(judging, group) ||
        ddds_ere_tree_is_optional(
            &judging->tree, ddds_ere_tree_group(&judging->tree, unused))) {
        return false;
    }
    ddds_judging_observe(
        judging, CODE_UNUSED_GROUP,
        judging->replacement_at + (size_t)(reference - plain), 2,
        "group %u always matches \"%.*s\", and group %u is unused; did you "
        "mean \\\\%u?",
        used, group->end - group->begin - 2,
        judging->read->ere + group->begin + 1, unused, unused);
    ddds_judging_repair_replacement(judging, "%.*s\\%u%s",
                                    (int)(reference - plain), plain, unused,
                                    reference + 2);
    return true;
}
