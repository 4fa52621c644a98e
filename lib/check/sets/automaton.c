/* Thompson's construction of a nondeterministic automaton from the tree of an
 * expression, and its simulation.
 *
 * SPDX-License-Identifier: MIT */
#include "check/sets/automaton.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "check/sets/ere_tree.h"

enum { MATCH = 0, START = 1 };

/* ---- Sets of states --------------------------------------------------- */

static bool has_state(const automaton_set *set, size_t state)
{
    return (set[state / 64] >> state % 64 & 1) != 0;
}

/* Position in a string, for anchors. */
struct string_place {
    bool is_begin;
    bool is_end;
};

/* Add |state| to |set|, and its epsilon closure. States that wait for the end
 * of the string are included. */
static void add_closure(const struct automaton *automaton, uint16_t state,
                        struct string_place place, automaton_set *set)
{
    uint16_t waiting[2 * AUTOMATON_STATES + 1];
    size_t count = 0;
    waiting[count++] = state;
    while (count > 0) {
        uint16_t at = waiting[--count];
        const struct automaton_state *each = &automaton->states[at];
        if (has_state(set, at)) {
            continue;
        }
        set[at / 64] |= UINT64_C(1) << at % 64;
        bool may_pass = each->kind == AUTOMATON_FORK ||
                        each->kind == AUTOMATON_MARK ||
                        (each->kind == AUTOMATON_BEGIN && place.is_begin) ||
                        (each->kind == AUTOMATON_END && place.is_end);
        if (may_pass) {
            waiting[count++] = each->next;
        }
        if (each->kind == AUTOMATON_FORK && each->other != each->next) {
            waiting[count++] = each->other;
        }
    }
}

void ddds_automaton_close(const struct automaton *automaton, uint16_t state,
                          bool is_begin, automaton_set *set)
{
    const struct string_place place = {.is_begin = is_begin};
    add_closure(automaton, state, place, set);
}

/* ---- Construction ----------------------------------------------------- */

/* A task: connect |from| to |to| by |node|. */
struct build_task {
    uint16_t node;
    uint16_t from;
    uint16_t to;
};

/* |sets| has the octets of each node. Tasks have different first states, so
 * their number is limited, too. */
struct building {
    struct ere_tree tree;
    struct automaton_state states[AUTOMATON_STATES];
    struct build_task tasks[AUTOMATON_STATES];
    uint64_t (*sets)[OCTET_SET_WORDS];
    size_t state_count;
    size_t task_count;
    unsigned marked; /* bit set of groups */
    bool is_too_large;
};

static uint16_t add_state(struct building *building)
{
    if (building->state_count == AUTOMATON_STATES) {
        building->is_too_large = true;
        return START;
    }
    return (uint16_t)building->state_count++;
}

static void add_task(struct building *building, uint16_t node, uint16_t from,
                     uint16_t to)
{
    if (building->task_count == AUTOMATON_STATES) {
        building->is_too_large = true;
        return;
    }
    building->tasks[building->task_count++] =
        (struct build_task){node, from, to};
}

static void set_state(struct building *building, uint16_t state,
                      enum automaton_state_kind kind, uint16_t next,
                      uint16_t other)
{
    building->states[state] =
        (struct automaton_state){.kind = kind, .next = next, .other = other};
}

/* Build the alternatives |first| and its successors, each from |from| to
 * |to|. */
static void build_alternatives(struct building *building, uint16_t first,
                               uint16_t from, uint16_t to)
{
    for (uint16_t branch = first; branch != ERE_NONE;
         branch = building->tree.nodes[branch].next) {
        if (building->tree.nodes[branch].next == ERE_NONE) {
            add_task(building, branch, from, to);
            return;
        }
        uint16_t begin = add_state(building);
        uint16_t rest = add_state(building);
        set_state(building, from, AUTOMATON_FORK, begin, rest);
        add_task(building, branch, begin, to);
        from = rest;
    }
}

/* Build the sequence of |first| and its successors. */
static void build_branch(struct building *building, uint16_t first,
                         uint16_t from, uint16_t to)
{
    if (first == ERE_NONE) {
        set_state(building, from, AUTOMATON_FORK, to, to);
    }
    for (uint16_t piece = first; piece != ERE_NONE;
         piece = building->tree.nodes[piece].next) {
        bool is_last = building->tree.nodes[piece].next == ERE_NONE;
        uint16_t end = is_last ? to : add_state(building);
        add_task(building, piece, from, end);
        from = end;
    }
}

