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
    struct py_record record;
    bool is_whole =
        py_record_begin(&record, state, PY_ENDPOINT) &&
        py_put_text(&record, endpoint->host) &&
        py_put_known(&record, endpoint->has_port, endpoint->port) &&
        py_put_known(&record, endpoint->is_server, endpoint->priority) &&
        py_put_known(&record, endpoint->is_server, endpoint->weight) &&
        (endpoint->has_addresses
             ? py_put(&record, py_addresses_make(state, endpoint->addresses,
                                                 endpoint->address_count))
             : py_put_none(&record));
    return py_record_end(&record, is_whole);
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

static PyObject *make_fields(struct py_state *state,
                             const struct ddds_uuid *uuid,
                             const struct ddds_shown_uuid *shown)
{
    const struct ddds_uuid_fields *fields = shown->fields;
    struct py_record record;
    bool is_whole =
        py_record_begin(&record, state, PY_UUID_FIELDS) &&
        py_put(&record, make_uuid(state, uuid)) &&
        py_put_known(&record, fields->version >= 0,
                     (unsigned long)fields->version) &&
        py_put_word(&record, ddds_uuid_variant_name(fields->variant)) &&
        py_put_text(&record, fields->has_time ? shown->time : NULL) &&
        py_put_known(&record, fields->has_sequence, fields->sequence) &&
        py_put_text(&record, fields->has_sequence ? shown->node : NULL) &&
        py_put(&record, make_notes(state, fields->notes));
    return py_record_end(&record, is_whole);
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

/* Are the services of all outcomes those that are known? */
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

/* Remember the services of |shown|, which the library has read. */
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

/* The field, the protocol and the services. */
static bool put_services(const struct py_maker *maker, struct py_record *record,
                         const struct ddds_shown_outcome *shown)
{
    struct py_known *known = maker->known;
    bool has_protocol = shown->outcome->protocol != NULL;
    if (!maker->has_services && !remember(maker->state, known, shown)) {
        forget_services(known);
        return false;
    }
    bool is_put = py_put(record, Py_NewRef(known->field)) &&
                  (has_protocol ? py_put_text(record, shown->outcome->protocol)
                                : py_put(record, Py_NewRef(known->protocol))) &&
                  py_put(record, Py_NewRef(known->services));
    if (has_protocol && !maker->has_services) {
        forget_services(known); /* the protocol of the field was not read */
    }
    return is_put;
}

/* ---- Outcomes ------------------------------------------------------------ */

/* The output, and the URI that it is: mostly one string. */
static bool put_output(struct py_record *record,
                       const struct ddds_outcome *outcome)
{
    PyObject *output = py_text_make_whole(outcome->output);
    if (!py_put(record, output)) {
        return false;
    }
    return outcome->uri != NULL && strcmp(outcome->uri, outcome->output) == 0
               ? py_put(record, Py_NewRef(output))
               : py_put_text(record, outcome->uri);
}

static PyObject *make_near(struct py_state *state,
                           const struct ddds_outcome *outcome)
{
    bool is_collocated = outcome->closeness == DDDS_COLLOCATED;
    struct py_record record;
    bool is_whole = py_record_begin(&record, state, PY_NEAR_HOST) &&
                    py_put_text(&record, outcome->near) &&
                    py_put_bool(&record, is_collocated) &&
                    py_put_known(&record, !is_collocated, outcome->closeness);
    return py_record_end(&record, is_whole);
}

static PyObject *make_outcome(const struct py_maker *maker,
                              const struct ddds_shown_outcome *shown)
{
    struct py_state *state = maker->state;
    const struct ddds_outcome *outcome = shown->outcome;
    struct py_record record;
    bool is_whole =
        py_record_begin(&record, state, PY_OUTCOME) &&
        py_put_word(&record, shown->kind) && put_output(&record, outcome) &&
        py_put(&record, py_targets_make(state, outcome->targets,
                                        outcome->target_count)) &&
        put_services(maker, &record, shown) &&
        py_put_text(&record, shown->target) &&
        py_put(&record, make_endpoints(state, outcome)) &&
        (shown->uuid != NULL
             ? py_put(&record, make_fields(state, &outcome->uuid, shown->uuid))
             : py_put_none(&record)) &&
        py_put_known(&record, shown->has_ttl, outcome->ttl) &&
        py_put_bool(&record, outcome->authenticated) &&
        py_put_text(&record, outcome->note) &&
        py_put_word(&record, shown->security) &&
        (outcome->near != NULL ? py_put(&record, make_near(state, outcome))
                               : py_put_none(&record));
    return py_record_end(&record, is_whole);
}

static void put_outcome(void *self, const struct ddds_shown_outcome *shown)
{
    struct py_maker *maker = self;
    maker->is_whole =
        maker->is_whole && py_put(&maker->outcomes, make_outcome(maker, shown));
}

/* ---- Results ------------------------------------------------------------- */

static bool put_reason(struct py_record *result,
                       const struct ddds_shown_result *shown)
{
    struct py_record record;
    if (shown->code == NULL) {
        return py_put_none(result);
    }
    bool is_whole = py_record_begin(&record, result->state, PY_REASON) &&
                    py_put_word(&record, shown->code) &&
                    py_put_text(&record, shown->at) &&
                    py_put_text(&record, shown->detail != NULL ? shown->detail
                                                               : shown->reason);
    return py_put(result, py_record_end(&record, is_whole));
}

/* The name of an application, of which the string is kept. */
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

static void begin(void *self, const struct ddds_shown_result *shown)
{
    struct py_maker *maker = self;
    struct py_record *result = &maker->result;
    size_t count = shown->result != NULL ? shown->result->outcome_count : 0;
    maker->is_whole =
        py_record_begin(result, maker->state, PY_RESULT) &&
        py_put(result, Py_NewRef(maker->input)) &&
        py_put(result, make_name(maker->known, shown->application)) &&
        py_put_word(result, shown->status) && put_reason(result, shown) &&
        py_tuple_begin(&maker->outcomes, maker->state, count);
}

static void end(void *self, const struct ddds_shown_result *shown)
{
    const struct ddds_result *result = shown->result;
    struct py_maker *maker = self;
    struct py_record *record = &maker->result;
    maker->is_whole =
        maker->is_whole &&
        py_put(record, py_record_end(&maker->outcomes, true)) &&
        py_put_number(record, result != NULL ? result->queries : 0) &&
        py_put_text(record, result != NULL ? result->note : NULL) &&
        py_put_bool(record, result != NULL && result->urn != NULL) &&
        (maker->steps.made != NULL
             ? py_put(record, py_record_end(&maker->steps, true))
             : py_put_none(record));
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

/* What is left of a walk: the result, or what was not put into it. */
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
