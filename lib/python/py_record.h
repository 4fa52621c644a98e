/* Records and tuples, made member by member.
 *
 * Each function returns false on failure; then a Python exception is set, and
 * py_record_end frees the record:
 *
 *     struct py_record record;
 *     bool is_whole = py_record_begin(&record, state, PY_QUERY) &&
 *                     py_put_text(&record, step->name) &&
 *                     py_put_word(&record, types);
 *     return py_record_end(&record, is_whole);
 *
 * The members of records are rows of ddds/show_members.h and py_members.h.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_RECORD_H
#define PY_RECORD_H

#include <ddds/span.h>

#include "py_state.h"

struct py_record {
    PyObject *made; /* a tuple, or a record, which is a subtype */
    Py_ssize_t place;
    struct py_state *state;
};

bool py_record_begin(struct py_record *record, struct py_state *state,
                     enum py_class class);
bool py_tuple_begin(struct py_record *record, struct py_state *state,
                    size_t count);

/* Append |value|, taking ownership; NULL is a failure. */
bool py_put(struct py_record *record, PyObject *value);

/* Append text, or None if it is NULL: a word in static storage, whose string is
 * cached; or any other text. */
bool py_put_word(struct py_record *record, const char *word);
bool py_put_span(struct py_record *record, const struct ddds_span *span);
bool py_put_text(struct py_record *record, const char *text);

bool py_put_none(struct py_record *record);
bool py_put_bool(struct py_record *record, bool value);
bool py_put_number(struct py_record *record, unsigned long value);

/* Append |value|, or None if it is unknown. */
bool py_put_known(struct py_record *record, bool is_known, unsigned long value);

/* Return the complete record; or NULL, after freeing it, unless it
 * |is_whole|. */
PyObject *py_record_end(struct py_record *record, bool is_whole);

/* Expansion of rows of ddds/show_members.h: append them to |record|, a pointer,
 * joined by "&&". Other types are defined where they are used. */
#define PUT(type, name, ...) &&PUT_##type(__VA_ARGS__)
#define PUT_SOME(type, name, is_present, ...)                                  \
    &&((is_present) ? PUT_##type(__VA_ARGS__) : ABSENT_##type)
#define PUT_TEXT(text) py_put_text(record, text)
#define PUT_WORD(word) py_put_word(record, word)
#define ABSENT_WORD py_put_none(record)
#define PUT_NUMBER(number) py_put_number(record, number)
#define PUT_KNOWN(is_known, number) py_put_known(record, is_known, number)
#define PUT_BOOL(truth) py_put_bool(record, truth)
#define PUT_ADDRESSES(is_known, items, count)                                  \
    ((is_known)                                                                \
         ? py_put(record, py_addresses_make(record->state, items, count))      \
         : py_put_none(record))
#define PUT_TARGETS(items, count)                                              \
    py_put(record, py_targets_make(record->state, items, count))
#define ABSENT_TARGETS py_put(record, Py_NewRef(record->state->nothing))
#define PUT_FOUND_TARGETS PUT_TARGETS
#define ABSENT_FOUND_TARGETS py_put_none(record)

/* Return the record of |class| with |members| from a function. */
#define RETURN_RECORD(state, class, members)                                   \
    struct py_record made;                                                     \
    struct py_record *record = &made;                                          \
    bool is_whole =                                                            \
        py_record_begin(record, state, class) members(PUT, PUT_SOME);          \
    return py_record_end(record, is_whole)

/* Return the cached string of |word|, which is in static storage. */
PyObject *py_word(struct py_state *state, const char *word);

#endif
