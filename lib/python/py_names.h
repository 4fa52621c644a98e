/* URNs, expressions and UUIDs: see ddds/_urn.py, ddds/_rewrite.py and
 * ddds/_uuid.py.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_NAMES_H
#define PY_NAMES_H

#include "py_state.h"

/* Split a URN, with its canonical form; compare two. */
PyObject *py_urn_split(PyObject *module, PyObject *text);
PyObject *py_urn_equal(PyObject *module, PyObject *arguments);

/* Compile an expression; apply it to a text. */
PyObject *py_expression_new(PyObject *module, PyObject *arguments);
PyObject *py_expression_apply(PyObject *module, PyObject *arguments);

/* UUIDs as octets. */
PyObject *py_uuid_generate(PyObject *module, PyObject *arguments);
PyObject *py_uuid_make_v8(PyObject *module, PyObject *arguments);
PyObject *py_uuid_make_custom(PyObject *module, PyObject *octets);
PyObject *py_uuid_make_name(PyObject *module, PyObject *arguments);
PyObject *py_uuid_dns_name(PyObject *module, PyObject *arguments);

#endif
