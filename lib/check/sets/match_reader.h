/* Readers of the strings that an expression matches: its automaton, made
 * deterministic as far as it is followed.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_SETS_MATCH_READER_H
#define CHECK_SETS_MATCH_READER_H

#include <stdbool.h>

#include "base/arena.h"
#include "check/sets/automaton.h"
#include "check/sets/dfa_reader.h"
#include "check/sets/intern.h"

/* The label of strings that an expression does not match. */
enum { LABEL_NO_MATCH = 1 };

/* States of these readers: the expression matches no continuation, or all. */
enum { MATCH_NEVER = 0, MATCH_ALWAYS = 1 };

/* Make a reader that has |label| for the strings that |automaton| matches, and
 * |unmatched| for others. |arena| holds the automaton and is freed with the reader. NULL if allocation
 * fails; the arena is then freed. */
struct reader *ddds_match_reader_new(const struct arena *arena,
                                     const struct automaton *automaton,
                                     uint32_t label, uint32_t unmatched);

/* Let the classes of |reader| distinguish the octets that |automaton| does. */
void ddds_match_classes(struct reader *reader,
                        const struct automaton *automaton);

/* Readers of expressions, each made once. All zero is empty. */
struct match_readers {
    struct intern texts;
    struct kept_reader *kept; /* by the number of its text */
    size_t room;
    size_t all_states;  /* of their automata */
    size_t states;      /* likewise, of those found since it was set to 0 */
    size_t made;        /* states of the readers */
    bool no_memory;     /* an allocation failed */
    size_t next;        /* of |recent| to replace */
    uint32_t recent[4]; /* numbers: owners ask for the same few again */
};

/* Return the reader of the ERE of |length| octets at |ere|, which
 * ddds_ere_read accepts; its label of matches is 2. NULL if it has more states
 * than an automaton may have, or than |most| with those found before; if it is
 * not ASCII; or if allocation fails. */
struct reader *ddds_match_readers_find(struct match_readers *readers,
                                       const char *ere, size_t length,
                                       bool ignores_case, size_t most);

/* Free the readers, and the memory. */
void ddds_match_readers_free(struct match_readers *readers);

#endif
