/* Compares the inputs in the intersection of two parts, one of each proof.
 *
 * With each database they take the same path, so the resolutions of one input
 * decide the relation of all, except for outputs that depend on the input.
 * agreement.c splits the inputs by the equality of such outputs. If that fails,
 * some inputs are compared individually, and the others are unknown.
 *
 * SPDX-License-Identifier: MIT */
#include "check/prove/comparing.h"

#include <stdlib.h>
#include <string.h>

#include <ddds/rule.h>

#include "base/error.h"
#include "check/prove/outcome_class.h"
#include "check/prove/tests.h"
#include "check/readers/agreement.h"
#include "check/sets/dfa_members.h"
#include "check/sets/overlay.h"
#include "rule/substitution.h"

enum { SAMPLES = 8 }; /* inputs that are compared individually */

/* The resolutions of one input. */
struct both {
    ddds_resolution *resolutions[2];
    const struct ddds_result *results[2];
};

bool ddds_comparing_fail(struct comparing *comparing)
{
    comparing->status = ddds_error_no_memory(comparing->error);
    return false;
}

static void both_free(struct both *both)
{
    ddds_resolution_free(both->resolutions[0]);
    ddds_resolution_free(both->resolutions[1]);
}

static bool resolve(struct comparing *comparing, const char *input,
                    struct both *both)
{
    *both = (struct both){.results = {NULL, NULL}};
    for (size_t i = 0; i < 2 && comparing->status == DDDS_OK; i++) {
        comparing->status = ddds_explore_resolve(
            &comparing->proofs[i]->with, input, &both->resolutions[i],
            &both->results[i], comparing->error);
    }
    if (comparing->status != DDDS_OK) {
        both_free(both);
    }
    return comparing->status == DDDS_OK;
}

/* ---- Inputs that are compared alike -------------------------------------- */

/* Add |dfa|, which is freed, with |relation|, and its first input as
 * witness. */
static bool add(struct comparing *comparing, struct dfa *dfa, unsigned relation,
                const char *because)
{
    struct classes *classes = &comparing->made->classes;
    const char *reason = relation == DDDS_COMPARED_UNKNOWN ? because : "";
    size_t signature[64] = {relation};
    size_t length = 3 * sizeof *signature;
    if (relation == DDDS_COMPARED_UNKNOWN) {
        size_t most = sizeof signature - sizeof *signature;
        length = strlen(reason) < most ? strlen(reason) : most;
        memcpy(signature + 1, reason, length);
        length += sizeof *signature;
    } else if (relation != DDDS_COMPARED_SAME) {
        memcpy(signature + 1, comparing->classes, sizeof comparing->classes);
    }
    struct class *class = ddds_classes_find(classes, signature, length);
    if (class == NULL) {
        ddds_dfa_free(dfa);
        return ddds_comparing_fail(comparing);
    }
    if (class->parts == NULL) {
        class->change = relation;
        class->is_uncounted = class->is_vague = comparing->is_vague;
        class->shown.inputs =
            comparing->is_vague ? comparing->proofs[0]->set : NULL;
        class->shown.because = ddds_arena_string(&classes->arena, reason);
    }
    return (ddds_classes_add(classes, class, dfa, comparing->witness) &&
            class->shown.because != NULL) ||
           ddds_comparing_fail(comparing);
}

/* Add |dfa|, which is freed, with the relation of |both|. |limit| is why inputs
 * that are the same may end at the limit of steps; or NULL. */
static bool add_compared(struct comparing *comparing, struct dfa *dfa,
                         const struct both *both, const char *limit)
{
    unsigned relation = comparing->compare(comparing->context, both->results[0],
                                           both->results[1]) %
                        DDDS_COMPARED_NUMBERS;
    bool is_unsure = relation == DDDS_COMPARED_SAME && limit != NULL;
    return add(comparing, dfa, is_unsure ? DDDS_COMPARED_UNKNOWN : relation,
               is_unsure ? limit : "a name or a server is missing");
}

/* Return the next expression that a resolution tried, after rule |*rule| of step
 * |*at|; or NULL. */
