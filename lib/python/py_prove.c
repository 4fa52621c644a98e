/* SPDX-License-Identifier: MIT */
#include "py_check.h"

#include <ddds/prove.h>

#include "py_error.h"
#include "py_options.h"
#include "py_source.h"

/* Arguments of a proof, with their memory. */
struct question {
    struct py_options options;
    struct ddds_prove_options proving;
    struct py_text set;
    struct py_texts properties;
    size_t members;
};

static void free_question(struct question *question)
{
    py_options_free(&question->options);
    py_text_free(&question->set);
    py_texts_free(&question->properties);
}

/* Read the arguments. The caller must free |question| in any case. */
static bool read_question(struct py_state *state, PyObject *const given[5],
                          struct question *question)
{
    unsigned members = 0;
    unsigned states = 0;
    *question = (struct question){.proving = DDDS_PROVE_OPTIONS_INIT};
    if (!py_text_read_optional(state, given[0], "the set", &question->set) ||
        !py_texts_read(state, given[1], "a property", &question->properties) ||
        !py_read_count(state, given[2], "members", &members) ||
        !py_read_count(state, given[3], "max_states", &states) ||
        !py_options_read(state, given[4], false, &question->options)) {
        return false;
    }
    if (question->options.on_step != NULL || question->options.has_trace) {
        py_refuse(state, "a proof has neither on_step nor trace");
        return false;
    }
    question->members = members;
    question->proving.max_states = states;
    question->proving.request = &question->options.resolving;
    question->proving.seed = question->options.seed;
    return true;
}

/* Decide all properties. Return the JSON of the proof, or NULL. */
static const char *decide(ddds_proof *proof, const struct question *question,
                          struct ddds_error *error)
{
    for (size_t i = 0; i < question->properties.count; i++) {
        if (ddds_proof_check(proof, question->properties.array[i], error) ==
            NULL) {
            return NULL;
        }
    }
    return ddds_proof_json(proof, question->members, error);
}

static PyObject *prove(struct py_state *state, ddds_database *database,
                       const struct question *question)
{
    struct ddds_error error;
    PyThreadState *thread = PyEval_SaveThread();
    ddds_proof *proof =
        ddds_prove(database, question->options.application, question->set.text,
                   &question->proving, &error);
    const char *json = proof != NULL ? decide(proof, question, &error) : NULL;
    PyEval_RestoreThread(thread);
    PyObject *made =
        json != NULL ? py_text_make_whole(json) : py_raise(state, &error, NULL);
    ddds_proof_free(proof);
    return made;
}

PyObject *py_prove(PyObject *module, PyObject *arguments)
{
    struct py_state *state = py_state_of(module);
    struct question question;
    PyObject *given[5];
    PyObject *zones;
    PyObject *made = NULL;
    if (!PyArg_ParseTuple(arguments, "OOOOOO", &zones, &given[0], &given[1],
                          &given[2], &given[3], &given[4])) {
        return NULL;
    }
    struct py_source *source = py_source_use(state, zones);
    if (source == NULL) {
        return NULL;
    }
    if (py_source_asks(source)) {
        PyErr_SetString(PyExc_TypeError, "a proof needs ddds.Zones");
    } else {
        made = read_question(state, given, &question)
                   ? prove(state, source->database, &question)
                   : NULL;
        free_question(&question);
    }
    py_source_release(source);
    return made;
}
