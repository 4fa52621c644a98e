/* SPDX-License-Identifier: MIT */
#include "py_names.h"

#include <stdlib.h>
#include <string.h>

#include <ddds/rule.h>
#include <ddds/urn.h>

#include "py_error.h"
#include "py_text.h"

/* ---- URNs ---------------------------------------------------------------- */

/* Return the text, NID, NSS, the r-, q- and f-component, and the canonical
 * form. */
static PyObject *split(const struct py_state *state, const struct py_text *text,
                       char *normal)
{
    struct ddds_urn urn;
    struct ddds_error error;
    if (ddds_urn_parse(text->text, &urn, &error) != DDDS_OK ||
        ddds_urn_normalize(text->text, normal, text->length + 1, &error) !=
            DDDS_OK) {
        return py_raise(state, &error, NULL);
    }
    return Py_BuildValue("NNNNNNN", py_text_make(text->text, text->length),
                         py_text_make(urn.nid.text, urn.nid.length),
                         py_text_make(urn.nss.text, urn.nss.length),
                         py_text_make(urn.r.text, urn.r.length),
                         py_text_make(urn.q.text, urn.q.length),
                         py_text_make(urn.f.text, urn.f.length),
                         py_text_make_whole(normal));
}

PyObject *py_urn_split(PyObject *module, PyObject *text)
{
    const struct py_state *state = py_state_of(module);
    struct py_text read;
    if (!py_text_read_parsed(state, text, "a URN", &read)) {
        return NULL;
    }
    char *normal = PyMem_Malloc(read.length + 1);
    PyObject *made =
        normal != NULL ? split(state, &read, normal) : PyErr_NoMemory();
    PyMem_Free(normal);
    py_text_free(&read);
    return made;
}

PyObject *py_urn_equal(PyObject *module, PyObject *arguments)
{
    const struct py_state *state = py_state_of(module);
    struct py_text one = {0};
    struct py_text other = {0};
    struct ddds_error error;
    PyObject *given[2];
    PyObject *made = NULL;
    bool equal;
    if (PyArg_ParseTuple(arguments, "OO", &given[0], &given[1]) &&
        py_text_read(state, given[0], "a URN", &one) &&
        py_text_read(state, given[1], "a URN", &other)) {
        made = ddds_urn_equal(one.text, other.text, &equal, &error) == DDDS_OK
                   ? PyBool_FromLong(equal)
                   : py_raise(state, &error, NULL);
    }
    py_text_free(&one);
    py_text_free(&other);
    return made;
}

/* ---- Expressions --------------------------------------------------------- */

static const char expression_name[] = "ddds.expression";

static void free_expression(PyObject *capsule)
{
    ddds_substitution_free(PyCapsule_GetPointer(capsule, expression_name));
}

/* Compile |regexp|, which is in the form of a zone file if |is_master|; NULL on
 * failure. */
static ddds_substitution *compile(const char *regexp, bool is_master,
                                  struct ddds_error *error)
{
    char field[DDDS_FIELD_SIZE];
    if (is_master) {
        if (ddds_field_unescape(regexp, field, error) != DDDS_OK) {
            return NULL;
        }
        regexp = field;
    }
    return ddds_substitution_new(regexp, error);
}

PyObject *py_expression_new(PyObject *module, PyObject *arguments)
{
    const struct py_state *state = py_state_of(module);
    struct ddds_error error;
    struct py_text regexp;
    PyObject *given;
    int is_master;
    if (!PyArg_ParseTuple(arguments, "Op", &given, &is_master) ||
        !py_text_read_parsed(state, given, "an expression", &regexp)) {
        return NULL;
    }
    ddds_substitution *made = compile(regexp.text, is_master != 0, &error);
    py_text_free(&regexp);
    if (made == NULL) {
        return py_raise(state, &error, NULL);
    }
    PyObject *capsule = PyCapsule_New(made, expression_name, free_expression);
    if (capsule == NULL) {
        ddds_substitution_free(made);
    }
    return capsule;
}

