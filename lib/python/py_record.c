/* Members of records are immutable, so records have no reference cycles, and
 * need no garbage collection.
 *
 * SPDX-License-Identifier: MIT */
#include "py_record.h"

#include <stdint.h>
#include <string.h>

#include "py_text.h"

bool py_record_begin(struct py_record *record, struct py_state *state,
                     enum py_class class)
{
    PyTypeObject *type = (PyTypeObject *)state->classes[class];
    *record = (struct py_record){
        .made = PyType_GenericAlloc(type, state->members[class]),
        .state = state};
    return record->made != NULL;
}

bool py_tuple_begin(struct py_record *record, struct py_state *state,
                    size_t count)
{
    PyObject *made =
        count == 0 ? Py_NewRef(state->nothing) : PyTuple_New((Py_ssize_t)count);
    *record = (struct py_record){.made = made, .state = state};
    return record->made != NULL;
}

bool py_put(struct py_record *record, PyObject *value)
{
    return value != NULL &&
           PyTuple_SetItem(record->made, record->place++, value) == 0;
}

PyObject *py_record_end(struct py_record *record, bool is_whole)
{
    PyObject *made = record->made;
    record->made = NULL;
    if (!is_whole) {
        Py_XDECREF(made);
        return NULL;
    }
    if (made != record->state->nothing) {
        PyObject_GC_UnTrack(made);
    }
    return made;
}

/* ---- Members ------------------------------------------------------------- */

PyObject *py_word(struct py_state *state, const char *word)
{
    struct py_word *known = &state->words[((uintptr_t)word >> 2) % PY_WORDS];
    if (known->word != word) {
        PyObject *before = known->made;
        PyObject *made = PyUnicode_InternFromString(word);
        if (made == NULL) {
            return NULL;
        }
        *known = (struct py_word){word, made};
        Py_XDECREF(before);
    }
    return Py_NewRef(known->made);
}

bool py_put_word(struct py_record *record, const char *word)
{
    return py_put(record, word != NULL ? py_word(record->state, word)
                                       : Py_NewRef(Py_None));
}

bool py_put_text(struct py_record *record, const char *text)
{
    return py_put(record, py_text_make_whole(text));
}

bool py_put_span(struct py_record *record, const struct ddds_span *span)
{
    return py_put(record, py_text_make(span->text, span->length));
}

bool py_put_none(struct py_record *record)
{
    return py_put(record, Py_NewRef(Py_None));
}

bool py_put_bool(struct py_record *record, bool value)
{
    return py_put(record, PyBool_FromLong(value));
}

bool py_put_number(struct py_record *record, unsigned long value)
{
    return py_put(record, PyLong_FromUnsignedLong(value));
}

bool py_put_known(struct py_record *record, bool is_known, unsigned long value)
{
    return is_known ? py_put_number(record, value) : py_put_none(record);
}
