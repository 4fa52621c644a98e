/* ddds_many resolves. Inputs are started, and their results made, in small
 * batches, so that the data stay in the processor's cache.
 *
 * SPDX-License-Identifier: MIT */
#include "py_results.h"

#include <string.h>

#include "py_dns.h"
#include "py_error.h"
#include "py_inputs.h"

/* Milliseconds between checks for Python signals. */
enum { WAIT = 50 };

/* ---- Opening and closing ------------------------------------------------- */

/* Notify an event loop of a result or a step. */
static void list_ready(void *context)
{
    struct py_results *results = context;
    results->is_ready = true;
    if (!results->is_listed) {
        results->next = results->source->finished;
        results->source->finished = results;
        results->is_listed = true;
    }
}

static void note_step(void *context, const struct ddds_step *step)
{
    struct py_results *results = context;
    py_steps_add(&results->steps, step);
    list_ready(results);
}

static void unlist(struct py_results *results)
{
    struct py_results **link = &results->source->finished;
    while (results->is_listed && *link != results) {
        link = &(*link)->next;
    }
    if (results->is_listed) {
        *link = results->next;
    }
}

static bool open_many(struct py_results *results)
{
    struct ddds_error error;
    struct ddds_options *resolving = &results->options.resolving;
    if (results->options.on_step != NULL) {
        resolving->on_step = note_step;
        resolving->step_context = results;
    }
    const struct ddds_many_options options = {
        .size = sizeof options,
        .resolving = resolving,
        .in_flight = results->options.in_flight,
        .unordered = !results->options.is_ordered,
        .has_seed = results->options.has_seed,
        .seed = results->options.seed,
        .ready = list_ready,
        .context = results,
    };
    results->many = ddds_many_new(results->source->database, &options, &error);
    if (results->many == NULL) {
        py_raise(results->state, &error, NULL);
    }
    return results->many != NULL;
}

/* Free the many, and the objects of its inputs. */
static void free_many(struct py_results *results)
{
    const struct ddds_many_result *done = results->taken;
    py_source_lock(results->source);
    unlist(results);
    ddds_many_stop(results->many);
    do {
        if (done != NULL) {
            Py_XDECREF((PyObject *)done->own);
        }
    } while ((done = ddds_many_next(results->many)) != NULL);
    ddds_many_free(results->many);
    py_source_unlock(results->source);
    results->many = NULL;
    results->taken = NULL;
}

static void close_results(struct py_results *results)
{
    if (results->many != NULL) {
        free_many(results);
    }
    py_inputs_free(results);
    py_steps_free(&results->steps);
    if (results->source != NULL) {
        py_source_release(results->source);
        results->source = NULL;
    }
    Py_CLEAR(results->inputs);
    Py_CLEAR(results->fault);
    Py_CLEAR(results->waiter);
}

/* Open results with |options|, a dictionary; |is_many|: including those for
 * many inputs. */
static struct py_results *open_results(PyObject *module, PyObject *database,
                                       PyObject *options, bool is_many)
{
    struct py_state *state = py_state_of(module);
    struct py_results *results =
        (struct py_results *)PyType_GenericAlloc(state->results_type, 0);
    if (results == NULL) {
        return NULL;
    }
    results->state = state;
    results->step = 1;
    if (!py_options_read(state, options, is_many, &results->options) ||
        (results->source = py_source_use(state, database)) == NULL ||
        !open_many(results)) {
        Py_DECREF((PyObject *)results);
        return NULL;
    }
    return results;
}

/* ---- Results ------------------------------------------------------------- */

static bool is_input_at_fault(ddds_status status)
{
    return status == DDDS_BAD_INPUT || status == DDDS_LIMIT;
}

/* Make the object for |done|, whose |own| is the input, or the held object. */
static PyObject *make(struct py_results *results,
                      const struct ddds_many_result *done)
{
    const struct py_options *options = &results->options;
    if (done->resolution != NULL) {
        const struct ddds_result *result =
            ddds_resolution_result(done->resolution);
        return results->as_lines
                   ? py_inputs_line(results, result)
                   : py_result_make(results->state, &results->known, result,
                                    done->own, options->has_trace);
    }
    if (done->error->status == DDDS_OK) {
        return Py_NewRef((PyObject *)done->own);
    }
    return is_input_at_fault(done->error->status)
               ? py_inputs_reject(results, done->own, done->error)
               : py_raise(results->state, done->error, NULL);
}