PyObject *py_expression_apply(PyObject *module, PyObject *arguments)
{
    enum { OUTPUT_SIZE = 8192 + 1 };
    const struct py_state *state = py_state_of(module);
    char output[OUTPUT_SIZE];
    struct ddds_error error;
    struct py_text text;
    PyObject *capsule;
    PyObject *given;
    bool matched = false;
    ddds_status status;
    if (!PyArg_ParseTuple(arguments, "OO", &capsule, &given)) {
        return NULL;
    }
    const ddds_substitution *expression =
        PyCapsule_GetPointer(capsule, expression_name);
    if (expression == NULL || !py_text_read(state, given, "the text", &text)) {
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS status = ddds_substitution_apply(
        expression, text.text, output, sizeof output, &matched, NULL, &error);
    Py_END_ALLOW_THREADS py_text_free(&text);
    if (status != DDDS_OK) {
        return py_raise(state, &error, NULL);
    }
    return py_text_make_whole(matched ? output : NULL);
}

/* ---- UUIDs --------------------------------------------------------------- */

static PyObject *give_octets(const struct ddds_uuid *uuids, size_t count)
{
    return PyBytes_FromStringAndSize((const char *)uuids[0].octets,
                                     (Py_ssize_t)(count * sizeof uuids[0]));
}

/* Generate UUIDs with the generator of this process, protected by Python's
 * lock. */
static ddds_status generate(struct py_state *state, unsigned version,
                            struct ddds_uuid *uuids, size_t count,
                            struct ddds_error *error)
{
    if (state->generator == NULL) {
        state->generator = ddds_uuid_generator_new(NULL, error);
        if (state->generator == NULL) {
            return error->status;
        }
    }
    return ddds_uuid_generate(state->generator, version, uuids, count, NULL,
                              error);
}

PyObject *py_uuid_generate(PyObject *module, PyObject *arguments)
{
    struct py_state *state = py_state_of(module);
    struct ddds_error error;
    struct ddds_uuid one;
    PyObject *number;
    unsigned version;
    if (!PyArg_ParseTuple(arguments, "IO", &version, &number)) {
        return NULL;
    }
    /* The nearest to a number that is out of range. */
    Py_ssize_t count = PyNumber_AsSsize_t(number, NULL);
    if (count == -1 && PyErr_Occurred() != NULL) {
        return NULL;
    }
    if (count < 0 || count > 1 << 24) {
        return py_refuse(state, "count must be from 0 to 16777216");
    }
    struct ddds_uuid *uuids =
        count <= 1 ? &one : PyMem_Malloc((size_t)count * sizeof one);
    if (uuids == NULL) {
        return PyErr_NoMemory();
    }
    ddds_status status = generate(state, version, uuids, (size_t)count, &error);
    PyObject *made = status == DDDS_OK ? give_octets(uuids, (size_t)count)
                                       : py_raise(state, &error, NULL);
    if (uuids != &one) {
        PyMem_Free(uuids);
    }
    return made;
}

PyObject *py_uuid_make_v8(PyObject *module, PyObject *arguments)
{
    struct ddds_error error;
    struct ddds_uuid made;
    unsigned long long a;
    unsigned long long c;
    unsigned short b;
    if (!PyArg_ParseTuple(arguments, "KHK", &a, &b, &c)) {
        return NULL;
    }
    return ddds_uuid_make_fields(8, a, b, c, &made, &error) == DDDS_OK
               ? give_octets(&made, 1)
               : py_raise(py_state_of(module), &error, NULL);
}

PyObject *py_uuid_make_custom(PyObject *module, PyObject *octets)
{
    struct ddds_uuid made;
    Py_buffer view;
    if (PyObject_GetBuffer(octets, &view, PyBUF_SIMPLE) < 0) {
        return NULL;
    }
    bool is_whole = view.len == sizeof made.octets;
    if (is_whole) {
        ddds_uuid_make_octets(8, view.buf, &made);
    }
    PyBuffer_Release(&view);
    return is_whole ? give_octets(&made, 1)
                    : py_refuse(py_state_of(module), "16 octets are needed");
}

/* Arguments: number of the hash, octets of the namespace, and of the name. */
PyObject *py_uuid_make_name(PyObject *module, PyObject *arguments)
{
    struct py_state *state = py_state_of(module);
    struct ddds_error error;
    struct ddds_uuid space;
    struct ddds_uuid made;
    Py_buffer octets;
    Py_buffer name;
    ddds_status status = DDDS_OK;
    int hash;
    if (!PyArg_ParseTuple(arguments, "iy*s*", &hash, &octets, &name)) {
        return NULL;
    }
    bool is_whole = octets.len == sizeof space.octets;
    if (is_whole) {
        memcpy(space.octets, octets.buf, sizeof space.octets);
        status = ddds_uuid_make_name((enum ddds_uuid_hash)hash, &space,
                                     name.buf, (size_t)name.len, &made, &error);
    }
    PyBuffer_Release(&octets);
    PyBuffer_Release(&name);
    if (status != DDDS_OK) {
        return py_raise(state, &error, NULL);
    }
    return is_whole ? give_octets(&made, 1)
                    : PyErr_Format(PyExc_ValueError, "16 octets are needed");
}

PyObject *py_uuid_dns_name(PyObject *module, PyObject *arguments)
{
    struct ddds_uuid_dns_name written;
    struct ddds_error error;
    Py_buffer name;
    int form;
    if (!PyArg_ParseTuple(arguments, "s*i", &name, &form)) {
        return NULL;
    }
    ddds_status status = ddds_uuid_write_dns_name(name.buf, (size_t)name.len,
                                                  (enum ddds_uuid_dns_form)form,
                                                  &written, &error);
    PyBuffer_Release(&name);
    return status == DDDS_OK
               ? PyBytes_FromStringAndSize((const char *)written.octets,
                                           (Py_ssize_t)written.length)
               : py_raise(py_state_of(module), &error, NULL);
}
