/* The exploration of a set.
 *
 * The engine resolves a member of the set, the witness. Tests of the input
 * (tests.h) decided its resolution. Each test splits the set: the part that
 * contains the witness is split by the next test, and the other parts are
 * pending, with the tests decided for them. After the last test, all members of
 * the part have the resolution of the witness, and form a class. So only the
 * engine implements the algorithm.
 *
 * If a test is not possible, the members of a small part are resolved
 * individually; a larger part is unknown.
 *
 * SPDX-License-Identifier: MIT */
#include "check/prove/explore.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "check/sets/dfa_members.h"
#include "check/prove/hashed.h"
#include "check/prove/outcome_class.h"
#include "check/readers/outputs.h"
#include "check/readers/rewriting.h"
#include "check/prove/split.h"

enum {
    ONE_BY_ONE = 1000, /* members that are resolved individually */
    CHECKED = 2,       /* further members resolved to check a class */
    FEW_STEPS = 1000,  /* that may be too few for any expression */
    LIMITED = 16,      /* parts that may end at the limit, resolved so */
    COMPARED = 16,     /* parts whose outputs are compared so */
};

/* ---- Resolutions --------------------------------------------------------- */

ddds_status ddds_explore_resolve(const struct exploration *with,
                                 const char *input,
                                 ddds_resolution **resolution,
                                 const struct ddds_result **result,
                                 struct ddds_error *error)
{
    *resolution =
        ddds_resolve(with->database, with->self, input, &with->options, error);
    *result = *resolution == NULL ? NULL : ddds_resolution_result(*resolution);
    if (*resolution == NULL && error->status != DDDS_BAD_INPUT &&
        error->status != DDDS_LIMIT) {
        return error->status;
    }
    if (*resolution != NULL && ddds_resolution_status(*resolution) != DDDS_OK) {
        ddds_resolution_free(*resolution);
        *resolution = NULL;
        return ddds_error_no_memory(error);
    }
    return DDDS_OK;
}

/* Likewise, setting the status on failure. */
static bool resolve(struct exploring *exploring, const char *input,
                    ddds_resolution **resolution,
                    const struct ddds_result **result)
{
    struct exploration with = *exploring->with;
    if (exploring->key != NULL && exploring->key[0] != '\0') {
        ddds_hashed_fix(&exploring->keyed, with.application, exploring->key);
        with.self = &exploring->keyed.application;
    }
    exploring->status = ddds_explore_resolve(&with, input, resolution, result,
                                             exploring->error);
    return exploring->status == DDDS_OK;
}

/* ---- Classes ------------------------------------------------------------- */

/* Add |dfa|, which is freed, to the class of |signature|; |made| is the class
 * if it is new. */
static bool add_class(struct exploring *exploring, struct dfa *dfa,
                      const struct signature *signature,
                      const struct class *made)
{
    struct classes *classes = exploring->with->classes;
    const char *key = exploring->key;
    size_t length = signature->count * sizeof *signature->words;
    size_t key_length = key != NULL ? strlen(key) + 1 : 0;
    char *words = ddds_arena_alloc(&exploring->run, length + key_length + 1);
    if (words != NULL) {
        memcpy(words, signature->words, length);
        memcpy(words + length, key != NULL ? key : "", key_length);
    }
    struct class *class =
        words == NULL ? NULL
                      : ddds_classes_find(classes, words, length + key_length);
    if (class == NULL) {
        ddds_dfa_free(dfa);
        return ddds_split_fail(exploring);
    }
    if (class->parts == NULL) {
        *class = *made;
        class->is_uncounted = key != NULL;
        class->shown.is_rest = key_length == 1;
        class->shown.key =
            key_length > 1 ? ddds_arena_string(&classes->arena, key) : NULL;
    }
    const char *because = class->shown.because;
    const char *other = made->shown.because;
    const bool has_witness = exploring->witness[0] != '\0' ||
                             made->shown.status != DDDS_PROOF_UNKNOWN;
    class->is_own_because |= (because == NULL) != (other == NULL) ||
                             (other != NULL && strcmp(because, other) != 0);
    class->is_own |=
        made->is_own || (made->shown.output != NULL &&
                         strcmp(made->shown.output, class->shown.output) != 0);
    if (key_length <= 1 && has_witness &&
        ddds_classes_is_shorter(exploring->witness, class->shown.witness)) {
        /* The path is that of the witness. */
        class->hops = made->hops;
        class->rules = made->rules;
        class->shown.path = made->shown.path;
        class->shown.because = made->shown.because;
        class->shown.output = made->shown.output;
    }
    return ddds_classes_add(classes, class, dfa,
                            key_length > 1 ? ""
                            : has_witness  ? exploring->witness
                                           : NULL) ||
           ddds_split_fail(exploring);
}

