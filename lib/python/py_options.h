/* The options of resolutions.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_OPTIONS_H
#define PY_OPTIONS_H

#include <ddds/options.h>

#include "py_text.h"

struct ddds_application;

/* What Python code passes, in this order: see ddds/_resolve.py. */
enum py_option {
    PY_IN_FLIGHT,
    PY_ORDERED,
    PY_AS_LINES,
    PY_APP,
    PY_SERVICE,
    PY_PROTOCOL,
    PY_ROOT,
    PY_DNS,
    PY_ALL,
    PY_NO_Q,
    PY_ADDRESSES,
    PY_REQUIRE_AD,
    PY_MAX_HOPS,
    PY_MAX_QUERIES,
    PY_DEADLINE,
    PY_OWN_HOSTS,
    PY_NEAR,
    PY_SEED,
    PY_HAS_TRACE,
    PY_OPTIONS
};

struct py_options {
    struct ddds_options resolving; /* whose strings are those below */
    struct py_text services;
    struct py_text protocols;
    struct py_text roots;
    struct py_text own_hosts;
    struct py_text near;
    const struct ddds_application *application; /* NULL: that of the input */
    PyObject *app;                              /* which keeps it, or NULL */
    size_t in_flight;
    bool is_ordered;
    bool as_lines; /* of JSON */
    bool has_trace;
    bool has_seed;
    uint64_t seed;
};

/* Read PY_OPTIONS arguments. Returns false with an exception; |options| must be
 * freed in any case. */
bool py_options_read(struct py_state *state, PyObject *const *arguments,
                     struct py_options *options);

void py_options_free(struct py_options *options);

/* The application that |app| is: a name or an Application, or None, which is
 * NULL. |*kept| receives an object to be kept as long as it is used, or
 * NULL. */
bool py_application_read(const struct py_state *state, PyObject *app,
                         const struct ddds_application **application,
                         PyObject **kept);

/* Numbers and times; None is 0, which means the default or no limit. */
bool py_read_count(const struct py_state *state, PyObject *value,
                   const char *what, unsigned *count);
bool py_read_milliseconds(const struct py_state *state, PyObject *value,
                          const char *what, unsigned *milliseconds);
bool py_read_bool(PyObject *value, bool *read);

/* Functions of the module: see ddds/_options.py. */
PyObject *py_applications(PyObject *module, PyObject *unused);
PyObject *py_application_open(PyObject *module, PyObject *path);
PyObject *py_application_parse(PyObject *module, PyObject *arguments);
PyObject *py_application_name(PyObject *module, PyObject *application);

#endif
