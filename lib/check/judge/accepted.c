/* Expressions that can be used, but work by luck, or not as they were meant.
 *
 * Some questions are put to the expression's tree, some to the matcher: the
 * expression is tried on strings that the tree says it should match, and on
 * those that the caller gives.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "check/judge/ere_tree.h"
#include "check/looks/expression.h"
#include "check/report/repair.h"
#include "rule/ere_scan.h"

/* What the judges share. */
struct look {
    struct judging *judging;
    const struct ddds_substitution *substitution;
    struct ddds_substitution_parts parts;
    struct ere_tree tree;
    size_t replacement_at; /* where the replacement begins in the regexp */
};

/* ---- Places and corrections ----------------------------------------- */

/* The place in the regexp of the octet |at| of the ERE. */
static size_t place_of(const struct look *look, size_t at)
{
    return 1 + ddds_ere_scan_place(look->judging->expression->regexp + 1,
                                   look->replacement_at - 2,
                                   look->parts.delimiter, at);
}

/* Keep |regexp| as the correction, unless there is one. */
static void keep_repair(struct look *look, const char *regexp)
{
    struct judging *judging = look->judging;
    if (judging->expression->repaired == NULL) {
        judging->expression->repaired =
            ddds_arena_string(judging->arena, regexp);
        judging->has_failed |= judging->expression->repaired == NULL;
    }
}

static void repair_with_ere(struct look *look, const struct text *ere)
{
    char repaired[DRAFT_FIELD_SIZE];
    if (!ere->failed &&
        ddds_repair_with_ere(&look->parts, ere->bytes, repaired)) {
        keep_repair(look, repaired);
    }
}

static void repair_with_replacement(struct look *look,
                                    const struct text *replacement)
{
    char repaired[DRAFT_FIELD_SIZE];
    if (!replacement->failed &&
        ddds_repair_with_replacement(&look->parts, replacement->bytes,
                                     repaired)) {
        keep_repair(look, repaired);
    }
}

/* ---- Flags, delimiters, brackets ------------------------------------ */

static void judge_flags(struct look *look)
{
    const char *flags = look->parts.flags;
    const char *upper = strchr(flags, 'I');
    char repaired[DRAFT_FIELD_SIZE];
    char plain[DRAFT_FIELD_SIZE];
    if (upper == NULL) {
        return;
    }
    size_t offset = strlen(look->judging->expression->regexp) - strlen(upper);
    ddds_observe(look->judging, CODE_FLAG, offset, 1,
                 "the flag is a lower-case i; BIND takes no I");
    ddds_repair_plain_replacement(&look->parts, plain);
    if (ddds_repair_compose(look->parts.delimiter, look->parts.ere, plain, "i",
                            repaired)) {
        keep_repair(look, repaired);
    }
}

static void judge_delimiter(struct look *look)
{
    const char *regexp = look->judging->expression->regexp;
    char repaired[DRAFT_FIELD_SIZE];
    char plain[DRAFT_FIELD_SIZE];
    for (size_t at = 1; regexp[at] != '\0'; at++) {
        if (regexp[at] != '\\' || regexp[at + 1] == '\0') {
            continue;
        }
        if (regexp[at + 1] == look->parts.delimiter) {
            ddds_observe(look->judging, CODE_ESCAPED_DELIMITER, at, 2,
                         "the delimiter %c is escaped; take one that does not "
                         "occur, as ! or #",
                         look->parts.delimiter);
            ddds_repair_plain_replacement(&look->parts, plain);
            if (ddds_repair_compose('!', look->parts.ere, plain,
                                    look->parts.flags, repaired)) {
                keep_repair(look, repaired);
            }
            return;
        }
        at++;
    }
}

/* What |octet| behind a backslash in a bracket was meant to be there; NULL if
 * there is no telling. */
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

