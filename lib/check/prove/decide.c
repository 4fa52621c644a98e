/* Decide properties of all inputs of a set.
 *
 * Most properties hold for whole classes. For properties of outputs, a class is
 * split by a reader of outputs, or its members are resolved individually.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/prove.h>

#include <stdlib.h>
#include <string.h>

#include <ddds/resolve.h>

#include "base/error.h"
#include "base/limits.h"
#include "check/prove/decide.h"
#include "check/prove/hashed.h"
#include "check/prove/locator_reader.h"
#include "check/prove/tests.h"
#include "check/readers/outputs.h"
#include "check/sets/dfa_members.h"

/* ---- The rule of an input ------------------------------------------------ */

/* Return the step of |result| at which the path ends with |rule|; DDDS_NO_STEP
 * if it does not. */
static size_t find_step(const struct ddds_result *result, struct arena *arena,
                        const struct ddds_rule *rule)
{
    struct tests_path path;
    size_t i = ddds_tests_path(result, arena, &path) ? path.count : 0;
    while (i > 0 && path.rules[i - 1] == DDDS_NO_STEP) {
        i--;
    }
    const struct ddds_step *step =
        i > 0 ? &result->steps[path.steps[i - 1]] : NULL;
    return step != NULL && step->rules[path.rules[i - 1]].rule == rule
               ? path.steps[i - 1]
               : DDDS_NO_STEP;
}

/* Return the position of |rule|, and its key for |input|: that of the step of
 * |deciding|, or else of the end of the path; |key| if that is another rule.
 * NULL without memory. */
static const char *explain_rule(struct deciding *deciding, const char *input,
                                const struct ddds_rule *rule, const char *key)
{
    struct classes *classes = &deciding->proof->classes;
    ddds_resolution *done = ddds_decide_resolve(deciding, input);
    if (done == NULL) {
        return NULL;
    }
    const struct ddds_result *result = ddds_resolution_result(done);
    size_t step = deciding->step != DDDS_NO_STEP
                      ? deciding->step
                      : find_step(result, &classes->arena, rule);
    key = step < result->step_count ? result->steps[step].name : key;
    const char *text = ddds_classes_rule_text(classes, key, rule, 0);
    ddds_resolution_free(done);
    return text;
}

/* ---- The outputs of a rule ----------------------------------------------- */

/* Readers of the outputs of a rule. */
struct output_readers {
    struct reader *outputs;
    struct reader *rewriting;
    struct reader *through;
    struct reader_chain chain; /* readers before |outputs| */
    struct reader *inputs;
    ddds_substitution *by;
};

static void free_readers(struct output_readers *readers)
{
    reader_free(readers->inputs);
    reader_chain_free(&readers->chain);
    reader_free(readers->rewriting);
    reader_free(readers->outputs);
    ddds_substitution_free(readers->by);
}

/* Make the reader of inputs that compares the outputs of |rule| with the set.
 * Without a reader |*because| is the reason. False if allocation fails. */
static bool make_readers(const struct deciding *deciding,
                         const struct class_rule *rule,
                         struct output_readers *readers, const char **because)
{
    const struct exploration *with = &deciding->proof->with;
    enum rewriting_fault fault = REWRITING_OK;
    const struct classes *classes = &deciding->proof->classes;
    bool has_q = deciding->property->kind == PROPERTY_URI &&
                 !with->options.no_q &&
                 classes->classes[deciding->class_index].is_urn;
    *readers = (struct output_readers){.outputs = NULL};
    if (with->input == NULL || rule->rule == NULL) {
        *because = with->input == NULL
                       ? with->unknown
                       : "the application's own rules are not followed";
        return true;
    }
    readers->outputs = ddds_locator_outputs(deciding->property->set);
    if (readers->outputs == NULL) {
        return false;
    }
    if (rule->is_rewriting) {
        readers->by = ddds_substitution_new(rule->rule->regexp, NULL);
        readers->rewriting =
            readers->by == NULL
                ? NULL
                : ddds_rewriting_new(readers->by, readers->outputs, &fault);
        if (readers->rewriting == NULL) {
            *because = ddds_rewriting_explain(fault);
            return readers->by != NULL && fault != REWRITING_NO_MEMORY;
        }
        readers->through = ddds_input_through(with->input, readers->rewriting,
                                              &readers->chain);
        if (readers->through == NULL) {
            *because = readers->chain.because;
            return *because != NULL;
        }
    }
    readers->inputs = ddds_locator_inputs(readers->outputs, readers->through,
                                          rule->rule->replacement, has_q);
    return readers->inputs != NULL;
}

