/* Readers of strings of which two rules make outputs: are the outputs equal?
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_READERS_AGREEMENT_H
#define CHECK_READERS_AGREEMENT_H

#include <ddds/rule.h>

#include "check/readers/rewriting.h"

enum agreement_label { AGREEMENT_SAME = 1, AGREEMENT_DIFFERENT };

/* The output of a rule: that of |by|, or |text| if |by| is NULL. */
struct made_output {
    ddds_substitution *by;
    const char *text;
};

/* Make the reader of strings that the expressions of both |outputs| match. Its
 * labels are those of enum agreement_label. |are_names|: outputs are keys, of
 * which case and a last dot do not matter. It fails unless the back-references
 * of each replacement are in the order of the string, or if one output is ever
 * more octets ahead. The arguments outlive it. NULL with the |fault|. */
struct reader *ddds_agreement_new(const struct made_output outputs[2],
                                  bool are_names, enum rewriting_fault *fault);

#endif
