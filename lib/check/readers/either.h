/* Readers of two readers: the label of one decides about that of the other.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_READERS_EITHER_H
#define CHECK_READERS_EITHER_H

#include "check/sets/dfa_reader.h"

/* The labels of inputs. Those from INPUT_GOOD on are accepted: a bit for each
 * condition after the highest says whether the input meets it. */
enum input_label {
    INPUT_BAD = 1, /* the application does not accept it */
    INPUT_UNSURE,  /* what the proof does not know */
    INPUT_GOOD,
};

/* The label, from those of the first and the second. A condition is met
 * if the first has OUTPUT_GOOD. */
enum choice {
    CHOICE_FIRST,  /* the first's, or the second's if that is 0 */
    CHOICE_IF,     /* the second's on the condition, else 0 */
    CHOICE_CHECK,  /* the same, else INPUT_UNSURE or INPUT_BAD like the first's
                    */
    CHOICE_NOTE,   /* the second's, with a bit for the condition */
    CHOICE_ANSWER, /* the same, but that on the condition it is accepted */
    CHOICE_REFUSE, /* INPUT_BAD on the condition, else the second's */
    CHOICE_UNSURE, /* INPUT_UNSURE on the condition, else the second's */
    CHOICE_PORT,   /* INPUT_BAD if the first has OUTPUT_BAD, else the second's
                    */
    CHOICE_OTHER,  /* the first's, or 0 if the second's is the same */
};

/* Make a reader that follows both. The caller frees it; they outlive it. NULL
 * if allocation fails. */
struct reader *ddds_choice_new(enum choice choice, struct reader *first,
                               struct reader *second);

#endif
