/* Decide whether no two inputs have the same outcome.
 *
 * In a small set, all outcomes are compared. A larger set is only refuted: if a
 * rule without back-references has two inputs.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include <ddds/resolve.h>

#include "base/limits.h"
#include "check/prove/decide.h"
#include "check/sets/dfa_members.h"

enum { COMPARED = 200000 /* limit on members of a small set */ };

/* The first input of an outcome; NULL after it was counted. */
struct first {
    char *input;
    size_t class_index;
};

/* Indexed by the number of the outcome. */
struct pairs {
    struct deciding *deciding;
    struct intern outcomes; /* their kinds and texts */
    struct arena arena;     /* for the text of an outcome */
    struct first *firsts;
    size_t room;
};

/* Record that |input|, of class |index|, has the outcome of another input. */
static bool refute(struct deciding *deciding, const char *input, size_t index)
{
    size_t now = deciding->class_index;
    deciding->class_index = index;
    bool ok = (ddds_count_add_one(&deciding->refuted.count) ||
               ddds_decide_no_memory(deciding)) &&
              ddds_decide_witness(deciding, &deciding->refuted, input, NULL);
    deciding->class_index = now;
    return ok;
}

/* Keep |input| as the first input of the outcome |number|. */
static bool keep_first(struct pairs *pairs, uint32_t number, const char *input)
{
    if (number >= pairs->room) {
        size_t room = pairs->room == 0 ? 64 : pairs->room * 2;
        struct first *more = realloc(pairs->firsts, room * sizeof *more);
        if (more == NULL) {
            return ddds_decide_no_memory(pairs->deciding);
        }
        memset(more + pairs->room, 0, (room - pairs->room) * sizeof *more);
        pairs->firsts = more;
        pairs->room = room;
    }
    pairs->firsts[number].input = strdup(input);
    pairs->firsts[number].class_index = pairs->deciding->class_index;
    return pairs->firsts[number].input != NULL ||
           ddds_decide_no_memory(pairs->deciding);
}

/* Record that |input| has the outcome |number|, known unless it |is_new|. */
static bool add_outcome(struct pairs *pairs, uint32_t number, bool is_new,
                        const char *input)
{
    if (is_new) {
        return keep_first(pairs, number, input);
    }
    struct first *first = &pairs->firsts[number];
    bool ok = refute(pairs->deciding, input, pairs->deciding->class_index) &&
              (first->input == NULL ||
               refute(pairs->deciding, first->input, first->class_index));
    free(first->input);
    first->input = NULL;
    return ok;
}

static bool add_input(void *context, const char *input)
{
    struct pairs *pairs = context;
    ddds_resolution *done = ddds_decide_resolve(pairs->deciding, input);
    const struct ddds_result *result =
        done == NULL ? NULL : ddds_resolution_result(done);
    bool ok = done != NULL;
    if (ok && result->outcome_count > 0) {
        const struct ddds_outcome *outcome = &result->outcomes[0];
        size_t count = pairs->outcomes.count;
        ddds_arena_reset(&pairs->arena);
        const char *key =
            ddds_arena_format(&pairs->arena, "%d%s", (int)outcome->kind,
                              outcome->uri != NULL      ? outcome->uri
                              : outcome->output != NULL ? outcome->output
                                                        : result->aus);
        uint32_t number = key == NULL
                              ? INTERN_FAILED
                              : ddds_intern(&pairs->outcomes, key, strlen(key));
        ok = number != INTERN_FAILED
                 ? add_outcome(pairs, number, number == count, input)
                 : ddds_decide_no_memory(pairs->deciding);
    }
    ddds_resolution_free(done);
    return ok;
}

static bool compare_members(struct deciding *deciding,
                            const struct class *class, struct pairs *pairs)
{
    for (const struct class_part *part = class->parts;
         part != NULL && !deciding->no_memory; part = part->next) {
        if (ddds_members_each(part->dfa, add_input, pairs, LIMIT_INPUT + 1) ==
            MEMBERS_NO_MEMORY) {
            return ddds_decide_no_memory(deciding);
        }
    }
    return !deciding->no_memory;
}

