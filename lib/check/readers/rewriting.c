/* The reader of the outputs of a substitution expression.
 *
 * The match is the longest of the leftmost; its captures are those of the first
 * path with the same bounds, in the order of Perl's matchers. A run simulates a
 * path and assumes that this path is selected. It has sets of rivals, as states
 * of the automaton, and is dropped as soon as a rival wins:
 *
 * - |early|: paths that started earlier. None of them may ever match.
 * - |better|: paths with the same start that are tried before. None of them may
 *   have the same end.
 * - |all|: all paths with the same start. None of them may match after the end,
 *   because that match would be longer.
 *
 * So exactly one run survives for each matching string. The reader of the
 * output reads the octets of a group while the run captures them. If the output
 * before them is still unknown, runs guess the state of that reader, and wrong
 * guesses are dropped. Runs also guess the last round of a repeated group.
 *
 * SPDX-License-Identifier: MIT */
#include "check/readers/rewriting.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "check/readers/match_runs.h"
#include "rule/substitution.h"

/* ---- Steps --------------------------------------------------------------- */

/* Return the state of the output's reader after |octet|, not captured. */
static uint32_t read_around(const struct rewriting *rewriting, uint32_t state,
                            unsigned char octet)
{
    return rewriting->keeps ? reader_step(rewriting->output, state, octet)
                            : state;
}

/* Process |octet| before the match. Paths that started before it become
 * early. */
static void step_before(struct rewriting *rewriting,
                        const struct match_run *run, unsigned char octet,
                        bool is_begin)
{
    automaton_set from[AUTOMATON_WORDS];
    automaton_set to[AUTOMATON_WORDS] = {0};
    ddds_runs_copy_set(rewriting, run->early, from);
    ddds_automaton_close(rewriting->automaton, START, is_begin, from);
    ddds_runs_step_set(rewriting, from, octet, to);
    ddds_runs_keep_waiting(rewriting, to);
    if (automaton_has_matched(to) || automaton_has_matched(from)) {
        return;
    }
    struct match_run next = *run;
    next.early = ddds_runs_keep_set(rewriting, to);
    next.output = read_around(rewriting, run->output, octet);
    ddds_runs_add(rewriting, &next);
    ddds_runs_begin(rewriting, next.early, next.output, false);
}

static void step_within(struct rewriting *rewriting,
                        const struct match_run *run, unsigned char octet)
{
    const struct automaton_state *state =
        &rewriting->automaton->states[run->state];
    bool has_match;
    if (state->kind != AUTOMATON_OCTET ||
        (state->set[octet / 64] >> octet % 64 & 1) == 0) {
        return;
    }
    struct run_paths paths = {.rewriting = rewriting, .run = *run};
    paths.run.early = ddds_runs_step(rewriting, run->early, octet, &has_match);
    if (has_match) {
        return;
    }
    paths.run.all = ddds_runs_step(rewriting, run->all, octet, &has_match);
    uint32_t better = ddds_runs_step(rewriting, run->better, octet, &has_match);
    ddds_runs_copy_set(rewriting, better, paths.better);
    bool is_open = false;
    for (uint32_t i = 0; i < rewriting->count; i++) {
        struct captured *piece = &paths.run.pieces[i];
        if (piece->status == CAPTURE_OPEN) {
            piece->now = reader_step(rewriting->output, piece->now, octet);
            is_open = true;
        }
    }
    if (!is_open) {
        paths.run.output = read_around(rewriting, run->output, octet);
    }
    ddds_runs_follow(&paths, state->next);
}

static void step_after(struct rewriting *rewriting, const struct match_run *run,
                       unsigned char octet)
{
    bool has_match;
    struct match_run next = {.phase = PHASE_AFTER,
                             .output =
                                 read_around(rewriting, run->output, octet)};
    uint32_t rivals = run->phase == PHASE_ENDED
                          ? ddds_runs_join(rewriting, run->early, run->all)
                          : run->early;
    next.early = ddds_runs_step(rewriting, rivals, octet, &has_match);
    if (!has_match) {
        ddds_runs_add(rewriting, &next);
    }
}

static int compare_numbers(const void *one, const void *other)
{
    uint32_t left = *(const uint32_t *)one;
    uint32_t right = *(const uint32_t *)other;
    return (left > right) - (left < right);
}

