/* SPDX-License-Identifier: MIT */
#include "py_list.h"

#include "py_error.h"
#include "py_text.h"

void py_list_begin(struct py_list *list)
{
    list->made = PyList_New(0);
    list->thread = PyEval_SaveThread();
}

bool py_list_lock(struct py_list *list)
{
    PyEval_RestoreThread(list->thread);
    return list->made != NULL;
}

void py_list_append(struct py_list *list, PyObject *item)
{
    if (item == NULL || PyList_Append(list->made, item) < 0) {
        Py_DECREF(list->made);
        list->made = NULL;
    }
    Py_XDECREF(item);
}

void py_list_unlock(struct py_list *list)
{
    list->thread = PyEval_SaveThread();
}

void py_list_text(void *context, const char *text)
{
    struct py_list *list = context;
    if (py_list_lock(list)) {
        py_list_append(list, py_text_make_whole(text));
    }
    py_list_unlock(list);
}

PyObject *py_list_end(struct py_list *list, const struct py_state *state,
                      ddds_status status, const struct ddds_error *error,
                      const char *path)
{
    PyEval_RestoreThread(list->thread);
    if (list->made != NULL && status != DDDS_OK) {
        Py_DECREF(list->made);
        return py_raise(state, error, path);
    }
    return list->made;
}
