/* Checks of zones, and proofs: see ddds/_check.py and ddds/_prove.py.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_CHECK_H
#define PY_CHECK_H

#include "py_state.h"

/* Functions of the module. The first arguments of checks are the options: origin,
 * application, root, inputs, ignored codes. */

/* Return the findings in files, or in a named text. */
PyObject *py_check_zones(PyObject *module, PyObject *arguments);

/* Return the findings at names, failures, and the number of queries. */
PyObject *py_check_names(PyObject *module, PyObject *arguments);

/* Return the corrected text. */
PyObject *py_check_correct(PyObject *module, PyObject *arguments);

/* Return the JSON of a proof. */
PyObject *py_prove(PyObject *module, PyObject *arguments);

#endif
