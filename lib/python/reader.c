/* The Python module ddds._reader: reads what pickle.c writes, as Python's own
 * unpickler does, in a third of its time. It knows only the opcodes of pickle.c,
 * and makes records without calling their class.
 *
 * SPDX-License-Identifier: MIT */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "opcodes.h"
#include "pickle.h"

/* Tuples may be nested this deep: a result needs six levels. */
enum { DEPTH = 32 };

struct objects {
    PyObject **object;
    size_t count;
    size_t size;
};

struct reader {
    const unsigned char *at;
    const unsigned char *end;
    PyObject *classes;
    PyObject *inputs; /* a list, or NULL */
    Py_ssize_t next_input;
    struct objects stack;
    struct objects memo;
    size_t marks[DEPTH];
    size_t mark_count;
};

/* ---- Objects ------------------------------------------------------------- */

static bool grow(struct objects *objects)
{
    size_t size = objects->size == 0 ? 1024 : 2 * objects->size;
    PyObject **grown =
        PyMem_Realloc(objects->object, size * sizeof objects->object[0]);
    if (grown == NULL) {
        PyErr_NoMemory();
        return false;
    }
    objects->object = grown;
    objects->size = size;
    return true;
}

/* Append |object|, whose reference is taken over; NULL is a failure. */
static inline bool push(struct objects *objects, PyObject *object)
{
    if (object == NULL || (objects->count == objects->size && !grow(objects))) {
        Py_XDECREF(object);
        return false;
    }
    objects->object[objects->count++] = object;
    return true;
}

static bool fail(void)
{
    PyErr_SetString(PyExc_ValueError, "not what ddds writes");
    return false;
}

/* The last object, with its reference; NULL if there is none. */
static PyObject *pop(struct objects *objects)
{
    return objects->count > 0 ? objects->object[--objects->count] : NULL;
}

static void drop_to(struct objects *objects, size_t count)
{
    while (objects->count > count) {
        Py_DECREF(objects->object[--objects->count]);
    }
}

/* ---- Values -------------------------------------------------------------- */

static uint32_t read_number(const unsigned char *at, unsigned octets)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < octets; i++) {
        value |= (uint32_t)at[i] << 8 * i;
    }
    return value;
}

/* Take a number of |octets|. */
static bool take_number(struct reader *reader, unsigned octets, uint32_t *value)
{
    if ((size_t)(reader->end - reader->at) < octets) {
        return fail();
    }
    *value = read_number(reader->at, octets);
    reader->at += octets;
    return true;
}

/* Take as many octets as the number before them says. */
static const char *take_data(struct reader *reader, unsigned octets,
                             uint32_t *length)
{
    if (!take_number(reader, octets, length)) {
        return NULL;
    }
    if ((size_t)(reader->end - reader->at) < *length) {
        fail();
        return NULL;
    }
    const char *data = (const char *)reader->at;
    reader->at += *length;
    return data;
}

static bool put_number(struct reader *reader, unsigned octets)
{
    uint32_t value;
    return take_number(reader, octets, &value) &&
           push(&reader->stack, PyLong_FromUnsignedLong(value));
}

/* pickle.c writes five octets, of which the last is 0. */
static bool put_long(struct reader *reader)
{
    uint32_t length;
    const char *data = take_data(reader, 1, &length);
    if (data == NULL || length != 5) {
        return data != NULL && fail();
    }
    return push(&reader->stack, PyLong_FromUnsignedLong(read_number(
                                    (const unsigned char *)data, 4)));
}

static bool put_text(struct reader *reader, unsigned octets)
{
    uint32_t length;
    const char *data = take_data(reader, octets, &length);
    return data != NULL &&
           push(&reader->stack,
                PyUnicode_DecodeUTF8(data, (Py_ssize_t)length, NULL));
}

static bool put_bytes(struct reader *reader)
{
    uint32_t length;
    const char *data = take_data(reader, 4, &length);
    return data != NULL && push(&reader->stack, PyBytes_FromStringAndSize(
                                                    data, (Py_ssize_t)length));
}