static const char *next_tried(const struct ddds_result *result, size_t *at,
                              size_t *rule)
{
    for (; *at < result->step_count; ++*at, *rule = 0) {
        const struct ddds_step *step = &result->steps[*at];
        while (*rule < step->rule_count) {
            const struct ddds_judged_rule *judged = &step->rules[(*rule)++];
            if (ddds_tests_is_tried(result, judged)) {
                return judged->rule->regexp;
            }
        }
    }
    return NULL;
}

/* Return true if the resolutions tried the same expressions in the same order,
 * so that they end at the same limit. */
static bool tried_the_same(const struct both *both)
{
    size_t at[2] = {0, 0};
    size_t rule[2] = {0, 0};
    const char *one;
    const char *other;
    do {
        one = next_tried(both->results[0], &at[0], &rule[0]);
        other = next_tried(both->results[1], &at[1], &rule[1]);
    } while (one != NULL && other != NULL && strcmp(one, other) == 0);
    return one == NULL && other == NULL;
}

/* Return why inputs of the present classes may end at the limit of steps with
 * one database only; or NULL. */
static const char *find_limit(const struct comparing *comparing,
                              const struct both *both)
{
    const char *limits[2];
    for (size_t i = 0; i < 2; i++) {
        const struct classes *classes = &comparing->proofs[i]->classes;
        limits[i] = classes->classes[comparing->classes[i]].limit;
    }
    const char *limit = limits[0] != NULL ? limits[0] : limits[1];
    return limit != NULL && both->results[0] != NULL &&
                   both->results[1] != NULL && tried_the_same(both)
               ? NULL
               : limit;
}

/* ---- Parts --------------------------------------------------------------- */

/* Add |part|, which is freed, with its first input as the witness. */
typedef bool add_function(struct comparing *comparing, struct dfa *part,
                          const char *because);

static enum members_result find_witness(struct comparing *comparing,
                                        const struct dfa *part)
{
    return ddds_members_first(part, comparing->witness, LIMIT_INPUT + 1);
}

bool ddds_comparing_add_unknown(struct comparing *comparing, struct dfa *part,
                                const char *because)
{
    if (find_witness(comparing, part) != MEMBERS_FOUND) {
        comparing->witness[0] = '\0';
    }
    return add(comparing, part, DDDS_COMPARED_UNKNOWN, because);
}

/* Resolve the first input of |part|. Otherwise |part| is freed, and |*ok| is
 * false on failure; inputs that are all too long become unknown. */
static bool resolve_first(struct comparing *comparing, struct dfa *part,
                          struct both *both, bool *ok)
{
    enum members_result found = find_witness(comparing, part);
    if (found == MEMBERS_FOUND &&
        resolve(comparing, comparing->witness, both)) {
        return true;
    }
    if (found == MEMBERS_LIMIT) {
        *ok = ddds_comparing_add_unknown(comparing, part, TOO_LONG);
        return false;
    }
    ddds_dfa_free(part);
    *ok = comparing->status == DDDS_OK && ddds_comparing_fail(comparing);
    return false;
}

/* Add |part|, which is freed; all its inputs have the same relation. */
static bool add_alike(struct comparing *comparing, struct dfa *part,
                      const char *because)
{
    struct both both;
    bool ok;
    (void)because;
    if (!resolve_first(comparing, part, &both, &ok)) {
        return ok;
    }
    ok = add_compared(comparing, part, &both, find_limit(comparing, &both));
    both_free(&both);
    return ok;
}

/* Intersect |dfa|, which is freed and is the first of |sets|, with the other
 * sets: pass inputs in any of these to |within|, and the rest to |outside|. */