/* Return the next result; NULL with an exception, or if none is available: then
 * |is_idle| of |results| tells whether any is to come. Both are decided under
 * the same lock, because other threads may complete resolutions of |results| at
 * any other time. After an exception for lack of memory the result can be taken
 * again. */
static PyObject *take(struct py_results *results)
{
    struct py_steps steps = {0};
    if (results->taken == NULL) {
        py_source_lock(results->source);
        steps = results->steps;
        results->steps = (struct py_steps){0};
        results->taken = ddds_many_next(results->many);
        if (results->taken == NULL) {
            results->is_ready = false;
            results->is_idle = ddds_many_in_progress(results->many) == 0;
        }
        py_source_unlock(results->source);
    }
    const struct ddds_many_result *done = results->taken;
    if (!py_steps_deliver(results->state, &steps, results->options.on_step) ||
        done == NULL) {
        return NULL;
    }
    PyObject *made = make(results, done);
    if (made != NULL || !PyErr_ExceptionMatches(PyExc_MemoryError) ||
        done->error->status == DDDS_NO_MEMORY) {
        results->taken = NULL;
        Py_DECREF((PyObject *)done->own);
    }
    return made;
}

/* Raise the stored exception of the inputs, once. */
static void raise_fault(struct py_results *results)
{
    PyObject *fault = results->fault;
    results->fault = NULL;
    if (fault != NULL) {
        PyErr_SetObject((PyObject *)Py_TYPE(fault), fault);
        Py_DECREF(fault);
    }
}

static bool await_results(struct py_results *results)
{
    Py_BEGIN_ALLOW_THREADS py_dns_wait(results->source, &results->is_ready,
                                       WAIT);
    Py_END_ALLOW_THREADS return PyErr_CheckSignals() == 0;
}

/* Wait for the next result; NULL with an exception, or after the last. */
static PyObject *find_next(struct py_results *results)
{
    size_t started;
    for (;;) {
        PyObject *made = take(results);
        if (made != NULL || PyErr_Occurred() != NULL ||
            !py_inputs_fill(results, &started)) {
            return made;
        }
        if (started > 0) {
            made = take(results);
            if (made != NULL || PyErr_Occurred() != NULL) {
                return made;
            }
        }
        if (results->is_idle) {
            raise_fault(results);
            return NULL;
        }
        if (!await_results(results)) {
            return NULL;
        }
    }
}

/* ---- Methods ------------------------------------------------------------- */

/* Reserve |results| for this thread, which must call leave() later. Return
 * false, with an exception, if they are in use. */
static bool enter(struct py_results *results)
{
    if (results->is_busy) {
        PyErr_SetString(PyExc_RuntimeError,
                        "this iterator is in use by another thread, or by its"
                        " own inputs");
        return false;
    }
    if (results->source != NULL && !py_source_check(results->source)) {
        return false;
    }
    results->is_busy = true;
    return true;
}

static void leave(struct py_results *results)
{
    results->is_busy = false;
}

static PyObject *next(PyObject *self)
{
    struct py_results *results = (struct py_results *)self;
    PyObject *made = NULL;
    if (!enter(results)) {
        return NULL;
    }
    if (results->many != NULL) {
        made = find_next(results);
    }
    if (made == NULL && PyErr_Occurred() != NULL &&
        PyErr_ExceptionMatches(PyExc_StopIteration)) {
        PyErr_SetString(PyExc_RuntimeError, "on_step raised StopIteration");
    }
    leave(results);
    return made;
}

