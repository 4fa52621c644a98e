/* Sources: the databases of ddds.Zones and ddds.DNS.
 *
 * Threads may share a source. Zones in memory are constant after first use. DNS
 * has a lock, held while the library uses it, but not while it waits for
 * answers. A thread with this lock must not take Python's, so it may be taken
 * while Python's is held.
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
 * for |dns| or zones. */
struct py_validation {
    ddds_validator *validator;
    struct ddds_validate_late late;
};

struct py_source {
    PyObject_HEAD struct py_state *state;
    ddds_database *database; /* for resolutions; NULL: closed */
    ddds_dns *dns;           /* its sockets are watched; or NULL */
    void (*free)(struct py_source *source); /* frees the opened resources; or
                                               NULL */
    size_t users;                           /* open resolutions */
    bool is_closed;
    bool is_loading; /* a thread is loading a zone */
    bool is_used;    /* zones in memory must not change */

    /* For DNS. */
    pthread_mutex_t lock;
    int events; /* epoll instance with all sockets */
    struct ddds_dns_options options;
    struct py_texts servers;
    bool is_validated; /* |validation| is open instead of |dns| */
    bool is_recursive;
    struct py_texts trust_anchors;
    struct py_validation validation;
    unsigned forks; /* number of forks before its creation */
    struct py_source *next;
    struct py_results *finished; /* list for an event loop: they have results */
};

/* Return true if |source| queries servers, and so waits for answers; false for
 * zones in memory, and after it was closed. */
static inline bool py_source_asks(const struct py_source *source)
{
    return source->dns != NULL || source->validation.validator != NULL;
}

PyObject *py_source_type(PyObject *module); /* py_source_type.c */

/* Return a source without a database, or NULL. */
struct py_source *py_source_new(struct py_state *state);

/* Return the source of |database|, a ddds.Zones or ddds.DNS, for resolutions.
 * Raises TypeError, ValueError if it is closed, and RuntimeError if it was
 * created before fork(), or a thread is still loading it. */
struct py_source *py_source_use(struct py_state *state, PyObject *database);

/* Likewise for later uses after py_source_use. Return false with an
 * exception. */
bool py_source_check(const struct py_source *source);

/* Release a source of py_source_use, after its resolutions were closed. */
void py_source_release(struct py_source *source);

/* Lock and unlock DNS; zones need no lock. */
void py_source_lock(struct py_source *source);
void py_source_unlock(struct py_source *source);

#endif