static bool split_by_sets(struct comparing *comparing, struct dfa *dfa,
                          const struct dfa *const *sets, size_t count,
                          add_function *within, add_function *outside,
                          const char *because)
{
    struct dfa_parts parts = {0};
    struct reader *overlay = ddds_overlay_new(sets, count);
    bool ok = overlay != NULL &&
              ddds_dfa_split(dfa, overlay, &comparing->budget, &parts);
    if (!ok && overlay != NULL && !comparing->budget.no_memory) {
        reader_free(overlay);
        return ddds_comparing_add_unknown(comparing, dfa, because);
    }
    for (size_t i = 0; ok && i < parts.count; i++) {
        size_t found;
        struct dfa *part = parts.parts[i].dfa;
        (void)ddds_overlay_sets(overlay, parts.parts[i].label, &found);
        parts.parts[i].dfa = NULL;
        ok = (found > 1 ? within : outside)(comparing, part, because);
    }
    ddds_dfa_parts_free(&parts);
    reader_free(overlay);
    ddds_dfa_free(dfa);
    return ok ||
           (comparing->status == DDDS_OK && ddds_comparing_fail(comparing));
}

/* ---- One by one ---------------------------------------------------------- */

static bool add_input(void *context, const char *input)
{
    struct comparing *comparing = context;
    struct both both;
    struct dfa *word = ddds_dfa_word(input);
    memmove(comparing->witness, input, strlen(input) + 1);
    if (word == NULL || !resolve(comparing, input, &both)) {
        ddds_dfa_free(word);
        return comparing->status == DDDS_OK && ddds_comparing_fail(comparing);
    }
    bool ok = add_compared(comparing, word, &both, NULL);
    both_free(&both);
    return ok;
}

/* Compare the inputs of |part|, which is freed, individually. */
static bool add_each(struct comparing *comparing, struct dfa *part,
                     const char *because)
{
    (void)because;
    enum members_result found =
        ddds_members_each(part, add_input, comparing, LIMIT_INPUT + 1);
    ddds_dfa_free(part);
    return comparing->status == DDDS_OK &&
           (found != MEMBERS_NO_MEMORY || ddds_comparing_fail(comparing));
}

/* Compare a sample of |dfa|, which is freed; the other inputs are unknown. */
static bool add_samples(struct comparing *comparing, struct dfa *dfa,
                        const char *because)
{
    const struct dfa *sets[1 + SAMPLES] = {dfa};
    struct dfa *words[SAMPLES];
    char *input = comparing->witness;
    size_t count = 0;
    bool ok = true;
    for (size_t i = 0; ok && i < SAMPLES; i++) {
        enum members_result found =
            i == 0   ? ddds_members_first(dfa, input, LIMIT_INPUT + 1)
            : i == 1 ? ddds_members_last(dfa, input, LIMIT_INPUT + 1)
                     : ddds_members_any(dfa, &comparing->random, input,
                                        LIMIT_INPUT + 1);
        ok = found != MEMBERS_NO_MEMORY;
        if (found == MEMBERS_FOUND) {
            words[count] = ddds_dfa_word(input);
            ok = words[count] != NULL;
            sets[1 + count] = words[count];
            count += ok;
        }
    }
    if (ok) {
        ok = split_by_sets(comparing, dfa, sets, 1 + count, add_each,
                           ddds_comparing_add_unknown, because);
    } else {
        ddds_dfa_free(dfa);
        (void)ddds_comparing_fail(comparing);
    }
    while (count > 0) {
        ddds_dfa_free(words[--count]);
    }
    return ok;
}

/* Compare the inputs of |dfa|, which is freed, individually if they are few,
 * else a sample: |because| is why they cannot be compared together. */
static bool add_unsure(struct comparing *comparing, struct dfa *dfa,
                       const char *because)
{
    return ddds_explore_are_few(dfa) ? add_each(comparing, dfa, because)
                                     : add_samples(comparing, dfa, because);
}

/* ---- Outputs ------------------------------------------------------------- */

static void free_outputs(struct made_output outputs[2])
{
    ddds_substitution_free(outputs[0].by);
    ddds_substitution_free(outputs[1].by);
}

/* Describe the source of the outcome at |index|; |*regexp| is NULL if it does
 * not depend on the input. False if it is unknown, or, with the status set, if
 * allocation fails. */