static bool put_known(struct reader *reader, unsigned octets)
{
    uint32_t memo;
    if (!take_number(reader, octets, &memo)) {
        return false;
    }
    if (memo >= reader->memo.count) {
        return fail();
    }
    return push(&reader->stack, Py_NewRef(reader->memo.object[memo]));
}

static bool put_copy(struct reader *reader, struct objects *objects)
{
    size_t count = reader->stack.count;
    return count > 0 ? push(objects, Py_NewRef(reader->stack.object[count - 1]))
                     : fail();
}

/* The next input, as a string without a class of its own. */
static bool put_input(struct reader *reader)
{
    PyObject *input = reader->inputs == NULL
                          ? NULL
                          : PyList_GetItem(reader->inputs, reader->next_input);
    reader->next_input++;
    if (input == NULL) {
        return PyErr_Occurred() == NULL && fail();
    }
    return push(&reader->stack, PyUnicode_FromObject(input));
}

/* The class with the number on the stack. */
static bool put_class(struct reader *reader)
{
    PyObject *number = pop(&reader->stack);
    if (number == Py_None) {
        Py_DECREF(number);
        return put_input(reader);
    }
    Py_ssize_t index = number != NULL ? PyLong_AsSsize_t(number) : -1;
    Py_XDECREF(number);
    PyObject *class = PyTuple_GetItem(reader->classes, index);
    Py_XINCREF(class);
    return push(&reader->stack, class);
}

/* ---- Tuples and records -------------------------------------------------- */

static bool put_mark(struct reader *reader)
{
    if (reader->mark_count == DEPTH) {
        return fail();
    }
    reader->marks[reader->mark_count++] = reader->stack.count;
    return true;
}

/* Move what is on the stack from |first| on into |tuple|. */
static PyObject *fill(struct reader *reader, PyObject *tuple, size_t first)
{
    struct objects *stack = &reader->stack;
    if (tuple == NULL) {
        return NULL;
    }
    for (size_t i = first; i < stack->count; i++) {
        PyTuple_SetItem(tuple, (Py_ssize_t)(i - first), stack->object[i]);
    }
    stack->count = first;
    return tuple;
}

static bool is_record_class(PyObject *class)
{
    return class != NULL && PyType_Check(class) &&
           PyType_IsSubtype((PyTypeObject *)class, &PyTuple_Type);
}

/* Tuples and records have only immutable members, so that no reference leads
 * from one back to itself: Python's garbage collector need not look at them.
 * Returns |made|, which may be NULL. */
static PyObject *untrack(PyObject *made)
{
    if (made != NULL) {
        PyObject_GC_UnTrack(made);
    }
    return made;
}

/* A record, of the class below |first|. */
static bool put_record(struct reader *reader, size_t first)
{
    struct objects *stack = &reader->stack;
    PyTypeObject *class =
        first > 0 ? (PyTypeObject *)stack->object[first - 1] : NULL;
    if (!is_record_class((PyObject *)class)) {
        return fail();
    }
    allocfunc allocate;
    void *slot = PyType_GetSlot(class, Py_tp_alloc);
    memcpy(&allocate, &slot, sizeof allocate); /* as in POSIX, dlsym */
    PyObject *record = fill(
        reader, allocate(class, (Py_ssize_t)(stack->count - first)), first);
    if (record == NULL) {
        return false;
    }
    stack->object[first - 1] = untrack(record);
    Py_DECREF(class);
    return true;
}

static bool is_record(const struct reader *reader)
{
    return reader->end - reader->at >= 2 && reader->at[0] == TUPLE1 &&
           reader->at[1] == NEWOBJ;
}

static bool put_tuple(struct reader *reader)
{
    if (reader->mark_count == 0) {
        return fail();
    }
    size_t first = reader->marks[--reader->mark_count];
    if (first > reader->stack.count) {
        return fail();
    }
    if (is_record(reader)) {
        reader->at += 2;
        return put_record(reader, first);
    }
    size_t count = reader->stack.count - first;
    return push(&reader->stack,
                untrack(fill(reader, PyTuple_New((Py_ssize_t)count), first)));
}

