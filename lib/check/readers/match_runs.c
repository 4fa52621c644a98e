/* Runs that simulate the match of an expression: their sets of rivals, their
 * captures, and the paths between two octets.
 *
 * SPDX-License-Identifier: MIT */
#include "check/readers/match_runs.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "check/readers/letters.h"

/* ---- Sets ---------------------------------------------------------------- */

void ddds_runs_copy_set(const struct rewriting *rewriting, uint32_t number,
                        automaton_set set[AUTOMATON_WORDS])
{
    memcpy(set, interned(&rewriting->sets, number),
           rewriting->automaton->words * sizeof *set);
}

uint32_t ddds_runs_keep_set(struct rewriting *rewriting,
                            const automaton_set *set)
{
    uint32_t number = ddds_intern(&rewriting->sets, set,
                                  rewriting->automaton->words * sizeof *set);
    rewriting->base.failed |= reader_failure(number, INTERN_FAILED);
    return number == INTERN_FAILED ? 0 : number;
}

void ddds_runs_keep_waiting(const struct rewriting *rewriting,
                            automaton_set *set)
{
    for (size_t i = 0; i < rewriting->automaton->words; i++) {
        for (automaton_set left = set[i]; left != 0; left &= left - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(left);
            enum automaton_state_kind kind =
                rewriting->automaton->states[i * 64 + bit].kind;
            if (kind != AUTOMATON_OCTET && kind != AUTOMATON_END &&
                kind != AUTOMATON_MATCH) {
                set[i] &= ~(UINT64_C(1) << bit);
            }
        }
    }
}

void ddds_runs_step_set(const struct rewriting *rewriting,
                        const automaton_set *from, unsigned char octet,
                        automaton_set *to)
{
    const struct automaton *automaton = rewriting->automaton;
    for (size_t i = 0; i < automaton->words; i++) {
        for (automaton_set left = from[i]; left != 0; left &= left - 1) {
            const struct automaton_state *state =
                &automaton->states[i * 64 + (size_t)__builtin_ctzll(left)];
            if (state->kind == AUTOMATON_OCTET &&
                (state->set[octet / 64] >> octet % 64 & 1) != 0) {
                ddds_automaton_close(automaton, state->next, false, to);
            }
        }
    }
}

uint32_t ddds_runs_step(struct rewriting *rewriting, uint32_t number,
                        unsigned char octet, bool *has_match)
{
    uint32_t *kept =
        ddds_memo_place(&rewriting->set_steps, &rewriting->base, number, octet);
    if (kept != NULL && *kept != MEMO_UNKNOWN) {
        *has_match = *kept % 2 != 0;
        return *kept / 2;
    }
    automaton_set from[AUTOMATON_WORDS];
    automaton_set to[AUTOMATON_WORDS] = {0};
    ddds_runs_copy_set(rewriting, number, from);
    ddds_runs_step_set(rewriting, from, octet, to);
    ddds_runs_keep_waiting(rewriting, to);
    *has_match = automaton_has_matched(to);
    number = ddds_runs_keep_set(rewriting, to);
    if (kept != NULL && rewriting->base.failed == 0) {
        *kept = 2 * number + *has_match;
    }
    return number;
}

uint32_t ddds_runs_join(struct rewriting *rewriting, uint32_t one,
                        uint32_t other)
{
    automaton_set sets[2][AUTOMATON_WORDS];
    ddds_runs_copy_set(rewriting, one, sets[0]);
    ddds_runs_copy_set(rewriting, other, sets[1]);
    for (size_t i = 0; i < rewriting->automaton->words; i++) {
        sets[0][i] |= sets[1][i];
    }
    return ddds_runs_keep_set(rewriting, sets[0]);
}

bool ddds_runs_end(const struct rewriting *rewriting, uint32_t number,
                   bool is_empty)
{
    return ddds_automaton_accepts(rewriting->automaton,
                                  interned(&rewriting->sets, number), is_empty);
}

/* ---- Runs ---------------------------------------------------------------- */

uint32_t ddds_runs_keep(struct rewriting *rewriting,
                        const struct match_run *run)
{
    size_t length = offsetof(struct match_run, pieces) +
                    rewriting->count * sizeof *run->pieces;
    uint32_t number = ddds_intern(&rewriting->runs, run, length);
    rewriting->base.failed |= reader_failure(number, READER_STATES);
    return rewriting->base.failed ? 0 : number;
}