static bool describe_output(struct comparing *comparing,
                            const struct ddds_result *result, size_t index,
                            struct made_output *output, const char **regexp)
{
    const struct ddds_outcome *outcome = &result->outcomes[index];
    const bool has_targets = outcome->target_count > 0;
    const struct ddds_step *step =
        outcome->step != DDDS_NO_STEP ? &result->steps[outcome->step] : NULL;
    *output = (struct made_output){NULL, outcome->output};
    *regexp = NULL;
    if (step == NULL || step->is_fallback) {
        return false;
    }
    if (has_targets) { /* the query is from the input */
        output->text = outcome->uri;
        return result->urn == NULL || result->urn->q.text == NULL;
    }
    if (ddds_tests_is_rewriting(result, &step->rules[outcome->rule])) {
        *regexp = step->rules[outcome->rule].rule->regexp;
        output->by = ddds_substitution_new(*regexp, comparing->error);
        comparing->status =
            output->by == NULL ? comparing->error->status : DDDS_OK;
    }
    if (output->by != NULL && output->by->is_constant) {
        ddds_substitution_free(output->by);
        output->by = NULL;
        *regexp = NULL;
    }
    return comparing->status == DDDS_OK;
}

/* Return true if the results may have outputs that depend on the input. */
static bool have_outputs(const struct both *both)
{
    const struct ddds_result *one = both->results[0];
    const struct ddds_result *other = both->results[1];
    bool have = one != NULL && other != NULL &&
                one->outcome_count == other->outcome_count;
    for (size_t i = 0; have && i < one->outcome_count; i++) {
        have = one->outcomes[i].kind == other->outcomes[i].kind;
    }
    return have;
}

/* ---- Different outputs --------------------------------------------------- */

/* The set of strings that contain "?". */
static struct dfa *make_queries(void)
{
    struct dfa *dfa = ddds_dfa_new(2, 3);
    if (dfa != NULL) {
        memset(dfa->classes + 1, 1, 255);
        dfa->classes['?'] = 2;
        dfa->next[1] = 0;
        dfa->next[2] = dfa->next[4] = dfa->next[5] = 1;
        dfa->accepts[1] = 1;
    }
    return dfa;
}

static bool has_query(const struct ddds_outcome *outcome)
{
    size_t end = strcspn(outcome->output, "#");
    return memchr(outcome->output, '?', end) != NULL;
}

/* Return true if the URIs may be equal although the outputs differ: the
 * q-component of a URN becomes the query of an output without a query. */
static bool may_have_queries(const struct both *both)
{
    bool may = false;
    for (size_t i = 0; have_outputs(both) && both->results[0]->urn != NULL &&
                       i < both->results[0]->outcome_count;
         i++) {
        may |= has_query(&both->results[0]->outcomes[i]) !=
               has_query(&both->results[1]->outcomes[i]);
    }
    return may;
}

/* Add |dfa|, which is freed; the outputs differ for every input. */
static bool add_different(struct comparing *comparing, struct dfa *dfa,
                          const struct both *both)
{
    struct dfa *queries;
    if (!may_have_queries(both)) {
        return add_alike(comparing, dfa, NULL);
    }
    queries = make_queries();
    const struct dfa *const sets[] = {dfa, queries};
    if (queries == NULL) {
        ddds_dfa_free(dfa);
        return ddds_comparing_fail(comparing);
    }
    bool ok = split_by_sets(comparing, dfa, sets, 2, add_unsure, add_alike,
                            "their q-components may make the URIs equal");
    ddds_dfa_free(queries);
    return ok;
}

/* ---- One part of each proof ---------------------------------------------- */

static bool add_outcomes(struct comparing *comparing, struct dfa *dfa,
                         size_t index);

/* Split |dfa| by whether |outputs| are equal. If that cannot be decided,
 * |*because| is the reason. False if allocation fails. */
