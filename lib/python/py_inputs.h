/* Inputs on their way into the library, and those that it is not given.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_INPUTS_H
#define PY_INPUTS_H

#include "py_results.h"

/* Read |given| to the end of the inputs that wait. Raises TypeError if it is
 * not text. */
bool py_inputs_read(struct py_results *results, PyObject *given);

/* Start what waits, as far as there is room, without Python's lock. The rest
 * still waits, also after an exception. */
bool py_inputs_start(struct py_results *results);

/* Read and start inputs, more and more at a time, so that the first results
 * come soon. |*started| receives how many. */
bool py_inputs_fill(struct py_results *results, size_t *started);

/* How many inputs may be started. */
size_t py_inputs_room(struct py_results *results);

/* Forget what waits. */
void py_inputs_free(struct py_results *results);

/* The line of JSON of |result|. */
PyObject *py_inputs_line(struct py_results *results,
                         const struct ddds_result *result);

/* The result of an |input| that the library rejects with |error|. */
PyObject *py_inputs_reject(struct py_results *results, PyObject *input,
                           const struct ddds_error *error);

#endif
