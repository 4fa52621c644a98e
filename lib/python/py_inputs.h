/* Inputs before they are passed to the library, and rejected inputs.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_INPUTS_H
#define PY_INPUTS_H

#include "py_results.h"

/* Append |given| to the waiting inputs. Raises TypeError if it is not text. */
bool py_inputs_read(struct py_results *results, PyObject *given);

/* Start waiting inputs while the many has room, without Python's lock. The rest
 * remains, also after an exception. */
bool py_inputs_start(struct py_results *results);

/* Read and start inputs in growing batches, so that the first results are
 * available soon. |*started| receives their number. */
bool py_inputs_fill(struct py_results *results, size_t *started);

/* Return the number of inputs that may be started. */
size_t py_inputs_room(struct py_results *results);

/* Discard waiting inputs. */
void py_inputs_free(struct py_results *results);

/* Return the line of JSON of |result|. */
PyObject *py_inputs_line(struct py_results *results,
                         const struct ddds_result *result);

/* Return the result of an |input| that the library rejects with |error|. */
PyObject *py_inputs_reject(struct py_results *results, PyObject *input,
                           const struct ddds_error *error);

#endif