/* Add |dfa|, whose outputs by |rule| are not in the set. */
static bool refute(struct deciding *deciding, const struct dfa *dfa,
                   const struct ddds_rule *rule)
{
    char input[LIMIT_INPUT + 1];
    const char *because = NULL;
    if (deciding->step != DDDS_NO_STEP &&
        ddds_decide_first(deciding, dfa, input) == MEMBERS_FOUND) {
        because = explain_rule(deciding, input, rule, "");
    }
    return !deciding->no_memory &&
           ddds_decide_add(deciding, &deciding->refuted, dfa, because);
}

/* Add each of |parts|, by the outputs of |rule|, to its tally, except for the
 * part that has the property, which |*left| receives. */
static bool take_parts(struct deciding *deciding, struct dfa_parts *parts,
                       const struct ddds_rule *rule, struct dfa **left)
{
    bool ok = true;
    for (size_t i = 0; ok && i < parts->count; i++) {
        const struct dfa_part *part = &parts->parts[i];
        if (part->label == OUTPUT_GOOD) {
            *left = part->dfa;
            parts->parts[i].dfa = NULL;
        } else if (part->label == OUTPUT_BAD) {
            ok = refute(deciding, part->dfa, rule);
        } else {
            ok = ddds_decide_each(deciding, part->dfa,
                                  "their q-components come before a fragment");
        }
    }
    return ok;
}

/* Split the members of |dfa| by whether the outputs of |rule| are in the set.
 * |*left|, which the caller frees, receives those with such outputs, or
 * NULL. */
static bool split_by_output(struct deciding *deciding, const struct dfa *dfa,
                            const struct class_rule *rule, struct dfa **left)
{
    struct dfa_budget *budget = &deciding->proof->with.budget;
    struct output_readers readers;
    struct dfa_parts parts = {0};
    const char *because = NULL;
    *left = NULL;
    bool ok = make_readers(deciding, rule, &readers, &because) ||
              ddds_decide_no_memory(deciding);
    if (ok && because == NULL) {
        if (ddds_dfa_split(dfa, readers.inputs, budget, &parts)) {
            ok = take_parts(deciding, &parts, rule->rule, left);
        } else if (budget->no_memory) {
            ok = ddds_decide_no_memory(deciding);
        } else {
            because = "it takes more states than are allowed";
        }
    }
    if (ok && because != NULL) {
        ok = ddds_decide_each(deciding, dfa, because);
    }
    ddds_dfa_parts_free(&parts);
    free_readers(&readers);
    return ok;
}

/* ---- Classes ------------------------------------------------------------- */

/* Decide by the output of the last rule of |class|. */
static bool decide_output(struct deciding *deciding, const struct class *class,
                          const struct dfa *dfa)
{
    struct dfa *left;
    bool ok = split_by_output(
        deciding, dfa, &class->rules[class->shown.path_count - 1], &left);
    ddds_dfa_free(left);
    return ok;
}

/* Inputs that have the property by the steps so far; NULL: none. */
struct narrowed {
    const struct dfa *dfa;
    struct dfa *own; /* |dfa|, after the first rule */
};

/* Return true if the output may have had U-labels, which the set does not have,
 * or letters that are mapped to ASCII. If |dfa| has more members, such outputs
 * are not followed. */
static bool is_converted(const struct ddds_judged_rule *judged,
                         const struct dfa *dfa)
{
    bool may_be = strstr(judged->output, "xn--") != NULL;
    for (const char *at = judged->rule->regexp; *at != '\0'; at++) {
        may_be |= *at == '%' || (unsigned char)*at >= 128;
    }
    return may_be && ddds_explore_are_few(dfa);
}