/* Compare the outcomes of all members of resolved classes. */
static bool compare_all(struct deciding *deciding)
{
    const struct classes *classes = &deciding->proof->classes;
    struct pairs pairs = {.deciding = deciding};
    bool ok = true;
    for (size_t i = 0; ok && i < classes->count; i++) {
        deciding->class_index = i;
        ok = classes->classes[i].shown.status != DDDS_PROOF_RESOLVED ||
             compare_members(deciding, &classes->classes[i], &pairs);
    }
    for (size_t i = 0; i < pairs.room; i++) {
        free(pairs.firsts[i].input);
    }
    free(pairs.firsts);
    ddds_arena_free(&pairs.arena);
    ddds_intern_free(&pairs.outcomes);
    return ok;
}

/* Return true if an input of |class| has a question mark. */
static bool has_question_mark(const struct class *class)
{
    for (const struct class_part *part = class->parts; part != NULL;
         part = part->next) {
        const struct dfa *dfa = part->dfa;
        for (uint32_t state = 0; state < dfa->count; state++) {
            if (dfa_next(dfa, state, dfa->classes['?']) != DFA_DEAD) {
                return true;
            }
        }
    }
    return false;
}

bool ddds_decide_is_constant(const struct deciding *deciding,
                             const struct class *class)
{
    size_t count = class->shown.path_count;
    const struct exploration *with = &deciding->proof->with;
    bool has_q = class->shown.kind == DDDS_OUTCOME_URI && !with->options.no_q &&
                 class->is_urn && has_question_mark(class);
    return count > 0 && class->rules[count - 1].rule != NULL && !has_q &&
           (!class->rules[count - 1].is_rewriting ||
            (class->shown.output != NULL &&
             strchr(class->shown.output, '\\') == NULL));
}

static bool is_one(const struct class *class)
{
    return class->shown.count != NULL && strcmp(class->shown.count, "1") == 0;
}

/* Return true if the resolved classes have at most COMPARED members. */
static bool are_few(const struct classes *classes)
{
    unsigned long long sum = 0;
    for (size_t i = 0; i < classes->count; i++) {
        const struct ddds_proof_class *shown = &classes->classes[i].shown;
        if (shown->status == DDDS_PROOF_RESOLVED) {
            bool is_small = shown->count != NULL && strlen(shown->count) < 10;
            sum += is_small ? strtoull(shown->count, NULL, 10) : COMPARED + 1;
        }
    }
    return sum <= COMPARED;
}

/* Decide |class| alone, if possible. */
static bool decide_class(struct deciding *deciding, const struct class *class,
                         bool are_compared)
{
    if (class->shown.status == DDDS_PROOF_UNKNOWN) {
        return ddds_decide_all(deciding, &deciding->unknown, class,
                               class->shown.because);
    }
    if (are_compared || class->shown.status != DDDS_PROOF_RESOLVED) {
        return true;
    }
    if (class->shown.key != NULL) {
        return ddds_decide_all(deciding, &deciding->unknown, class,
                               NO_KNOWN_INPUT);
    }
    return ddds_decide_is_constant(deciding, class) && !is_one(class) &&
                   !class->shown.is_rest
               ? ddds_decide_all(deciding, &deciding->refuted, class, NULL)
               : ddds_decide_all(deciding, &deciding->unknown, class,
                                 "their outcomes are too many to be compared");
}

bool ddds_decide_one_to_one(struct deciding *deciding)
{
    const struct classes *classes = &deciding->proof->classes;
    bool are_compared = are_few(classes);
    bool ok = !are_compared || compare_all(deciding);
    for (size_t i = 0; ok && i < classes->count; i++) {
        deciding->class_index = i;
        ok = decide_class(deciding, &classes->classes[i], are_compared);
    }
    deciding->is_refuted = deciding->refuted.witness != NULL;
    return ok;
}
