/* Data of DNS that outcomes and answers have.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_DATA_H
#define PY_DATA_H

#include <ddds/question.h>

#include "py_state.h"

/* Addresses as texts, and URI records as records. */
PyObject *py_addresses_make(struct py_state *state,
                            const struct ddds_address *addresses, size_t count);
PyObject *py_targets_make(struct py_state *state,
                          const struct ddds_uri_target *targets, size_t count);

#endif
