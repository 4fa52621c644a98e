/* Checks of zones: see ddds/_check.py.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_CHECK_H
#define PY_CHECK_H

#include "py_state.h"

/* Functions of the module. The first arguments of each are the options: origin,
 * application, root, inputs, ignored codes. */

/* The findings in files, or in a text with a name. */
PyObject *py_check_zones(PyObject *module, PyObject *arguments);

/* The findings at names, what failed, and the number of queries. */
PyObject *py_check_names(PyObject *module, PyObject *arguments);

/* A text with its corrections. */
PyObject *py_check_correct(PyObject *module, PyObject *arguments);

#endif