/* A record of the class |number| with the members that |pattern| has at |place|.
 * NULL is a failure. */
static PyObject *copy_members(struct reader *reader, Py_ssize_t number,
                              PyObject *pattern, Py_ssize_t place)
{
    PyObject *class = PyTuple_GetItem(reader->classes, number);
    PyObject *arguments =
        PyTuple_Check(pattern) ? PyTuple_GetItem(pattern, place) : NULL;
    if (!is_record_class(class) || arguments == NULL ||
        !PyTuple_Check(arguments)) {
        PyErr_Clear();
        fail();
        return NULL;
    }
    newfunc make;
    void *slot = PyType_GetSlot(&PyTuple_Type, Py_tp_new);
    memcpy(&make, &slot, sizeof make);
    return untrack(make((PyTypeObject *)class, arguments, NULL));
}

/* The places of members in records: see ddds/_results.py. */
enum { RESULT_INPUT = 0, RESULT_OUTCOMES = 4 };
enum { OUTCOME_OUTPUT = 1, OUTCOME_URI = 2 };

/* Set a member of |record|, which is new. Both may be NULL, for a failure;
 * |value| is taken over. */
static bool set(PyObject *record, Py_ssize_t place, PyObject *value)
{
    if (record == NULL || value == NULL) {
        Py_XDECREF(value);
        return false;
    }
    return PyTuple_SetItem(record, place, value) == 0;
}

/* A tuple of |only|, which is taken over; NULL is a failure. */
static PyObject *make_tuple(PyObject *only)
{
    PyObject *tuple = only != NULL ? PyTuple_New(1) : NULL;
    if (tuple == NULL) {
        Py_XDECREF(only);
        return NULL;
    }
    PyTuple_SetItem(tuple, 0, only);
    return untrack(tuple);
}

static PyObject *make_alike(struct reader *reader, PyObject *pattern,
                            PyObject *input, PyObject *output)
{
    PyObject *outcome = copy_members(reader, PICKLE_OUTCOME, pattern, 0);
    if (!set(outcome, OUTCOME_OUTPUT, Py_NewRef(output)) ||
        !set(outcome, OUTCOME_URI, Py_NewRef(output))) {
        Py_XDECREF(outcome);
        return NULL;
    }
    PyObject *outcomes = make_tuple(outcome);
    PyObject *result = outcomes != NULL
                           ? copy_members(reader, PICKLE_RESULT, pattern, 1)
                           : NULL;
    if (!set(result, RESULT_OUTCOMES, outcomes) ||
        !set(result, RESULT_INPUT, Py_NewRef(input))) {
        Py_XDECREF(result);
        return NULL;
    }
    return result;
}

/* A result from the pattern, the input and the output on the stack, as the
 * function like() of ddds/_results.py makes it: TUPLE3 is part of it. */
static bool put_alike(struct reader *reader)
{
    struct objects *stack = &reader->stack;
    if (reader->at == reader->end || *reader->at != REDUCE ||
        stack->count < 4) {
        return fail();
    }
    reader->at++;
    PyObject **last = &stack->object[stack->count - 3];
    PyObject *made = make_alike(reader, last[0], last[1], last[2]);
    drop_to(stack, stack->count - 4);
    return push(stack, made);
}

/* What a callable makes of the value above it: TUPLE1 is part of it. */
static bool put_made(struct reader *reader)
{
    PyObject *value = pop(&reader->stack);
    PyObject *made = NULL;
    PyObject *callable = pop(&reader->stack);
    if (reader->at == reader->end || *reader->at != REDUCE ||
        callable == NULL) {
        fail();
    } else {
        reader->at++;
        made = PyObject_CallFunctionObjArgs(callable, value, NULL);
    }
    Py_XDECREF(callable);
    Py_XDECREF(value);
    return push(&reader->stack, made);
}

/* ---- The whole ----------------------------------------------------------- */