/* The ERE with the backslash at |at|, in a bracket, as it was meant. */
static void repair_bracket(struct look *look, size_t at)
{
    char memory[DRAFT_FIELD_SIZE];
    struct text ere;
    const char *from = look->parts.ere;
    const char *meant = meant_in_bracket(from[at + 1]);
    if ((ascii_is_alpha((unsigned char)from[at + 1]) && meant == NULL) ||
        strchr("]^-", from[at + 1]) != NULL) {
        return;
    }
    ddds_text_init(&ere, memory, sizeof memory);
    ddds_text_add(&ere, from, at);
    ddds_text_string(&ere, meant != NULL ? meant : "");
    ddds_text_string(&ere, from + at + (meant != NULL ? 2 : 1));
    repair_with_ere(look, &ere);
}

/* A backslash in a bracket is a backslash for POSIX, and an escape for Perl.
 * Two of them are a backslash for both. */
static void judge_brackets(struct look *look)
{
    const char *ere = look->parts.ere;
    struct ere_scan scan;
    struct ere_token token;
    ddds_ere_scan_begin(&scan, ere, strlen(ere), '\0');
    while (ddds_ere_scan_next(&scan, &token)) {
        if (token.kind != ERE_TOKEN_MEMBER || ere[token.at] != '\\') {
            continue;
        }
        char behind = ere[token.at + 1];
        if (behind == '\\') {
            ddds_ere_scan_next(&scan, &token);
            continue;
        }
        ddds_observe(look->judging, CODE_BRACKET_BACKSLASH,
                     place_of(look, token.at), 2,
                     "in a bracket \\%c is a backslash and %c; leave the "
                     "backslash out",
                     behind, behind);
        repair_bracket(look, token.at);
        return;
    }
}

/* ---- What a match covers -------------------------------------------- */

/* The branches outside all groups, with anchors where they are missing. */
static void repair_coverage(struct look *look)
{
    const struct expression *expression = look->judging->expression;
    char memory[DRAFT_FIELD_SIZE];
    struct text ere;
    ddds_text_init(&ere, memory, sizeof memory);
    for (const struct ere_node *branch =
             ere_child(&look->tree, &look->tree.nodes[0]);
         branch != NULL; branch = ere_next(&look->tree, branch)) {
        const char *text = look->parts.ere + branch->begin;
        size_t length = (size_t)(branch->end - branch->begin);
        bool has_begin = expression->covers_begin || *text == '^';
        bool has_end = expression->covers_end ||
                       (text[length - 1] == '$' && text[length - 2] != '\\');
        ddds_text_string(&ere, has_begin ? "" : "^");
        ddds_text_add(&ere, text, length);
        ddds_text_string(&ere, has_end ? "" : ".*$");
        ddds_text_string(&ere, branch->next != ERE_NONE ? "|" : "");
    }
    repair_with_ere(look, &ere);
}

/* Does the replacement look as if something were to follow? A URI may well end
 * with its host. */
static bool expects_more(const struct look *look)
{
    const char *text = look->parts.replacement;
    size_t length = strlen(text);
    if (length == 0 || strchr("/:@=?&#", text[length - 1]) == NULL) {
        return false;
    }
    const char *host = strstr(text, "://");
    return host == NULL || strchr(host + 3, '/') != text + length - 1;
}

static void judge_coverage(struct look *look)
{
    struct expression *expression = look->judging->expression;
    expression->covers_begin = ddds_ere_tree_covers_begin(&look->tree);
    expression->covers_end = ddds_ere_tree_covers_end(&look->tree);
    size_t ere_length = strlen(look->parts.ere);
    if (!expression->covers_end && expects_more(look)) {
        ddds_observe(look->judging, CODE_SED_ONLY, look->replacement_at,
                     strlen(look->parts.replacement),
                     "what the expression leaves over is dropped, not kept "
                     "behind \"%.60s\"; match it with (.*)$ and add a "
                     "back-reference",
                     look->parts.replacement);
    } else if (!expression->covers_begin || !expression->covers_end) {
        ddds_observe(
            look->judging, CODE_UNANCHORED,
            expression->covers_begin ? place_of(look, ere_length) - 1 : 1, 1,
            "a match need not %s where the string does; sed-style readers keep "
            "the rest",
            expression->covers_begin ? "end"
            : expression->covers_end ? "begin"
                                     : "begin or end");
        repair_coverage(look);
    }
}

/* ---- Back-references and groups ------------------------------------- */