/* Return the number of the state with the listed runs, without duplicates. */
static uint32_t keep_state(struct rewriting *rewriting, bool is_empty)
{
    uint32_t *runs = rewriting->list + 1;
    uint32_t count = 0;
    qsort(runs, rewriting->list_count, sizeof *runs, compare_numbers);
    for (uint32_t i = 0; i < rewriting->list_count; i++) {
        if (count == 0 || runs[count - 1] != runs[i]) {
            runs[count++] = runs[i];
        }
    }
    rewriting->list[0] = is_empty;
    uint32_t number = ddds_intern(&rewriting->states, rewriting->list,
                                  (1 + count) * sizeof *runs);
    rewriting->base.failed |= reader_failure(number, READER_STATES);
    return rewriting->base.failed ? 0 : number;
}

/* Return a copy of the runs of |state|, to be freed; NULL without memory. */
static uint32_t *copy_state(const struct rewriting *rewriting, uint32_t state,
                            size_t *count)
{
    size_t length = interned_length(&rewriting->states, state);
    uint32_t *runs = malloc(length);
    if (runs != NULL) {
        memcpy(runs, interned(&rewriting->states, state), length);
    }
    *count = length / sizeof *runs;
    return runs;
}

void ddds_rewriting_step_run(struct rewriting *rewriting, uint32_t number,
                             unsigned char octet, bool is_begin)
{
    struct match_run run;
    ddds_runs_copy(rewriting, number, &run);
    if (run.phase == PHASE_BEFORE) {
        step_before(rewriting, &run, octet, is_begin);
    } else if (run.phase == PHASE_WITHIN) {
        step_within(rewriting, &run, octet);
    } else {
        step_after(rewriting, &run, octet);
    }
}

static uint32_t make_step(struct rewriting *rewriting, uint32_t state,
                          unsigned char octet)
{
    size_t count;
    uint32_t *runs = copy_state(rewriting, state, &count);
    rewriting->base.failed |= runs == NULL ? READER_NO_MEMORY : 0;
    rewriting->list_count = 0;
    for (size_t i = 1; !rewriting->base.failed && i < count; i++) {
        ddds_rewriting_step_run(rewriting, runs[i], octet, runs[0] != 0);
    }
    free(runs);
    rewriting->base.failed |= rewriting->output->failed;
    return rewriting->base.failed ? 0 : keep_state(rewriting, false);
}

static uint32_t step(struct reader *reader, uint32_t state, unsigned char octet)
{
    struct rewriting *rewriting = (struct rewriting *)reader;
    uint32_t *kept = ddds_memo_place(&rewriting->memo, reader, state, octet);
    if (kept != NULL && *kept != MEMO_UNKNOWN) {
        return *kept;
    }
    uint32_t next = reader->failed ? 0 : make_step(rewriting, state, octet);
    if (kept != NULL && !reader->failed) {
        *kept = next;
    }
    return next;
}

/* ---- Labels -------------------------------------------------------------- */

/* Add the runs that end the match of |run|, which waits for the end of the
 * string. */
static void end_within(struct rewriting *rewriting, const struct match_run *run,
                       bool is_empty)
{
    if (rewriting->automaton->states[run->state].kind != AUTOMATON_END ||
        ddds_runs_end(rewriting, run->early, is_empty) ||
        ddds_runs_end(rewriting, run->better, is_empty)) {
        return;
    }
    struct run_paths paths = {.rewriting = rewriting,
                              .run = *run,
                              .is_begin = is_empty,
                              .is_end = true};
    ddds_runs_follow(&paths, (uint16_t)run->state);
}

/* Return true if the string may end here with the match of |run|. */
static bool survives(const struct rewriting *rewriting,
                     const struct match_run *run, bool is_empty)
{
    return (run->phase == PHASE_ENDED || run->phase == PHASE_AFTER) &&
           !ddds_runs_end(rewriting, run->early, is_empty) &&
           (run->phase == PHASE_AFTER ||
            !ddds_runs_end(rewriting, run->better, is_empty));
}

bool ddds_rewriting_end_run(struct rewriting *rewriting, uint32_t number,
                            bool is_empty, uint32_t *output)
{
    struct match_run run;
    bool has_ended = false;
    ddds_runs_copy(rewriting, number, &run);
    rewriting->list_count = 0;
    if (survives(rewriting, &run, is_empty)) {
        *output = run.output;
        return true;
    }
    if (run.phase == PHASE_WITHIN) {
        end_within(rewriting, &run, is_empty);
    }
    for (uint32_t i = 0; i < rewriting->list_count && !has_ended; i++) {
        ddds_runs_copy(rewriting, rewriting->list[1 + i], &run);
        has_ended = run.phase == PHASE_ENDED;
        *output = run.output;
    }
    return has_ended;
}

