/* Valid expressions, applied to strings: to samples that the tree says should
 * match, and to the inputs that the caller gives.
 *
 * Is matching slow? Would sed, which keeps what is outside the match, or Perl,
 * which takes the first match and not the longest, produce something else?
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "check/judge/judging.h"
#include "check/report/repair.h"

/* ---- Slowness --------------------------------------------------------- */

/* Say that trials that take long have ended. */
static void observe_limit(struct judging *judging)
{
    if (!ddds_judging_has_observed(judging, CODE_WORK_LIMIT)) {
        ddds_judging_observe(
            judging, CODE_WORK_LIMIT, 1, strlen(judging->parts.ere),
            "%d matches of expressions were slow; further slow ones are "
            "skipped",
            (int)LIMIT_HARD_TRIALS);
    }
}

/* Apply the expression to |string|; false if the result is unknown. The output
 * is in |judging|. */
static bool try_on(struct judging *judging, const char *string, bool *matched,
                   ddds_status *status)
{
    struct text output;
    const struct ere_subject subject = {string, strlen(string),
                                        &judging->hard_left};
    ddds_text_init(&output, judging->output, sizeof judging->output);
    *status = ddds_substitution_rewrite(judging->substitution, &subject,
                                        &output, matched, NULL, NULL);
    if (*status != DDDS_OK) {
        judging->output[0] = '\0';
    }
    judging->has_failed |= *status == DDDS_NO_MEMORY;
    if (*status == DDDS_LIMIT && judging->hard_left == 0) {
        observe_limit(judging);
    }
    return *status == DDDS_OK;
}

/* "(a+)+" becomes "(a+)". */
static void repair_nested(struct judging *judging, const struct ere_node *outer)
{
    const struct ere_node *branch =
        ere_child(&judging->tree,
                  ere_child(&judging->tree, ere_child(&judging->tree, outer)));
    const struct ere_node *inner = ere_child(&judging->tree, branch);
    char memory[DRAFT_FIELD_SIZE];
    struct text ere;
    if (branch->next != ERE_NONE || inner->kind != ERE_REPETITION ||
        inner->most != ERE_UNBOUNDED || inner->next != ERE_NONE ||
        inner->least > 1) {
        return;
    }
    ddds_text_init(&ere, memory, sizeof memory);
    ddds_text_add(&ere, judging->parts.ere,
                  ere_child(&judging->tree, outer)->end);
    ddds_text_string(&ere, judging->parts.ere + outer->end);
    ddds_judging_repair_with_ere(judging, &ere);
}

/* Measure |outer|, a repetition of what repeats or has a choice: does matching
 * a string that does not match exceed the limit of steps? */
static bool measure_slowness(struct judging *judging,
                             const struct ere_node *outer)
{
    char memory[SAMPLE_SIZE];
    struct text pump;
    bool matched;
    ddds_status status;
    ddds_text_init(&pump, memory, sizeof memory);
    ddds_ere_tree_pump(&judging->tree, outer, &pump);
    return !pump.failed && !try_on(judging, memory, &matched, &status) &&
           status == DDDS_LIMIT;
}

/* Is |outer| slow? Each ERE is measured once. */
static bool is_slow(struct judging *judging, const struct ere_node *outer)
{
    const char *ere = judging->parts.ere;
    bool ignores_case = *judging->parts.flags != '\0';
    unsigned slot = 0;
    for (const char *at = ere; *at != '\0'; at++) {
        slot = slot * 31 + (unsigned char)*at;
    }
    struct measurement *known = &judging->measured[slot % MEASURED];
    if (strcmp(known->ere, ere) == 0 && known->ignores_case == ignores_case) {
        return known->is_slow;
    }
    if (judging->hard_left == 0) {
        observe_limit(judging);
        return false;
    }
    bool is_slow = measure_slowness(judging, outer);
    memcpy(known->ere, ere, strlen(ere) + 1);
    known->ignores_case = ignores_case;
    known->is_slow = is_slow;
    return is_slow;
}

/* A repetition of a repetition may take time that doubles with every octet:
 * that is measured, and not guessed. */
static void judge_backtracking(struct judging *judging)
{
    const struct ere_node *outer = ddds_ere_tree_nested(&judging->tree);
    if (outer == NULL || !is_slow(judging, outer)) {
        return;
    }
    ddds_judging_observe(
        judging, CODE_BACKTRACKING, ddds_judging_place(judging, outer->begin),
        (size_t)(outer->end - outer->begin),
        "a short string that does not match takes more than %d steps",
        (int)LIMIT_MATCH);
    repair_nested(judging, outer);
}

/* ---- Samples ---------------------------------------------------------- */

