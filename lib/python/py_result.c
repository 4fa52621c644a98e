/* SPDX-License-Identifier: MIT */
#include "py_result.h"

#include <stdio.h>
#include <string.h>

#include <ddds/application.h>

#include "py_text.h"

/* ---- Servers ------------------------------------------------------------- */

static PyObject *make_endpoint(struct py_state *state,
                               const struct ddds_endpoint *endpoint)
{
    RETURN_RECORD(state, PY_ENDPOINT, DDDS_ENDPOINT_MEMBERS);
}

static PyObject *make_endpoints(struct py_state *state,
                                const struct ddds_outcome *outcome)
{
    struct py_record list;
    bool is_whole = py_tuple_begin(&list, state, outcome->endpoint_count);
    for (size_t i = 0; i < outcome->endpoint_count && is_whole; i++) {
        is_whole = py_put(
            &list, make_endpoint(state, ddds_outcome_endpoint(outcome, i)));
    }
    return py_record_end(&list, is_whole);
}

/* ---- UUIDs --------------------------------------------------------------- */

static PyObject *make_notes(struct py_state *state, unsigned notes)
{
    size_t count = 0;
    struct py_record list;
    for (unsigned i = 0; i < DDDS_UUID_NOTE_COUNT; i++) {
        count += notes >> i & 1;
    }
    bool is_whole = py_tuple_begin(&list, state, count);
    for (unsigned i = 0; i < DDDS_UUID_NOTE_COUNT && is_whole; i++) {
        if ((notes >> i & 1) != 0) {
            is_whole = py_put_word(&list, ddds_uuid_note_name(1U << i));
        }
    }
    return py_record_end(&list, is_whole);
}

static PyObject *make_uuid(struct py_state *state, const struct ddds_uuid *uuid)
{
    PyObject *octets = PyBytes_FromStringAndSize((const char *)uuid->octets,
                                                 sizeof uuid->octets);
    PyObject *made = octets != NULL
                         ? PyObject_CallFunctionObjArgs(
                               state->classes[PY_MAKE_UUID], octets, NULL)
                         : NULL;
    Py_XDECREF(octets);
    return made;
}

#define PUT_UUID(text) py_put(record, make_uuid(state, uuid))
#define PUT_NOTES(notes) py_put(record, make_notes(state, notes))

static PyObject *make_fields(struct py_state *state,
                             const struct ddds_uuid *uuid,
                             const struct ddds_shown_uuid *shown)
{
    const struct ddds_uuid_fields *fields = shown->fields;
    RETURN_RECORD(state, PY_UUID_FIELDS, DDDS_UUID_MEMBERS);
}

/* ---- Services ------------------------------------------------------------ */

static void forget_services(struct py_known *known)
{
    Py_CLEAR(known->field);
    Py_CLEAR(known->protocol);
    Py_CLEAR(known->services);
}

void py_known_free(struct py_known *known)
{
    forget_services(known);
    Py_CLEAR(known->name);
    known->application = NULL;
}

/* Return true if all outcomes have the cached services. */
static bool are_known(const struct py_known *known,
                      const struct ddds_result *result)
{
    const struct ddds_outcome *outcome;
    if (known->application != result->application || known->field == NULL) {
        return false;
    }
    for (size_t i = 0; (outcome = ddds_result_outcome(result, i)) != NULL;
         i++) {
        if (strcmp(known->text, outcome->services) != 0) {
            return false;
        }
    }
    return true;
}

static PyObject *list_services(struct py_state *state,
                               const struct ddds_shown_outcome *shown)
{
    size_t count = shown->resolution_service_count;
    struct py_record list;
    bool is_whole = py_tuple_begin(&list, state, count);
    for (size_t i = 0; i < count && is_whole; i++) {
        is_whole = py_put_span(&list, &shown->resolution_services[i]);
    }
    return py_record_end(&list, is_whole);
}

