/* SPDX-License-Identifier: MIT */
#include "py_options.h"

#include <limits.h>
#include <stddef.h>

#include <ddds/application.h>

#include "py_error.h"

/* ---- Numbers ------------------------------------------------------------- */

bool py_read_bool(const struct py_state *state, PyObject *value,
                  const char *what, void *member)
{
    int truth = PyObject_IsTrue(value);
    bool *read = member;
    (void)state;
    (void)what;
    *read = truth > 0;
    return truth >= 0;
}

bool py_read_count(const struct py_state *state, PyObject *value,
                   const char *what, void *member)
{
    int overflow = 0;
    unsigned *count = member;
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
                          const char *what, void *member)
{
    unsigned *milliseconds = member;
    *milliseconds = 0;
    if (value == Py_None) {
        return true;
    }
    double seconds = PyFloat_AsDouble(value);
    if (seconds == -1.0 && PyErr_Occurred() != NULL) {
        if (!PyErr_ExceptionMatches(PyExc_OverflowError)) {
            return false;
        }
        PyErr_Clear();
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
        py_refuse_type(app, "app", "a name or a ddds.Application");
        return false;
    }
    *application = PyCapsule_GetPointer(capsule, capsule_name);
    *kept = capsule;
    return true;
}

/* ---- Readers ------------------------------------------------------------- */

/* An option. Its reader writes |value| to |member|; messages call it |name|. */
struct py_option {
    const char *name;
    bool (*read)(const struct py_state *state, PyObject *value,
                 const char *name, void *member);
    size_t member;     /* offset in struct py_options */
    unsigned standard; /* the default; 0 is None or False in Python */
    bool is_of_many;   /* only for many inputs */
};

static bool read_app(const struct py_state *state, PyObject *value,
                     const char *name, void *member)
{
    struct py_options *options = member;
    (void)name;
    return py_application_read(state, value, &options->application,
                               &options->app);
}

static bool read_list(const struct py_state *state, PyObject *value,
                      const char *name, void *member)
{
    return py_text_read_words(state, value, name, member);
}

static bool read_seed(const struct py_state *state, PyObject *value,
                      const char *name, void *member)
{
    struct py_options *options = member;
    options->has_seed = value != Py_None;
    if (!options->has_seed) {
        return true;
    }
    if (!PyLong_Check(value)) {
        PyErr_Format(PyExc_TypeError, "%s must be an integer", name);
        return false;
    }
    options->seed = PyLong_AsUnsignedLongLong(value);
    if (PyErr_Occurred() != NULL) { /* too large, or negative */
        PyErr_Clear();
        py_refuse(state, "%s must be from 0 to 2**64 - 1", name);
        return false;
    }
    return true;
}

static bool read_function(const struct py_state *state, PyObject *value,
                          const char *name, void *member)
{
    PyObject **function = member;
    (void)state;
    if (value != Py_None && !PyCallable_Check(value)) {
        PyErr_Format(PyExc_TypeError, "%s must be a function", name);
        return false;
    }
    *function = value != Py_None ? Py_NewRef(value) : NULL;
    return true;
}

static bool read_in_flight(const struct py_state *state, PyObject *value,
                           const char *name, void *member)
{
    enum { MOST = 65536 };
    int overflow;
    unsigned *in_flight = member;
    long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
    if (number == -1 && PyErr_Occurred() != NULL) {
        return false;
    }
    if (overflow != 0 || number <= 0 || number > MOST) {
        py_refuse(state, "%s must be from 1 to %d", name, (int)MOST);
        return false;
    }
    *in_flight = (unsigned)number;
    return true;
}

/* ---- Options ------------------------------------------------------------- */

#define SETS(what) offsetof(struct py_options, what)
#define RESOLVING(what) offsetof(struct py_options, resolving.what)