/* Keep the inputs for which all followed rules at step |index| of |result| have
 * names in the set. */
static bool narrow(struct deciding *deciding, const struct ddds_result *result,
                   size_t index, struct narrowed *narrowed)
{
    const struct ddds_step *step = &result->steps[index];
    bool ok = true;
    deciding->step = index;
    for (size_t i = 0; ok && narrowed->dfa != NULL && i < step->rule_count;
         i++) {
        const struct ddds_judged_rule *judged = &step->rules[i];
        const struct class_rule rule = {
            .rule = step->is_fallback ? NULL : judged->rule,
            .is_rewriting = ddds_tests_is_rewriting(result, judged),
            .next = judged->next};
        struct dfa *left = NULL;
        if (ddds_property_names(judged)) {
            ok = is_converted(judged, narrowed->dfa)
                     ? ddds_decide_each(deciding, narrowed->dfa, NULL)
                     : split_by_output(deciding, narrowed->dfa, &rule, &left);
            ddds_dfa_free(narrowed->own);
            narrowed->dfa = narrowed->own = left;
        }
    }
    deciding->step = DDDS_NO_STEP;
    return ok;
}

/* Decide by the names that rules and aliases led to. All members of |dfa| have
 * the steps and the servers of |input|, but not all its aliases. */
static bool decide_names(struct deciding *deciding, const struct dfa *dfa,
                         const char *input)
{
    ddds_resolution *done = ddds_decide_resolve(deciding, input);
    if (done == NULL) {
        return false;
    }
    const struct ddds_result *result = ddds_resolution_result(done);
    struct narrowed narrowed = {dfa, NULL};
    bool are = true;
    bool ok = true;
    if (result->outcome_count > 0 &&
        result->outcomes[0].kind == DDDS_OUTCOME_SERVERS &&
        !ddds_property_has_hosts(deciding->property, result)) {
        narrowed.dfa = NULL;
        ok = ddds_decide_add(deciding, &deciding->refuted, dfa, NULL);
    }
    for (size_t i = 0; ok && i < result->step_count; i++) {
        are = are && ddds_property_has_others(deciding->property, result,
                                              &result->steps[i], true);
        ok = narrow(deciding, result, i, &narrowed);
    }
    if (ok && narrowed.dfa != NULL && !are) {
        ok = ddds_decide_each(deciding, narrowed.dfa,
                              "aliases are not followed");
    }
    ddds_dfa_free(narrowed.own);
    ddds_resolution_free(done);
    return ok;
}

/* Return true if a lookup finds other records at the name of the property than
 * at all others: then it is a key of all members of a part, or of none. */
static bool is_known_key(const struct deciding *deciding)
{
    const struct known_names *names = deciding->proof->with.names;
    const char *name = deciding->property->name;
    struct reader *reader =
        ddds_names_reader(deciding->proof->with.names, DDDS_ASK_RULES);
    uint32_t state = reader_run(reader, reader->start, name, strlen(name));
    return reader->failed == 0 &&
           ddds_names_exact(names, reader_label(reader, state)) != NULL;
}

/* Decide by a text of the results of |dfa|, a part of |class|: an output or a
 * key. If it is unknown for many members, one of the first may refute it. */
static bool decide_text(struct deciding *deciding, const struct class *class,
                        const struct dfa *dfa)
{
    const struct property *property = deciding->property;
    bool is_key = property->kind == PROPERTY_KEY;
    if (ddds_explore_are_few(dfa)) {
        return ddds_decide_each(deciding, dfa, NULL);
    }
    size_t count = class->shown.path_count;
    if (!is_key && count > 0 && class->rules[count - 1].rule != NULL &&
        strstr(property->name, "xn--") == NULL) {
        return decide_output(deciding, class, dfa);
    }
    bool is_same = is_key && is_known_key(deciding);
    return ddds_decide_shortest(deciding, dfa, is_same ? 1 : TRIED) &&
           (is_same || ddds_decide_add(deciding, &deciding->unknown, dfa,
                                       "such names and UUIDs are not "
                                       "followed"));
}

/* Return true if |dfa| has one member, which was resolved because readers of
 * inputs do not follow it. */
