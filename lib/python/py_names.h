/* URNs, expressions and UUIDs: functions without results of their own kind. See
 * ddds/_urn.py, ddds/_rewrite.py and ddds/_uuid.py.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_NAMES_H
#define PY_NAMES_H

#include "py_state.h"

/* The parts of a URN, and its normal form; whether two are equal. */
PyObject *py_urn_split(PyObject *module, PyObject *text);
PyObject *py_urn_equal(PyObject *module, PyObject *arguments);

/* An expression, and what it makes of a text. */
PyObject *py_expression_new(PyObject *module, PyObject *arguments);
PyObject *py_expression_apply(PyObject *module, PyObject *arguments);

/* UUIDs, as their octets. */
PyObject *py_uuid_generate(PyObject *module, PyObject *arguments);
PyObject *py_uuid_make_v8(PyObject *module, PyObject *arguments);
PyObject *py_uuid_make_custom(PyObject *module, PyObject *octets);
PyObject *py_uuid_make_name(PyObject *module, PyObject *arguments);
PyObject *py_uuid_dns_name(PyObject *module, PyObject *arguments);

#endif
