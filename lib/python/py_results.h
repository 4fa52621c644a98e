/* Results: inputs in, results out, many at a time. What resolve_many() returns,
 * and what resolve() and the coroutines of ddds/_aio.py work with.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_RESULTS_H
#define PY_RESULTS_H

#include <ddds/many.h>

#include "py_options.h"
#include "py_result.h"
#include "py_source.h"
#include "py_steps.h"

/* An input that was read and waits to be started. */
struct py_input {
    PyObject *given;  /* keeps |text| */
    const char *text; /* NULL: C cannot be given it, */
    PyObject *own;    /* and this is its result; otherwise, the input as it
                         stands in the result */
};

/* How many inputs are started at a time: as long as that, Python's lock is
 * released. More of them would not fit into the cache of the processor. */
enum { PY_AT_ONCE = 32 };

struct py_results {
    PyObject_HEAD struct py_state *state;
    struct py_source *source; /* NULL: closed */
    struct py_options options;
    bool as_lines; /* of JSON */
    struct py_known known;
    char *line; /* the memory for one of JSON */
    size_t line_size;
    ddds_many *many;
    const struct ddds_many_result *taken; /* not made yet, or NULL */

    PyObject *inputs; /* an iterator, or NULL: there are no more */
    PyObject *fault;  /* the exception that it raised, or NULL */
    size_t step;      /* how many inputs are read next */
    struct py_input waiting[PY_AT_ONCE];
    size_t first; /* of those that wait */
    size_t last;
    bool is_busy; /* a thread uses it */
    bool is_idle; /* when take() found no result, none was in progress */

    /* For an event loop. */
    PyObject *waiter; /* what waits for results, or NULL */
    struct py_results *next;
    bool is_listed;
    struct py_steps steps; /* for on_step; the same lock protects them */
    bool is_ready; /* there is a result; the lock of |source| protects it */
};

PyObject *py_results_type(PyObject *module);

/* Functions of the module: see ddds/_core.pyi. The second returns Results to
 * which one input at a time is given. */
PyObject *py_resolve(PyObject *module, PyObject *arguments);
PyObject *py_resolve_given(PyObject *module, PyObject *arguments);
PyObject *py_resolve_many(PyObject *module, PyObject *arguments);

/* A list of the waiters of all that have results. */
PyObject *py_results_finished(struct py_source *source);

#endif