static bool is_unsure(const struct deciding *deciding, const struct dfa *dfa)
{
    const struct exploration *with = &deciding->proof->with;
    char input[LIMIT_INPUT + 1];
    if (with->input == NULL || !ddds_members_are_few(dfa, 1) ||
        ddds_members_first(dfa, input, sizeof input) != MEMBERS_FOUND) {
        return false;
    }
    struct reader *reader = ddds_input_reader(with->input);
    uint32_t state = reader_run(reader, reader->start, input, strlen(input));
    bool is = reader_label(reader, state) < INPUT_GOOD;
    for (const char *at = input; !is && *at != '\0'; at++) {
        is = (unsigned char)*at >= 128;
    }
    return is;
}

/* Decide |dfa|, a part of |class|. */
static bool decide_part(struct deciding *deciding, const struct class *class,
                        const struct dfa *dfa)
{
    char input[LIMIT_INPUT + 1];
    const char *witness = class->shown.witness;
    size_t count = class->shown.path_count;
    if (class->shown.status == DDDS_PROOF_BAD_INPUT) {
        return true;
    }
    if (is_unsure(deciding, dfa)) {
        return ddds_decide_each(deciding, dfa, NULL);
    }
    if (deciding->property->kind == PROPERTY_URI) {
        return count > 0 && class->rules[count - 1].next == DDDS_NEXT_URI
                   ? decide_output(deciding, class, dfa)
                   : ddds_decide_each(deciding, dfa,
                                      "URI records are not followed");
    }
    if (deciding->property->kind != PROPERTY_BELOW) {
        return decide_text(deciding, class, dfa);
    }
    if (count == 0 && class->shown.status == DDDS_PROOF_RESOLVED) {
        return ddds_decide_each(deciding, dfa,
                                "hosts in inputs are not followed");
    }
    if (ddds_dfa_has(dfa, witness)) {
        return decide_names(deciding, dfa, witness);
    }
    enum members_result first = ddds_decide_first(deciding, dfa, input);
    return first == MEMBERS_FOUND ? decide_names(deciding, dfa, input)
           : first == MEMBERS_NO_MEMORY
               ? ddds_decide_no_memory(deciding)
               : ddds_decide_add(deciding, &deciding->unknown, dfa, NULL);
}

static bool decide_parts(struct deciding *deciding, const struct class *class)
{
    bool ok = true;
    for (const struct class_part *part = class->parts; ok && part != NULL;
         part = part->next) {
        ok = decide_part(deciding, class, part->dfa);
    }
    return ok;
}

/* Return true if the inputs of |class| have the property, as far as it is the
 * same for all of them. */
static bool has_property(const struct property *property,
                         const struct ddds_proof_class *class)
{
    bool is_found = class->status == DDDS_PROOF_RESOLVED;
    switch (property->kind) {
    case PROPERTY_URI:
        return is_found && class->kind == DDDS_OUTCOME_URI;
    case PROPERTY_KIND:
    case PROPERTY_TEXT:
        return is_found && class->kind == property->outcome;
    case PROPERTY_KEY:
    case PROPERTY_ACCEPTED:
        return class->status != DDDS_PROOF_BAD_INPUT;
    case PROPERTY_NOT:
        return class->status != DDDS_PROOF_FAILED ||
               class->reason != property->reason;
    case PROPERTY_HOPS: /* reading the first key is not a delegation */
        return is_found && class->path_count <= property->hops + 1U;
    case PROPERTY_FOUND:
        return is_found;
    default:
        return true;
    }
}

/* Return true if no rule of |result| named a key or a server. */
static bool names_nothing(const struct ddds_result *result)
{
    for (size_t i = 0; i < result->step_count; i++) {
        for (size_t k = 0; k < result->steps[i].rule_count; k++) {
            if (ddds_property_names(&result->steps[i].rules[k])) {
                return false;
            }
        }
    }
    return true;
}

/* Set |*has| to true if the members of |dfa|, which have the first key |key| and
 * the same output, have the property. False if allocation fails. */
