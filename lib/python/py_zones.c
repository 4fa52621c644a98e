/* SPDX-License-Identifier: MIT */
#include "py_zones.h"

#include "py_error.h"
#include "py_list.h"
#include "py_source.h"

static void free_zones(struct py_source *source)
{
    ddds_database_free(source->database);
    source->database = NULL;
}

PyObject *py_zones_new(PyObject *module, PyObject *unused)
{
    struct py_state *state = py_state_of(module);
    struct ddds_error error;
    struct py_source *source = py_source_new(state);
    (void)unused;
    if (source == NULL) {
        return NULL;
    }
    source->free = free_zones;
    source->database = ddds_memory_new(&error);
    if (source->database == NULL) {
        Py_DECREF((PyObject *)source);
        return py_raise(state, &error, NULL);
    }
    return (PyObject *)source;
}

/* Load the file |path|, or |text| under this name, if it is not None. */
static PyObject *load(struct py_source *source, const struct py_text *path,
                      const struct py_text *text,
                      const struct ddds_zone_options *options)
{
    struct ddds_error error;
    struct py_list complaints;
    ddds_status status;
    const struct ddds_memory_reports reports = {.size = sizeof reports,
                                                .complaint = py_list_text,
                                                .context = &complaints};
    source->is_loading = true;
    py_list_begin(&complaints);
    ddds_memory_report(source->database, &reports, NULL);
    if (text->text == NULL) {
        status =
            ddds_memory_load(source->database, path->text, options, &error);
    } else {
        status = ddds_memory_load_text(source->database, path->text, text->text,
                                       text->length, options, &error);
    }
    ddds_memory_report(source->database, NULL, NULL);
    PyObject *made = py_list_end(&complaints, source->state, status, &error,
                                 text->text == NULL ? path->text : NULL);
    source->is_loading = false;
    if (source->is_closed) {
        free_zones(source);
    }
    return made;
}

/* Reserve the zones for this thread. Return false, with an exception, if they
 * are in use. */
static bool check(const struct py_source *source)
{
    if (py_source_asks(source)) {
        PyErr_SetString(PyExc_TypeError, "DNS has no zones");
        return false;
    }
    if (source->is_closed) {
        PyErr_SetString(PyExc_ValueError, "the database is closed");
        return false;
    }
    if (source->is_loading) {
        PyErr_SetString(PyExc_RuntimeError,
                        "another thread loads a zone into this database");
        return false;
    }
    return true;
}

static bool check_unused(const struct py_source *source)
{
    if (source->is_used) {
        py_refuse(source->state,
                  "zones cannot be loaded any more after the first resolution");
    } else if (source->users > 0) {
        PyErr_SetString(PyExc_RuntimeError,
                        "another thread reads the keys of these zones");
    }
    return !source->is_used && source->users == 0;
}

PyObject *py_zones_load(PyObject *self, PyObject *arguments)
{
    struct py_source *source = (struct py_source *)self;
    const struct py_state *state = source->state;
    struct ddds_zone_options options = DDDS_ZONE_OPTIONS_INIT;
    struct py_text path = {0};
    struct py_text text = {0};
    struct py_text origin = {0};
    PyObject *given[3];
    int include_anywhere;
    PyObject *made = NULL;
    if (PyArg_ParseTuple(arguments, "OOOp", &given[0], &given[1], &given[2],
                         &include_anywhere) &&
        py_text_read_path(state, given[0], &path) &&
        (given[1] == Py_None || py_text_read_zone(given[1], &text)) &&
        py_text_read_optional(state, given[2], "the origin", &origin) &&
        check(source) && check_unused(source)) {
        options.origin = origin.text;
        options.include_anywhere = include_anywhere != 0;
        made = load(source, &path, &text, &options);
    }
    py_text_free(&path);
    py_text_free(&text);
    py_text_free(&origin);
    return made;
}

PyObject *py_zones_keys(PyObject *self, PyObject *unused)
{
    struct py_source *source = (struct py_source *)self;
    struct ddds_error error;
    struct py_list names;
    (void)unused;
    if (!check(source)) {
        return NULL;
    }
    source->users++;
    Py_INCREF(self);
    py_list_begin(&names);
    ddds_status status =
        ddds_memory_keys(source->database, py_list_text, &names, &error);
    PyObject *made = py_list_end(&names, source->state, status, &error, NULL);
    py_source_release(source);
    return made;
}
