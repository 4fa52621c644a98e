/* Trials of valid expressions with strings: samples from the tree, and the
 * caller's inputs.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "check/judge/judging.h"
#include "check/sets/string_search.h"
#include "check/report/repair.h"

/* ---- Slowness --------------------------------------------------------- */

/* Record that slow trials have ended. */
static void observe_limit(struct judging *judging)
{
    if (!ddds_judging_has_observed(judging, CODE_WORK_LIMIT)) {
        ddds_judging_observe(
            judging, CODE_WORK_LIMIT, 1, strlen(judging->read->ere),
            "%d matches of expressions were slow; further slow ones are "
            "skipped",
            (int)LIMIT_HARD_TRIALS);
    }
}

/* Apply the expression to |string|; return false if the result is unknown. The
 * output is in |judging|. */
static bool try_on(struct judging *judging, const char *string, bool *matched,
                   ddds_status *status)
{
    struct text output;
    const struct ere_subject subject = {string, strlen(string),
                                        &judging->hard_left, true};
    ddds_text_init(&output, judging->output, sizeof judging->output);
    *status = ddds_substitution_rewrite(judging->read, &subject, &output,
                                        matched, NULL, NULL);
    if (*status != DDDS_OK) {
        judging->output[0] = '\0';
    }
    judging->arena->failed |= *status == DDDS_NO_MEMORY;
    if (*status == DDDS_LIMIT && judging->hard_left == 0) {
        observe_limit(judging);
    }
    return *status == DDDS_OK;
}

/* Replace "(a+)+" by "(a+)". */
static void repair_nested(struct judging *judging, const struct ere_node *outer)
{
    const struct ere_node *branch =
        ere_child(&judging->tree,
                  ere_child(&judging->tree, ere_child(&judging->tree, outer)));
    const struct ere_node *inner = ere_child(&judging->tree, branch);
    if (branch->next == ERE_NONE && inner->kind == ERE_REPETITION &&
        inner->most == ERE_UNBOUNDED && inner->next == ERE_NONE &&
        inner->least <= 1) {
        ddds_judging_repair_ere(
            judging, "%.*s%s", ere_child(&judging->tree, outer)->end,
            judging->read->ere, judging->read->ere + outer->end);
    }
}

/* Measure |outer|, a repetition of a piece that repeats or has a choice: return
 * true if failing to match a string exceeds the limit of steps. */
static bool measure_slowness(struct judging *judging,
                             const struct ere_node *outer)
{
    char memory[SAMPLE_SIZE];
    struct text pump;
    bool matched;
    ddds_status status;
    /* Enough to show exponential growth, too few for polynomial growth. */
    enum { TIMES = 32 };
    ddds_text_init(&pump, memory, sizeof memory);
    ddds_ere_tree_before(&judging->tree, outer, &pump);
    ddds_ere_tree_repeat(&judging->tree, ere_child(&judging->tree, outer),
                         TIMES, &pump);
    ddds_text_char(&pump, '\x01');
    return !pump.failed && !try_on(judging, memory, &matched, &status) &&
           status == DDDS_LIMIT;
}