/* Add |dfa| to the class that is unknown for the reason |because|. */
static bool add_unknown(struct exploring *exploring, struct dfa *dfa,
                        const char *because)
{
    struct arena *arena = &exploring->with->classes->arena;
    size_t length = strlen(because);
    struct signature signature = {
        .words =
            ddds_arena_array(&exploring->run, 2 + length / 8, sizeof(uint64_t)),
        .count = 2 + length / 8};
    struct class made = {
        .shown.status = DDDS_PROOF_UNKNOWN,
        .shown.because = ddds_arena_string(arena, because),
    };
    if (signature.words == NULL || made.shown.because == NULL) {
        ddds_dfa_free(dfa);
        return ddds_split_fail(exploring);
    }
    signature.words[0] = DDDS_PROOF_UNKNOWN;
    memcpy(signature.words + 1, because, length);
    return add_class(exploring, dfa, &signature, &made);
}

/* Whether inputs have one |output|. */
struct sameness {
    struct exploring *exploring;
    const char *output;
    bool is_same;
};

static bool has_output(void *context, const char *input)
{
    struct sameness *sameness = context;
    ddds_resolution *resolution;
    const struct ddds_result *result;
    if (!resolve(sameness->exploring, input, &resolution, &result)) {
        return false;
    }
    sameness->is_same =
        result != NULL && result->outcome_count > 0 &&
        strcmp(result->outcomes[0].output, sameness->output) == 0;
    ddds_resolution_free(resolution);
    return sameness->is_same;
}

/* Set |*is| to true if all members of |dfa|, to which |decisions| apply, have
 * the same |output|: it is made from the first key if it |is_of_key|, and they
 * have one first key; or the members are few, and each is resolved, as those of
 * COMPARED parts are. False on failure. */
static bool find_sameness(struct exploring *exploring, const struct dfa *dfa,
                          const struct decision *decisions, const char *output,
                          bool is_of_key, bool *is)
{
    struct sameness sameness = {exploring, output, false};
    *is = ddds_members_are_few(dfa, 1);
    for (; is_of_key && decisions != NULL && !*is;
         decisions = decisions->before) {
        enum test_kind kind = decisions->test.kind;
        *is = (kind == TEST_FIRST_KEY || kind == TEST_BELOW) &&
              ddds_names_kind(exploring->with->names, decisions->label) ==
                  NAME_EXACT;
    }
    if (*is || exploring->compared == COMPARED || !ddds_explore_are_few(dfa)) {
        return true;
    }
    exploring->compared++;
    bool ok = ddds_members_each(dfa, has_output, &sameness, INPUT_SIZE) !=
                  MEMBERS_NO_MEMORY ||
              ddds_split_fail(exploring);
    *is = sameness.is_same;
    return ok && exploring->status == DDDS_OK;
}

/* Add |dfa|, whose members have the resolution |result|, to its class. |limit|
 * is why some may end at the limit of steps; or NULL. |decisions| apply to
 * them. */
static bool add_resolved(struct exploring *exploring, struct dfa *dfa,
                         const struct ddds_result *result, const char *limit,
                         const struct decision *decisions)
{
    bool is_same;
    struct arena *arena = &exploring->with->classes->arena;
    struct signature signature;
    struct class made = {.parts = NULL};
    const char *doubt = NULL;
    bool ok = ddds_outcome_sign(result, &exploring->run, &signature);
    if (ok && result != NULL) {
        doubt = ddds_outcome_doubt(result, arena, &signature.path);
    }
    if (!ok || arena->failed ||
        !ddds_outcome_show(result, &signature.path, arena, &made) ||
        !ddds_classes_note_keys(exploring->with->classes, result)) {
        ddds_dfa_free(dfa);
        return ddds_split_fail(exploring);
    }
    if (doubt != NULL) {
        made.shown.status = DDDS_PROOF_UNKNOWN;
        made.shown.because = doubt;
        signature.words[0] = DDDS_PROOF_UNKNOWN;
    }
    if (made.is_own) {
        if (!find_sameness(exploring, dfa, decisions, made.shown.output,
                           made.shown.kind != DDDS_OUTCOME_UUID, &is_same)) {
            ddds_dfa_free(dfa);
            return false;
        }
        made.is_own = !is_same;
    }
    made.limit = limit;
    ddds_outcome_sign_texts(result, limit, &signature);
    if (limit != NULL && made.shown.because != NULL) {
        limit = ddds_arena_format(arena, "%s; %s", made.shown.because, limit);
    }
    made.shown.because = limit != NULL ? limit : made.shown.because;
    if (arena->failed) {
        ddds_dfa_free(dfa);
        return ddds_split_fail(exploring);
    }
    return add_class(exploring, dfa, &signature, &made);
}