/* In the order of signatures. */
static const struct py_option rows[] = {
    {"app", read_app, 0, 0, false},
    {"service", read_list, SETS(services), 0, false},
    {"protocol", read_list, SETS(protocols), 0, false},
    {"root", read_list, SETS(roots), 0, false},
    {"dns", py_read_bool, RESOLVING(dns), 0, false},
    {"all", py_read_bool, RESOLVING(all), 0, false},
    {"no_q", py_read_bool, RESOLVING(no_q), 0, false},
    {"addresses", py_read_bool, SETS(has_addresses), 1, false},
    {"require_ad", py_read_bool, RESOLVING(require_authenticated), 0, false},
    {"max_hops", py_read_count, RESOLVING(max_hops), 0, false},
    {"max_queries", py_read_count, RESOLVING(max_queries), 0, false},
    {"max_steps", py_read_count, RESOLVING(max_steps), 0, false},
    {"deadline", py_read_milliseconds, RESOLVING(deadline), 15, false},
    {"own_hosts", read_list, SETS(own_hosts), 0, false},
    {"near", read_list, SETS(near), 0, false},
    {"sorts_ties", py_read_bool, RESOLVING(sorts_ties), 0, false},
    {"seed", read_seed, 0, 0, false},
    {"on_step", read_function, SETS(on_step), 0, false},
    {"trace", py_read_bool, SETS(has_trace), 0, false},
    {"in_flight", read_in_flight, SETS(in_flight), 512, true},
    {"ordered", py_read_bool, SETS(is_ordered), 1, true},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

static PyObject *make_default(const struct py_option *row)
{
    return row->read == py_read_bool ? PyBool_FromLong((long)row->standard)
           : row->standard > 0       ? PyLong_FromUnsignedLong(row->standard)
                                     : Py_NewRef(Py_None);
}

PyObject *py_options_list(PyObject *module, PyObject *unused)
{
    PyObject *list = PyTuple_New(ROWS);
    (void)module;
    (void)unused;
    for (Py_ssize_t i = 0; list != NULL && i < ROWS; i++) {
        PyObject *row =
            Py_BuildValue("sNN", rows[i].name, make_default(&rows[i]),
                          PyBool_FromLong(rows[i].is_of_many));
        if (row == NULL || PyTuple_SetItem(list, i, row) < 0) {
            Py_CLEAR(list);
        }
    }
    return list;
}

static bool read_row(const struct py_state *state, const struct py_option *row,
                     PyObject *value, struct py_options *options)
{
    return row->read(state, value, row->name, (char *)options + row->member);
}

/* Set defaults that are not 0, before the |given| options. */
static bool read_defaults(const struct py_state *state,
                          struct py_options *options)
{
    bool is_read = true;
    for (size_t i = 0; i < ROWS && is_read; i++) {
        if (rows[i].standard > 0) {
            PyObject *value = make_default(&rows[i]);
            is_read =
                value != NULL && read_row(state, &rows[i], value, options);
            Py_XDECREF(value);
        }
    }
    return is_read;
}

static const struct py_option *find_row(PyObject *name, bool is_many)
{
    for (size_t i = 0; i < ROWS; i++) {
        if (PyUnicode_CompareWithASCIIString(name, rows[i].name) == 0 &&
            (is_many || !rows[i].is_of_many)) {
            return &rows[i];
        }
    }
    PyErr_Format(PyExc_TypeError, "got an unexpected keyword argument %R",
                 name);
    return NULL;
}

bool py_options_read(struct py_state *state, PyObject *given, bool is_many,
                     struct py_options *options)
{
    PyObject *name;
    PyObject *value;
    Py_ssize_t place = 0;
    *options = (struct py_options){.resolving = DDDS_OPTIONS_INIT};
    if (!PyDict_Check(given)) {
        PyErr_SetString(PyExc_TypeError, "the options must be a dictionary");
        return false;
    }
    bool is_read = read_defaults(state, options);
    while (is_read && PyDict_Next(given, &place, &name, &value)) {
        const struct py_option *row = find_row(name, is_many);
        is_read = row != NULL && read_row(state, row, value, options);
    }
    if (!is_many) {
        options->in_flight = 1;
    }
    options->resolving.services = options->services.text;
    options->resolving.protocols = options->protocols.text;
    options->resolving.roots = options->roots.text;
    options->resolving.own_hosts = options->own_hosts.text;
    options->resolving.near = options->near.text;
    options->resolving.no_addresses = !options->has_addresses;
    return is_read;
}

void py_options_free(struct py_options *options)
{
    py_text_free(&options->services);
    py_text_free(&options->protocols);
    py_text_free(&options->roots);
    py_text_free(&options->own_hosts);
    py_text_free(&options->near);
    Py_CLEAR(options->app);
    Py_CLEAR(options->on_step);
}
