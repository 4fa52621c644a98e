/* State of the module, one per interpreter, protected by Python's lock.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_STATE_H
#define PY_STATE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdbool.h>

#include <ddds/uuid.h>

/* Exceptions, records and functions defined in Python, in the order of CLASSES
 * in ddds/_results.py. */
enum py_class {
    PY_ERROR,
    PY_OPTION_ERROR,
    PY_PARSE_ERROR,
    PY_LIMIT_ERROR,
    PY_FILE_ERROR,
    PY_RESULT,
    PY_REASON,
    PY_OUTCOME,
    PY_ENDPOINT,
    PY_URI_TARGET,
    PY_NEAR_HOST,
    PY_UUID_FIELDS,
    PY_STEP,
    PY_QUERY,
    PY_ANSWER,
    PY_SERVER,
    PY_RULE,
    PY_FINDING,
    PY_REGION,
    PY_MAKE_UUID, /* a UUID from 16 octets */
    PY_MAKE_LINE, /* the line of JSON of a Result */
    PY_CLASSES
};

struct py_source;

/* Cached string of a word in static storage. */
enum { PY_WORDS = 128 };
struct py_word {
    const char *word; /* or NULL */
    PyObject *made;
};

struct py_state {
    PyObject *adopted; /* tuple that owns all classes */
    PyObject *classes[PY_CLASSES];
    Py_ssize_t members[PY_CLASSES]; /* of records */
    PyTypeObject *source_type;
    PyTypeObject *results_type;
    PyObject *nothing; /* empty tuple */
    struct py_word words[PY_WORDS];
    ddds_uuid_generator *generator; /* of this process, or NULL */
    struct py_source *sources;      /* list of DNS sources */
    unsigned forks;                 /* number of forks before this process */
};

static inline struct py_state *py_state_of(PyObject *module)
{
    return PyModule_GetState(module);
}

#endif