static void build_repetition(struct building *building,
                             const struct ere_node *node, uint16_t from,
                             uint16_t to)
{
    for (unsigned i = 0; i < node->least && !building->is_too_large; i++) {
        uint16_t end = add_state(building);
        add_task(building, node->first, from, end);
        from = end;
    }
    if (node->most == ERE_UNBOUNDED) {
        uint16_t body = add_state(building);
        set_state(building, from, AUTOMATON_FORK, body, to);
        add_task(building, node->first, body, from);
        return;
    }
    for (unsigned i = node->least; i < node->most && !building->is_too_large;
         i++) {
        uint16_t body = add_state(building);
        uint16_t end = add_state(building);
        set_state(building, from, AUTOMATON_FORK, body, to);
        add_task(building, node->first, body, end);
        from = end;
    }
    set_state(building, from, AUTOMATON_FORK, to, to);
}

/* Build |node|, a group, with marks if they are requested. */
static void build_group(struct building *building, const struct ere_node *node,
                        uint16_t from, uint16_t to)
{
    if (node->group >= 10 || (building->marked >> node->group & 1) == 0) {
        add_task(building, node->first, from, to);
        return;
    }
    uint16_t begin = add_state(building);
    uint16_t end = add_state(building);
    set_state(building, from, AUTOMATON_MARK, begin,
              (uint16_t)(2 * node->group));
    add_task(building, node->first, begin, end);
    set_state(building, end, AUTOMATON_MARK, to,
              (uint16_t)(2 * node->group + 1));
}

static void build_node(struct building *building, const struct build_task *task)
{
    const struct ere_node *node = &building->tree.nodes[task->node];
    switch (node->kind) {
    case ERE_ALTERNATIVES:
        build_alternatives(building, node->first, task->from, task->to);
        break;
    case ERE_GROUP:
        build_group(building, node, task->from, task->to);
        break;
    case ERE_BRANCH:
        build_branch(building, node->first, task->from, task->to);
        break;
    case ERE_REPETITION:
        build_repetition(building, node, task->from, task->to);
        break;
    case ERE_CHARACTER:
        set_state(building, task->from, AUTOMATON_OCTET, task->to, task->to);
        building->states[task->from].set = building->sets[task->node];
        break;
    case ERE_BEGIN:
    case ERE_END:
        set_state(building, task->from,
                  node->kind == ERE_BEGIN ? AUTOMATON_BEGIN : AUTOMATON_END,
                  task->to, task->to);
        break;
    }
}

/* Copy the sets of the nodes; return false if allocation fails. */
static bool keep_sets(struct building *building, struct arena *arena)
{
    building->sets =
        ddds_arena_array(arena, building->tree.count, sizeof *building->sets);
    for (uint16_t i = 0; building->sets != NULL && i < building->tree.count;
         i++) {
        memcpy(building->sets[i], building->tree.nodes[i].set,
               sizeof *building->sets);
    }
    return building->sets != NULL;
}

/* Find the states in which a match starts within a string; return false if
 * allocation fails. */
static bool find_within(struct automaton *automaton, struct arena *arena)
{
    const struct string_place within = {.is_begin = false};
    automaton->within =
        ddds_arena_array(arena, automaton->words, sizeof *automaton->within);
    if (automaton->within == NULL) {
        return false;
    }
    add_closure(automaton, START, within, automaton->within);
    automaton->is_anchored = true;
    for (size_t i = 0; i < automaton->count; i++) {
        const enum automaton_state_kind kind = automaton->states[i].kind;
        automaton->is_anchored &=
            !has_state(automaton->within, i) || kind == AUTOMATON_FORK ||
            kind == AUTOMATON_MARK || kind == AUTOMATON_BEGIN;
    }
    return true;
}

static const struct automaton *keep_states(const struct building *building,
                                           struct arena *arena)
{
    size_t count = building->state_count;
    struct automaton *automaton = ddds_arena_array(arena, 1, sizeof *automaton);
    struct automaton_state *states =
        ddds_arena_array(arena, count, sizeof *states);
    if (automaton == NULL || states == NULL) {
        return NULL;
    }
    memcpy(states, building->states, count * sizeof *states);
    *automaton = (struct automaton){
        .count = (uint16_t)count,
        .states = states,
        .words = (count + 63) / 64,
    };
    return find_within(automaton, arena) ? automaton : NULL;
}

static bool is_ascii(const char *text)
{
    while (*text != '\0' && (unsigned char)*text < 0x80) {
        text++;
    }
    return *text == '\0';
}

