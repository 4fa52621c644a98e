/* Derives the tests of an input from the trace of its resolution.
 *
 * SPDX-License-Identifier: MIT */
#include "check/prove/tests.h"

#include <assert.h>
#include <string.h>

#include "base/sized.h"
#include "rule/flags.h"

/* ---- The path ------------------------------------------------------------ */

/* Return true if |judged| led to the key |result->at|, which was not asked for
 * again, or not so deep. */
static bool is_last(const struct ddds_result *result,
                    const struct ddds_judged_rule *judged)
{
    bool has_ended = result->reason == DDDS_REASON_LOOP ||
                     result->reason == DDDS_REASON_TOO_DEEP;
    return has_ended && judged->verdict == DDDS_VERDICT_DEAD_END &&
           judged->output != NULL && strcmp(judged->output, result->at) == 0 &&
           strcmp(judged->reason, ddds_reason_text(result->reason)) == 0;
}

/* The step and the rule with which |result| ends. Without an outcome it is the
 * first of the deepest steps about the name of the reason, or the rule that led
 * to an earlier key. */
static size_t find_end(const struct ddds_result *result, size_t *rule)
{
    size_t end = result->step_count > 0 ? result->step_count - 1 : DDDS_NO_STEP;
    bool is_found = false;
    *rule = DDDS_NO_STEP;
    if (result->outcome_count > 0) {
        *rule = result->outcomes[0].rule;
        return result->outcomes[0].step;
    }
    for (size_t i = 0; i < result->step_count && result->at != NULL; i++) {
        const struct ddds_step *step = &result->steps[i];
        for (size_t k = 0; k < step->rule_count; k++) {
            if (is_last(result, &step->rules[k])) {
                *rule = k;
                return i;
            }
        }
        if (strcmp(step->name, result->at) == 0 &&
            (!is_found || step->depth > result->steps[end].depth)) {
            is_found = true;
            end = i;
        }
    }
    return end;
}

bool ddds_tests_path_to(const struct ddds_result *result, size_t end,
                        size_t rule, struct arena *arena,
                        struct tests_path *path)
{
    size_t count = 0;
    for (size_t i = end; i != DDDS_NO_STEP; i = result->steps[i].cause) {
        count++;
    }
    *path = (struct tests_path){
        ddds_arena_array(arena, count, sizeof *path->steps),
        ddds_arena_array(arena, count, sizeof *path->rules), count};
    if (path->steps == NULL || path->rules == NULL) {
        return false;
    }
    for (size_t i = end; i != DDDS_NO_STEP; i = result->steps[i].cause) {
        path->steps[--count] = i;
        path->rules[count] = rule;
        rule = result->steps[i].cause_rule;
    }
    return true;
}

bool ddds_tests_path(const struct ddds_result *result, struct arena *arena,
                     struct tests_path *path)
{
    size_t rule = DDDS_NO_STEP;
    size_t end = result == NULL ? DDDS_NO_STEP : find_end(result, &rule);
    return ddds_tests_path_to(result, end, rule, arena, path);
}

/* ---- Which rules matter -------------------------------------------------- */

const struct ddds_application *
ddds_tests_application(const struct ddds_result *result,
                       struct ddds_application *own)
{
    return ddds_sized_view(result->application, own, sizeof *own,
                           "DDDS_APPLICATION_INIT", NULL);
}

/* Set |decided| to the path to the only outcome, or to an empty path if other
 * outcomes may matter. False if allocation fails. */
static bool find_decided(const struct ddds_result *result,
                         const struct ddds_options *options,
                         struct arena *arena, struct tests_path *decided)
{
    struct ddds_application own;
    const struct ddds_application *application =
        ddds_tests_application(result, &own);
    bool is_plain =
        !application->service_decides && !application->pursues_one_protocol &&
        !application->preference_is_weight &&
        (options == NULL || (!options->all && options->near == NULL));
    return ddds_tests_path(
        is_plain && result->outcome_count == 1 ? result : NULL, arena, decided);
}