/* Return true if |outer| is slow. Each ERE is measured once. */
static bool is_slow(struct judging *judging, const struct ere_node *outer)
{
    const char *ere = judging->read->ere;
    bool ignores_case = *judging->read->flags != '\0';
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

/* Return the number of ways, at most 2, in which |node| can match nothing;
 * |ways| has those of its children. */
static unsigned count_empty_ways(const struct ere_tree *tree,
                                 const struct ere_node *node,
                                 const uint8_t *ways)
{
    bool is_row = node->kind == ERE_BRANCH;
    unsigned count = is_row || node->kind == ERE_BEGIN || node->kind == ERE_END;
    for (const struct ere_node *each = ere_child(tree, node); each != NULL;
         each = ere_next(tree, each)) {
        unsigned more = ways[each - tree->nodes];
        count = is_row ? count * more : count + more;
    }
    count += node->kind == ERE_REPETITION && node->least == 0;
    return count < 2 ? count : 2;
}

static bool is_repeated_group(const struct ere_tree *tree,
                              const struct ere_node *node)
{
    return node->kind == ERE_REPETITION && node->most > 1 &&
           ere_child(tree, node)->kind == ERE_GROUP;
}

/* Return the first repetition of a group that can match nothing in |least| or
 * more ways; or NULL. */
static const struct ere_node *find_empty(const struct ere_tree *tree,
                                         unsigned least)
{
    uint8_t ways[ERE_NODES] = {0};
    bool has_repeated = false;
    for (uint16_t i = 0; i < tree->count; i++) {
        has_repeated |= is_repeated_group(tree, &tree->nodes[i]);
    }
    for (bool is_new = has_repeated; is_new;) {
        is_new = false;
        for (uint16_t i = tree->count; i-- > 0;) {
            unsigned count = count_empty_ways(tree, &tree->nodes[i], ways);
            is_new |= count != ways[i];
            ways[i] = (uint8_t)count;
        }
    }
    for (uint16_t i = 0; i < tree->count; i++) {
        const struct ere_node *node = &tree->nodes[i];
        if (is_repeated_group(tree, node) && ways[node->first] >= least) {
            return node;
        }
    }
    return NULL;
}

/* A nested repetition may take exponential time, which is measured. The matcher
 * of ddds stops repetitions that match nothing; others, such as glibc's
 * regexec, try all such matches of groups, and do not terminate. */
static void judge_backtracking(struct judging *judging)
{
    const struct ere_node *outer = ddds_ere_tree_nested(&judging->tree);
    const struct ere_node *empty = find_empty(&judging->tree, 2);
    if (empty != NULL) {
        ddds_judging_observe(judging, CODE_BACKTRACKING,
                             ddds_judging_place(judging, empty->begin),
                             (size_t)(empty->end - empty->begin),
                             "what is repeated can match nothing in several "
                             "ways; POSIX engines may try all of them");
        return;
    }
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

/* ---- Long strings -------------------------------------------------- */

/* Return true if |node| is repeated without bound. */
static bool is_endless(const struct ere_tree *tree, const struct ere_node *node)
{
    const struct ere_node *parent = ere_parent(tree, node);
    return parent != NULL && parent->kind == ERE_REPETITION &&
           parent->most == ERE_UNBOUNDED;
}

/* Write a match of |repeated|, and the text up to the next repeated character;
 * return false if not found. */
static bool write_unit(const struct ere_tree *tree,
                       const struct ere_node *repeated, struct text *unit)
{
    ddds_ere_tree_repeat(tree, repeated, 1, unit);
    for (const struct ere_node *node = tree->nodes;
         node < tree->nodes + tree->count; node++) {
        if (node->kind != ERE_CHARACTER || node->begin < repeated->end) {
            continue;
        }
        if (is_endless(tree, node)) {
            return !unit->failed;
        }
        ddds_ere_tree_repeat(tree, node, 1, unit);
    }
    return false;
}

/* Return true if a match of |string| exceeds the limit. Only few such trials
 * are made. */
static bool ends_in_limit(struct judging *judging, const struct text *string)
{
    bool matched;
    struct text output;
    const struct ere_subject subject = {string->bytes, string->length,
                                        &judging->long_left, true};
    ddds_text_init(&output, judging->output, sizeof judging->output);
    ddds_status status = ddds_substitution_rewrite(
        judging->read, &subject, &output, &matched, NULL, NULL);
    judging->arena->failed |= status == DDDS_NO_MEMORY;
    return status == DDDS_LIMIT && !output.failed && judging->long_left > 0;
}

/* With several repetitions, the steps of a match may grow with a power of the
 * length: report a plausible string, repeating |repeated| and the text after
 * it, that takes too many. */
static bool judge_repeated(struct judging *judging,
                           const struct ere_node *repeated)
{
    enum { LONG_STRING = 1000 }; /* octets: longer names are rare */
    const struct ere_tree *tree = &judging->tree;
    char unit_memory[SAMPLE_SIZE];
    struct text string;
    struct text unit;
    ddds_text_init(&string, judging->other_output,
                   sizeof judging->other_output);
    ddds_text_init(&unit, unit_memory, sizeof unit_memory);
    if (!write_unit(tree, repeated, &unit)) {
        return false;
    }
    ddds_ere_tree_before(tree, ere_parent(tree, repeated), &string);
    const int begin = (int)string.length;
    const size_t times = LONG_STRING / unit.length;
    ddds_text_add(&string, unit.bytes, unit.length);
    ddds_text_repeat(&string, unit.length, times);
    if (string.failed || !ends_in_limit(judging, &string)) {
        return false;
    }
    ddds_judging_observe(
        judging, CODE_LONG_MATCH, 1, strlen(judging->read->ere),
        "\"%.*s\" and %zu times \"%.40s\" after it take more than %d steps",
        begin < 60 ? begin : 60, string.bytes, times, unit.bytes,
        (int)LIMIT_MATCH);
    return true;
}

static void judge_long_strings(struct judging *judging)
{
    const struct ere_tree *tree = &judging->tree;
    bool is_known = ddds_judging_has_observed(judging, CODE_BACKTRACKING);
    for (uint16_t i = 0; i < tree->count && judging->long_left > 0 && !is_known;
         i++) {
        is_known = tree->nodes[i].kind == ERE_CHARACTER &&
                   is_endless(tree, &tree->nodes[i]) &&
                   judge_repeated(judging, &tree->nodes[i]);
    }
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
        if (kept != NULL) {
            judging->samples[expression->sample_count++] = kept;
        }
        if (number == 0 && !ddds_ere_tree_has_choice(&judging->tree)) {
            return;
        }
    }
}

/* ---- Other readers ---------------------------------------------------- */

/* Return true if a Perl-style reader has another result for |string|. */
static bool reads_otherwise(struct judging *judging, const char *string)
{
    bool matched;
    bool other_matched;
    ddds_status status;
    if (!try_on(judging, string, &matched, &status)) {
        return false;
    }
    status = ddds_substitution_apply_as(
        judging->read, DDDS_READING_PERL, string, judging->other_output,
        sizeof judging->other_output, &other_matched, NULL);
    judging->arena->failed |= status == DDDS_NO_MEMORY;
    return status == DDDS_OK &&
           (matched != other_matched ||
            strcmp(judging->output, judging->other_output) != 0);
}

/* Compare by length, longest first, then by position. */
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

/* Move longer alternatives before shorter ones, if all are literals: then the
 * first match is the longest. */
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
    ddds_text_add(&ere, judging->read->ere, first->begin);
    for (size_t i = 0; i < count; i++) {
        ddds_text_string(&ere, i == 0 ? "" : "|");
        ddds_text_add(&ere, judging->read->ere + branches[i]->begin,
                      (size_t)(branches[i]->end - branches[i]->begin));
    }
    ddds_text_string(&ere, judging->read->ere + alternatives->end);
    if (!ere.failed && strcmp(memory, judging->read->ere) != 0) {
        ddds_judging_repair_ere(judging, "%s", memory);
    }
}