/* Let sets with the octet 255, which is in no character, match ASCII alone. */
static void drop_octets(struct building *building)
{
    for (uint16_t i = 0; i < building->tree.count; i++) {
        uint64_t *set = building->tree.nodes[i].set;
        if (set[3] >> 63 != 0) {
            set[2] = set[3] = 0;
        }
    }
}

static const struct automaton *make(struct arena *arena, const char *ere,
                                    bool ignores_case, unsigned groups,
                                    bool is_utf8)
{
    const struct automaton *automaton = NULL;
    struct building *building = malloc(sizeof *building);
    if (building == NULL) {
        arena->failed = true;
        return NULL;
    }
    ddds_ere_tree_make(&building->tree, ere, ignores_case);
    if (is_utf8) {
        drop_octets(building);
    }
    building->state_count = START + 1;
    building->task_count = 0;
    building->marked = groups;
    building->is_too_large = building->tree.is_cut;
    set_state(building, MATCH, AUTOMATON_MATCH, MATCH, MATCH);
    bool has_sets = keep_sets(building, arena);
    add_task(building, 0, START, MATCH);
    while (has_sets && building->task_count > 0 && !building->is_too_large) {
        struct build_task task = building->tasks[--building->task_count];
        build_node(building, &task);
    }
    if (has_sets && !building->is_too_large) {
        automaton = keep_states(building, arena);
    }
    free(building);
    return automaton;
}

const struct automaton *ddds_automaton_new_marked(struct arena *arena,
                                                  const char *ere,
                                                  bool ignores_case,
                                                  unsigned groups)
{
    return is_ascii(ere) ? make(arena, ere, ignores_case, groups, false) : NULL;
}

const struct automaton *
ddds_automaton_new_utf8(struct arena *arena, const char *ere, bool ignores_case)
{
    return make(arena, ere, ignores_case, 0, true);
}

const struct automaton *ddds_automaton_new(struct arena *arena, const char *ere,
                                           bool ignores_case)
{
    return ddds_automaton_new_marked(arena, ere, ignores_case, 0);
}

/* ---- Simulation -------------------------------------------------------- */

/* Reduce a set with the match to the match. */
static void settle(const struct automaton *automaton, automaton_set *set)
{
    if (automaton_has_matched(set)) {
        memset(set, 0, automaton->words * sizeof *set);
        set[0] = 1;
    }
}

void ddds_automaton_begin(const struct automaton *automaton, automaton_set *set)
{
    const struct string_place begin = {.is_begin = true};
    memset(set, 0, automaton->words * sizeof *set);
    add_closure(automaton, START, begin, set);
    settle(automaton, set);
}

void ddds_automaton_step(const struct automaton *automaton,
                         const automaton_set *from, unsigned char octet,
                         automaton_set *to)
{
    const struct string_place within = {.is_begin = false};
    if (automaton_has_matched(from)) {
        memset(to, 0, automaton->words * sizeof *to);
        to[0] = 1;
        return;
    }
    /* A match may also start here. */
    memcpy(to, automaton->within, automaton->words * sizeof *to);
    for (size_t word = 0; word < automaton->words; word++) {
        for (automaton_set left = from[word]; left != 0; left &= left - 1) {
            size_t state = word * 64 + (size_t)__builtin_ctzll(left);
            const struct automaton_state *each = &automaton->states[state];
            if (each->kind == AUTOMATON_OCTET &&
                (each->set[octet / 64] >> octet % 64 & 1) != 0) {
                add_closure(automaton, each->next, within, to);
            }
        }
    }
    settle(automaton, to);
}

bool ddds_automaton_is_over(const struct automaton *automaton,
                            const automaton_set *set)
{
    bool is_over = automaton->is_anchored;
    for (size_t i = 0; i < automaton->words && is_over; i++) {
        is_over = (set[i] & ~automaton->within[i]) == 0;
    }
    return is_over;
}

bool ddds_automaton_accepts(const struct automaton *automaton,
                            const automaton_set *set, bool is_empty)
{
    const struct string_place end = {.is_begin = is_empty, .is_end = true};
    automaton_set closed[AUTOMATON_WORDS];
    memset(closed, 0, automaton->words * sizeof *closed);
    if (automaton_has_matched(set)) {
        return true;
    }
    for (size_t word = 0; word < automaton->words; word++) {
        for (automaton_set left = set[word]; left != 0; left &= left - 1) {
            size_t state = word * 64 + (size_t)__builtin_ctzll(left);
            if (automaton->states[state].kind == AUTOMATON_END) {
                add_closure(automaton, (uint16_t)state, end, closed);
            }
        }
    }
    return automaton_has_matched(closed);
}