/* Return true if the rule |index| of |step| follows the rule that decided
 * there. Of rules that tie, the first is tried first, unless services rank
 * them. */
static bool comes_after(const struct ddds_result *result,
                        const struct tests_path *decided, size_t step,
                        size_t index)
{
    const struct ddds_rule *rule = result->steps[step].rules[index].rule;
    bool has_ranks = result->services != NULL || result->protocols != NULL;
    for (size_t i = 0; i < decided->count; i++) {
        if (decided->steps[i] == step) {
            const struct ddds_rule *chosen =
                result->steps[step].rules[decided->rules[i]].rule;
            return rule->order > chosen->order ||
                   (rule->order == chosen->order &&
                    rule->preference > chosen->preference) ||
                   (!has_ranks && index > decided->rules[i]);
        }
    }
    return false;
}

/* ---- The tests of a rule ------------------------------------------------- */

bool ddds_tests_is_rewriting(const struct ddds_result *result,
                             const struct ddds_judged_rule *judged)
{
    struct ddds_application own;
    return judged->rule->regexp[0] != '\0' &&
           !(judged->next == DDDS_NEXT_RULES &&
             ddds_tests_application(result, &own)->delegates_by_replacement);
}

bool ddds_tests_is_tried(const struct ddds_result *result,
                         const struct ddds_judged_rule *judged)
{
    return judged->verdict != DDDS_VERDICT_ORDER_CLOSED &&
           ddds_tests_is_rewriting(result, judged);
}

/* Return true if the application cannot parse the rule, which still closes its
 * order if its expression matches. */
static bool is_unreadable(const struct ddds_application *application,
                          const struct ddds_judged_rule *judged)
{
    return judged->verdict == DDDS_VERDICT_MALFORMED &&
           application->order_closes && judged->rule->defect == NULL &&
           judged->rule->replacement[0] == '\0';
}

static bool has_matched(enum ddds_verdict verdict)
{
    return verdict == DDDS_VERDICT_CHOSEN ||
           verdict == DDDS_VERDICT_ACCEPTABLE ||
           verdict == DDDS_VERDICT_DEAD_END;
}

/* Set the kind of the test that decided the verdict on |judged|; false if the
 * verdict does not depend on the input. */
static bool find_kind(const struct ddds_result *result,
                      const struct ddds_judged_rule *judged,
                      enum test_kind *kind)
{
    struct ddds_application own;
    const struct ddds_application *application =
        ddds_tests_application(result, &own);
    const enum ddds_verdict verdict = judged->verdict;
    bool is_judged = has_matched(verdict) || verdict == DDDS_VERDICT_NO_MATCH ||
                     verdict == DDDS_VERDICT_ILLEGAL_KEY ||
                     verdict == DDDS_VERDICT_ILLEGAL_URI ||
                     verdict == DDDS_VERDICT_LIMIT;
    if (!ddds_tests_is_rewriting(result, judged)) {
        return false;
    }
    if (is_unreadable(application, judged) ||
        verdict == DDDS_VERDICT_OTHER_SERVICE) {
        *kind = TEST_ANY;
        return true;
    }
    *kind = flags_make_name(judged->next)        ? TEST_KEY
            : judged->next == DDDS_NEXT_PROTOCOL ? TEST_TEXT
            : application->uri_is_absolute       ? TEST_ABSOLUTE
                                                 : TEST_URI;
    return is_judged;
}

/* ---- The list ------------------------------------------------------------ */

struct listing {
    const struct ddds_result *result;
    struct arena *arena;
    struct tests_path decided;
    struct tests *tests;
    size_t room;
};

static void add_test(struct listing *listing, struct test test)
{
    struct tests *tests = listing->tests;
    assert(tests->count < listing->room);
    tests->tests[tests->count++] = test;
}

