/* Strings between Python and C.
 *
 * C strings end with a NUL. Octets that are not UTF-8 become surrogates in
 * Python, as in file names: the error handler "surrogateescape".
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_TEXT_H
#define PY_TEXT_H

#include "py_state.h"

/* Octets of a Python object for C. Zero-initialised, it is absent. */
struct py_text {
    const char *text; /* or NULL */
    size_t length;
    PyObject *kept; /* owner of |text| */
};

void py_text_free(struct py_text *text);

/* Read |value|, a str or bytes without NUL, called |what| in messages. Raises
 * TypeError or OptionError and returns false. */
bool py_text_read(const struct py_state *state, PyObject *value,
                  const char *what, struct py_text *text);

/* Likewise for text to be parsed: a NUL raises ParseError. */
bool py_text_read_parsed(const struct py_state *state, PyObject *value,
                         const char *what, struct py_text *text);

/* Like py_text_read, but None is an absent text. */
bool py_text_read_optional(const struct py_state *state, PyObject *value,
                           const char *what, struct py_text *text);

/* Like py_text_read for the text of a zone, which may contain any octets. */
bool py_text_read_zone(PyObject *value, struct py_text *text);

/* Read a file name: str, bytes or os.PathLike. */
bool py_text_read_path(const struct py_state *state, PyObject *value,
                       struct py_text *text);

/* Read None, a str or bytes, or an iterable of these, as a comma-separated
 * list. */
bool py_text_read_words(const struct py_state *state, PyObject *value,
                        const char *what, struct py_text *text);

/* Array of texts. Zero-initialised, it is empty. */
struct py_texts {
    const char **array;
    size_t count;
    PyObject *kept; /* a list of bytes */
};

void py_texts_free(struct py_texts *texts);

/* Read an iterable of str or bytes, called |what| in messages. */
bool py_texts_read(const struct py_state *state, PyObject *value,
                   const char *what, struct py_texts *texts);

/* Return the string of |length| octets at |text|, or of those before its NUL;
 * None if |text| is NULL. */
PyObject *py_text_make(const char *text, size_t length);
PyObject *py_text_make_whole(const char *text);

#endif
