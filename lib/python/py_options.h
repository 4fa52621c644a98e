/* The options of resolutions.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_OPTIONS_H
#define PY_OPTIONS_H

#include <ddds/options.h>

#include "py_text.h"

struct ddds_application;

struct py_options {
    struct ddds_options resolving; /* whose strings are those below */
    struct py_text services;
    struct py_text protocols;
    struct py_text roots;
    struct py_text own_hosts;
    struct py_text near;
    bool has_addresses;
    const struct ddds_application *application; /* NULL: by the input */
    PyObject *app;                              /* owner of |application|, or
                                                   NULL */
    PyObject *on_step;                          /* a function, or NULL */
    unsigned in_flight;
    bool is_ordered;
    bool has_trace;
    bool has_seed;
    uint64_t seed;
};

/* Read the options |given|, a dictionary; if |is_many|, including those for
 * many inputs. Return false with an exception. The caller must free |options|
 * in any case. */
bool py_options_read(struct py_state *state, PyObject *given, bool is_many,
                     struct py_options *options);

void py_options_free(struct py_options *options);

/* Read |app|: a name, an Application, or None, which is NULL. |*kept| receives
 * an object that owns the application, or NULL. */
bool py_application_read(const struct py_state *state, PyObject *app,
                         const struct ddds_application **application,
                         PyObject **kept);

/* Read a bool; or a number, or seconds as milliseconds, into an unsigned
 * |member|: None is 0, the default or no limit. Messages call it |what|. */
bool py_read_bool(const struct py_state *state, PyObject *value,
                  const char *what, void *member);
bool py_read_count(const struct py_state *state, PyObject *value,
                   const char *what, void *member);
bool py_read_milliseconds(const struct py_state *state, PyObject *value,
                          const char *what, void *member);

/* Functions of the module: see ddds/_options.py. py_options_list returns tuples
 * of a name, a default, and whether it is only for many inputs. */
PyObject *py_options_list(PyObject *module, PyObject *unused);
PyObject *py_applications(PyObject *module, PyObject *unused);
PyObject *py_application_open(PyObject *module, PyObject *path);
PyObject *py_application_parse(PyObject *module, PyObject *arguments);
PyObject *py_application_name(PyObject *module, PyObject *application);

#endif
