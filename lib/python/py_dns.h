/* DNS and caches: see ddds/_databases.py.
 *
 * An epoll instance contains all sockets of a database: threads wait for it,
 * and an event loop watches it like a socket.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_DNS_H
#define PY_DNS_H

#include "py_source.h"

PyObject *py_cache_new(PyObject *module, PyObject *size);
PyObject *py_dns_new(PyObject *module, PyObject *arguments);

/* Load libddds-validate and open a validator with the options of |source|.
 * Return NULL on failure; if the library is missing, the message tells which
 * package to install. */
ddds_database *py_dns_validate(const struct py_source *source,
                               struct py_validation *validation,
                               struct ddds_error *error);

/* The caller must not hold Python's lock during the next two functions. */

/* Send queued queries, wait up to |most| milliseconds until a socket is ready,
 * and process its events. Does not wait if |*is_ready|, which is protected by
 * the lock of |source|. */
void py_dns_wait(struct py_source *source, const bool *is_ready, int most);

/* Process events, and send queued queries. Return the milliseconds until the
 * next call, or -1. */
int py_dns_process(struct py_source *source);

/* Called around fork(), when no other thread may be in the library. */
PyObject *py_before_fork(PyObject *module, PyObject *unused);
PyObject *py_after_fork_in_parent(PyObject *module, PyObject *unused);
PyObject *py_after_fork_in_child(PyObject *module, PyObject *unused);

#endif
