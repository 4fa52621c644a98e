/* Results of the library as records: see ddds/_results.py for their members.
 * The library walks through the result (show.h); each step appends members to
 * the record.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_RESULT_H
#define PY_RESULT_H

#include <ddds/rule.h>
#include <ddds/show_members.h>

#include "py_record.h"

/* Cache between results: most have the same application and services field,
 * which then need not be parsed again. Zero-initialised, it is empty. The
 * application must stay valid. */
struct py_known {
    const struct ddds_application *application; /* or NULL */
    PyObject *name;
    char text[DDDS_FIELD_SIZE];
    PyObject *field;    /* string of |text|; NULL: empty cache */
    PyObject *protocol; /* the first, or None */
    PyObject *services;
};

void py_known_free(struct py_known *known);

/* State of making a result. */
struct py_maker {
    struct py_state *state;
    struct py_known *known;
    bool has_services; /* |known| applies to all outcomes */
    PyObject *input;   /* as in the result */
    bool is_whole;     /* false: an exception is set */
    struct py_record result;
    struct py_record outcomes;
    struct py_record steps;
    struct py_record step;
    struct py_record rules;
};

/* Make the Result for |result|, of the string |input|. */
PyObject *py_result_make(struct py_state *state, struct py_known *known,
                         const struct ddds_result *result, PyObject *input,
                         bool has_trace);

/* Make the Result of an |input| that |application| rejected for the reason in
 * |why|. */
PyObject *py_result_refuse(struct py_state *state, struct py_known *known,
                           PyObject *input,
                           const struct ddds_application *application,
                           const struct ddds_error *why);

/* Make the Step of a trace for |step| alone. */
PyObject *py_result_make_step(struct py_state *state,
                              const struct ddds_step *step);

/* Addresses as strings, and URI records as records: py_trace.c. */
PyObject *py_addresses_make(struct py_state *state,
                            const struct ddds_address *addresses, size_t count);
PyObject *py_targets_make(struct py_state *state,
                          const struct ddds_uri_target *targets, size_t count);

/* The walk through the steps: py_trace.c. |self| is a struct py_maker. */
void py_trace_begin(void *self, const struct ddds_shown_result *shown);
void py_trace_step(void *self, const struct ddds_shown_step *shown);
void py_trace_rule(void *self, const struct ddds_shown_rule *shown);
void py_trace_end_step(void *self, const struct ddds_shown_step *shown);

#endif