#define QUESTION(letter, next, outcome, use, question)                         \
    [DDDS_NEXT_##next] = DDDS_ASK_##question,

/* Return the kind of question about the output of |judged|, a followed rule. */
static enum ddds_question_kind
find_question(const struct ddds_judged_rule *judged)
{
    static const enum ddds_question_kind kinds[] = {
        [DDDS_NEXT_RULES] = DDDS_ASK_RULES, FLAG_ROWS(QUESTION, FLAG_NONE)};
    return kinds[judged->next];
}

/* Add the test of a followed rule of the application itself: of its name, which
 * is below the first key. */
static void add_name_below(struct listing *listing, size_t step,
                           const struct ddds_judged_rule *judged)
{
    const char *name = judged->rule->replacement;
    size_t length = strlen(name);
    size_t key = strlen(listing->result->key);
    size_t prefix = length > key ? length - key - 1 : 0;
    add_test(listing, (struct test){.kind = TEST_BELOW,
                                    .question = find_question(judged),
                                    .prefix = ddds_arena_copy(listing->arena,
                                                              name, prefix),
                                    .verdict = judged->verdict,
                                    .step = step});
}

/* Add the test of the name that |judged|, a rule of |step|, outputs, if the
 * rule was followed, even in a loop that was not looked up. */
static void add_name(struct listing *listing, size_t step,
                     const struct ddds_judged_rule *judged)
{
    bool was_followed = judged->verdict == DDDS_VERDICT_CHOSEN ||
                        judged->verdict == DDDS_VERDICT_DEAD_END;
    if (!was_followed || !flags_make_name(judged->next)) {
        return;
    }
    if (listing->result->steps[step].is_fallback) {
        add_name_below(listing, step, judged);
    } else if (ddds_tests_is_rewriting(listing->result, judged)) {
        add_test(listing, (struct test){.kind = TEST_NAME,
                                        .question = find_question(judged),
                                        .rule = judged->rule,
                                        .verdict = judged->verdict,
                                        .step = step});
    }
}

static void add_rules(struct listing *listing, size_t index)
{
    const struct ddds_result *result = listing->result;
    const struct ddds_step *step = &result->steps[index];
    for (size_t i = 0; i < step->rule_count; i++) {
        const struct ddds_judged_rule *judged = &step->rules[i];
        enum test_kind kind;
        if (comes_after(result, &listing->decided, index, i) ||
            !find_kind(result, judged, &kind)) {
            continue;
        }
        add_test(listing, (struct test){.kind = kind,
                                        .rule = judged->rule,
                                        .verdict = judged->verdict,
                                        .step = index});
    }
    for (size_t i = 0; i < step->rule_count; i++) {
        add_name(listing, index, &step->rules[i]);
    }
}

bool ddds_tests_list(const struct ddds_result *result,
                     const struct ddds_options *options, struct arena *arena,
                     struct tests *tests)
{
    struct listing listing = {
        .result = result, .arena = arena, .tests = tests, .room = 2};
    for (size_t i = 0; result != NULL && i < result->step_count; i++) {
        listing.room += 2 * result->steps[i].rule_count;
    }
    *tests = (struct tests){
        ddds_arena_array(arena, listing.room, sizeof *tests->tests), 0};
    if (tests->tests == NULL) {
        return false;
    }
    add_test(&listing,
             (struct test){.kind = TEST_INPUT,
                           .verdict = result == NULL ? DDDS_VERDICT_MALFORMED
                                                     : DDDS_VERDICT_CHOSEN});
    if (result == NULL || result->step_count == 0) {
        return true;
    }
    add_test(&listing, (struct test){.kind = TEST_FIRST_KEY});
    if (!find_decided(result, options, arena, &listing.decided)) {
        return false;
    }
    for (size_t i = 0; i < result->step_count; i++) {
        add_rules(&listing, i);
    }
    return !arena->failed;
}
