/* Results of the library as records: see ddds/_results.py for their members.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_RESULT_H
#define PY_RESULT_H

#include <ddds/application.h>
#include <ddds/result.h>

#include "py_state.h"

/* The Result for |result|, of the string |input|. |is_own|: its application is
 * the caller's. */
PyObject *py_result_make(struct py_state *state,
                         const struct ddds_result *result, PyObject *input,
                         bool is_own, bool has_trace);

/* The Result of an |input| that |application| rejects, for the reason
 * |detail|. */
PyObject *py_result_refuse(struct py_state *state, PyObject *input,
                           const struct ddds_application *application,
                           const char *detail);

/* The steps of |result|: py_trace.c. */
PyObject *py_trace_make(struct py_state *state,
                        const struct ddds_result *result);

#endif