/* ---- Member by member ---------------------------------------------------- */

static bool add_member(void *context, const char *input)
{
    struct exploring *exploring = context;
    ddds_resolution *resolution;
    const struct ddds_result *result;
    struct dfa *word = ddds_dfa_word(input);
    ddds_arena_reset(&exploring->run);
    memcpy(exploring->witness, input, strlen(input) + 1);
    if (word == NULL) {
        return ddds_split_fail(exploring);
    }
    if (!resolve(exploring, input, &resolution, &result)) {
        ddds_dfa_free(word);
        return false;
    }
    bool ok = add_resolved(exploring, word, result, NULL, NULL);
    ddds_resolution_free(resolution);
    return ok;
}

bool ddds_explore_are_few(const struct dfa *dfa)
{
    return ddds_members_are_few(dfa, ONE_BY_ONE);
}

/* Resolve the members of |dfa|, which is freed, individually if they are few;
 * otherwise they are unknown, for the reason |because|. The witness is shown if
 * it |is_accepted|. */
static bool add_each(struct exploring *exploring, struct dfa *dfa,
                     bool is_accepted, const char *because)
{
    if (exploring->key != NULL || !ddds_explore_are_few(dfa)) {
        exploring->witness[is_accepted ? strlen(exploring->witness) : 0] = '\0';
        return add_unknown(exploring, dfa, because);
    }
    enum members_result result =
        ddds_members_each(dfa, add_member, exploring, INPUT_SIZE);
    ddds_dfa_free(dfa);
    if (result == MEMBERS_NO_MEMORY) {
        return ddds_split_fail(exploring);
    }
    return exploring->status == DDDS_OK;
}

/* ---- Labels -------------------------------------------------------------- */

/* Return true if |label| agrees with the verdict of |test| on the witness.
 * Otherwise the proof and the engine disagree, and nothing is proved. */
static bool agrees(const struct test *test, uint32_t label)
{
    switch (test->verdict) {
    case DDDS_VERDICT_NO_MATCH:
        return label == LABEL_NO_MATCH;
    case DDDS_VERDICT_ILLEGAL_KEY:
    case DDDS_VERDICT_ILLEGAL_URI:
        return label == OUTPUT_BAD;
    case DDDS_VERDICT_CHOSEN:
    case DDDS_VERDICT_ACCEPTABLE:
    case DDDS_VERDICT_DEAD_END:
    case DDDS_VERDICT_OTHER_SERVICE:
        return label == OUTPUT_GOOD;
    default:
        return true;
    }
}

/* Return why the part with |label| cannot be explored; NULL if it can. */
static const char *find_doubt(const struct exploring *exploring,
                              const struct test *test, uint32_t label)
{
    switch (test->kind) {
    case TEST_INPUT:
        return label == INPUT_UNSURE ? "such inputs are not followed"
               : label == INPUT_BAD && test->verdict == DDDS_VERDICT_CHOSEN
                   ? "the proof and the resolution of the witness disagree"
                   : NULL;
    case TEST_FIRST_KEY:
    case TEST_NAME:
    case TEST_BELOW:
        return ddds_names_kind(exploring->with->names, label) == NAME_REDIRECTED
                   ? "their keys are not followed: they are below several "
                     "DNAME records"
                   : NULL;
    default:
        return label == OUTPUT_UNSURE ? "their outputs are not followed"
               : !agrees(test, label)
                   ? "the proof and the resolution of the witness disagree"
                   : NULL;
    }
}

