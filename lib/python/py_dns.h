/* DNS and its caches: see ddds/_databases.py.
 *
 * One epoll instance has all sockets of a database: threads wait for it, and an
 * event loop watches it as if it were a socket.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_DNS_H
#define PY_DNS_H

#include "py_source.h"

PyObject *py_cache_new(PyObject *module, PyObject *size);
PyObject *py_dns_new(PyObject *module, PyObject *arguments);

/* Load libddds-validate and open a validator with the options of |source|. NULL
 * on failure, with a message that says what to install if the library is
 * missing. */
ddds_database *py_dns_validate(const struct py_source *source,
                               struct py_validation *validation,
                               struct ddds_error *error);

/* Python's lock must not be held for these two. */

/* Send what is queued, and wait until a socket is ready, for at most |most|
 * milliseconds; then process what has come. Does not wait if |*is_ready|, which
 * the lock of |source| protects. */
void py_dns_wait(struct py_source *source, const bool *is_ready, int most);

/* Process what has come, and send what is queued. Returns the milliseconds
 * until this must be called again, or -1. */
int py_dns_process(struct py_source *source);

/* Around fork(): no other thread may be inside the library then. */
PyObject *py_before_fork(PyObject *module, PyObject *unused);
PyObject *py_after_fork_in_parent(PyObject *module, PyObject *unused);
PyObject *py_after_fork_in_child(PyObject *module, PyObject *unused);

#endif
