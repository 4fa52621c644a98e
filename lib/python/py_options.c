/* SPDX-License-Identifier: MIT */
#include "py_options.h"

#include <limits.h>
#include <string.h>

#include <ddds/application.h>

#include "py_error.h"

/* ---- Numbers ------------------------------------------------------------- */

bool py_read_bool(PyObject *value, bool *read)
{
    int truth = PyObject_IsTrue(value);
    *read = truth > 0;
    return truth >= 0;
}

bool py_read_count(const struct py_state *state, PyObject *value,
                   const char *what, unsigned *count)
{
    int overflow = 0;
    *count = 0;
    if (value == Py_None) {
        return true;
    }
    long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
    if (number == -1 && PyErr_Occurred() != NULL) {
        return false;
    }
    if (overflow != 0 || number <= 0 || number > INT_MAX) {
        py_refuse(state, "%s must be more than 0 and less than 2147483648",
                  what);
        return false;
    }
    *count = (unsigned)number;
    return true;
}

bool py_read_milliseconds(const struct py_state *state, PyObject *value,
                          const char *what, unsigned *milliseconds)
{
    *milliseconds = 0;
    if (value == Py_None) {
        return true;
    }
    double seconds = PyFloat_AsDouble(value);
    if (seconds == -1.0 && PyErr_Occurred() != NULL) {
        return false;
    }
    if (!(seconds > 0 && seconds <= 4294967)) {
        py_refuse(state, "%s must be more than 0 and at most 4294967 seconds",
                  what);
        return false;
    }
    *milliseconds = (unsigned)(1000 * seconds + 0.5);
    if (*milliseconds == 0) {
        *milliseconds = 1;
    }
    return true;
}

static bool read_seed(const struct py_state *state, PyObject *value,
                      struct py_options *options)
{
    options->has_seed = value != Py_None;
    if (!options->has_seed) {
        return true;
    }
    if (!PyLong_Check(value)) {
        PyErr_SetString(PyExc_TypeError, "seed must be an integer");
        return false;
    }
    options->seed = PyLong_AsUnsignedLongLong(value);
    if (PyErr_Occurred() != NULL) { /* what is too large, or negative */
        PyErr_Clear();
        py_refuse(state, "seed must be from 0 to 2**64 - 1");
        return false;
    }
    return true;
}

static bool read_in_flight(const struct py_state *state, PyObject *value,
                           struct py_options *options)
{
    enum { MOST = 65536 };
    int overflow;
    long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
    if (number == -1 && PyErr_Occurred() != NULL) {
        return false;
    }
    if (overflow != 0 || number <= 0 || number > MOST) {
        py_refuse(state, "in_flight must be from 1 to %d", (int)MOST);
        return false;
    }
    options->in_flight = (size_t)number;
    return true;
}

/* ---- Applications -------------------------------------------------------- */

static const char capsule_name[] = "ddds.application";

static void free_capsule(PyObject *capsule)
{
    ddds_application_free(PyCapsule_GetPointer(capsule, capsule_name));
}

static PyObject *make_capsule(const struct py_state *state,
                              struct ddds_application *made,
                              const struct ddds_error *error, const char *path)
{
    if (made == NULL) {
        return py_raise(state, error, path);
    }
    PyObject *capsule = PyCapsule_New(made, capsule_name, free_capsule);
    if (capsule == NULL) {
        ddds_application_free(made);
    }
    return capsule;
}

