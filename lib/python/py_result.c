/* SPDX-License-Identifier: MIT */
#include "py_result.h"

#include <stdio.h>
#include <string.h>

#include "py_data.h"
#include "py_record.h"
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

/* ---- Services ------------------------------------------------------------ */

static PyObject *list_services(struct py_state *state,
                               const struct ddds_services *services)
{
    struct py_record list;
    bool is_whole = py_tuple_begin(&list, state, services->service_count);
    for (size_t i = 0; i < services->service_count && is_whole; i++) {
        const struct ddds_span *one = &services->services[i];
        is_whole = py_put(&list, py_text_make(one->text, one->length));
    }
    return py_record_end(&list, is_whole);
}

/* Read the services field |text| into |read|, which may become incomplete. */
static bool read_services(struct py_state *state,
                          const struct ddds_application *application,
                          const char *text, struct py_services *read)
{
    struct ddds_services parts;
    parts.size = sizeof parts; /* the rest is written, or not read */
    if (application->read_services(application, text, &parts, NULL) !=
        DDDS_OK) {
        parts.service_count = parts.protocol_count = 0;
    }
    const char *protocol =
        parts.protocol_count > 0 ? parts.protocols[0].text : NULL;
    size_t length = protocol != NULL ? parts.protocols[0].length : 0;
    read->field = py_text_make_whole(text[0] != '\0' ? text : NULL);
    read->protocol = py_text_make(protocol, length);
    read->services = list_services(state, &parts);
    return read->field != NULL && read->protocol != NULL &&
           read->services != NULL;
}

static void forget(struct py_services *known)
{
    Py_CLEAR(known->field);
    Py_CLEAR(known->protocol);
    Py_CLEAR(known->services);
    known->application = NULL;
}

static unsigned hash(const char *text)
{
    unsigned hash = 0;
    for (; *text != '\0'; text++) {
        hash = 31 * hash + (unsigned char)*text;
    }
    return hash;
}

/* Remember |read|, what |application| reads in |text|. */
static void remember(struct py_services *known,
                     const struct ddds_application *application,
                     const char *text, const struct py_services *read)
{
    forget(known);
    int length = snprintf(known->text, sizeof known->text, "%s", text);
    if (length < (int)sizeof known->text) {
        known->application = application;
        known->field = Py_NewRef(read->field);
        known->protocol = Py_NewRef(read->protocol);
        known->services = Py_NewRef(read->services);
    }
}

/* Find what |application| reads in |text|: |found| must be forgotten in any
 * case. An application of the caller's may be freed, and another one have its
 * address: nothing is remembered of it. */
static bool find_services(struct py_state *state,
                          const struct ddds_application *application,
                          const char *text, bool is_own,
                          struct py_services *found)
{
    struct py_services *known = &state->services[hash(text) % PY_SERVICES];
    found->field = found->protocol = found->services = NULL;
    if (is_own) {
        return read_services(state, application, text, found);
    }
    if (known->application != application || strcmp(known->text, text) != 0) {
        if (!read_services(state, application, text, found)) {
            return false;
        }
        remember(known, application, text, found);
        return true;
    }
    found->field = Py_NewRef(known->field);
    found->protocol = Py_NewRef(known->protocol);
    found->services = Py_NewRef(known->services);
    return true;
}

