/* Sources: the databases that ddds.Zones and ddds.DNS have.
 *
 * Threads may share a source. Zones in memory do not change any more once they
 * are used. DNS has a lock, which is held as long as the library uses it, but
 * not while it waits for answers. Whoever holds this lock never takes Python's;
 * so it may be taken with that one held.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_SOURCE_H
#define PY_SOURCE_H

#include <pthread.h>

#include <ddds/database.h>
#include <ddds/validate_late.h>

#include "py_text.h"

struct py_results;

/* The validator of a database, with the functions of libddds-validate. All zero
 * if |dns| or zones answer. */
struct py_validation {
    ddds_validator *validator;
    struct ddds_validate_late late;
};

struct py_source {
    PyObject_HEAD struct py_state *state;
    ddds_database *database; /* what resolutions use; NULL: closed */
    ddds_dns *dns;           /* whose sockets are watched, or NULL */
    void (*free)(struct py_source *source); /* what it has opened; or NULL */
    size_t users;                           /* resolutions that are open */
    bool is_closed;
    bool is_loading; /* a thread loads a zone */
    bool is_used;    /* zones in memory must not change any more */

    /* For DNS. */
    pthread_mutex_t lock;
    int events; /* an epoll instance that has all sockets */
    struct ddds_dns_options options;
    struct py_texts servers;
    bool is_validated; /* here: |validation| is open instead of |dns| */
    bool is_recursive;
    struct py_texts trust_anchors;
    struct py_validation validation;
    unsigned forks; /* before it was created */
    struct py_source *next;
    struct py_results *finished; /* for an event loop: they have results */
};

/* Does |source| ask servers, and so wait for answers? Zones in memory do not; nor
 * does what is closed. */
static inline bool py_source_asks(const struct py_source *source)
{
    return source->dns != NULL || source->validation.validator != NULL;
}

PyObject *py_source_type(PyObject *module); /* py_source_type.c */

/* A source without a database, or NULL. */
struct py_source *py_source_new(struct py_state *state);

/* The source of |database|, a ddds.Zones or ddds.DNS, for resolutions. Raises
 * TypeError, ValueError if it is closed, and RuntimeError if it was created
 * before fork(), or a thread still loads it. */
struct py_source *py_source_use(struct py_state *state, PyObject *database);

/* The same, after py_source_use, whenever it is used again. */
bool py_source_check(const struct py_source *source);

/* The resolutions of py_source_use are closed. Frees the reference. */
void py_source_release(struct py_source *source);

/* The lock of DNS; zones need none. */
void py_source_lock(struct py_source *source);
void py_source_unlock(struct py_source *source);

#endif