/* Cache the services of |shown|, as parsed by the library. */
static bool remember(struct py_state *state, struct py_known *known,
                     const struct ddds_shown_outcome *shown)
{
    forget_services(known);
    snprintf(known->text, sizeof known->text, "%s", shown->outcome->services);
    known->protocol =
        shown->outcome->protocol != NULL
            ? Py_NewRef(Py_None)
            : py_text_make(shown->protocol.text, shown->protocol.length);
    known->services = list_services(state, shown);
    known->field = py_text_make_whole(shown->services);
    return known->protocol != NULL && known->services != NULL &&
           known->field != NULL;
}

/* ---- Outcomes ------------------------------------------------------------ */

/* Append the URI: usually the string of the output, the previous member. */
static bool put_uri(struct py_record *record,
                    const struct ddds_outcome *outcome)
{
    return outcome->uri != NULL && strcmp(outcome->uri, outcome->output) == 0
               ? py_put(record, Py_XNewRef(PyTuple_GetItem(record->made,
                                                           record->place - 1)))
               : py_put_text(record, outcome->uri);
}

static PyObject *make_near(struct py_state *state,
                           const struct ddds_outcome *outcome)
{
    RETURN_RECORD(state, PY_NEAR_HOST, DDDS_NEAR_MEMBERS);
}

static bool put_fields(struct py_record *record, const struct ddds_uuid *uuid,
                       const struct ddds_shown_uuid *shown)
{
    return shown != NULL
               ? py_put(record, make_fields(record->state, uuid, shown))
               : py_put_none(record);
}

#define PUT_URI(uri) put_uri(record, outcome)
#define PUT_FIELD(text) py_put(record, Py_NewRef(known->field))
#define PUT_PROTOCOL(span)                                                     \
    (outcome->protocol != NULL ? py_put_text(record, outcome->protocol)        \
                               : py_put(record, Py_NewRef(known->protocol)))
#define PUT_SERVICES(shown) py_put(record, Py_NewRef(known->services))
#define PUT_ENDPOINTS(outcome) py_put(record, make_endpoints(state, outcome))
#define PUT_FIELDS(shown) put_fields(record, &outcome->uuid, shown)
#define PUT_NEAR(outcome) py_put(record, make_near(state, outcome))
#define ABSENT_NEAR py_put_none(record)

static PyObject *make_members(struct py_state *state,
                              const struct py_known *known,
                              const struct ddds_shown_outcome *shown)
{
    const struct ddds_outcome *outcome = shown->outcome;
    RETURN_RECORD(state, PY_OUTCOME, DDDS_OUTCOME_MEMBERS);
}

static PyObject *make_outcome(const struct py_maker *maker,
                              const struct ddds_shown_outcome *shown)
{
    struct py_known *known = maker->known;
    bool has_services =
        maker->has_services || remember(maker->state, known, shown);
    PyObject *outcome =
        has_services ? make_members(maker->state, known, shown) : NULL;
    if (!has_services ||
        (shown->outcome->protocol != NULL && !maker->has_services)) {
        forget_services(known); /* the protocol of the field was not parsed */
    }
    return outcome;
}

static void put_outcome(void *self, const struct ddds_shown_outcome *shown)
{
    struct py_maker *maker = self;
    maker->is_whole =
        maker->is_whole && py_put(&maker->outcomes, make_outcome(maker, shown));
}

/* ---- Results ------------------------------------------------------------- */

static PyObject *make_reason(struct py_state *state,
                             const struct ddds_shown_result *shown)
{
    RETURN_RECORD(state, PY_REASON, DDDS_REASON_MEMBERS);
}

/* Return the cached name of an application. */
static PyObject *make_name(struct py_known *known,
                           const struct ddds_application *application)
{
    if (known->application != application) {
        py_known_free(known);
        known->name = py_text_make_whole(application->name);
        known->application = known->name != NULL ? application : NULL;
    }
    return Py_XNewRef(known->name);
}

