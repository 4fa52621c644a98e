/* Strings between Python and C.
 *
 * C has octets that end with a NUL. Octets that are not UTF-8 become surrogates
 * in Python, as in names of files: the error handler "surrogateescape".
 *
 * SPDX-License-Identifier: MIT */
#ifndef PY_TEXT_H
#define PY_TEXT_H

#include "py_state.h"

/* Octets that Python has, for C. Zero is an absent one. */
struct py_text {
    const char *text; /* or NULL */
    size_t length;
    PyObject *kept; /* what |text| points into */
};

void py_text_free(struct py_text *text);

/* Read |value|, a str or bytes without NUL, which messages call |what|. Raises
 * TypeError or OptionError and returns false. */
bool py_text_read(const struct py_state *state, PyObject *value,
                  const char *what, struct py_text *text);

/* The same for what is to be parsed: such a text is a ParseError. */
bool py_text_read_parsed(const struct py_state *state, PyObject *value,
                         const char *what, struct py_text *text);

/* As py_text_read, but None is an absent text. */
bool py_text_read_optional(const struct py_state *state, PyObject *value,
                           const char *what, struct py_text *text);

/* The same as py_text_read for the whole of a zone, which may have any
 * octets. */
bool py_text_read_zone(PyObject *value, struct py_text *text);

/* Read the name of a file: str, bytes or os.PathLike. */
bool py_text_read_path(const struct py_state *state, PyObject *value,
                       struct py_text *text);

/* Read None, a str or bytes, or an iterable of these, as a list with commas. */
bool py_text_read_words(const struct py_state *state, PyObject *value,
                        const char *what, struct py_text *text);

/* Texts as an array. Zero is an empty one. */
struct py_texts {
    const char **array;
    size_t count;
    PyObject *kept; /* a list of bytes */
};

void py_texts_free(struct py_texts *texts);

/* Read an iterable of str or bytes, each of which messages call |what|. */
bool py_texts_read(const struct py_state *state, PyObject *value,
                   const char *what, struct py_texts *texts);

/* The string of |length| octets at |text|, or of those before its NUL; None if
 * |text| is NULL. */
PyObject *py_text_make(const char *text, size_t length);
PyObject *py_text_make_whole(const char *text);

#endif