static uint32_t label(struct reader *reader, uint32_t state)
{
    struct rewriting *rewriting = (struct rewriting *)reader;
    uint32_t *kept =
        ddds_memo_place(&rewriting->memo, reader, state, MEMO_LABEL);
    size_t count;
    uint32_t output;
    if (kept != NULL && *kept != MEMO_UNKNOWN) {
        return *kept;
    }
    uint32_t found = rewriting->unmatched;
    uint32_t *runs = copy_state(rewriting, state, &count);
    reader->failed |= runs == NULL ? READER_NO_MEMORY : 0;
    for (size_t i = 1; !reader->failed && i < count; i++) {
        if (ddds_rewriting_end_run(rewriting, runs[i], runs[0] != 0, &output)) {
            found = run_is_labelled(rewriting)
                        ? output
                        : reader_label(rewriting->output, output);
        }
    }
    free(runs);
    reader->failed |= rewriting->output->failed;
    if (kept != NULL && !reader->failed) {
        *kept = found;
    }
    return found;
}

static void free_rewriting(struct reader *reader)
{
    struct rewriting *rewriting = (struct rewriting *)reader;
    ddds_intern_free(&rewriting->sets);
    ddds_intern_free(&rewriting->runs);
    ddds_intern_free(&rewriting->states);
    ddds_arena_free(&rewriting->arena);
    for (size_t i = 0; i < PIECES; i++) {
        ddds_intern_free(&rewriting->guesses[i]);
    }
    free(rewriting->list);
    free(rewriting->memo.found);
    free(rewriting->set_steps.found);
    free(rewriting);
}

static const struct reader_class methods = {step, label, free_rewriting};

/* ---- Making -------------------------------------------------------------- */

/* Add the states that |from| leads to: with any octets, or with none. */
static void reach(const struct automaton *automaton, uint16_t from,
                  bool takes_octets, automaton_set found[AUTOMATON_WORDS])
{
    uint16_t waiting[2 * AUTOMATON_STATES + 2];
    size_t count = 0;
    waiting[count++] = from;
    while (count > 0) {
        const struct automaton_state *state =
            &automaton->states[waiting[--count]];
        uint16_t after[2] = {state->next, state->kind == AUTOMATON_FORK
                                              ? state->other
                                              : state->next};
        bool goes_on = state->kind != AUTOMATON_MATCH &&
                       (takes_octets || state->kind != AUTOMATON_OCTET);
        for (size_t i = 0; goes_on && i < 2; i++) {
            if (!run_set_has(found, after[i])) {
                found[after[i] / 64] |= UINT64_C(1) << after[i] % 64;
                waiting[count++] = after[i];
            }
        }
    }
}

/* Return true if a state leads to itself without an octet. */
static bool has_empty_loop(const struct automaton *automaton)
{
    for (uint16_t i = 0; i < automaton->count; i++) {
        automaton_set found[AUTOMATON_WORDS] = {0};
        reach(automaton, i, false, found);
        if (run_set_has(found, i) &&
            automaton->states[i].kind != AUTOMATON_MATCH) {
            return true;
        }
    }
    return false;
}

/* Return the bit set of groups that may have another round. */
static uint32_t find_repeated(const struct automaton *automaton)
{
    uint32_t repeated = 0;
    for (uint16_t i = 0; i < automaton->count; i++) {
        const struct automaton_state *state = &automaton->states[i];
        automaton_set found[AUTOMATON_WORDS] = {0};
        if (state->kind != AUTOMATON_MARK || state->other % 2 != 0) {
            continue;
        }
        reach(automaton, i, true, found);
        for (uint16_t k = 0; k < automaton->count; k++) {
            const struct automaton_state *other = &automaton->states[k];
            if (run_set_has(found, k) && other->kind == AUTOMATON_MARK &&
                other->other == state->other) {
                repeated |= 1U << state->other / 2;
            }
        }
    }
    return repeated;
}

unsigned ddds_rewriting_groups(const ddds_substitution *by)
{
    unsigned groups = 0;
    for (unsigned i = 0; i + 1 < by->piece_count; i++) {
        groups |= 1U << by->pieces[i].group;
    }
    return groups;
}

/* Return the label of the constant output. */
static uint32_t label_constant(const struct ddds_substitution *by,
                               struct reader *output)
{
    return reader_label(output, reader_run(output, output->start, by->literal,
                                           by->literal_length));
}

/* Return true if a match may begin after the first octet: the expression is not
 * anchored. */
static bool may_begin_later(const struct automaton *automaton)
{
    automaton_set set[AUTOMATON_WORDS] = {0};
    ddds_automaton_close(automaton, START, false, set);
    for (uint16_t i = 0; i < automaton->count; i++) {
        enum automaton_state_kind kind = automaton->states[i].kind;
        if (run_set_has(set, i) &&
            (kind == AUTOMATON_OCTET || kind == AUTOMATON_END ||
             kind == AUTOMATON_MATCH)) {
            return true;
        }
    }
    return false;
}