static bool drop(struct reader *reader)
{
    PyObject *last = pop(&reader->stack);
    Py_XDECREF(last);
    return last != NULL || fail();
}

static bool read_value(struct reader *reader, unsigned opcode)
{
    switch (opcode) {
    case BININT1:
        return put_number(reader, 1);
    case BININT2:
        return put_number(reader, 2);
    case BININT:
        return put_number(reader, 4);
    case LONG1:
        return put_long(reader);
    case SHORT_BINUNICODE:
        return put_text(reader, 1);
    case BINUNICODE:
        return put_text(reader, 4);
    case BINBYTES:
        return put_bytes(reader);
    case NONE:
        return push(&reader->stack, Py_NewRef(Py_None));
    case NEWTRUE:
        return push(&reader->stack, Py_NewRef(Py_True));
    case NEWFALSE:
        return push(&reader->stack, Py_NewRef(Py_False));
    default:
        return fail();
    }
}

static bool read_one(struct reader *reader, unsigned opcode)
{
    switch (opcode) {
    case BINGET:
        return put_known(reader, 1);
    case LONG_BINGET:
        return put_known(reader, 4);
    case MEMOIZE:
        return put_copy(reader, &reader->memo);
    case DUP:
        return put_copy(reader, &reader->stack);
    case POP:
        return drop(reader);
    case MARK:
        return put_mark(reader);
    case TUPLE:
        return put_tuple(reader);
    case EMPTY_TUPLE:
        return push(&reader->stack, PyTuple_New(0));
    case TUPLE1:
        return put_made(reader);
    case TUPLE3:
        return put_alike(reader);
    case BINPERSID:
        return put_class(reader);
    default:
        return read_value(reader, opcode);
    }
}

/* Everything between the first MARK and LIST. */
static PyObject *read_list(struct reader *reader)
{
    while (reader->at < reader->end && *reader->at != LIST) {
        if (!read_one(reader, *reader->at++)) {
            return NULL;
        }
    }
    size_t count = reader->stack.count;
    if (reader->end - reader->at != 2 || reader->mark_count != 0) {
        fail();
        return NULL;
    }
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list != NULL && i < count; i++) {
        PyList_SetItem(list, (Py_ssize_t)i, reader->stack.object[i]);
    }
    reader->stack.count = list != NULL ? 0 : count;
    return list;
}

/* PROTO and its number, FRAME and its length, MARK. */
enum { HEAD = 2 + 9 + 1 };

PyDoc_STRVAR(read_doc, "read(octets, classes, inputs=None)\n--\n\n"
                       "Return the list that octets are the pickle of; where"
                       " it refers\nto its inputs, they are in a list.");

static PyObject *read_pickle(PyObject *self, PyObject *arguments)
{
    Py_buffer octets;
    PyObject *made = NULL;
    struct reader reader = {0};
    (void)self;
    if (!PyArg_ParseTuple(arguments, "y*O!|O!", &octets, &PyTuple_Type,
                          &reader.classes, &PyList_Type, &reader.inputs)) {
        return NULL;
    }
    if (octets.len < HEAD) {
        fail();
    } else {
        reader.at = (const unsigned char *)octets.buf + HEAD;
        reader.end = (const unsigned char *)octets.buf + octets.len;
        made = read_list(&reader);
    }
    drop_to(&reader.stack, 0);
    drop_to(&reader.memo, 0);
    PyMem_Free(reader.stack.object);
    PyMem_Free(reader.memo.object);
    PyBuffer_Release(&octets);
    return made;
}

static PyMethodDef methods[] = {{"read", read_pickle, METH_VARARGS, read_doc},
                                {NULL, NULL, 0, NULL}};
static struct PyModuleDef_Slot slots[] = {{0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, .m_name = "_reader",
                                    .m_methods = methods, .m_slots = slots};

PyMODINIT_FUNC PyInit__reader(void);

PyMODINIT_FUNC PyInit__reader(void)
{
    return PyModuleDef_Init(&module);
}
