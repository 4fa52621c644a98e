/* Exceptions for what the library reports.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_ERROR_H
#define PY_ERROR_H

#include "py_state.h"

#include <ddds/status.h>

/* Raise the exception for |error|, which a function has filled; |path| is the
 * file that it was about, or NULL. Returns NULL. */
PyObject *py_raise(const struct py_state *state, const struct ddds_error *error,
                   const char *path);

/* Raise OptionError with the text that PyUnicode_FromFormat makes. Returns
 * NULL. */
PyObject *py_refuse(const struct py_state *state, const char *format, ...);

#endif
