/* Readers that compare outputs with a set: URIs with their q-component, and
 * names.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_LOCATOR_READER_H
#define CHECK_PROVE_LOCATOR_READER_H

#include "check/sets/dfa.h"

/* The reader of outputs that the reader of inputs below understands. |set|, NULL
 * if it is empty, outlives it. The caller frees it; NULL if allocation fails. */
struct reader *ddds_locator_outputs(const struct dfa *set);

/* The reader of inputs that labels them OUTPUT_GOOD if their outputs are in the
 * set of |outputs|, OUTPUT_BAD, or OUTPUT_UNSURE. |inputs| reads them with the
 * labels of |outputs|; if it is NULL, all have the output |constant|. Outputs
 * have the q-components of URNs if |has_q|, as engine/outcome.c adds them. The
 * arguments outlive it. The caller frees it; NULL if allocation fails. */
struct reader *ddds_locator_inputs(struct reader *outputs,
                                   struct reader *inputs, const char *constant,
                                   bool has_q);

#endif
