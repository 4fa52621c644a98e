/* Return the class in ddds/_errors.py for |status|.
 *
 * SPDX-License-Identifier: MIT */
#include "py_error.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static PyObject *class_for(const struct py_state *state, ddds_status status)
{
    switch (status) {
    case DDDS_BAD_INPUT:
    case DDDS_SYNTAX:
    case DDDS_MALFORMED:
        return state->classes[PY_PARSE_ERROR];
    case DDDS_BAD_OPTION:
        return state->classes[PY_OPTION_ERROR];
    case DDDS_UNREADABLE:
        return state->classes[PY_FILE_ERROR];
    case DDDS_LIMIT:
        return state->classes[PY_LIMIT_ERROR];
    default:
        return state->classes[PY_ERROR];
    }
}

/* Set a member of |object|, taking ownership of |value|; NULL is a failure. */
static bool set(PyObject *object, const char *name, PyObject *value)
{
    bool is_set =
        value != NULL && PyObject_SetAttrString(object, name, value) == 0;
    Py_XDECREF(value);
    return is_set;
}

/* Return why |path| cannot be read, as a number of <errno.h>; 0 if it can be
 * read, because another file failed, such as an included file. */
static int find_errno(const char *path)
{
    struct stat about;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (file < 0) {
        return errno;
    }
    bool is_folder = fstat(file, &about) == 0 && S_ISDIR(about.st_mode);
    close(file);
    return is_folder ? EISDIR : 0;
}

/* Set the members of an OSError. */
static bool set_file(PyObject *raised, const char *path)
{
    int number = find_errno(path);
    if (number != 0 && (!set(raised, "errno", PyLong_FromLong(number)) ||
                        !set(raised, "strerror",
                             PyUnicode_DecodeLocale(strerror(number), NULL)))) {
        return false;
    }
    return set(raised, "filename", PyUnicode_DecodeFSDefault(path));
}

PyObject *py_raise(const struct py_state *state, const struct ddds_error *error,
                   const char *path)
{
    if (error->status == DDDS_NO_MEMORY) {
        return PyErr_NoMemory();
    }
    PyObject *class = class_for(state, error->status);
    PyObject *detail = PyUnicode_DecodeUTF8(
        error->detail, (Py_ssize_t)strlen(error->detail), "backslashreplace");
    PyObject *raised = detail != NULL
                           ? PyObject_CallFunctionObjArgs(class, detail, NULL)
                           : NULL;
    Py_XDECREF(detail);
    bool is_whole = raised != NULL;
    if (is_whole && error->offset != DDDS_NO_OFFSET) {
        is_whole = set(raised, "offset", PyLong_FromSize_t(error->offset));
    }
    if (is_whole && error->status == DDDS_UNREADABLE && path != NULL) {
        is_whole = set_file(raised, path);
    }
    if (is_whole) {
        PyErr_SetObject(class, raised);
    }
    Py_XDECREF(raised);
    return NULL;
}

PyObject *py_refuse(const struct py_state *state, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    PyErr_FormatV(state->classes[PY_OPTION_ERROR], format, arguments);
    va_end(arguments);
    return NULL;
}

void py_refuse_type(PyObject *given, const char *what, const char *wanted)
{
    PyObject *name = PyType_GetName(Py_TYPE(given));
    if (name != NULL) {
        PyErr_Format(PyExc_TypeError, "%s must be %s, not %U", what, wanted,
                     name);
        Py_DECREF(name);
    }
}