void ddds_runs_add(struct rewriting *rewriting, const struct match_run *run)
{
    uint32_t number = ddds_runs_keep(rewriting, run);
    uint32_t *list = ddds_grow(rewriting->list, 1 + rewriting->list_count,
                               &rewriting->list_room, sizeof *list);
    rewriting->base.failed |= list == NULL ? READER_NO_MEMORY : 0;
    if (rewriting->list_count == RUNS || ++rewriting->followed == RUNS_IN_ALL) {
        rewriting->base.failed |= READER_LIMIT;
    }
    rewriting->list = list != NULL ? list : rewriting->list;
    if (rewriting->base.failed == 0) {
        list[1 + rewriting->list_count++] = number;
    }
}

void ddds_runs_copy(const struct rewriting *rewriting, uint32_t number,
                    struct match_run *run)
{
    *run = (struct match_run){0};
    memcpy(run, interned(&rewriting->runs, number),
           interned_length(&rewriting->runs, number));
}

/* Return the state after the literal that follows |count| back-references; its
 * label if the output is complete, unless that is needed. */
static uint32_t read_literal(const struct rewriting *rewriting, uint32_t count,
                             uint32_t state)
{
    const struct piece *piece = &rewriting->by->pieces[count];
    state = reader_run(rewriting->output, state,
                       rewriting->by->literal + piece->begin, piece->length);
    return count == rewriting->count && run_is_labelled(rewriting)
               ? reader_label(rewriting->output, state)
               : state;
}

/* Guess |state| at the start of back-reference |index|; false if the reader
 * failed. */
static bool guess(struct rewriting *rewriting, uint32_t index, uint32_t state)
{
    uint32_t number =
        ddds_intern(&rewriting->guesses[index], &state, sizeof state);
    rewriting->base.failed |= reader_failure(number, GUESSES);
    return rewriting->base.failed == 0;
}

/* Guess the states at the starts of groups if all earlier groups captured the
 * hint. */
static void list_hints(struct rewriting *rewriting)
{
    uint32_t state = read_literal(rewriting, 0, rewriting->output->start);
    for (uint32_t i = 0; i < rewriting->count && guess(rewriting, i, state);
         i++) {
        state = reader_run(rewriting->output, state, rewriting->hint,
                           strlen(rewriting->hint));
        state = read_literal(rewriting, i + 1, state);
    }
}

/* Add |state| of the output's reader to |states|. */
static void list_output(struct rewriting *rewriting, struct intern *states,
                        uint32_t state)
{
    uint32_t number = ddds_intern(states, &state, sizeof state);
    rewriting->base.failed |= reader_failure(number, OUTPUTS);
}

/* Guess the states after the literal before each back-reference, from all
 * states of the reader of the output. */
static void list_guesses(struct rewriting *rewriting)
{
    struct reader *output = rewriting->output;
    struct intern states = {0};
    rewriting->base.failed |= output->is_unguessable ? READER_LIMIT : 0;
    list_output(rewriting, &states, output->start);
    for (uint32_t i = 0; rewriting->base.failed == 0 && i < states.count; i++) {
        uint32_t state = *(const uint32_t *)interned(&states, i);
        bool is_tried[256] = {false};
        for (unsigned octet = 1; octet < 256; octet++) {
            if (!is_tried[output->classes[octet]]) {
                is_tried[output->classes[octet]] = true;
                list_output(rewriting, &states,
                            reader_step(output, state, (unsigned char)octet));
            }
        }
        for (uint32_t k = 1; k < rewriting->count; k++) {
            (void)guess(rewriting, k, read_literal(rewriting, k, state));
        }
    }
    ddds_intern_free(&states);
    rewriting->base.failed |= output->failed;
}

/* Move |front| beyond complete captures. False if a guess was wrong. */
static bool advance(const struct rewriting *rewriting, struct match_run *run)
{
    while (run->front < rewriting->count) {
        struct captured *piece = &run->pieces[run->front];
        if (piece->status == CAPTURE_NONE) {
            return true;
        }
        if (piece->begin != run->output) {
            return false;
        }
        if (piece->status == CAPTURE_OPEN) {
            return true;
        }
        run->output = read_literal(rewriting, run->front + 1, piece->now);
        *piece = (struct captured){.status = CAPTURE_DONE};
        run->front++;
    }
    return true;
}