static bool decide_part_by_key(struct deciding *deciding, const char *key,
                               const struct dfa *dfa, bool *has)
{
    struct exploration *with = &deciding->proof->with;
    const struct ddds_application *self = with->self;
    const bool is_below = deciding->property->kind == PROPERTY_BELOW;
    struct keyed_application keyed;
    ddds_resolution *done = NULL;
    const struct ddds_result *result = NULL;
    char input[LIMIT_INPUT + 1];
    ddds_hashed_fix(&keyed, with->application, key);
    with->self = &keyed.application;
    bool ok = ddds_members_first(dfa, input, sizeof input) == MEMBERS_FOUND &&
              ddds_explore_resolve(with, input, &done, &result,
                                   deciding->error) == DDDS_OK;
    with->self = self;
    *has = result != NULL && ddds_property_has(deciding->property, result) &&
           (!is_below || names_nothing(result));
    ddds_resolution_free(done);
    return ok || ddds_decide_no_memory(deciding);
}

/* Decide |class|, of which only the first key is known, if all inputs have the
 * same output: by a resolution of each part with that key. */
static bool decide_key(struct deciding *deciding, const struct class *class)
{
    bool has = deciding->property->kind != PROPERTY_KEY &&
               ddds_decide_is_constant(deciding, class);
    for (const struct class_part *part = class->parts; has && part != NULL;
         part = part->next) {
        if (!decide_part_by_key(deciding, class->shown.key, part->dfa, &has)) {
            return false;
        }
    }
    return has ||
           ddds_decide_all(deciding, &deciding->unknown, class, NO_KNOWN_INPUT);
}

static bool decide_class(struct deciding *deciding, const struct class *class)
{
    const struct ddds_proof_class *shown = &class->shown;
    enum property_kind kind = deciding->property->kind;
    if (shown->status == DDDS_PROOF_UNKNOWN) {
        return ddds_decide_all(deciding, &deciding->unknown, class,
                               shown->because);
    }
    bool has = has_property(deciding->property, shown);
    if (kind == PROPERTY_NOT && class->limit != NULL &&
        deciding->property->reason == DDDS_REASON_LIMIT) {
        return ddds_decide_all(deciding, &deciding->unknown, class,
                               class->limit);
    }
    bool is_of_texts = kind == PROPERTY_URI || kind == PROPERTY_TEXT ||
                       kind == PROPERTY_KEY || kind == PROPERTY_BELOW;
    if (shown->key != NULL && has && is_of_texts) {
        return decide_key(deciding, class);
    }
    if (shown->key != NULL && !has) {
        return ddds_decide_all(deciding, &deciding->unknown, class,
                               NO_KNOWN_INPUT);
    }
    if (!has) {
        return ddds_decide_all(deciding, &deciding->refuted, class, NULL);
    }
    return !is_of_texts || decide_parts(deciding, class);
}

/* ---- The verdict --------------------------------------------------------- */

/* Decide the property, which could not be read because of |limit|, or NULL. */
static bool decide(struct deciding *deciding, const char *limit)
{
    const struct classes *classes = &deciding->proof->classes;
    bool ok = true;
    if (limit == NULL && deciding->property->kind == PROPERTY_USED) {
        return ddds_decide_used(deciding);
    }
    if (limit == NULL && deciding->property->kind == PROPERTY_ONE_TO_ONE) {
        return ddds_decide_one_to_one(deciding);
    }
    for (size_t i = 0; ok && i < classes->count; i++) {
        deciding->class_index = i;
        ok = limit != NULL ? ddds_decide_all(deciding, &deciding->unknown,
                                             &classes->classes[i], limit)
                           : decide_class(deciding, &classes->classes[i]);
    }
    deciding->is_refuted = deciding->refuted.witness != NULL;
    return ok;
}

/* Return the rule that decided the class of the refuting input, or the reason of
 * its failure; NULL if both are missing, or without memory. */
static const char *explain_class(struct deciding *deciding)
{
    const struct tally *tally = &deciding->refuted;
    const struct class *class =
        &deciding->proof->classes.classes[tally->class_index];
    size_t count = class->shown.path_count;
    const struct class_rule *last = count > 0 ? &class->rules[count - 1] : NULL;
    return last == NULL || last->rule == NULL
               ? class->shown.because
               : explain_rule(deciding, tally->witness, last->rule,
                              class->shown.path[count - 1].key);
}