static bool put_services(struct py_record *record,
                         const struct ddds_application *application,
                         const struct ddds_outcome *outcome, bool is_own)
{
    struct py_services found;
    bool is_put = find_services(record->state, application, outcome->services,
                                is_own, &found) &&
                  py_put(record, Py_NewRef(found.field)) &&
                  (outcome->protocol != NULL
                       ? py_put_text(record, outcome->protocol)
                       : py_put(record, Py_NewRef(found.protocol))) &&
                  py_put(record, Py_NewRef(found.services));
    forget(&found);
    return is_put;
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
                             const struct ddds_uuid *uuid)
{
    struct ddds_uuid_fields fields = DDDS_UUID_FIELDS_INIT;
    char time[DDDS_UUID_TIME_SIZE];
    char node[18];
    int64_t now = INT64_MAX;
    struct py_record record;
    ddds_uuid_time_now(&now, NULL);
    ddds_uuid_inspect(uuid, now, &fields);
    ddds_uuid_time_format(fields.time, fields.time_digits, time);
    snprintf(node, sizeof node, "%02x:%02x:%02x:%02x:%02x:%02x", fields.node[0],
             fields.node[1], fields.node[2], fields.node[3], fields.node[4],
             fields.node[5]);
    bool is_whole =
        py_record_begin(&record, state, PY_UUID_FIELDS) &&
        py_put(&record, make_uuid(state, uuid)) &&
        py_put_known(&record, fields.version >= 0,
                     (unsigned long)fields.version) &&
        py_put_word(&record, ddds_uuid_variant_name(fields.variant)) &&
        py_put_text(&record, fields.has_time ? time : NULL) &&
        py_put_known(&record, fields.has_sequence, fields.sequence) &&
        py_put_text(&record, fields.has_sequence ? node : NULL) &&
        py_put(&record, make_notes(state, fields.notes));
    return py_record_end(&record, is_whole);
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

static PyObject *make_outcome(struct py_state *state,
                              const struct ddds_application *application,
                              const struct ddds_outcome *outcome, bool is_own)
{
    bool has_target = outcome->kind == DDDS_OUTCOME_SERVERS ||
                      outcome->kind == DDDS_OUTCOME_HOST;
    struct py_record record;
    bool is_whole =
        py_record_begin(&record, state, PY_OUTCOME) &&
        py_put_word(&record, ddds_outcome_name(outcome->kind)) &&
        put_output(&record, outcome) &&
        py_put(&record, py_targets_make(state, outcome->targets,
                                        outcome->target_count)) &&
        put_services(&record, application, outcome, is_own) &&
        py_put_text(&record, has_target ? outcome->output : NULL) &&
        py_put(&record, make_endpoints(state, outcome)) &&
        (outcome->kind == DDDS_OUTCOME_UUID
             ? py_put(&record, make_fields(state, &outcome->uuid))
             : py_put_none(&record)) &&
        py_put_known(&record, outcome->ttl != DDDS_NO_TTL, outcome->ttl) &&
        py_put_bool(&record, outcome->authenticated) &&
        py_put_text(&record, outcome->note);
    return py_record_end(&record, is_whole);
}

static PyObject *make_outcomes(struct py_state *state,
                               const struct ddds_result *result, bool is_own)
{
    struct py_record list;
    bool is_whole = py_tuple_begin(&list, state, result->outcome_count);
    for (size_t i = 0; i < result->outcome_count && is_whole; i++) {
        is_whole =
            py_put(&list, make_outcome(state, result->application,
                                       ddds_result_outcome(result, i), is_own));
    }
    return py_record_end(&list, is_whole);
}

/* ---- Results ------------------------------------------------------------- */

static PyObject *make_reason(struct py_state *state, const char *code,
                             const char *at, const char *detail)
{
    struct py_record record;
    bool is_whole = py_record_begin(&record, state, PY_REASON) &&
                    py_put_word(&record, code) && py_put_text(&record, at) &&
                    py_put_text(&record, detail);
    return py_record_end(&record, is_whole);
}

static bool put_reason(struct py_record *record,
                       const struct ddds_result *result)
{
    if (result->reason == DDDS_REASON_RESOLVED) {
        return py_put_none(record);
    }
    return py_put(
        record,
        make_reason(record->state, ddds_reason_name(result->reason), result->at,
                    result->detail != NULL ? result->detail
                                           : ddds_reason_text(result->reason)));
}

/* The name of an application of the caller's may be freed. */
static bool put_name(struct py_record *record,
                     const struct ddds_application *application, bool is_own)
{
    return is_own ? py_put_text(record, application->name)
                  : py_put_word(record, application->name);
}

PyObject *py_result_make(struct py_state *state,
                         const struct ddds_result *result, PyObject *input,
                         bool is_own, bool has_trace)
{
    struct py_record record;
    enum ddds_reason_class status = ddds_reason_class(result->reason);
    bool is_whole = py_record_begin(&record, state, PY_RESULT) &&
                    py_put(&record, Py_NewRef(input)) &&
                    put_name(&record, result->application, is_own) &&
                    py_put_word(&record, ddds_reason_class_name(status)) &&
                    put_reason(&record, result) &&
                    py_put(&record, make_outcomes(state, result, is_own)) &&
                    py_put_number(&record, result->queries) &&
                    py_put_text(&record, result->note) &&
                    py_put_bool(&record, result->urn != NULL) &&
                    (has_trace ? py_put(&record, py_trace_make(state, result))
                               : py_put_none(&record));
    return py_record_end(&record, is_whole);
}

PyObject *py_result_refuse(struct py_state *state, PyObject *input,
                           const struct ddds_application *application,
                           const char *detail)
{
    struct py_record record;
    bool is_whole =
        py_record_begin(&record, state, PY_RESULT) &&
        py_put(&record, Py_NewRef(input)) &&
        py_put_text(&record, application->name) &&
        py_put_word(&record, "bad_input") &&
        py_put(&record, make_reason(state, "BAD_INPUT", NULL, detail)) &&
        py_put(&record, Py_NewRef(state->nothing)) &&
        py_put_number(&record, 0) && py_put_none(&record) &&
        py_put_bool(&record, false) && py_put_none(&record);
    return py_record_end(&record, is_whole);
}