static struct reader *begin(const struct ddds_substitution *by,
                            struct reader *output, enum rewriting_use use,
                            const char *hint, const struct arena *arena,
                            const struct automaton *automaton)
{
    struct rewriting *rewriting = calloc(1, sizeof *rewriting);
    size_t room = 0;
    uint32_t *list = ddds_grow(NULL, 0, &room, sizeof *list);
    if (rewriting == NULL || list == NULL) {
        struct arena own = *arena;
        ddds_arena_free(&own);
        free(rewriting);
        free(list);
        return NULL;
    }
    rewriting->list = list;
    rewriting->list_room = room;
    rewriting->base.methods = &methods;
    rewriting->arena = *arena;
    rewriting->automaton = automaton;
    rewriting->output = output;
    rewriting->keeps = use == REWRITING_PART;
    rewriting->hint = hint;
    rewriting->unmatched = use == REWRITING_RULE ? LABEL_NO_MATCH : 0;
    rewriting->by = by;
    rewriting->count = by->piece_count - 1U;
    rewriting->repeated = find_repeated(automaton);
    memcpy(rewriting->base.classes, output->classes, sizeof output->classes);
    rewriting->base.class_count = output->class_count;
    ddds_match_classes(&rewriting->base, automaton);
    const automaton_set none[AUTOMATON_WORDS] = {0};
    struct match_run run = {.phase = PHASE_BEFORE, .output = output->start};
    run.early = ddds_runs_keep_set(rewriting, none);
    if (may_begin_later(automaton)) {
        ddds_runs_add(rewriting, &run);
    }
    ddds_runs_begin(rewriting, run.early, run.output, true);
    rewriting->base.start = keep_state(rewriting, true);
    return &rewriting->base;
}

struct reader *ddds_rewriting_new(const ddds_substitution *by,
                                  struct reader *output,
                                  enum rewriting_fault *fault)
{
    return ddds_rewriting_make(by, output, REWRITING_RULE, NULL, fault);
}

struct reader *ddds_rewriting_make(const ddds_substitution *by,
                                   struct reader *output,
                                   enum rewriting_use use, const char *hint,
                                   enum rewriting_fault *fault)
{
    struct arena arena = {.next = NULL};
    *fault = REWRITING_OK;
    if (by->status != DDDS_OK || by->piece_count > PIECES + 1) {
        *fault = by->status != DDDS_OK ? REWRITING_INVALID : REWRITING_TOO_LONG;
        return NULL;
    }
    const struct automaton *automaton = ddds_automaton_new_marked(
        &arena, by->ere, by->ignores_case, ddds_rewriting_groups(by));
    if (automaton == NULL) {
        const char *at = by->ere;
        for (; (unsigned char)*at - 1U < 0x7f; at++) {
        }
        *fault = arena.failed  ? REWRITING_NO_MEMORY
                 : *at != '\0' ? REWRITING_NOT_ASCII
                               : REWRITING_TOO_LARGE;
    } else if (!by->is_constant && has_empty_loop(automaton)) {
        *fault = REWRITING_EMPTY_LOOP;
    }
    uint32_t label = by->is_constant ? label_constant(by, output) : 0;
    if (output->failed) {
        *fault = (output->failed & READER_NO_MEMORY) != 0 ? REWRITING_NO_MEMORY
                                                          : REWRITING_TOO_LARGE;
    }
    if (*fault != REWRITING_OK) {
        ddds_arena_free(&arena);
        return NULL;
    }
    struct reader *reader =
        by->is_constant
            ? ddds_match_reader_new(&arena, automaton, label,
                                    use == REWRITING_RULE ? LABEL_NO_MATCH : 0)
            : begin(by, output, use, hint, &arena, automaton);
    *fault = reader == NULL ? REWRITING_NO_MEMORY : REWRITING_OK;
    return reader;
}

const char *ddds_rewriting_explain(enum rewriting_fault fault)
{
    static const char *const texts[] = {
        [REWRITING_OK] = "",
        [REWRITING_NO_MEMORY] = "out of memory",
        [REWRITING_INVALID] = "the expression is invalid",
        [REWRITING_TOO_LARGE] = "the expression is too large",
        [REWRITING_NOT_ASCII] = "the expression is not ASCII",
        [REWRITING_EMPTY_LOOP] =
            "the expression repeats what may be empty, and captures groups",
        [REWRITING_TOO_LONG] = "the replacement has too many back-references",
    };
    return texts[fault];
}
