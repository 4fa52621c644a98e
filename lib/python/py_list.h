/* Lists that callbacks of the library fill while Python's lock is released.
 *
 *     struct py_list list;
 *     py_list_begin(&list);
 *     ddds_status status = ddds_check_report(check, add, &list, NULL, &error);
 *     PyObject *made = py_list_end(&list, state, status, &error, NULL);
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_LIST_H
#define PY_LIST_H

#include <ddds/status.h>

#include "py_state.h"

struct py_list {
    PyObject *made;        /* NULL after a failure */
    PyThreadState *thread; /* while Python's lock is released */
};

/* Start a list, and release Python's lock. */
void py_list_begin(struct py_list *list);

/* Callbacks take Python's lock; if py_list_lock returns true, they append to
 * the list. Then they release the lock. */
bool py_list_lock(struct py_list *list);
void py_list_append(struct py_list *list, PyObject *item);
void py_list_unlock(struct py_list *list);

/* Append |text|; |context| is a struct py_list. */
void py_list_text(void *context, const char *text);

/* Take Python's lock again, and return the list; or NULL, with the exception
 * for |status| or of a callback. |path| is as for py_raise. */
PyObject *py_list_end(struct py_list *list, const struct py_state *state,
                      ddds_status status, const struct ddds_error *error,
                      const char *path);

#endif
