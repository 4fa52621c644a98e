/* SPDX-License-Identifier: MIT */
#include "py_text.h"

#include <string.h>

#include "py_error.h"

void py_text_free(struct py_text *text)
{
    Py_XDECREF(text->kept);
    *text = (struct py_text){0};
}

/* Take ownership of |octets|; NULL is a failure. */
static bool keep(struct py_text *text, PyObject *octets)
{
    char *start;
    Py_ssize_t length;
    if (octets == NULL ||
        PyBytes_AsStringAndSize(octets, &start, &length) < 0) {
        Py_XDECREF(octets);
        return false;
    }
    *text = (struct py_text){start, (size_t)length, octets};
    return true;
}

static PyObject *encode(PyObject *value)
{
    return PyBytes_Check(value)
               ? Py_NewRef(value)
               : PyUnicode_AsEncodedString(value, "utf-8", "surrogateescape");
}

static bool is_text(PyObject *value, const char *what)
{
    if (PyUnicode_Check(value) || PyBytes_Check(value)) {
        return true;
    }
    py_refuse_type(value, what, "str or bytes");
    return false;
}

bool py_text_read_zone(PyObject *value, struct py_text *text)
{
    return is_text(value, "a zone") && keep(text, encode(value));
}

static bool refuse_nul(const struct py_state *state, ddds_status status,
                       const char *what, struct py_text *text)
{
    struct ddds_error error;
    size_t length = strlen(text->text);
    if (length == text->length) {
        return true;
    }
    py_text_free(text);
    ddds_error_set(&error, status, length, "%s contains a NUL octet", what);
    py_raise(state, &error, NULL);
    return false;
}

/* If the text contains a NUL, fail with |status|. */
static bool read_text(const struct py_state *state, PyObject *value,
                      ddds_status status, const char *what,
                      struct py_text *text)
{
    struct ddds_error error;
    if (!is_text(value, what)) {
        return false;
    }
    if (keep(text, encode(value))) {
        return refuse_nul(state, status, what, text);
    }
    if (PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) {
        PyErr_Clear();
        ddds_error_set(&error, status, DDDS_NO_OFFSET,
                       "%s is not valid Unicode", what);
        py_raise(state, &error, NULL);
    }
    return false;
}

bool py_text_read(const struct py_state *state, PyObject *value,
                  const char *what, struct py_text *text)
{
    return read_text(state, value, DDDS_BAD_OPTION, what, text);
}

bool py_text_read_parsed(const struct py_state *state, PyObject *value,
                         const char *what, struct py_text *text)
{
    return read_text(state, value, DDDS_BAD_INPUT, what, text);
}

bool py_text_read_optional(const struct py_state *state, PyObject *value,
                           const char *what, struct py_text *text)
{
    *text = (struct py_text){0};
    return value == Py_None || py_text_read(state, value, what, text);
}

bool py_text_read_path(const struct py_state *state, PyObject *value,
                       struct py_text *text)
{
    PyObject *path = PyOS_FSPath(value);
    if (path == NULL) {
        return false;
    }
    PyObject *octets =
        PyBytes_Check(path) ? Py_NewRef(path) : PyUnicode_EncodeFSDefault(path);
    Py_DECREF(path);
    return keep(text, octets) &&
           refuse_nul(state, DDDS_BAD_OPTION, "the name of a file", text);
}

/* ---- Several ------------------------------------------------------------- */

/* Return a list of bytes from an iterable of texts. Reject a single text, whose
 * characters would be the items. */
static PyObject *encode_each(const struct py_state *state, PyObject *value,
                             const char *what)
{
    if (PyUnicode_Check(value) || PyBytes_Check(value)) {
        PyErr_Format(PyExc_TypeError, "give %s in a list, not alone", what);
        return NULL;
    }
    PyObject *list = PySequence_List(value);
    Py_ssize_t count = list != NULL ? PyList_Size(list) : 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        struct py_text text;
        if (!py_text_read(state, PyList_GetItem(list, i), what, &text)) {
            Py_DECREF(list);
            return NULL;
        }
        PyList_SetItem(list, i, text.kept);
    }
    return list;
}

bool py_text_read_words(const struct py_state *state, PyObject *value,
                        const char *what, struct py_text *text)
{
    if (value == Py_None || PyUnicode_Check(value) || PyBytes_Check(value)) {
        return py_text_read_optional(state, value, what, text);
    }
    PyObject *list = encode_each(state, value, what);
    PyObject *comma = list != NULL ? PyBytes_FromString(",") : NULL;
    PyObject *joined =
        comma != NULL ? PyObject_CallMethod(comma, "join", "O", list) : NULL;
    Py_XDECREF(comma);
    Py_XDECREF(list);
    return keep(text, joined);
}

void py_texts_free(struct py_texts *texts)
{
    PyMem_Free(texts->array);
    Py_XDECREF(texts->kept);
    *texts = (struct py_texts){0};
}

bool py_texts_read(const struct py_state *state, PyObject *value,
                   const char *what, struct py_texts *texts)
{
    *texts = (struct py_texts){.kept = encode_each(state, value, what)};
    if (texts->kept == NULL) {
        return false;
    }
    texts->count = (size_t)PyList_Size(texts->kept);
    texts->array = PyMem_Calloc(texts->count + 1, sizeof texts->array[0]);
    if (texts->array == NULL) {
        py_texts_free(texts);
        PyErr_NoMemory();
        return false;
    }
    for (size_t i = 0; i < texts->count; i++) {
        texts->array[i] =
            PyBytes_AsString(PyList_GetItem(texts->kept, (Py_ssize_t)i));
    }
    return true;
}

/* ---- For Python ---------------------------------------------------------- */

PyObject *py_text_make(const char *text, size_t length)
{
    return text == NULL ? Py_NewRef(Py_None)
                        : PyUnicode_DecodeUTF8(text, (Py_ssize_t)length,
                                               "surrogateescape");
}

PyObject *py_text_make_whole(const char *text)
{
    return py_text_make(text, text != NULL ? strlen(text) : 0);
}