/* The groups that the replacement uses, a bit each. */
static unsigned used_groups(const struct look *look)
{
    unsigned used = 0;
    for (size_t i = 0; i < look->substitution->piece_count; i++) {
        used |= 1U << look->substitution->pieces[i].group;
    }
    return used & ~1U;
}

/* May the digit at |at| of |text| stand for a group that nothing uses? */
static bool is_bare_digit(const struct look *look, const char *text, size_t at)
{
    unsigned number = (unsigned)(text[at] - '0');
    bool is_alone =
        (at == 0 || !(ascii_is_alnum((unsigned char)text[at - 1]) ||
                      strchr("\\.-_%", text[at - 1]) != NULL)) &&
        !(ascii_is_alnum((unsigned char)text[at + 1]) ||
          (text[at + 1] != '\0' && strchr(".-_%", text[at + 1]) != NULL));
    return ascii_is_digit((unsigned char)text[at]) && number >= 1 &&
           number <= look->parts.groups && is_alone;
}

/* |from| with the digit at |at| turned into a back-reference, |gone| octets
 * before it left out. */
static void repair_digit(struct look *look, const char *from, size_t at,
                         size_t gone)
{
    char memory[DRAFT_FIELD_SIZE];
    struct text replacement;
    ddds_text_init(&replacement, memory, sizeof memory);
    ddds_text_add(&replacement, from, at - gone);
    ddds_text_char(&replacement, '\\');
    ddds_text_string(&replacement, from + at);
    repair_with_replacement(look, &replacement);
}

static void judge_digits(struct look *look)
{
    const char *text = look->parts.replacement;
    char plain[DRAFT_FIELD_SIZE];
    if (look->parts.groups == 0 || used_groups(look) != 0) {
        return;
    }
    bool is_escaped = strchr(text, '\\') != NULL;
    ddds_repair_plain_replacement(&look->parts, plain);
    for (size_t at = 0; text[at] != '\0'; at++) {
        if (!is_bare_digit(look, text, at)) {
            continue;
        }
        bool is_dollar = at > 0 && text[at - 1] == '$';
        bool is_whole = at == 0 && text[1] == '\0';
        ddds_observe(look->judging, is_whole ? CODE_DIGIT_ALONE : CODE_DIGIT,
                     look->replacement_at + at - (is_dollar ? 1 : 0),
                     is_dollar ? 2 : 1,
                     "%s%c is no back-reference; did you mean \\\\%c, as a "
                     "master file has it?",
                     is_dollar ? "$" : "", text[at], text[at]);
        if (!is_escaped) {
            repair_digit(look, plain, at, is_dollar ? 1 : 0);
        }
        return;
    }
}

/* A group whose parentheses do nothing but count. */
static bool is_only_capturing(const struct look *look,
                              const struct ere_node *group)
{
    const struct ere_node *parent = ere_parent(&look->tree, group);
    const struct ere_node *alternatives = ere_child(&look->tree, group);
    return parent->kind != ERE_REPETITION &&
           ere_child(&look->tree, alternatives)->next == ERE_NONE;
}

static void judge_unused_groups(struct look *look)
{
    unsigned used = used_groups(look);
    char repaired[DRAFT_FIELD_SIZE];
    if (ddds_has_observed(look->judging, CODE_DIGIT) ||
        ddds_has_observed(look->judging, CODE_DIGIT_ALONE)) {
        return;
    }
    for (unsigned number = 1; number <= look->parts.groups; number++) {
        const struct ere_node *group = ddds_ere_tree_group(&look->tree, number);
        if ((number < 10 && (used & 1U << number) != 0) ||
            !is_only_capturing(look, group)) {
            continue;
        }
        ddds_observe(look->judging, CODE_UNUSED_GROUP,
                     place_of(look, group->begin),
                     (size_t)(group->end - group->begin),
                     "nothing uses group %u", number);
        if (ddds_repair_ungroup(&look->parts, group->begin, group->end, number,
                                repaired)) {
            keep_repair(look, repaired);
        }
        return;
    }
}