static bool split_by_agreement(struct comparing *comparing,
                               const struct dfa *dfa,
                               const struct made_output outputs[2],
                               bool are_names, struct dfa_parts *parts,
                               const char **because)
{
    enum rewriting_fault fault = REWRITING_OK;
    struct dfa_budget budget = comparing->budget;
    struct reader *agreement = ddds_agreement_new(outputs, are_names, &fault);
    struct reader_chain chain = {.count = 0};
    struct reader *reader =
        agreement != NULL ? ddds_input_through(comparing->proofs[0]->with.input,
                                               agreement, &chain)
                          : NULL;
    bool is_split =
        reader != NULL && ddds_dfa_split(dfa, reader, &budget, parts);
    bool is_followed = reader != NULL || chain.because != NULL;
    bool has_memory = agreement != NULL ? is_followed && !budget.no_memory
                                        : fault > REWRITING_NO_MEMORY;
    /* Failures are fast, so that there may be many. */
    comparing->budget.states =
        is_split ? budget.states
                 : comparing->budget.states - comparing->budget.states / 32;
    *because = is_split ? NULL
               : fault != REWRITING_OK
                   ? ddds_rewriting_explain(fault)
                   : "their outputs cannot be followed together";
    reader_chain_free(&chain);
    reader_free(agreement);
    return has_memory || ddds_comparing_fail(comparing);
}

/* Split |dfa|, which is freed, by equality of |outputs| at |index|, and add
 * it. */
static bool add_varying(struct comparing *comparing, struct dfa *dfa,
                        const struct both *both, size_t index,
                        const struct made_output outputs[2])
{
    const enum ddds_outcome_kind kind = both->results[0]->outcomes[index].kind;
    const struct exploration *with = &comparing->proofs[0]->with;
    struct dfa_parts parts = {0};
    const char *because;
    if (with->input == NULL || ddds_members_are_few(dfa, 1)) {
        return add_unsure(comparing, dfa, with->unknown);
    }
    bool ok = split_by_agreement(comparing, dfa, outputs,
                                 kind == DDDS_OUTCOME_HOST ||
                                     kind == DDDS_OUTCOME_SERVERS,
                                 &parts, &because);
    if (ok && because != NULL) {
        return add_unsure(comparing, dfa, because);
    }
    for (size_t i = 0; ok && i < parts.count; i++) {
        struct dfa *part = parts.parts[i].dfa;
        parts.parts[i].dfa = NULL;
        ok = parts.parts[i].label == AGREEMENT_SAME
                 ? add_outcomes(comparing, part, index + 1)
                 : add_different(comparing, part, both);
    }
    ddds_dfa_parts_free(&parts);
    ddds_dfa_free(dfa);
    return ok;
}

/* Add |dfa|, which is freed, comparing its outputs from |index| on. */
static bool add_output(struct comparing *comparing, struct dfa *dfa,
                       const struct both *both, size_t index)
{
    struct made_output outputs[2] = {{NULL, NULL}, {NULL, NULL}};
    const char *regexps[2];
    bool is_known = true;
    bool ok;
    for (size_t i = 0; is_known && i < 2; i++) {
        is_known = describe_output(comparing, both->results[i], index,
                                   &outputs[i], &regexps[i]);
    }
    if (!is_known) {
        ok = add_unsure(comparing, dfa, "their outputs are not of rules");
    } else if (regexps[0] != NULL && regexps[1] != NULL &&
               strcmp(regexps[0], regexps[1]) == 0) {
        ok = add_outcomes(comparing, dfa, index + 1);
    } else if (regexps[0] != NULL || regexps[1] != NULL) {
        ok = add_varying(comparing, dfa, both, index, outputs);
    } else {
        ok = strcmp(outputs[0].text, outputs[1].text) == 0
                 ? add_outcomes(comparing, dfa, index + 1)
                 : add_different(comparing, dfa, both);
    }
    free_outputs(outputs);
    return ok;
}

/* Likewise, if the inputs take one path with each database, and outputs before
 * |index| are equal. */
static bool add_outcomes(struct comparing *comparing, struct dfa *dfa,
                         size_t index)
{
    struct both both;
    bool ok;
    if (!resolve_first(comparing, dfa, &both, &ok)) {
        return ok;
    }
    ok =
        have_outputs(&both) && index < both.results[0]->outcome_count
            ? add_output(comparing, dfa, &both, index)
            : add_compared(comparing, dfa, &both, find_limit(comparing, &both));
    both_free(&both);
    return ok;
}

bool ddds_comparing_add(struct comparing *comparing, struct dfa *dfa)
{
    return add_outcomes(comparing, dfa, 0);
}