static bool is_of_rules(const struct test *test)
{
    return (test->kind == TEST_FIRST_KEY || test->kind == TEST_NAME ||
            test->kind == TEST_BELOW) &&
           test->question == DDDS_ASK_RULES;
}

/* Return true if the tests have two names of a wildcard, from different rules.
 * Equal names are a loop, which is not tested. */
static bool may_be_equal(const struct exploring *exploring,
                         const struct decision *decisions,
                         const struct tests *tests)
{
    for (size_t i = 0; i < tests->count; i++) {
        const struct test *one = &tests->tests[i];
        const struct decision *first =
            is_of_rules(one) ? ddds_split_find(decisions, one) : NULL;
        if (first == NULL || ddds_names_kind(exploring->with->names,
                                             first->label) != NAME_WILDCARD) {
            continue;
        }
        for (size_t k = 0; k < i; k++) {
            const struct test *other = &tests->tests[k];
            const struct decision *second =
                is_of_rules(other) && !ddds_split_is_same(one, other)
                    ? ddds_split_find(decisions, other)
                    : NULL;
            if (second != NULL && second->label == first->label) {
                return true;
            }
        }
    }
    return false;
}

/* ---- One part ------------------------------------------------------------ */

/* Take the steps of |rule|, at |name|, with strings of |length| octets from
 * |*left|, and store why inputs of |part| may take too many, if they may. False
 * if allocation fails. */
static bool take_steps(struct exploring *exploring, struct explored *part,
                       const struct ddds_rule *rule, const char *name,
                       size_t length, size_t *left)
{
    size_t steps;
    bool ok = ddds_step_limit_estimate(&exploring->with->limit, rule->regexp,
                                       length, &steps);
    if (ok && (steps > *left || *left < FEW_STEPS)) {
        part->limit = ddds_arena_format(
            &exploring->with->classes->arena,
            "unless LIMIT: rule %u %u at \"%s\" may take too many steps",
            rule->order, rule->preference, name);
        ok = part->limit != NULL;
    }
    *left -= ok && steps <= *left ? steps : 0;
    return ok;
}

/* Store the first rule of |result| that may take too many steps: also rules that
 * were judged, but decided nothing, take them. */
static bool find_limit(struct exploring *exploring,
                       const struct ddds_result *result, struct explored *part)
{
    const unsigned most = exploring->with->options.max_steps;
    size_t left = most == 0 ? LIMIT_STEPS : most;
    const struct input_readers *input = exploring->with->input;
    size_t length = input == NULL || ddds_input_lengthens(input)
                        ? LIMIT_INPUT
                        : ddds_members_longest(part->dfa);
    bool ok = true;
    for (size_t i = 0; result != NULL && i < result->step_count; i++) {
        const struct ddds_step *step = &result->steps[i];
        for (size_t k = 0; ok && part->limit == NULL && k < step->rule_count;
             k++) {
            ok = !ddds_tests_is_tried(result, &step->rules[k]) ||
                 take_steps(exploring, part, step->rules[k].rule, step->name,
                            length, &left);
        }
    }
    return ok || ddds_split_fail(exploring);
}

/* Split |part| by all tests of |result|. */
static bool split_by_all(struct exploring *exploring,
                         const struct ddds_result *result,
                         struct explored *part)
{
    struct tests tests;
    bool ok = ddds_tests_list(result, &exploring->with->options,
                              &exploring->run, &tests) ||
              ddds_split_fail(exploring);
    for (size_t i = 0; ok && part->because == NULL && i < tests.count; i++) {
        const struct decision *found =
            ddds_split_find(part->decisions, &tests.tests[i]);
        if (found == NULL) {
            ok = ddds_split(exploring, &tests.tests[i], part);
            found = ddds_split_find(part->decisions, &tests.tests[i]);
        }
        if (ok && found != NULL && part->because == NULL) {
            part->because =
                find_doubt(exploring, &tests.tests[i], found->label);
        }
    }
    if (ok && part->because == NULL &&
        may_be_equal(exploring, part->decisions, &tests)) {
        part->because = "several of their keys may be equal";
    }
    return ok && (part->because != NULL || find_limit(exploring, result, part));
}

/* Return why inputs of a class have different resolutions, of which |result| is
 * one. */