/* Make strings that the expression matches. */
static void make_samples(struct judging *judging)
{
    struct expression *expression = judging->expression;
    for (unsigned number = 0; number < SAMPLES; number++) {
        char memory[SAMPLE_SIZE];
        struct text sample;
        bool matched = false;
        ddds_status status = DDDS_OK;
        ddds_text_init(&sample, memory, sizeof memory);
        ddds_ere_tree_sample(&judging->tree, number, &sample);
        bool is_tried =
            !sample.failed && try_on(judging, memory, &matched, &status);
        if (!sample.failed && status == DDDS_LIMIT) {
            return; /* the others would take as long */
        }
        if (!is_tried || !matched) {
            continue;
        }
        const char *kept = ddds_arena_string(judging->arena, memory);
        judging->has_failed |= kept == NULL;
        if (kept != NULL) {
            judging->samples[expression->sample_count++] = kept;
        }
        if (number == 0 && !ddds_ere_tree_has_choice(&judging->tree)) {
            return;
        }
    }
}

/* ---- Other readers ---------------------------------------------------- */

/* Does a Perl-style reader make something else of |string|? */
static bool reads_otherwise(struct judging *judging, const char *string)
{
    bool matched;
    bool other_matched;
    ddds_status status;
    if (!try_on(judging, string, &matched, &status)) {
        return false;
    }
    status = ddds_substitution_apply_as(
        judging->substitution, DDDS_READING_PERL, string, judging->other_output,
        sizeof judging->other_output, &other_matched, NULL);
    judging->has_failed |= status == DDDS_NO_MEMORY;
    return status == DDDS_OK &&
           (matched != other_matched ||
            strcmp(judging->output, judging->other_output) != 0);
}

/* Longer ones first, those of one length in their order. */
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
static void repair_alternatives(struct judging *judging,
                                const struct ere_node *alternatives)
{
    const struct ere_node *branches[LIMIT_STRING];
    size_t count = 0;
    char memory[DRAFT_FIELD_SIZE];
    struct text ere;
    const struct ere_node *first = ere_child(&judging->tree, alternatives);
    for (const struct ere_node *branch = first; branch != NULL;
         branch = ere_next(&judging->tree, branch)) {
        if (!is_literal(&judging->tree, branch) || count == LIMIT_STRING) {
            return;
        }
        branches[count++] = branch;
    }
    qsort(branches, count, sizeof branches[0], compare_branches);
    ddds_text_init(&ere, memory, sizeof memory);
    ddds_text_add(&ere, judging->parts.ere, first->begin);
    for (size_t i = 0; i < count; i++) {
        ddds_text_string(&ere, i == 0 ? "" : "|");
        ddds_text_add(&ere, judging->parts.ere + branches[i]->begin,
                      (size_t)(branches[i]->end - branches[i]->begin));
    }
    ddds_text_string(&ere, judging->parts.ere + alternatives->end);
    if (strcmp(memory, judging->parts.ere) != 0) {
        ddds_judging_repair_with_ere(judging, &ere);
    }
}

/* Whether the first or the longest match is taken matters on |string|. */
static void observe_choice(struct judging *judging, const char *string)
{
    ddds_judging_observe(
        judging, CODE_LONGEST, 1, strlen(judging->parts.ere),
        "Perl-style clients take the first match instead of the longest, and "
        "get a different result for \"%.60s\"",
        string);
    for (uint16_t i = 0; i < judging->tree.count; i++) {
        const struct ere_node *node = &judging->tree.nodes[i];
        if (node->kind == ERE_ALTERNATIVES &&
            ere_child(&judging->tree, node)->next != ERE_NONE) {
            repair_alternatives(judging, node);
        }
    }
}

static void judge_choice(struct judging *judging)
{
    const struct expression *expression = judging->expression;
    if (ddds_judging_has_observed(judging, CODE_BRACKET_BACKSLASH) ||
        expression->matches_all || !ddds_ere_tree_has_choice(&judging->tree)) {
        return;
    }
    for (size_t i = 0; i < expression->sample_count; i++) {
        if (reads_otherwise(judging, judging->samples[i])) {
            observe_choice(judging, judging->samples[i]);
            return;
        }
    }
}

/* The strings that the caller gives. What sed-style clients keep of them is
 * known from the anchors (expression_form.c). */
static void judge_inputs(struct judging *judging)
{
    const struct ddds_check_options *options = judging->options;
    for (size_t i = 0; i < options->input_count; i++) {
        const char *input = options->inputs[i];
        if (!ddds_judging_has_observed(judging, CODE_LONGEST) &&
            !ddds_judging_has_observed(judging, CODE_BRACKET_BACKSLASH) &&
            reads_otherwise(judging, input)) {
            observe_choice(judging, input);
        }
    }
}

void ddds_judge_trials(struct judging *judging)
{
    judge_backtracking(judging);
    make_samples(judging);
    judge_choice(judging);
    judge_inputs(judging);
}