/* "(a)?" becomes "(a?)", if |group| holds one character. */
static void repair_optional(struct look *look, const struct ere_node *group)
{
    const struct ere_node *around = ere_parent(&look->tree, group);
    const struct ere_node *branch =
        ere_child(&look->tree, ere_child(&look->tree, group));
    const struct ere_node *piece = ere_child(&look->tree, branch);
    char memory[DRAFT_FIELD_SIZE];
    struct text ere;
    if (around->kind != ERE_REPETITION || around->least != 0 ||
        around->most != 1 || branch->next != ERE_NONE ||
        piece->kind != ERE_CHARACTER || piece->next != ERE_NONE) {
        return;
    }
    ddds_text_init(&ere, memory, sizeof memory);
    ddds_text_add(&ere, look->parts.ere, group->end - 1U);
    ddds_text_string(&ere, "?)");
    ddds_text_string(&ere, look->parts.ere + around->end);
    repair_with_ere(look, &ere);
}

static void judge_optional_groups(struct look *look)
{
    unsigned used = used_groups(look);
    for (unsigned number = 1; number < 10; number++) {
        const struct ere_node *group =
            (used & 1U << number) != 0
                ? ddds_ere_tree_group(&look->tree, number)
                : NULL;
        if (group != NULL && ddds_ere_tree_is_optional(&look->tree, group)) {
            ddds_observe(look->judging, CODE_OPTIONAL_GROUP,
                         place_of(look, group->begin),
                         (size_t)(group->end - group->begin),
                         "the replacement uses group %u, which may take no "
                         "part in a match",
                         number);
            repair_optional(look, group);
            return;
        }
    }
}

static void judge_output(struct look *look)
{
    if (*look->parts.replacement == '\0') {
        ddds_observe(look->judging, CODE_NO_OUTPUT, look->replacement_at, 1,
                     "the replacement is empty, and with it every output");
    }
}

/* ---- Trials ------------------------------------------------------------ */

/* Room for what is made of a sample. */
enum { SAMPLE_SIZE = 512, TRIAL_OUTPUT_SIZE = 8193 };

/* Try the expression on |string|; false if there is no saying what it makes of
 * it. */
static bool try_on(const struct look *look, const char *string,
                   char output[TRIAL_OUTPUT_SIZE], bool *matched,
                   ddds_status *status)
{
    *status = ddds_substitution_apply(look->substitution, string, output,
                                      TRIAL_OUTPUT_SIZE, matched, NULL, NULL);
    look->judging->has_failed |= *status == DDDS_NO_MEMORY;
    return *status == DDDS_OK;
}

/* "(a+)+" becomes "(a+)". */
static void repair_nested(struct look *look, const struct ere_node *outer)
{
    const struct ere_node *branch = ere_child(
        &look->tree, ere_child(&look->tree, ere_child(&look->tree, outer)));
    const struct ere_node *inner = ere_child(&look->tree, branch);
    char memory[DRAFT_FIELD_SIZE];
    struct text ere;
    if (branch->next != ERE_NONE || inner->kind != ERE_REPETITION ||
        inner->most != ERE_UNBOUNDED || inner->next != ERE_NONE ||
        inner->least > 1) {
        return;
    }
    ddds_text_init(&ere, memory, sizeof memory);
    ddds_text_add(&ere, look->parts.ere, ere_child(&look->tree, outer)->end);
    ddds_text_string(&ere, look->parts.ere + outer->end);
    repair_with_ere(look, &ere);
}

/* Measure |outer|, a repetition of what repeats or has a choice: does matching
 * a string that does not fit take more steps than there are? */
static bool measure_slowness(struct look *look, const struct ere_node *outer)
{
    char memory[SAMPLE_SIZE];
    char output[TRIAL_OUTPUT_SIZE];
    struct text pump;
    bool matched;
    ddds_status status;
    ddds_text_init(&pump, memory, sizeof memory);
    ddds_ere_tree_pump(&look->tree, outer, &pump);
    return !pump.failed && !try_on(look, memory, output, &matched, &status) &&
           status == DDDS_LIMIT;
}