static const char *explain_difference(const struct ddds_result *result)
{
    return result != NULL && result->reason == DDDS_REASON_LIMIT
               ? "some of them take more steps than are allowed"
               : "the proof and the resolution of a member disagree";
}

/* Resolve |input|, another member of |part|, which has the |signature|. If its
 * resolution differs, the part is unknown. */
static bool check_member(struct exploring *exploring, const char *input,
                         const struct signature *signature,
                         struct explored *part)
{
    ddds_resolution *resolution;
    const struct ddds_result *result;
    struct signature other;
    if (!resolve(exploring, input, &resolution, &result)) {
        return false;
    }
    bool ok = ddds_outcome_sign(result, &exploring->run, &other);
    if (!ok || other.count != signature->count ||
        memcmp(other.words, signature->words,
               other.count * sizeof *other.words) != 0) {
        part->because = explain_difference(result);
    }
    ddds_resolution_free(resolution);
    return ok || ddds_split_fail(exploring);
}

/* Resolve some more members of |part|, whose witness has the |result|. */
static bool check_members(struct exploring *exploring,
                          const struct ddds_result *result,
                          struct explored *part)
{
    struct signature signature;
    const bool is_rest = exploring->key != NULL && exploring->key[0] == '\0';
    bool ok = ddds_outcome_sign(result, &exploring->run, &signature);
    for (int i = 0; ok && part->because == NULL && i < CHECKED; i++) {
        enum members_result found =
            i == 0 ? ddds_members_last(part->dfa, exploring->last, INPUT_SIZE)
                   : ddds_members_any(part->dfa, &exploring->with->random,
                                      exploring->last, INPUT_SIZE);
        ok = found != MEMBERS_NO_MEMORY;
        if (found == MEMBERS_FOUND &&
            !(is_rest &&
              ddds_hashed_is_known(exploring->with, exploring->last))) {
            ok = check_member(exploring, exploring->last, &signature, part);
        }
    }
    if (part->because != NULL && result != NULL &&
        result->reason == DDDS_REASON_LIMIT) {
        part->because = explain_difference(result);
    }
    return ok || exploring->status != DDDS_OK || ddds_split_fail(exploring);
}

/* Return the key that is decided for a part. */
static const char *find_key(const struct decision *decisions)
{
    while (decisions != NULL && decisions->key == NULL) {
        decisions = decisions->before;
    }
    return decisions != NULL ? decisions->key : NULL;
}

/* Split |part| by the bounds of the set. It has no DFA if its witness is left
 * out. */
static bool split_bounds(struct exploring *exploring, struct explored *part)
{
    static const struct test bounds[] = {{.kind = TEST_FIRST_KEY},
                                         {.kind = TEST_INPUT}};
    const struct exploration *with = exploring->with;
    bool ok = true;
    for (size_t i = ddds_input_is_hashed(with->input); ok && i < 2; i++) {
        if (part->dfa != NULL && part->because == NULL &&
            ddds_split_find(part->decisions, &bounds[i]) == NULL) {
            ok = ddds_split(exploring, &bounds[i], part);
        }
    }
    return ok;
}

/* Find the class of |part|, whose witness has the |result|. */
static bool explore_resolved(struct exploring *exploring,
                             const struct ddds_result *result,
                             struct explored *part)
{
    bool ok = split_by_all(exploring, result, part);
    if (ok && part->is_deferred) {
        return ddds_split_defer(exploring, part);
    }
    exploring->key = find_key(part->decisions);
    if (ok && part->because == NULL && part->limit != NULL &&
        exploring->limited < LIMITED && exploring->key == NULL &&
        ddds_explore_are_few(part->dfa)) {
        exploring->limited++;
        part->because = part->limit; /* each is resolved */
    }
    if (ok && part->because == NULL) {
        ok = check_members(exploring, result, part) &&
             exploring->status == DDDS_OK;
    }
    if (ok) {
        struct dfa *dfa = part->dfa;
        part->dfa = NULL;
        ok = part->because == NULL
                 ? add_resolved(exploring, dfa, result, part->limit,
                                part->decisions)
                 : add_each(exploring, dfa, result != NULL, part->because);
    }
    return ok;
}

