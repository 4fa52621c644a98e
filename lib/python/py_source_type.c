/* The type of sources: see ddds/_databases.py and ddds/_aio.py.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "py_dns.h"
#include "py_results.h"
#include "py_zones.h"

static void dealloc(PyObject *self)
{
    struct py_source *source = (struct py_source *)self;
    PyTypeObject *type = Py_TYPE(self);
    freefunc release;
    void *slot = PyType_GetSlot(type, Py_tp_free);
    if (source->free != NULL) {
        source->free(source);
    }
    py_texts_free(&source->servers);
    py_texts_free(&source->trust_anchors);
    pthread_mutex_destroy(&source->lock);
    memcpy(&release, &slot, sizeof release); /* as in POSIX, dlsym */
    release(self);
    Py_DECREF(type);
}

static PyObject *close_source(PyObject *self, PyObject *unused)
{
    struct py_source *source = (struct py_source *)self;
    (void)unused;
    source->is_closed = true;
    if (source->users == 0 && !source->is_loading) {
        source->free(source);
    }
    Py_RETURN_NONE;
}

/* Process events, and send queued queries. Return the milliseconds until the
 * next call, and the waiters with results. */
static PyObject *process(PyObject *self, PyObject *unused)
{
    struct py_source *source = (struct py_source *)self;
    int timeout;
    (void)unused;
    if (!py_source_asks(source)) {
        PyErr_SetString(PyExc_ValueError, "the database is closed");
        return NULL;
    }
    if (!py_source_check(source)) {
        return NULL;
    }
    source->users++;
    Py_INCREF(self);
    Py_BEGIN_ALLOW_THREADS timeout = py_dns_process(source);
    Py_END_ALLOW_THREADS PyObject *waiters = py_results_finished(source);
    py_source_release(source);
    return waiters != NULL ? Py_BuildValue("iN", timeout, waiters) : NULL;
}

static PyObject *find_descriptor(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyLong_FromLong(((struct py_source *)self)->events);
}

PyObject *py_source_type(PyObject *module)
{
    static PyMethodDef methods[] = {
        {"load", py_zones_load, METH_VARARGS, NULL},
        {"keys", py_zones_keys, METH_NOARGS, NULL},
        {"process", process, METH_NOARGS, NULL},
        {"fileno", find_descriptor, METH_NOARGS, NULL},
        {"close", close_source, METH_NOARGS, NULL},
        {NULL, NULL, 0, NULL}};
    PyType_Slot slots[] = {{Py_tp_dealloc, (void *)(uintptr_t)dealloc},
                           {Py_tp_methods, methods},
                           {0, NULL}};
    PyType_Spec spec = {.name = "ddds._core.Source",
                        .basicsize = sizeof(struct py_source),
                        .flags = Py_TPFLAGS_DEFAULT |
                                 Py_TPFLAGS_DISALLOW_INSTANTIATION |
                                 Py_TPFLAGS_IMMUTABLETYPE,
                        .slots = slots};
    return PyType_FromModuleAndSpec(module, &spec, NULL);
}