/* Return the group of back-reference |index|. */
static uint32_t group_of(const struct rewriting *rewriting, uint32_t index)
{
    return rewriting->by->pieces[index].group;
}

/* Return true if the last round of |group| has begun. */
static bool has_begun(const struct rewriting *rewriting,
                      const struct match_run *run, uint32_t group)
{
    for (uint32_t i = 0; i < rewriting->count; i++) {
        if (group_of(rewriting, i) == group) {
            return run->pieces[i].status != CAPTURE_NONE;
        }
    }
    return false;
}

/* ---- Marks --------------------------------------------------------------- */

/* A path between two octets: its |marks|, which a run processes. */
struct passing {
    struct rewriting *rewriting;
    const uint16_t *marks;
    size_t count;
};

static void pass(const struct passing *passing, size_t at,
                 struct match_run *run);

/* Return the state after a bound of the part, if the text around it is kept. */
static uint32_t read_bound(const struct rewriting *rewriting,
                           unsigned char bound, uint32_t state)
{
    return rewriting->keeps ? reader_step(rewriting->output, state, bound)
                            : state;
}

/* Open the back-references of |group| from |index| on, with all guesses. */
static void open_pieces(const struct passing *passing, size_t at,
                        uint32_t group, uint32_t index,
                        const struct match_run *run)
{
    struct rewriting *rewriting = passing->rewriting;
    struct match_run next = *run;
    while (index < rewriting->count && group_of(rewriting, index) != group) {
        index++;
    }
    if (index == rewriting->count) {
        pass(passing, at, &next);
        return;
    }
    struct captured *piece = &next.pieces[index];
    if (index == run->front) {
        *piece =
            (struct captured){CAPTURE_OPEN, run->output,
                              read_bound(rewriting, PART_BEGIN, run->output)};
        open_pieces(passing, at, group, index + 1, &next);
        return;
    }
    struct intern *guesses = &rewriting->guesses[index];
    if (guesses->count == 0) {
        (rewriting->hint != NULL ? list_hints : list_guesses)(rewriting);
    }
    for (uint32_t i = 0; !rewriting->base.failed && i < guesses->count; i++) {
        piece->status = CAPTURE_OPEN;
        piece->begin = piece->now = *(const uint32_t *)interned(guesses, i);
        open_pieces(passing, at, group, index + 1, &next);
    }
}

/* Start a group, in its last round or in an earlier round. */
static void open_group(const struct passing *passing, size_t at, uint32_t group,
                       const struct match_run *run)
{
    struct rewriting *rewriting = passing->rewriting;
    struct match_run next = *run;
    if (has_begun(rewriting, run, group)) {
        return;
    }
    if ((rewriting->repeated >> group & 1) != 0) {
        next.skipped |= 1U << group;
        pass(passing, at, &next);
    }
    next.skipped = run->skipped & ~(1U << group);
    open_pieces(passing, at, group, 0, &next);
}

static void close_group(const struct rewriting *rewriting, uint32_t group,
                        struct match_run *run)
{
    for (uint32_t i = 0; i < rewriting->count; i++) {
        if (group_of(rewriting, i) == group &&
            run->pieces[i].status == CAPTURE_OPEN) {
            run->pieces[i].status = CAPTURE_DONE;
            run->pieces[i].now =
                read_bound(rewriting, PART_END, run->pieces[i].now);
        }
    }
}

/* End the match of |run|, and complete the output. Return false if a guess was
 * wrong. */
static bool finish(const struct rewriting *rewriting, struct match_run *run)
{
    if (run->skipped != 0) {
        return false;
    }
    for (; run->front < rewriting->count; run->front++) {
        const struct captured *piece = &run->pieces[run->front];
        if (piece->status != CAPTURE_NONE && piece->begin != run->output) {
            return false;
        }
        run->output = read_literal(rewriting, run->front + 1,
                                   piece->status != CAPTURE_NONE ? piece->now
                                                                 : run->output);
    }
    memset(run->pieces, 0, sizeof run->pieces);
    return true;
}

/* Process the marks from |at| on, then add the run. The depth of the recursion
 * is the number of groups on the path, at most nine. */