/* Return a list of available results; None at the end. */
static PyObject *advance(PyObject *self, PyObject *unused)
{
    struct py_results *results = (struct py_results *)self;
    PyObject *one;
    size_t started;
    (void)unused;
    if (!enter(results)) {
        return NULL;
    }
    PyObject *list = PyList_New(0);
    bool is_whole = list != NULL && results->many != NULL &&
                    py_inputs_fill(results, &started);
    while (is_whole && (one = take(results)) != NULL) {
        is_whole = PyList_Append(list, one) == 0;
        Py_DECREF(one);
    }
    bool is_over = is_whole && PyErr_Occurred() == NULL &&
                   PyList_Size(list) == 0 && results->inputs == NULL &&
                   results->is_idle;
    if (is_over) {
        raise_fault(results);
    }
    leave(results);
    if (PyErr_Occurred() != NULL || is_over || !is_whole) {
        Py_XDECREF(list);
        return PyErr_Occurred() != NULL ? NULL : Py_NewRef(Py_None);
    }
    return list;
}

/* Start an input; if all places are in use, _take starts it later. */
static PyObject *give(PyObject *self, PyObject *input)
{
    struct py_results *results = (struct py_results *)self;
    if (!enter(results)) {
        return NULL;
    }
    bool is_started = results->many != NULL && py_inputs_read(results, input) &&
                      py_inputs_start(results);
    if (!is_started) {
        py_inputs_free(results);
    }
    leave(results);
    return is_started || PyErr_Occurred() == NULL ? Py_NewRef(Py_None) : NULL;
}

/* Return an available result, or None. */
static PyObject *take_done(PyObject *self, PyObject *unused)
{
    struct py_results *results = (struct py_results *)self;
    PyObject *made = NULL;
    (void)unused;
    if (!enter(results)) {
        return NULL;
    }
    if (results->many != NULL &&
        (results->first == results->last || py_inputs_start(results))) {
        made = take(results);
    }
    leave(results);
    return made != NULL || PyErr_Occurred() != NULL ? made : Py_NewRef(Py_None);
}

static PyObject *enter_with(PyObject *self, PyObject *unused)
{
    (void)unused;
    return Py_NewRef(self);
}

static PyObject *count_room(PyObject *self, PyObject *unused)
{
    struct py_results *results = (struct py_results *)self;
    (void)unused;
    bool is_open = results->many != NULL && results->first == results->last;
    return PyLong_FromSize_t(is_open ? py_inputs_room(results) : 0);
}

/* Set the object that py_results_finished lists; None: none. */
static PyObject *set_waiter(PyObject *self, PyObject *waiter)
{
    struct py_results *results = (struct py_results *)self;
    PyObject *before = results->waiter;
    results->waiter = waiter != Py_None ? Py_NewRef(waiter) : NULL;
    Py_XDECREF(before);
    Py_RETURN_NONE;
}

PyObject *py_results_finished(struct py_source *source)
{
    struct py_results *results;
    PyObject *list = PyList_New(0);
    while (list != NULL) {
        py_source_lock(source);
        results = source->finished;
        if (results != NULL) {
            source->finished = results->next;
            results->is_listed = false;
        }
        py_source_unlock(source);
        if (results == NULL) {
            break;
        }
        if (results->waiter != NULL &&
            PyList_Append(list, results->waiter) < 0) {
            Py_CLEAR(list);
        }
    }
    return list;
}

static PyObject *close_method(PyObject *self, PyObject *unused)
{
    struct py_results *results = (struct py_results *)self;
    (void)unused;
    if (results->is_busy) {
        enter(results);
        return NULL;
    }
    close_results(results);
    Py_RETURN_NONE;
}

static PyObject *show(PyObject *self)
{
    struct py_results *results = (struct py_results *)self;
    return results->many == NULL
               ? PyUnicode_FromString("<ddds.Results, closed>")
               : PyUnicode_FromFormat("<ddds.Results, %zu of %zu in flight>",
                                      results->options.in_flight -
                                          py_inputs_room(results),
                                      results->options.in_flight);
}

/* ---- The type ------------------------------------------------------------ */

static int traverse(PyObject *self, visitproc visit, void *arg)
{
    struct py_results *results = (struct py_results *)self;
    PyObject *const held[] = {(PyObject *)Py_TYPE(self), results->inputs,
                              results->fault, results->waiter,
                              results->options.on_step};
    for (size_t i = 0; i < sizeof held / sizeof *held; i++) {
        Py_VISIT(held[i]);
    }
    return 0;
}

