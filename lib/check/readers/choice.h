/* Combinations of two readers, by the label of the first.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_READERS_CHOICE_H
#define CHECK_READERS_CHOICE_H

#include "check/sets/dfa_reader.h"

/* Labels of inputs. Those from INPUT_GOOD on are accepted; each higher bit is
 * for a condition, and set if the input meets it. */
enum input_label {
    INPUT_BAD = 1, /* the application rejects it */
    INPUT_UNSURE,  /* the proof does not support it */
    INPUT_GOOD,
};

/* The combined label, from the labels of the first and the second reader. The
 * condition is that the first has OUTPUT_GOOD. */
enum choice {
    CHOICE_FIRST,  /* the first; the second if the first is 0 */
    CHOICE_IF,     /* the second on the condition, else 0 */
    CHOICE_CHECK,  /* likewise, else INPUT_UNSURE or INPUT_BAD, as the first */
    CHOICE_NOTE,   /* the second, with a bit for the condition */
    CHOICE_ANSWER, /* likewise, and accepted on the condition */
    CHOICE_REFUSE, /* INPUT_BAD on the condition, else the second */
    CHOICE_UNSURE, /* INPUT_UNSURE on the condition, else the second */
    CHOICE_DOUBT,  /* likewise, unless the second is INPUT_BAD */
    CHOICE_PORT,   /* INPUT_BAD if the first is OUTPUT_BAD, else the second */
    CHOICE_OTHER,  /* the first; 0 if both are equal */
};

/* Make a combination of both readers, which must outlive it. The caller frees
 * it. NULL if allocation fails. */
struct reader *ddds_choice_new(enum choice choice, struct reader *first,
                               struct reader *second);

#endif
