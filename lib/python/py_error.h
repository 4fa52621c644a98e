/* Exceptions for errors of the library.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_ERROR_H
#define PY_ERROR_H

#include "py_state.h"

#include <ddds/status.h>

/* Raise the exception for |error|; |path| is the file concerned, or NULL.
 * Return NULL. */
PyObject *py_raise(const struct py_state *state, const struct ddds_error *error,
                   const char *path);

/* Raise OptionError with a text formatted by PyUnicode_FromFormat. Return
 * NULL. */
PyObject *py_refuse(const struct py_state *state, const char *format, ...);

/* Raise TypeError: |what| must be |wanted|, which |given| is not. */
void py_refuse_type(PyObject *given, const char *what, const char *wanted);

#endif
