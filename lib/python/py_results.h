/* Iterator from inputs to results: returned by resolve_many(), used by
 * resolve() and the coroutines of ddds/_aio.py.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_RESULTS_H
#define PY_RESULTS_H

#include <ddds/many.h>

#include "py_options.h"
#include "py_result.h"
#include "py_source.h"
#include "py_steps.h"

/* An input that waits to be started. */
struct py_input {
    PyObject *given;  /* owner of |text| */
    const char *text; /* NULL: not representable in C, */
    PyObject *own;    /* and this is its result; otherwise, the input as in the
                         result */
};

/* Inputs per batch, during which Python's lock is released. Larger batches
 * would not fit the processor's cache. */
enum { PY_AT_ONCE = 32 };

struct py_results {
    PyObject_HEAD struct py_state *state;
    struct py_source *source; /* NULL: closed */
    struct py_options options;
    bool as_lines; /* of JSON */
    struct py_known known;
    char *line; /* buffer for a line of JSON */
    size_t line_size;
    ddds_many *many;
    const struct ddds_many_result *taken; /* to be converted next, or NULL */

    PyObject *inputs; /* an iterator; NULL: exhausted */
    PyObject *fault;  /* exception of |inputs|, or NULL */
    size_t step;      /* size of the next batch */
    struct py_input waiting[PY_AT_ONCE];
    size_t first; /* bounds of |waiting| */
    size_t last;
    bool is_busy; /* in use by a thread */
    bool is_idle; /* no input was in progress when take() found no result */

    /* For an event loop. */
    PyObject *waiter; /* waits for results; or NULL */
    struct py_results *next;
    bool is_listed;
    struct py_steps steps; /* for on_step; protected by the same lock */
    bool is_ready;         /* a result is available; protected by the lock of
                      |source| */
};

PyObject *py_results_type(PyObject *module);

/* Functions of the module: see ddds/_core.pyi. py_resolve_given returns Results
 * whose inputs are given one at a time. */
PyObject *py_resolve(PyObject *module, PyObject *arguments);
PyObject *py_resolve_given(PyObject *module, PyObject *arguments);
PyObject *py_resolve_many(PyObject *module, PyObject *arguments);

/* Return a list of the waiters with results. */
PyObject *py_results_finished(struct py_source *source);

#endif
