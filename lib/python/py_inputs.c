/* SPDX-License-Identifier: MIT */
#include "py_inputs.h"

#include <string.h>

#include <ddds/show.h>

#include "py_error.h"

/* ---- Lines --------------------------------------------------------------- */

/* Grow the line to |length| octets. Return false without memory. */
static bool grow_line(struct py_results *results, size_t length)
{
    PyMem_Free(results->line);
    results->line = PyMem_Malloc(length + 1);
    results->line_size = results->line != NULL ? length + 1 : 0;
    if (results->line == NULL) {
        PyErr_NoMemory();
    }
    return results->line != NULL;
}

/* Return the line of |result|; if that is NULL, of a rejected |input|. */
static PyObject *write_line(struct py_results *results,
                            const struct ddds_result *result, const char *input,
                            const struct ddds_application *application,
                            const struct ddds_error *error)
{
    unsigned parts = results->options.has_trace ? DDDS_SHOW_TRACE : 0;
    for (;;) {
        size_t length =
            result != NULL
                ? ddds_result_json(result, parts, results->line,
                                   results->line_size)
                : ddds_refusal_json(input, application, error, results->line,
                                    results->line_size);
        if (length < results->line_size) {
            return PyUnicode_FromStringAndSize(results->line,
                                               (Py_ssize_t)length);
        }
        if (!grow_line(results, length)) {
            return NULL;
        }
    }
}

PyObject *py_inputs_line(struct py_results *results,
                         const struct ddds_result *result)
{
    return write_line(results, result, NULL, NULL, NULL);
}

PyObject *py_inputs_reject(struct py_results *results, PyObject *input,
                           const struct ddds_error *error)
{
    PyObject *octets =
        PyUnicode_AsEncodedString(input, "utf-8", "surrogateescape");
    if (octets == NULL) {
        return NULL;
    }
    const char *text = PyBytes_AsString(octets);
    const struct ddds_application *application =
        results->options.application != NULL ? results->options.application
                                             : ddds_application_for(text);
    PyObject *made = results->as_lines
                         ? write_line(results, NULL, text, application, error)
                         : py_result_refuse(results->state, &results->known,
                                            input, application, error);
    Py_DECREF(octets);
    return made;
}

/* ---- Reading ------------------------------------------------------------- */

/* Reject an input that C cannot represent: |input->own| becomes its result.
 * Takes ownership of |text|; NULL is a failure. */
static bool refuse(struct py_results *results, PyObject *text,
                   const char *detail, struct py_input *input)
{
    const struct ddds_application *application = results->options.application;
    struct ddds_error error;
    PyObject *octets =
        text == NULL
            ? NULL
            : PyUnicode_AsEncodedString(text, "utf-8", "surrogatepass");
    if (octets == NULL) {
        Py_XDECREF(text);
        return false;
    }
    if (application == NULL) {
        application = ddds_application_for(PyBytes_AsString(octets));
    }
    Py_DECREF(octets);
    ddds_error_set(&error, DDDS_BAD_INPUT, DDDS_NO_OFFSET, "%s", detail);
    PyObject *made = py_result_refuse(results->state, &results->known, text,
                                      application, &error);
    Py_DECREF(text);
    if (made != NULL && results->as_lines) {
        PyObject *line = PyObject_CallFunctionObjArgs(
            results->state->classes[PY_MAKE_LINE], made, NULL);
        Py_DECREF(made);
        made = line;
    }
    *input = (struct py_input){.own = made};
    return made != NULL;
}

/* Read |octets|, taking ownership; NULL is a failure. */
static bool read_octets(struct py_results *results, PyObject *octets,
                        struct py_input *input)
{
    char *text;
    Py_ssize_t length;
    if (octets == NULL || PyBytes_AsStringAndSize(octets, &text, &length) < 0) {
        return false;
    }
    PyObject *own = py_text_make(text, (size_t)length);
    if (own != NULL && strlen(text) == (size_t)length) {
        *input = (struct py_input){octets, text, own};
        return true;
    }
    Py_DECREF(octets);
    return refuse(results, own, "the input contains a NUL octet", input);
}

/* A string of a subclass becomes an ordinary string. */
static bool read_string(struct py_results *results, PyObject *given,
                        struct py_input *input)
{
    Py_ssize_t length;
    const char *text = PyUnicode_AsUTF8AndSize(given, &length);
    if (text != NULL && strlen(text) == (size_t)length) {
        *input = (struct py_input){Py_NewRef(given), text,
                                   PyUnicode_FromObject(given)};
        if (input->own == NULL) {
            Py_DECREF(given);
        }
        return input->own != NULL;
    }
    if (text != NULL) {
        return refuse(results, PyUnicode_FromObject(given),
                      "the input contains a NUL octet", input);
    }
    if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) {
        return false;
    }
    PyErr_Clear();
    PyObject *octets =
        PyUnicode_AsEncodedString(given, "utf-8", "surrogateescape");
    if (octets != NULL || !PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) {
        return read_octets(results, octets, input);
    }
    PyErr_Clear();
    return refuse(results, PyUnicode_FromObject(given),
                  "the input is not valid Unicode", input);
}

