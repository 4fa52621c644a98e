/* Readers that compare outputs with a set: URIs with their q-component, and
 * names.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_PROVE_LOCATOR_READER_H
#define CHECK_PROVE_LOCATOR_READER_H

#include "check/sets/dfa.h"

/* Return the reader of outputs for ddds_locator_inputs. |set|, NULL if it is
 * empty, must outlive it. The caller frees it; NULL if allocation fails. */
struct reader *ddds_locator_outputs(const struct dfa *set);

/* Return a reader that labels inputs OUTPUT_GOOD if their outputs are in the
 * set of |outputs|, else OUTPUT_BAD or OUTPUT_UNSURE. |inputs| labels them like
 * |outputs|; if it is NULL, all have the output |constant|. |has_q|:
 * q-components are appended to outputs, as in engine/outcome.c. The arguments
 * must outlive it. The caller frees it; NULL if allocation fails. */
struct reader *ddds_locator_inputs(struct reader *outputs,
                                   struct reader *inputs, const char *constant,
                                   bool has_q);

#endif