/* Find the class of the only member of |dfa|, which is freed. */
static bool explore_only(struct exploring *exploring, struct dfa *dfa,
                         const struct ddds_result *result)
{
    if (result == NULL && exploring->with->is_bounded) {
        ddds_dfa_free(dfa);
        return true;
    }
    return add_resolved(exploring, dfa, result, NULL, NULL);
}

/* Find the first member of |dfa|. If its key may be a hash of no known name, it is
 * such a member: the trace of another one would contradict the class. */
static enum members_result find_witness(struct exploring *exploring,
                                        const struct dfa *dfa)
{
    const struct exploration *with = exploring->with;
    bool is_hashed = with->input != NULL && ddds_input_is_hashed(with->input) &&
                     (exploring->key == NULL || exploring->key[0] == '\0') &&
                     !ddds_members_are_few(dfa, HASHED);
    return is_hashed ? ddds_hashed_other(with, dfa, exploring->witness)
                     : ddds_members_first(dfa, exploring->witness, INPUT_SIZE);
}

/* Find the class of |part|, whose DFA is freed. */
static bool explore_part(struct exploring *exploring, struct explored *part)
{
    ddds_resolution *resolution;
    const struct ddds_result *result;
    struct dfa *dfa = part->dfa;
    ddds_arena_reset(&exploring->run);
    exploring->key = find_key(part->decisions);
    enum members_result found = find_witness(exploring, dfa);
    if (found == MEMBERS_LIMIT) {
        exploring->witness[0] = '\0';
        part->dfa = NULL;
        return add_unknown(exploring, dfa, TOO_LONG);
    }
    if (found == MEMBERS_NO_MEMORY) {
        return ddds_split_fail(exploring);
    }
    ddds_split_review(exploring, part);
    exploring->key = find_key(part->decisions);
    enum members_result last =
        ddds_members_last(dfa, exploring->last, INPUT_SIZE);
    if (last == MEMBERS_NO_MEMORY) {
        return ddds_split_fail(exploring);
    }
    bool is_only = exploring->key == NULL && part->because == NULL &&
                   last == MEMBERS_FOUND &&
                   strcmp(exploring->witness, exploring->last) == 0;
    if (!is_only && exploring->with->is_bounded &&
        (!split_bounds(exploring, part) || part->dfa == NULL)) {
        return exploring->status == DDDS_OK;
    }
    if (!resolve(exploring, exploring->witness, &resolution, &result)) {
        return false;
    }
    part->dfa = is_only ? NULL : part->dfa;
    bool ok = is_only ? explore_only(exploring, dfa, result)
                      : explore_resolved(exploring, result, part);
    ddds_resolution_free(resolution);
    return ok;
}

/* Take the next part from |list|, or an empty one. */
static struct explored take_part(struct pending **list)
{
    struct pending *pending = *list;
    struct explored part = {.dfa = NULL};
    if (pending != NULL) {
        part = (struct explored){.dfa = pending->dfa,
                                 .decisions = pending->decisions,
                                 .because = pending->because};
        *list = pending->next;
        free(pending);
    }
    return part;
}

static void free_parts(struct pending **list)
{
    while (*list != NULL) {
        ddds_dfa_free(take_part(list).dfa);
    }
}

ddds_status ddds_explore(struct exploration *exploration, struct dfa *set,
                         struct ddds_error *error)
{
    struct ddds_error own;
    struct exploring *exploring = calloc(1, sizeof *exploring);
    if (exploring == NULL) {
        ddds_dfa_free(set);
        return ddds_error_no_memory(error);
    }
    exploring->with = exploration;
    exploring->allowance = exploration->max_states;
    exploring->error = error != NULL ? error : &own;
    struct explored part = {.dfa = set};
    bool ok = explore_part(exploring, &part);
    ddds_dfa_free(part.dfa);
    while (ok && (exploring->pending != NULL || exploring->deferred != NULL)) {
        bool is_deferred = exploring->pending == NULL;
        part =
            take_part(is_deferred ? &exploring->deferred : &exploring->pending);
        part.was_deferred = is_deferred;
        ok = explore_part(exploring, &part);
        ddds_dfa_free(part.dfa);
    }
    ddds_status status = ok ? DDDS_OK : exploring->status;
    free_parts(&exploring->pending);
    free_parts(&exploring->deferred);
    ddds_split_free_readers(exploring);
    ddds_arena_free(&exploring->decisions);
    ddds_arena_free(&exploring->run);
    free(exploring);
    return status;
}