static bool read_one(struct py_results *results, PyObject *given,
                     struct py_input *input)
{
    if (PyUnicode_Check(given)) {
        return read_string(results, given, input);
    }
    if (PyBytes_Check(given)) {
        return read_octets(results, Py_NewRef(given), input);
    }
    py_refuse_type(given, "an input", "str or bytes");
    return false;
}

void py_inputs_free(struct py_results *results)
{
    for (; results->first < results->last; results->first++) {
        Py_CLEAR(results->waiting[results->first].given);
        Py_CLEAR(results->waiting[results->first].own);
    }
}

/* ---- Inputs -------------------------------------------------------------- */

/* Start waiting inputs while the many has room, without Python's lock. */
static ddds_status start(struct py_results *results)
{
    ddds_status status = DDDS_OK;
    while (results->first < results->last && status == DDDS_OK &&
           ddds_many_room(results->many) > 0) {
        const struct py_input *input = &results->waiting[results->first];
        if (input->text != NULL) {
            status = ddds_many_add(results->many, results->options.application,
                                   input->text, NULL, input->own);
        } else {
            ddds_many_place *place = ddds_many_hold(results->many, input->own);
            status = place != NULL ? DDDS_OK : DDDS_NO_MEMORY;
            if (place != NULL) {
                ddds_many_release(place);
            }
        }
        results->first += status == DDDS_OK;
    }
    return status;
}

bool py_inputs_start(struct py_results *results)
{
    ddds_status status;
    size_t before = results->first;
    Py_BEGIN_ALLOW_THREADS py_source_lock(results->source);
    status = start(results);
    py_source_unlock(results->source);
    Py_END_ALLOW_THREADS for (; before < results->first; before++)
    {
        Py_CLEAR(results->waiting[before].given);
    }
    if (status != DDDS_OK) {
        PyErr_NoMemory();
    }
    return status == DDDS_OK;
}

/* Store the exception that the iterator of inputs raised, until earlier results
 * are delivered. Return false for interrupts, which are raised immediately. */
static bool keep_fault(struct py_results *results)
{
    PyObject *type;
    PyObject *traceback;
    if (!PyErr_ExceptionMatches(PyExc_Exception)) {
        return false;
    }
    PyErr_Fetch(&type, &results->fault, &traceback);
    PyErr_NormalizeException(&type, &results->fault, &traceback);
    if (traceback != NULL) {
        PyException_SetTraceback(results->fault, traceback);
    }
    Py_XDECREF(type);
    Py_XDECREF(traceback);
    Py_CLEAR(results->inputs);
    return true;
}

bool py_inputs_read(struct py_results *results, PyObject *given)
{
    if (results->first == results->last) {
        results->first = results->last = 0;
    }
    if (!read_one(results, given, &results->waiting[results->last])) {
        return false;
    }
    results->last++;
    return true;
}

static bool read_inputs(struct py_results *results, size_t most)
{
    while (results->last < most && results->inputs != NULL) {
        PyObject *given = PyIter_Next(results->inputs);
        bool is_read = given != NULL && py_inputs_read(results, given);
        Py_XDECREF(given);
        if (!is_read && PyErr_Occurred() == NULL) {
            Py_CLEAR(results->inputs);
        } else if (!is_read && !keep_fault(results)) {
            return false;
        }
    }
    return true;
}

size_t py_inputs_room(struct py_results *results)
{
    py_source_lock(results->source);
    size_t room = ddds_many_room(results->many);
    py_source_unlock(results->source);
    return room;
}

/* If another thread completes the first input meanwhile, the results after it
 * no longer wait, and use up the places: then fewer inputs are started than
 * were read. */
bool py_inputs_fill(struct py_results *results, size_t *started)
{
    bool is_immediate = !py_source_asks(results->source);
    size_t room = py_inputs_room(results);
    size_t most = room < results->step ? room : results->step;
    size_t limit = is_immediate ? PY_AT_ONCE : results->options.in_flight;
    results->step = 2 * results->step < limit ? 2 * results->step : limit;
    *started = 0;
    while (*started < most) {
        size_t left = most - *started;
        if (results->first == results->last) {
            results->first = results->last = 0;
            if (!read_inputs(results, left < PY_AT_ONCE ? left : PY_AT_ONCE)) {
                return false;
            }
        }
        size_t before = results->first;
        if (before == results->last) {
            break;
        }
        if (!py_inputs_start(results)) {
            return false;
        }
        *started += results->first - before;
        if (results->first < results->last) {
            break;
        }
    }
    return PyErr_CheckSignals() == 0;
}