/* The same, but an ERE is measured once. */
static bool is_slow(struct look *look, const struct ere_node *outer)
{
    struct measurements *measurements = look->judging->measurements;
    const char *ere = look->parts.ere;
    bool ignores_case = *look->parts.flags != '\0';
    unsigned slot = 0;
    for (const char *at = ere; *at != '\0'; at++) {
        slot = slot * 31 + (unsigned char)*at;
    }
    slot %= MEASURED;
    if (strcmp(measurements->slots[slot].ere, ere) == 0 &&
        measurements->slots[slot].ignores_case == ignores_case) {
        return measurements->slots[slot].is_slow;
    }
    if (measurements->slow_left == 0) {
        return false;
    }
    bool is_slow = measure_slowness(look, outer);
    measurements->slow_left -= is_slow ? 1 : 0;
    memcpy(measurements->slots[slot].ere, ere, strlen(ere) + 1);
    measurements->slots[slot].ignores_case = ignores_case;
    measurements->slots[slot].is_slow = is_slow;
    return is_slow;
}

/* A repetition of a repetition may take time that doubles with every octet:
 * that is measured, and not guessed. */
static void judge_backtracking(struct look *look)
{
    const struct ere_node *outer = ddds_ere_tree_nested(&look->tree);
    if (outer == NULL || !is_slow(look, outer)) {
        return;
    }
    ddds_observe(look->judging, CODE_BACKTRACKING, place_of(look, outer->begin),
                 (size_t)(outer->end - outer->begin),
                 "on a short string that does not match, this takes more than "
                 "%d steps",
                 (int)LIMIT_MATCH);
    repair_nested(look, outer);
}

/* Make strings that the expression matches. */
static void make_samples(struct look *look)
{
    struct expression *expression = look->judging->expression;
    for (unsigned number = 0; number < SAMPLES; number++) {
        char memory[SAMPLE_SIZE];
        char output[TRIAL_OUTPUT_SIZE];
        struct text sample;
        bool matched = false;
        ddds_status status;
        ddds_text_init(&sample, memory, sizeof memory);
        ddds_ere_tree_sample(&look->tree, number, &sample);
        if (sample.failed || !try_on(look, memory, output, &matched, &status) ||
            !matched) {
            continue;
        }
        const char *kept = ddds_arena_string(look->judging->arena, memory);
        look->judging->has_failed |= kept == NULL;
        if (kept != NULL) {
            expression->samples[expression->sample_count++] = kept;
        }
        if (number == 0 && !ddds_ere_tree_has_choice(&look->tree)) {
            return;
        }
    }
}

/* Try |reading| on |string|; is the result another than the house's? */
static bool reads_otherwise(const struct look *look, enum ddds_reading reading,
                            const char *string)
{
    char output[TRIAL_OUTPUT_SIZE];
    char other[TRIAL_OUTPUT_SIZE];
    bool matched;
    bool other_matched;
    ddds_status status;
    if (!try_on(look, string, output, &matched, &status)) {
        return false;
    }
    status =
        ddds_substitution_apply_as(look->substitution, reading, string, other,
                                   sizeof other, &other_matched, NULL);
    look->judging->has_failed |= status == DDDS_NO_MEMORY;
    return status == DDDS_OK &&
           (matched != other_matched || strcmp(output, other) != 0);
}

/* By length, longer ones first, else as they stand. */
static int compare_branches(const void *one, const void *other)
{
    const struct ere_node *a = *(const struct ere_node *const *)one;
    const struct ere_node *b = *(const struct ere_node *const *)other;
    int length = a->end - a->begin;
    int other_length = b->end - b->begin;
    if (length != other_length) {
        return length > other_length ? -1 : 1;
    }
    return a->begin < b->begin ? -1 : 1;
}

static bool is_literal(const struct ere_tree *tree,
                       const struct ere_node *branch)
{
    const struct ere_node *piece = ere_child(tree, branch);
    while (piece != NULL && piece->kind == ERE_CHARACTER) {
        piece = ere_next(tree, piece);
    }
    return piece == NULL;
}

/* Put longer alternatives before shorter ones: then the first that matches is
 * the longest. Only for those that are nothing but characters. */
