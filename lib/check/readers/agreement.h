/* Readers that decide whether two rules have equal outputs for a string.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_READERS_AGREEMENT_H
#define CHECK_READERS_AGREEMENT_H

#include <ddds/rule.h>

#include "check/readers/rewriting.h"

enum agreement_label { AGREEMENT_SAME = 1, AGREEMENT_DIFFERENT };

/* The output of a rule: that of |by|; if |by| is NULL, the constant |text|. */
struct made_output {
    ddds_substitution *by;
    const char *text;
};

/* Make a reader of the strings that the expressions of both |outputs| match;
 * its labels are of enum agreement_label. |are_names|: outputs are keys, for
 * which case and a final dot do not matter. It fails if back-references are not
 * in the order of the string, or an output gets too far ahead of the other. The
 * arguments must outlive it. On failure NULL, with the |fault|. */
struct reader *ddds_agreement_new(const struct made_output outputs[2],
                                  bool are_names, enum rewriting_fault *fault);

#endif