#define PUT_INPUT(text) py_put(record, Py_NewRef(maker->input))
#define PUT_NAME(application)                                                  \
    py_put(record, make_name(maker->known, application))
#define PUT_URN(parts) py_put_bool(record, (parts) != NULL)
#define PUT_REASON(shown)                                                      \
    ((shown)->code != NULL ? py_put(record, make_reason(maker->state, shown))  \
                           : py_put_none(record))

static void begin(void *self, const struct ddds_shown_result *shown)
{
    struct py_maker *maker = self;
    struct py_record *record = &maker->result;
    size_t count = shown->result != NULL ? shown->result->outcome_count : 0;
    maker->is_whole = py_record_begin(record, maker->state, PY_RESULT)
                          DDDS_RESULT_HEAD_MEMBERS(PUT, PUT_SOME) &&
                      py_tuple_begin(&maker->outcomes, maker->state, count);
}

static void end(void *self, const struct ddds_shown_result *shown)
{
    const struct ddds_result *result = shown->result;
    struct py_maker *maker = self;
    struct py_record *record = &maker->result;
    maker->is_whole = maker->is_whole &&
                      py_put(record, py_record_end(&maker->outcomes, true)) &&
                      (maker->steps.made != NULL
                           ? py_put(record, py_record_end(&maker->steps, true))
                           : py_put_none(record))
                          DDDS_RESULT_TAIL_MEMBERS(PUT, PUT_SOME);
}

static const struct ddds_show show = {
    .size = sizeof show,
    .begin = begin,
    .outcome = put_outcome,
    .trace = py_trace_begin,
    .step = py_trace_step,
    .rule = py_trace_rule,
    .end_step = py_trace_end_step,
    .end = end,
};

/* Free the rest of a walk, and return the result or NULL. */
static PyObject *finish(struct py_maker *maker)
{
    py_record_end(&maker->rules, false);
    py_record_end(&maker->step, false);
    py_record_end(&maker->steps, false);
    py_record_end(&maker->outcomes, false);
    return py_record_end(&maker->result, maker->is_whole);
}

PyObject *py_result_make(struct py_state *state, struct py_known *known,
                         const struct ddds_result *result, PyObject *input,
                         bool has_trace)
{
    struct py_maker maker = {.state = state, .known = known, .input = input};
    struct ddds_show own = show;
    own.self = &maker;
    maker.has_services = are_known(known, result);
    ddds_show_result(result,
                     (has_trace ? DDDS_SHOW_TRACE : 0U) |
                         (maker.has_services ? DDDS_SHOW_UNREAD : 0U),
                     &own, NULL);
    return finish(&maker);
}

PyObject *py_result_make_step(struct py_state *state,
                              const struct ddds_step *step)
{
    struct py_maker maker = {.state = state, .is_whole = true};
    const struct ddds_show own = {
        .size = sizeof own,
        .self = &maker,
        .trace = py_trace_begin,
        .step = py_trace_step,
        .rule = py_trace_rule,
        .end_step = py_trace_end_step,
    };
    const struct ddds_result result = {
        .application = ddds_applications()[0],
        .input = "",
        .steps = step,
        .step_count = 1,
    };
    ddds_show_result(&result, DDDS_SHOW_TRACE, &own, NULL);
    PyObject *made = maker.is_whole
                         ? Py_XNewRef(PyTuple_GetItem(maker.steps.made, 0))
                         : NULL;
    py_record_end(&maker.rules, false);
    py_record_end(&maker.step, false);
    py_record_end(&maker.steps, false);
    return made;
}

PyObject *py_result_refuse(struct py_state *state, struct py_known *known,
                           PyObject *input,
                           const struct ddds_application *application,
                           const struct ddds_error *why)
{
    struct py_maker maker = {.state = state, .known = known, .input = input};
    struct ddds_show own = show;
    own.self = &maker;
    ddds_show_refusal("", application, why, &own, NULL);
    return finish(&maker);
}
