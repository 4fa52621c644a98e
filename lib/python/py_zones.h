/* Zones in memory: see ddds/_databases.py.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_ZONES_H
#define PY_ZONES_H

#include "py_state.h"

/* A source without zones. */
PyObject *py_zones_new(PyObject *module, PyObject *unused);

/* Methods of sources. */
PyObject *py_zones_load(PyObject *self, PyObject *arguments);
PyObject *py_zones_keys(PyObject *self, PyObject *unused);

#endif