static void repair_alternatives(struct look *look,
                                const struct ere_node *alternatives)
{
    const struct ere_node *branches[LIMIT_STRING];
    size_t count = 0;
    char memory[DRAFT_FIELD_SIZE];
    struct text ere;
    const struct ere_node *first = ere_child(&look->tree, alternatives);
    for (const struct ere_node *branch = first; branch != NULL;
         branch = ere_next(&look->tree, branch)) {
        if (!is_literal(&look->tree, branch) || count == LIMIT_STRING) {
            return;
        }
        branches[count++] = branch;
    }
    qsort(branches, count, sizeof branches[0], compare_branches);
    ddds_text_init(&ere, memory, sizeof memory);
    ddds_text_add(&ere, look->parts.ere, first->begin);
    for (size_t i = 0; i < count; i++) {
        ddds_text_string(&ere, i == 0 ? "" : "|");
        ddds_text_add(&ere, look->parts.ere + branches[i]->begin,
                      (size_t)(branches[i]->end - branches[i]->begin));
    }
    ddds_text_string(&ere, look->parts.ere + alternatives->end);
    if (strcmp(memory, look->parts.ere) != 0) {
        repair_with_ere(look, &ere);
    }
}

/* Whether the first or the longest match is taken matters on |string|. */
static void observe_choice(struct look *look, const char *string)
{
    ddds_observe(look->judging, CODE_LONGEST, 1, strlen(look->parts.ere),
                 "Perl-style readers, which take the first match and not the "
                 "longest, make something else of \"%.60s\"",
                 string);
    for (uint16_t i = 0; i < look->tree.count; i++) {
        const struct ere_node *node = &look->tree.nodes[i];
        if (node->kind == ERE_ALTERNATIVES &&
            ere_child(&look->tree, node)->next != ERE_NONE) {
            repair_alternatives(look, node);
        }
    }
}

static void judge_choice(struct look *look)
{
    const struct expression *expression = look->judging->expression;
    if (ddds_has_observed(look->judging, CODE_BRACKET_BACKSLASH) ||
        expression->substitution->program == NULL ||
        !ddds_ere_tree_has_choice(&look->tree)) {
        return;
    }
    for (size_t i = 0; i < expression->sample_count; i++) {
        if (reads_otherwise(look, DDDS_READING_PERL, expression->samples[i])) {
            observe_choice(look, expression->samples[i]);
            return;
        }
    }
}

/* The strings that the caller gives. */
static void judge_inputs(struct look *look)
{
    const struct ddds_check_options *options = look->judging->options;
    for (size_t i = 0; i < options->input_count; i++) {
        const char *input = options->inputs[i];
        if (!ddds_has_observed(look->judging, CODE_UNANCHORED) &&
            !ddds_has_observed(look->judging, CODE_SED_ONLY) &&
            reads_otherwise(look, DDDS_READING_SED, input)) {
            ddds_observe(look->judging, CODE_UNANCHORED, 1,
                         strlen(look->parts.ere),
                         "sed-style readers keep a part of \"%.60s\"", input);
        }
        if (!ddds_has_observed(look->judging, CODE_LONGEST) &&
            !ddds_has_observed(look->judging, CODE_BRACKET_BACKSLASH) &&
            reads_otherwise(look, DDDS_READING_PERL, input)) {
            observe_choice(look, input);
        }
    }
}

void ddds_judge_accepted(struct judging *judging)
{
    static void (*const judges[])(struct look *) = {
        judge_flags,         judge_delimiter,       judge_brackets,
        judge_digits,        judge_output,          judge_coverage,
        judge_unused_groups, judge_optional_groups, judge_backtracking,
        make_samples,        judge_choice,          judge_inputs,
    };
    struct expression *expression = judging->expression;
    struct look look;
    look.judging = judging;
    look.substitution = expression->substitution;
    ddds_substitution_parts(look.substitution, &look.parts);
    look.replacement_at = strlen(expression->regexp) -
                          strlen(look.parts.flags) - 1 -
                          strlen(look.parts.replacement);
    expression->matches_all = look.substitution->program == NULL;
    expression->is_constant = look.substitution->is_constant;
    ddds_ere_tree_make(&look.tree, look.parts.ere, *look.parts.flags != '\0');
    for (size_t i = 0; i < sizeof judges / sizeof judges[0]; i++) {
        judges[i](&look);
    }
}
