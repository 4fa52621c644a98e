/* States of rewriting.c: runs that simulate the match of an expression, and its
 * captures.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_READERS_MATCH_RUNS_H
#define CHECK_READERS_MATCH_RUNS_H

#include "base/arena.h"
#include "check/sets/automaton.h"
#include "check/sets/dfa_reader.h"
#include "check/sets/intern.h"
#include "rule/substitution.h"

enum {
    PIECES = 9,            /* back-references of a replacement */
    GUESSES = 4096,        /* limit on states guessed for a back-reference */
    OUTPUTS = 1 << 16,     /* limit on states that lead to guesses */
    RUNS = 1 << 16,        /* limit for a state */
    RUNS_IN_ALL = 3 << 21, /* limit for all states of a reader: some seconds */
    MARKS = 2 * (9 + 255), /* maximum for a path between two octets */
    MATCH = 0,
    START = 1,
};

enum phase {
    PHASE_BEFORE, /* before the match */
    PHASE_WITHIN, /* at |state| */
    PHASE_ENDED,  /* the match ends here */
    PHASE_AFTER,
};

enum capture { CAPTURE_NONE, CAPTURE_OPEN, CAPTURE_DONE };

/* A back-reference: states of the reader before and after the captured
 * octets. */
struct captured {
    uint32_t status;
    uint32_t begin;
    uint32_t now;
};

/* Sets are stored as numbers. |front| back-references are captured, and the
 * output up to the next leads to |output|. |skipped| is the bit set of groups
 * that must have another round. After the match, |output| is complete, and
 * |early| has all rivals. */
struct match_run {
    uint32_t phase;
    uint32_t state;
    uint32_t early;
    uint32_t better;
    uint32_t all;
    uint32_t skipped;
    uint32_t front;
    uint32_t output;
    struct captured pieces[PIECES];
};

struct rewriting {
    struct reader base;
    struct arena arena;
    const struct automaton *automaton;
    struct reader *output;
    const struct ddds_substitution *by;
    bool keeps;         /* |output| also reads the text outside of captures */
    uint32_t unmatched; /* label of strings that do not match */
    uint32_t count;     /* number of back-references */
    uint32_t repeated;  /* bit set of groups that may have another round */
    struct intern sets;
    struct intern runs;
    struct intern states; /* 1 for the empty string; then the sorted runs */
    struct reader_memo memo;
    struct reader_memo set_steps; /* of |sets|: 2 * the set + 1 if it matches */
    const char *hint; /* capture of all groups except the last, or NULL */
    struct intern guesses[PIECES]; /* states of |output| at the start of each
                                      back-reference but the first; empty
                                      before first use */
    uint32_t *list;                /* new state: 1 + |list_count| numbers */
    uint32_t list_count;
    size_t list_room;
    uint32_t followed; /* runs in all states */
};

struct path_stack;

/* The paths from a state to the match, or to states that wait for an octet or
 * the end, in the order of Perl's matchers. */
struct run_paths {
    struct rewriting *rewriting;
    struct match_run run; /* at the start */
    bool is_begin;
    bool is_end;
    automaton_set better[AUTOMATON_WORDS];
    struct path_stack *stack; /* while they are followed */
};

static inline bool run_set_has(const automaton_set *set, uint32_t state)
{
    return (set[state / 64] >> state % 64 & 1) != 0;
}

/* Return true if the |output| of a run is a label once it is complete, so that
 * the runs of outputs with one label are the same. */
static inline bool run_is_labelled(const struct rewriting *rewriting)
{
    return !rewriting->keeps && !rewriting->output->is_unguessable;
}

/* Copy the set |number|. */
void ddds_runs_copy_set(const struct rewriting *rewriting, uint32_t number,
                        automaton_set set[AUTOMATON_WORDS]);

/* Return the number of |set|. */
uint32_t ddds_runs_keep_set(struct rewriting *rewriting,
                            const automaton_set *set);

/* Keep the match in |set|, and states that wait for an octet or the end. */
void ddds_runs_keep_waiting(const struct rewriting *rewriting,
                            automaton_set *set);

/* Add the states after |octet| that follow those in |from|. */
void ddds_runs_step_set(const struct rewriting *rewriting,
                        const automaton_set *from, unsigned char octet,
                        automaton_set *to);

/* Return the set after |octet| of the set |number|. |*has_match|: it contains
 * the match. */
uint32_t ddds_runs_step(struct rewriting *rewriting, uint32_t number,
                        unsigned char octet, bool *has_match);

/* Return the union of two sets. */
uint32_t ddds_runs_join(struct rewriting *rewriting, uint32_t one,
                        uint32_t other);

/* Return true if the set |number| matches at the end of the string. */
bool ddds_runs_end(const struct rewriting *rewriting, uint32_t number,
                   bool is_empty);

/* Return the number of |run|; 0 if that fails. */
uint32_t ddds_runs_keep(struct rewriting *rewriting,
                        const struct match_run *run);

/* Add |run| to the list of the new state. */
void ddds_runs_add(struct rewriting *rewriting, const struct match_run *run);

/* Copy the run |number|. */
void ddds_runs_copy(const struct rewriting *rewriting, uint32_t number,
                    struct match_run *run);

/* Follow all paths from the state |from|, and add the runs at their ends. */
void ddds_runs_follow(struct run_paths *paths, uint16_t from);

/* Add the successors of the run |number| after |octet|. |is_begin|: the octet
 * is the first. */
void ddds_rewriting_step_run(struct rewriting *rewriting, uint32_t number,
                             unsigned char octet, bool is_begin);

/* Return true if the run |number| matches at the end of the string; |is_empty|:
 * the string is empty. |*output| is then the state of the complete output. */
bool ddds_rewriting_end_run(struct rewriting *rewriting, uint32_t number,
                            bool is_empty, uint32_t *output);

/* Add the runs whose match starts here. The reader of the output is at
 * |output|; |early| are the earlier runs. */
void ddds_runs_begin(struct rewriting *rewriting, uint32_t early,
                     uint32_t output, bool is_begin);

#endif
