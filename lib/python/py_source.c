/* SPDX-License-Identifier: MIT */
#include "py_source.h"

#include "py_error.h"
#include "py_record.h"

/* ---- Life ---------------------------------------------------------------- */

struct py_source *py_source_new(struct py_state *state)
{
    struct py_source *source =
        (struct py_source *)PyType_GenericAlloc(state->source_type, 0);
    if (source != NULL) {
        source->state = state;
        source->events = -1;
        pthread_mutex_init(&source->lock, NULL);
    }
    return source;
}

/* ---- Use ----------------------------------------------------------------- */

void py_source_lock(struct py_source *source)
{
    if (py_source_asks(source)) {
        pthread_mutex_lock(&source->lock);
    }
}

void py_source_unlock(struct py_source *source)
{
    if (py_source_asks(source)) {
        pthread_mutex_unlock(&source->lock);
    }
}

bool py_source_check(const struct py_source *source)
{
    if (py_source_asks(source) && source->forks != source->state->forks) {
        PyErr_SetString(PyExc_RuntimeError,
                        "this ddds.DNS was created before fork(); create one"
                        " in the child process");
        return false;
    }
    return true;
}

static bool check_use(const struct py_source *source)
{
    if (source->is_closed) {
        PyErr_SetString(PyExc_ValueError, "the database is closed");
        return false;
    }
    if (source->is_loading) {
        PyErr_SetString(PyExc_RuntimeError,
                        "another thread loads a zone into this database");
        return false;
    }
    return py_source_check(source);
}

struct py_source *py_source_use(struct py_state *state, PyObject *database)
{
    PyObject *name = py_word(state, "_source");
    PyObject *found = name != NULL ? PyObject_GetAttr(database, name) : NULL;
    Py_XDECREF(name);
    if (found == NULL ? PyErr_ExceptionMatches(PyExc_AttributeError)
                      : Py_TYPE(found) != state->source_type) {
        Py_XDECREF(found);
        PyErr_Clear();
        py_refuse_type(database, "the database", "ddds.Zones or ddds.DNS");
        return NULL;
    }
    if (found == NULL) {
        return NULL;
    }
    struct py_source *source = (struct py_source *)found;
    if (!check_use(source)) {
        Py_DECREF(found);
        return NULL;
    }
    source->users++;
    source->is_used = true;
    return source;
}

void py_source_release(struct py_source *source)
{
    source->users--;
    if (source->is_closed && source->users == 0) {
        source->free(source);
    }
    Py_DECREF((PyObject *)source);
}