/* Return why some inputs may end at the limit of steps; or NULL. */
static const char *find_limit(const struct classes *classes)
{
    const char *limit = NULL;
    for (size_t i = 0; limit == NULL && i < classes->count; i++) {
        limit = classes->classes[i].limit;
    }
    return limit;
}

static enum ddds_proof_verdict find_verdict(const struct deciding *deciding)
{
    const struct tally *unknown = &deciding->unknown;
    return deciding->is_refuted ? DDDS_PROOF_REFUTED
           : unknown->witness != NULL || unknown->has_others
               ? DDDS_PROOF_UNDECIDED
               : DDDS_PROOF_PROVED;
}

static const struct ddds_proof_property *make_verdict(struct deciding *deciding,
                                                      const char *text)
{
    struct classes *classes = &deciding->proof->classes;
    struct arena *arena = &classes->arena;
    const enum ddds_proof_verdict decision = find_verdict(deciding);
    const struct tally *tally = decision == DDDS_PROOF_UNDECIDED
                                    ? &deciding->unknown
                                    : &deciding->refuted;
    struct decided *decided = ddds_arena_alloc(arena, sizeof *decided);
    struct ddds_proof_property *property =
        decided != NULL ? &decided->shown : NULL;
    char *count = ddds_count_text(&tally->count);
    if (property != NULL && count != NULL) {
        decided->next = NULL;
        *property = (struct ddds_proof_property){
            .property = ddds_arena_string(arena, text),
            .verdict = decision,
            .class_index = SIZE_MAX,
            .because = decision == DDDS_PROOF_UNDECIDED ? tally->because
                       : decision == DDDS_PROOF_REFUTED ? deciding->because
                                                        : find_limit(classes),
            .inputs =
                tally->is_uncounted ? NULL : ddds_arena_string(arena, count),
        };
        if (tally->witness != NULL) {
            property->witness = ddds_arena_string(arena, tally->witness);
            property->class_index = tally->class_index;
        }
        if (deciding->is_refuted && tally->witness != NULL) {
            property->because = tally->because != NULL
                                    ? tally->because
                                    : explain_class(deciding);
        }
    }
    bool ok = property != NULL && count != NULL && !arena->failed &&
              !deciding->no_memory;
    free(count);
    if (ok) {
        *deciding->proof->end = decided;
        deciding->proof->end = &decided->next;
    }
    return ok ? property : NULL;
}

const struct ddds_proof_property *
ddds_proof_check(ddds_proof *proof, const char *text, struct ddds_error *error)
{
    struct property property;
    struct ddds_error own;
    error = error != NULL ? error : &own;
    struct deciding deciding = {.proof = proof,
                                .property = &property,
                                .error = error,
                                .step = DDDS_NO_STEP,
                                .tries = TRIES};
    const struct ddds_proof_property *verdict = NULL;
    const char *limit = NULL;
    if (proof == NULL || text == NULL) {
        (void)ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET,
                             "no proof, or no property");
        return NULL;
    }
    proof->with.budget = (struct dfa_budget){.states = proof->with.max_states};
    ddds_status status =
        ddds_property_read(text, &proof->with.budget, &property, error);
    if (status == DDDS_LIMIT) {
        limit = ddds_arena_string(&proof->classes.arena, error->detail);
    } else if (status != DDDS_OK) {
        return NULL;
    }
    if ((status == DDDS_OK || limit != NULL) && decide(&deciding, limit)) {
        verdict = make_verdict(&deciding, text);
    }
    ddds_dfa_free(property.set);
    ddds_tally_free(&deciding.refuted);
    ddds_tally_free(&deciding.unknown);
    if (verdict == NULL) {
        (void)ddds_error_no_memory(error);
    }
    return verdict;
}

const char *ddds_proof_verdict_name(enum ddds_proof_verdict verdict)
{
    return verdict == DDDS_PROOF_PROVED    ? "proved"
           : verdict == DDDS_PROOF_REFUTED ? "refuted"
                                           : "unknown";
}
