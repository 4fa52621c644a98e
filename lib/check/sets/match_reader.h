/* Readers of the strings that an expression matches: its automaton, made
 * deterministic lazily.
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

/* Make a reader that labels strings that |automaton| matches |label|, and
 * others |unmatched|. The reader owns |arena|, which contains the automaton.
 * NULL if allocation fails; the arena is then freed. */
struct reader *ddds_match_reader_new(const struct arena *arena,
                                     const struct automaton *automaton,
                                     uint32_t label, uint32_t unmatched);

/* Split the classes of |reader| by the octets that |automaton|
 * distinguishes. */
void ddds_match_classes(struct reader *reader,
                        const struct automaton *automaton);

/* Readers of expressions, each made once. Zero-initialised, it is empty. */
struct match_readers {
    struct intern texts;
    struct kept_reader *kept; /* by the number of the text */
    size_t room;
    struct arena arena; /* of their automata */
    size_t all_states;  /* of these */
    size_t states;      /* states since it was set to 0 */
    size_t made;        /* states of the readers */
    bool no_memory;     /* an allocation failed */
    size_t next;        /* slot of |recent| to replace */
    uint32_t recent[4]; /* numbers; neighbours use the same few */
};

/* Return the reader of the ERE of |length| octets at |ere|, which ddds_ere_read
 * accepts; it labels matches 2. NULL if the expression is not ASCII, if the
 * states exceed the maximum of an automaton, or |most| with those counted
 * before, or if allocation fails. */
struct reader *ddds_match_readers_find(struct match_readers *readers,
                                       const char *ere, size_t length,
                                       bool ignores_case, size_t most);

/* Free the readers, and the memory. */
void ddds_match_readers_free(struct match_readers *readers);

#endif
