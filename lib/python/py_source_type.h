/* The type of sources.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_SOURCE_TYPE_H
#define PY_SOURCE_TYPE_H

#include "py_state.h"

PyObject *py_source_type(PyObject *module);

#endif