static int clear(PyObject *self)
{
    struct py_results *results = (struct py_results *)self;
    Py_CLEAR(results->inputs);
    Py_CLEAR(results->fault);
    Py_CLEAR(results->waiter);
    Py_CLEAR(results->options.on_step);
    return 0;
}

static void dealloc(PyObject *self)
{
    struct py_results *results = (struct py_results *)self;
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    close_results(results);
    py_known_free(&results->known);
    py_options_free(&results->options);
    PyMem_Free(results->line);
    PyObject_GC_Del(self);
    Py_DECREF(type);
}

PyObject *py_results_type(PyObject *module)
{
    static PyMethodDef methods[] = {
        {"close", close_method, METH_NOARGS,
         "Cancel what is in progress; there are no more results."},
        {"__class_getitem__", Py_GenericAlias, METH_O | METH_CLASS, NULL},
        {"__enter__", enter_with, METH_NOARGS, NULL},
        {"__exit__", close_method, METH_VARARGS, NULL},
        {"_advance", advance, METH_NOARGS, NULL},
        {"_give", give, METH_O, NULL},
        {"_take", take_done, METH_NOARGS, NULL},
        {"_room", count_room, METH_NOARGS, NULL},
        {"_tell", set_waiter, METH_O, NULL},
        {NULL, NULL, 0, NULL}};
    static const char doc[] =
        "An iterator over results. Closing it, also at the end of \"with\","
        " cancels\nwhat is in progress.";
    PyType_Slot slots[] = {{Py_tp_doc, (void *)(uintptr_t)doc},
                           {Py_tp_dealloc, (void *)(uintptr_t)dealloc},
                           {Py_tp_traverse, (void *)(uintptr_t)traverse},
                           {Py_tp_clear, (void *)(uintptr_t)clear},
                           {Py_tp_iter, (void *)(uintptr_t)PyObject_SelfIter},
                           {Py_tp_iternext, (void *)(uintptr_t)next},
                           {Py_tp_repr, (void *)(uintptr_t)show},
                           {Py_tp_methods, methods},
                           {0, NULL}};
    PyType_Spec spec = {.name = "ddds.Results",
                        .basicsize = sizeof(struct py_results),
                        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
                                 Py_TPFLAGS_DISALLOW_INSTANTIATION |
                                 Py_TPFLAGS_IMMUTABLETYPE,
                        .slots = slots};
    return PyType_FromModuleAndSpec(module, &spec, NULL);
}

/* ---- Functions ----------------------------------------------------------- */

PyObject *py_resolve_many(PyObject *module, PyObject *arguments)
{
    PyObject *database;
    PyObject *inputs;
    PyObject *options;
    int as_lines;
    if (!PyArg_ParseTuple(arguments, "OOpO", &database, &inputs, &as_lines,
                          &options)) {
        return NULL;
    }
    struct py_results *results = open_results(module, database, options, true);
    if (results != NULL) {
        results->inputs = PyObject_GetIter(inputs);
        if (results->inputs == NULL) {
            Py_CLEAR(results);
        }
    }
    if (results != NULL) {
        results->as_lines = as_lines;
    }
    return (PyObject *)results;
}

PyObject *py_resolve_given(PyObject *module, PyObject *arguments)
{
    PyObject *database;
    PyObject *options;
    if (!PyArg_ParseTuple(arguments, "OO", &database, &options)) {
        return NULL;
    }
    return (PyObject *)open_results(module, database, options, false);
}

PyObject *py_resolve(PyObject *module, PyObject *arguments)
{
    PyObject *database;
    PyObject *input;
    PyObject *options;
    PyObject *made = NULL;
    if (!PyArg_ParseTuple(arguments, "OOO", &database, &input, &options)) {
        return NULL;
    }
    struct py_results *results = open_results(module, database, options, false);
    if (results == NULL) {
        return NULL;
    }
    if (py_inputs_read(results, input) && py_inputs_start(results)) {
        made = find_next(results);
    }
    Py_DECREF((PyObject *)results);
    return made;
}