static void pass(const struct passing *passing, size_t at,
                 struct match_run *run)
{
    struct rewriting *rewriting = passing->rewriting;
    for (; at < passing->count; at++) {
        uint32_t group = passing->marks[at] / 2;
        if (passing->marks[at] % 2 == 0) {
            open_group(passing, at + 1, group, run);
            return;
        }
        close_group(rewriting, group, run);
        if (!advance(rewriting, run)) {
            return;
        }
    }
    if (!advance(rewriting, run) ||
        (run->phase == PHASE_ENDED && !finish(rewriting, run))) {
        return;
    }
    ddds_runs_add(rewriting, run);
}

/* ---- Paths --------------------------------------------------------------- */

/* A state to visit, after the first |marks| marks. */
struct path_visit {
    uint16_t state;
    uint16_t marks;
};

/* The states to visit, those that were visited, and the marks of the path. */
struct path_stack {
    automaton_set visited[AUTOMATON_WORDS];
    struct path_visit visits[AUTOMATON_STATES + 1];
    size_t depth;
    uint16_t marks[MARKS];
};

/* Add a run for the path to |visit|, which waits for an octet, or matches. */
static void arrive(struct run_paths *paths, const struct path_visit *visit)
{
    struct rewriting *rewriting = paths->rewriting;
    if (run_set_has(paths->better, visit->state)) {
        return;
    }
    struct match_run run = paths->run;
    run.better = ddds_runs_keep_set(rewriting, paths->better);
    run.phase = visit->state == MATCH ? PHASE_ENDED : PHASE_WITHIN;
    run.state = visit->state;
    const struct passing passing = {rewriting, paths->stack->marks,
                                    visit->marks};
    pass(&passing, 0, &run);
    paths->better[visit->state / 64] |= UINT64_C(1) << visit->state % 64;
}

static void push(struct path_stack *stack, uint16_t state, uint16_t marks)
{
    if (!run_set_has(stack->visited, state)) {
        stack->visits[stack->depth++] = (struct path_visit){state, marks};
    }
}

static void visit_state(struct run_paths *paths, struct path_visit visit)
{
    struct path_stack *stack = paths->stack;
    const struct automaton_state *state =
        &paths->rewriting->automaton->states[visit.state];
    switch (state->kind) {
    case AUTOMATON_FORK:
        push(stack, state->other, visit.marks);
        push(stack, state->next, visit.marks);
        break;
    case AUTOMATON_MARK:
        if (visit.marks == MARKS) {
            paths->rewriting->base.failed |= READER_LIMIT;
            break;
        }
        stack->marks[visit.marks] = state->other;
        push(stack, state->next, visit.marks + 1);
        break;
    case AUTOMATON_BEGIN:
    case AUTOMATON_END:
        if (state->kind == AUTOMATON_BEGIN ? paths->is_begin : paths->is_end) {
            push(stack, state->next, visit.marks);
        } else if (state->kind == AUTOMATON_END) {
            arrive(paths, &visit);
        }
        break;
    case AUTOMATON_OCTET:
    case AUTOMATON_MATCH:
        arrive(paths, &visit);
        break;
    }
}

/* Follow all paths from |from|. States that an earlier path visited are
 * skipped, because that path is better. */
void ddds_runs_follow(struct run_paths *paths, uint16_t from)
{
    struct path_stack stack;
    memset(stack.visited, 0, sizeof stack.visited);
    stack.depth = 0;
    paths->stack = &stack;
    push(&stack, from, 0);
    while (stack.depth > 0 && !paths->rewriting->base.failed) {
        struct path_visit visit = stack.visits[--stack.depth];
        if (!run_set_has(stack.visited, visit.state)) {
            stack.visited[visit.state / 64] |= UINT64_C(1) << visit.state % 64;
            visit_state(paths, visit);
        }
    }
    paths->stack = NULL;
}

void ddds_runs_begin(struct rewriting *rewriting, uint32_t early,
                     uint32_t output, bool is_begin)
{
    struct run_paths paths = {.rewriting = rewriting, .is_begin = is_begin};
    automaton_set all[AUTOMATON_WORDS] = {0};
    ddds_automaton_close(rewriting->automaton, START, is_begin, all);
    ddds_runs_keep_waiting(rewriting, all);
    paths.run.early = early;
    paths.run.all = ddds_runs_keep_set(rewriting, all);
    paths.run.output = read_literal(rewriting, 0, output);
    ddds_runs_follow(&paths, START);
}