PyObject *py_application_open(PyObject *module, PyObject *path)
{
    const struct py_state *state = py_state_of(module);
    struct ddds_error error;
    struct ddds_application *made;
    struct py_text name;
    if (!py_text_read_path(state, path, &name)) {
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS made = ddds_application_open(name.text, &error);
    Py_END_ALLOW_THREADS PyObject *capsule =
        make_capsule(state, made, &error, name.text);
    py_text_free(&name);
    return capsule;
}

PyObject *py_application_parse(PyObject *module, PyObject *arguments)
{
    const struct py_state *state = py_state_of(module);
    struct py_text name = {0};
    struct py_text text = {0};
    struct ddds_error error;
    PyObject *capsule = NULL;
    PyObject *given_text;
    PyObject *given_name;
    if (PyArg_ParseTuple(arguments, "OO", &given_text, &given_name) &&
        py_text_read(state, given_text, "a description", &text) &&
        py_text_read(state, given_name, "a name", &name)) {
        capsule = make_capsule(
            state,
            ddds_application_read(name.text, text.text, text.length, &error),
            &error, NULL);
    }
    py_text_free(&name);
    py_text_free(&text);
    return capsule;
}

PyObject *py_application_name(PyObject *module, PyObject *application)
{
    const struct ddds_application *found =
        PyCapsule_GetPointer(application, capsule_name);
    (void)module;
    return found != NULL ? py_text_make_whole(found->name) : NULL;
}

PyObject *py_applications(PyObject *module, PyObject *unused)
{
    const struct ddds_application *const *all = ddds_applications();
    PyObject *list = PyList_New(0);
    (void)module;
    (void)unused;
    for (size_t i = 0; list != NULL && all[i] != NULL; i++) {
        PyObject *name = PyUnicode_FromString(all[i]->name);
        if (name == NULL || PyList_Append(list, name) < 0) {
            Py_CLEAR(list);
        }
        Py_XDECREF(name);
    }
    return list;
}

static bool find_application(const struct py_state *state, PyObject *app,
                             const struct ddds_application **application)
{
    struct py_text name;
    if (!py_text_read(state, app, "app", &name)) {
        return false;
    }
    *application = ddds_application_find(name.text);
    py_text_free(&name);
    if (*application == NULL) {
        PyObject *known = py_applications(NULL, NULL);
        PyObject *comma = PyUnicode_FromString(", ");
        PyObject *list = known != NULL && comma != NULL
                             ? PyUnicode_Join(comma, known)
                             : NULL;
        if (list != NULL) {
            py_refuse(state, "unknown application %R; known: %U", app, list);
        }
        Py_XDECREF(list);
        Py_XDECREF(comma);
        Py_XDECREF(known);
    }
    return *application != NULL;
}

bool py_application_read(const struct py_state *state, PyObject *app,
                         const struct ddds_application **application,
                         PyObject **kept)
{
    *application = NULL;
    *kept = NULL;
    if (app == Py_None) {
        return true;
    }
    if (PyUnicode_Check(app)) {
        return find_application(state, app, application);
    }
    PyObject *capsule = PyObject_GetAttrString(app, "_application");
    if (capsule == NULL && !PyErr_ExceptionMatches(PyExc_AttributeError)) {
        return false;
    }
    if (!PyCapsule_IsValid(capsule, capsule_name)) {
        Py_XDECREF(capsule);
        PyErr_Clear();
        PyErr_Format(PyExc_TypeError,
                     "app must be a name or a ddds.Application, not %R",
                     (PyObject *)Py_TYPE(app));
        return false;
    }
    *application = PyCapsule_GetPointer(capsule, capsule_name);
    *kept = capsule;
    return true;
}

/* ---- Options ------------------------------------------------------------- */

static bool read_words(const struct py_state *state, PyObject *const *arguments,
                       struct py_options *options)
{
    return py_text_read_words(state, arguments[PY_SERVICE], "service",
                              &options->services) &&
           py_text_read_words(state, arguments[PY_PROTOCOL], "protocol",
                              &options->protocols) &&
           py_text_read_words(state, arguments[PY_ROOT], "root",
                              &options->roots) &&
           py_text_read_words(state, arguments[PY_OWN_HOSTS], "own_hosts",
                              &options->own_hosts) &&
           py_text_read_words(state, arguments[PY_NEAR], "near",
                              &options->near);
}

static bool read_bools(PyObject *const *arguments, struct py_options *options)
{
    struct ddds_options *resolving = &options->resolving;
    bool has_addresses;
    bool is_read = py_read_bool(arguments[PY_ORDERED], &options->is_ordered) &&
                   py_read_bool(arguments[PY_AS_LINES], &options->as_lines) &&
                   py_read_bool(arguments[PY_HAS_TRACE], &options->has_trace) &&
                   py_read_bool(arguments[PY_DNS], &resolving->dns) &&
                   py_read_bool(arguments[PY_ALL], &resolving->all) &&
                   py_read_bool(arguments[PY_NO_Q], &resolving->no_q) &&
                   py_read_bool(arguments[PY_ADDRESSES], &has_addresses) &&
                   py_read_bool(arguments[PY_REQUIRE_AD],
                                &resolving->require_authenticated);
    resolving->no_addresses = is_read && !has_addresses;
    return is_read;
}

static bool read_numbers(const struct py_state *state,
                         PyObject *const *arguments, struct py_options *options)
{
    struct ddds_options *resolving = &options->resolving;
    return read_in_flight(state, arguments[PY_IN_FLIGHT], options) &&
           py_read_count(state, arguments[PY_MAX_HOPS], "max_hops",
                         &resolving->max_hops) &&
           py_read_count(state, arguments[PY_MAX_QUERIES], "max_queries",
                         &resolving->max_queries) &&
           py_read_milliseconds(state, arguments[PY_DEADLINE], "deadline",
                                &resolving->deadline) &&
           read_seed(state, arguments[PY_SEED], options);
}

bool py_options_read(struct py_state *state, PyObject *const *arguments,
                     struct py_options *options)
{
    *options = (struct py_options){.resolving = DDDS_OPTIONS_INIT};
    if (!py_application_read(state, arguments[PY_APP], &options->application,
                             &options->app) ||
        !read_words(state, arguments, options) ||
        !read_bools(arguments, options) ||
        !read_numbers(state, arguments, options)) {
        return false;
    }
    options->resolving.services = options->services.text;
    options->resolving.protocols = options->protocols.text;
    options->resolving.roots = options->roots.text;
    options->resolving.own_hosts = options->own_hosts.text;
    options->resolving.near = options->near.text;
    return true;
}

void py_options_free(struct py_options *options)
{
    py_text_free(&options->services);
    py_text_free(&options->protocols);
    py_text_free(&options->roots);
    py_text_free(&options->own_hosts);
    py_text_free(&options->near);
    Py_CLEAR(options->app);
}
