/* Runs that follow the match of an expression, and its captures: the states of
 * rewriting.c.
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
    GUESSES = 4096,        /* states of an output's reader that are guessed */
    RUNS = 1 << 16,        /* of one state */
    RUNS_IN_ALL = 1 << 21, /* in all states of a reader: some seconds */
    MARKS = 2 * (9 + 255), /* of one path between two octets */
    MATCH = 0,
    START = 1,
    UNKNOWN = UINT32_MAX, /* a transition that was not made yet */
};

enum phase {
    PHASE_BEFORE, /* no match has begun */
    PHASE_WITHIN, /* at |state| */
    PHASE_ENDED,  /* the match ends here */
    PHASE_AFTER,
};

enum capture { CAPTURE_NONE, CAPTURE_OPEN, CAPTURE_DONE };

/* A back-reference: the reader's states before and after the captured
 * octets. */
struct captured {
    uint32_t status;
    uint32_t begin;
    uint32_t now;
};

/* Sets are numbers. |front| back-references are captured, and the output with
 * what follows them leads to |output|. |skipped| has a bit for each group of
 * which another round is to come. After the end, |output| is the whole output,
 * and |early| has all rivals. */
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
    bool keeps;         /* what is not captured is read by |output|, too */
    uint32_t unmatched; /* the label of strings that do not match */
    uint32_t count;     /* of back-references */
    uint32_t repeated;  /* groups of which there may be another round */
    struct intern sets;
    struct intern runs;
    struct intern states; /* 1 for the empty string, then the runs, sorted */
    uint32_t *steps;      /* from each state with each class, or UNKNOWN */
    size_t step_room;
    const char *hint;  /* the captures of all groups but the last, or NULL */
    uint32_t *guesses; /* all states of the output's reader; made if needed */
    uint32_t guess_count;
    uint32_t *list; /* the state that is made: 1 + RUNS places */
    uint32_t list_count;
    uint32_t followed; /* runs, of all states */
};

/* A state that is to be visited, after the first |marks| marks. */
struct path_visit {
    uint16_t state;
    uint16_t marks;
};

/* The paths from a state to those that wait for an octet or the end, or to the
 * match, in the order of Perl's matchers. */
struct run_paths {
    struct rewriting *rewriting;
    struct match_run run; /* at the begin */
    bool is_begin;
    bool is_end;
    automaton_set better[AUTOMATON_WORDS];
    automaton_set visited[AUTOMATON_WORDS];
    struct path_visit stack[AUTOMATON_STATES + 1];
    size_t depth;
    uint16_t marks[MARKS];
};

static inline bool run_set_has(const automaton_set *set, uint32_t state)
{
    return (set[state / 64] >> state % 64 & 1) != 0;
}

/* Copy the set |number|. */
void ddds_runs_copy_set(const struct rewriting *rewriting, uint32_t number,
                        automaton_set set[AUTOMATON_WORDS]);

/* Return the number of |set|. */
uint32_t ddds_runs_keep_set(struct rewriting *rewriting,
                            const automaton_set *set);

/* Drop the states of |set| that wait for nothing. */
void ddds_runs_keep_waiting(const struct rewriting *rewriting,
                            automaton_set *set);

/* Add the states after |octet| of those in |from|. */
void ddds_runs_step_set(const struct rewriting *rewriting,
                        const automaton_set *from, unsigned char octet,
                        automaton_set *to);

/* Return the set after |octet| of the set |number|. |*has_match| says whether
 * one of its states is the match. */
uint32_t ddds_runs_step(struct rewriting *rewriting, uint32_t number,
                        unsigned char octet, bool *has_match);

/* Return the union of two sets. */
uint32_t ddds_runs_join(struct rewriting *rewriting, uint32_t one,
                        uint32_t other);

/* Return true if the set |number| matches where the string ends. */
bool ddds_runs_end(const struct rewriting *rewriting, uint32_t number,
                   bool is_empty);

/* Return the number of |run|; 0 if that fails. */
uint32_t ddds_runs_keep(struct rewriting *rewriting,
                        const struct match_run *run);

/* List |run| among those of the state that is made. */
void ddds_runs_add(struct rewriting *rewriting, const struct match_run *run);

/* Copy the run |number|. */
void ddds_runs_copy(const struct rewriting *rewriting, uint32_t number,
                    struct match_run *run);

/* Follow all paths from the state |from|, and list the runs at their ends. */
void ddds_runs_follow(struct run_paths *paths, uint16_t from);

/* List the runs after |octet| of the run |number|, which |is_begin| if the octet
 * is the first. */
void ddds_rewriting_step_run(struct rewriting *rewriting, uint32_t number,
                             unsigned char octet, bool is_begin);

/* Return true if the run |number| matches where the string ends, which
 * |is_empty| or not; |*output| is then the state of the whole output. */
bool ddds_rewriting_end_run(struct rewriting *rewriting, uint32_t number,
                            bool is_empty, uint32_t *output);

/* List the runs whose match begins here, where the reader of the output is at
 * |output|; |early| are those that began before. */
void ddds_runs_begin(struct rewriting *rewriting, uint32_t early,
                     uint32_t output, bool is_begin);

#endif