/* Report that the first and the longest match of |string| differ. */
static void observe_choice(struct judging *judging, const char *string)
{
    ddds_judging_observe(
        judging, CODE_LONGEST, 1, strlen(judging->read->ere),
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

/* ---- Engines for POSIX expressions -------------------------------- */

/* Return the expression with only |branch| of |alternatives|; NULL if it is
 * invalid. */
static ddds_substitution *read_with(struct judging *judging,
                                    const struct ere_node *alternatives,
                                    const struct ere_node *branch,
                                    char ere[DRAFT_FIELD_SIZE])
{
    const char *from = judging->read->ere;
    char regexp[DRAFT_FIELD_SIZE];
    int length =
        snprintf(ere, DRAFT_FIELD_SIZE, "%.*s%.*s%s", alternatives->begin, from,
                 branch->end - branch->begin, from + branch->begin,
                 from + alternatives->end);
    ddds_substitution *substitution =
        length < DRAFT_FIELD_SIZE &&
                ddds_repair_with_ere(judging->read, ere, regexp)
            ? ddds_rulebook_read(judging->rulebook, regexp)
            : NULL;
    if (substitution != NULL && substitution->status != DDDS_OK) {
        ddds_substitution_free(substitution);
        return NULL;
    }
    return substitution;
}

/* Write a string that |ere| and |other| match; "" if not found, or the search
 * would be long. */
static void find_common(struct judging *judging, const char *ere,
                        const char *other, char string[SEARCH_STRING_SIZE])
{
    struct match_readers readers = {.kept = NULL};
    uint64_t left = UINT64_C(4) * LIMIT_SEARCH_WORK_RECORD;
    const char *const eres[] = {ere, other};
    struct search_term terms[2] = {{.reader = NULL}};
    for (size_t i = 0; i < 2; i++) {
        struct reader *reader =
            ddds_match_readers_find(&readers, eres[i], strlen(eres[i]),
                                    judging->tree.ignores_case, SIZE_MAX);
        terms[i] = (struct search_term){
            reader, reader != NULL ? reader->start : 0, true};
    }
    if (ddds_string_search(&readers, terms, 2, string, SEARCH_STRING_SIZE,
                           &left) != STRING_FOUND) {
        string[0] = '\0';
    }
    judging->arena->failed |= readers.no_memory;
    ddds_match_readers_free(&readers);
}

/* Return true if some string matches with |first| and with |second|, has a
 * longer group |number| with the second, and another output: glibc selects the
 * first, and other engines the longer group. */
static bool depends_on_engine(struct judging *judging,
                              const struct ere_node *first,
                              const struct ere_node *second, unsigned number,
                              char string[SEARCH_STRING_SIZE])
{
    const struct ere_node *around = ere_parent(&judging->tree, first);
    const struct ere_node *branches[] = {first, second};
    ddds_substitution *read[2];
    struct ddds_captures captures[2] = {DDDS_CAPTURES_INIT, DDDS_CAPTURES_INIT};
    bool matched[2] = {false, false};
    char eres[2][DRAFT_FIELD_SIZE];
    char *outputs[] = {judging->output, judging->other_output};
    for (int i = 0; i < 2; i++) {
        read[i] = read_with(judging, around, branches[i], eres[i]);
    }
    string[0] = '\0';
    if (read[0] != NULL && read[1] != NULL) {
        find_common(judging, eres[0], eres[1], string);
    }
    for (int i = 0; i < 2; i++) {
        if (string[0] != '\0') {
            ddds_substitution_apply(read[i], string, outputs[i],
                                    TRIAL_OUTPUT_SIZE, &matched[i],
                                    &captures[i], NULL);
        }
        ddds_substitution_free(read[i]);
    }
    return matched[0] && matched[1] &&
           captures[0].group[0].length == captures[1].group[0].length &&
           captures[0].group[number].length <
               captures[1].group[number].length &&
           strcmp(outputs[0], outputs[1]) != 0;
}

/* Return true if |outer| contains a group. */
static bool has_group(const struct ere_tree *tree, const struct ere_node *outer)
{
    for (uint16_t i = 0; i < tree->count; i++) {
        const struct ere_node *node = &tree->nodes[i];
        if (node->kind == ERE_GROUP && node->begin >= outer->begin &&
            node->end <= outer->end) {
            return true;
        }
    }
    return false;
}

/* Report engines that select different branches of |alternatives|; return true
 * if any do. */
static bool judge_branches(struct judging *judging,
                           const struct ere_node *alternatives)
{
    const struct ere_tree *tree = &judging->tree;
    char string[SEARCH_STRING_SIZE];
    const struct ere_node *group = ere_parent(tree, alternatives);
    if (group == NULL || group->group > 9 || has_group(tree, alternatives) ||
        ere_parent(tree, group)->kind == ERE_REPETITION) {
        return false;
    }
    for (const struct ere_node *first = ere_child(tree, alternatives);
         first->next != ERE_NONE && judging->pairs_left > 0;
         first = ere_next(tree, first)) {
        judging->pairs_left--;
        const struct ere_node *second = ere_next(tree, first);
        if (depends_on_engine(judging, first, second, group->group, string)) {
            ddds_judging_observe(
                judging, CODE_LONGEST,
                ddds_judging_place(judging, group->begin),
                (size_t)(group->end - group->begin),
                "POSIX engines disagree on what group %u is in \"%.60s\": the "
                "first alternative that fits, or the longest",
                group->group, string);
            repair_alternatives(judging, alternatives);
            return true;
        }
    }
    return false;
}

static bool is_used(const struct judging *judging, unsigned group)
{
    size_t i = judging->read->piece_count;
    while (i > 0 && judging->read->pieces[i - 1].group != group) {
        i--;
    }
    return i > 0;
}

/* Engines agree about the whole match, but not about its groups. */
static void judge_groups(struct judging *judging)
{
    const struct ere_tree *tree = &judging->tree;
    const struct ere_node *empty = find_empty(tree, 1);
    bool is_known = judging->read->is_constant ||
                    ddds_judging_has_observed(judging, CODE_LONGEST);
    for (uint16_t i = 0; i < tree->count && !is_known; i++) {
        is_known = tree->nodes[i].kind == ERE_ALTERNATIVES &&
                   judge_branches(judging, &tree->nodes[i]);
    }
    if (!is_known && empty != NULL &&
        is_used(judging, ere_child(tree, empty)->group)) {
        ddds_judging_observe(judging, CODE_LONGEST,
                             ddds_judging_place(judging, empty->begin),
                             (size_t)(empty->end - empty->begin),
                             "POSIX engines disagree on what a repeated group "
                             "is that can match nothing");
    }
}

/* Try the caller's inputs. Judges of anchors (expression_form.c) show which
 * parts of them sed-style readers keep. */
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
    judge_long_strings(judging);
    make_samples(judging);
    judge_choice(judging);
    judge_inputs(judging);
    judge_groups(judging);
}
