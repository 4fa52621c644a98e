/* JSON, for programs: schema ddds.resolve/1, fixtures/schema/resolve.json.
 *
 * See print/json.h for absent values and for strings that are not UTF-8.
 *
 * SPDX-License-Identifier: MIT */
#include "print/print.h"

#include <ddds/urn.h>

#include "print/json.h"

/* ---- Results ----------------------------------------------------------- */

static json_t *make_urn(const struct ddds_urn *urn)
{
    if (urn == NULL) {
        return json_null();
    }
    json_t *object = json_object();
    put_span(object, "nid", urn->nid);
    put_span(object, "nss", urn->nss);
    put_span(object, "r", urn->r);
    put_span(object, "q", urn->q);
    put_span(object, "f", urn->f);
    return object;
}

static json_t *make_addresses(const struct ddds_address *addresses,
                              size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        char text[DDDS_ADDRESS_TEXT_SIZE];
        ddds_address_format(&addresses[i], text);
        json_array_append_new(array, json_string(text));
    }
    return array;
}

static json_t *make_endpoint(const struct ddds_endpoint *endpoint)
{
    json_t *object = json_object();
    put_string(object, "host", endpoint->host);
    put_known(object, "port", endpoint->has_port, endpoint->port);
    put_known(object, "priority", endpoint->is_server, endpoint->priority);
    put_known(object, "weight", endpoint->is_server, endpoint->weight);
    json_object_set_new(
        object, "addresses",
        endpoint->has_addresses
            ? make_addresses(endpoint->addresses, endpoint->address_count)
            : json_null());
    return object;
}

static json_t *make_endpoints(const struct ddds_outcome *outcome)
{
    if (outcome->endpoint_count == 0) {
        return json_null();
    }
    json_t *array = json_array();
    for (size_t i = 0; i < outcome->endpoint_count; i++) {
        json_array_append_new(array, make_endpoint(&outcome->endpoints[i]));
    }
    return array;
}

static json_t *make_targets(const struct ddds_uri_target *targets, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *object = json_object();
        put_number(object, "priority", targets[i].priority);
        put_number(object, "weight", targets[i].weight);
        put_string(object, "uri", targets[i].uri);
        json_array_append_new(array, object);
    }
    return array;
}

/* The services field of the rule, as the application reads it. */
static void put_services(json_t *object,
                         const struct ddds_application *application,
                         const struct ddds_outcome *outcome)
{
    const char *text = outcome->services;
    struct ddds_services services;
    json_t *array = json_array();
    struct ddds_span protocol = {NULL, 0};
    put_string(object, "services", text[0] != '\0' ? text : NULL);
    if (application->read_services(application, text, &services, NULL) ==
        DDDS_OK) {
        if (services.protocol_count > 0) {
            protocol = services.protocols[0];
        }
        for (size_t i = 0; i < services.service_count; i++) {
            json_array_append_new(array,
                                  json_stringn(services.services[i].text,
                                               services.services[i].length));
        }
    }
    if (outcome->protocol != NULL) {
        put_string(object, "protocol", outcome->protocol);
    } else {
        put_span(object, "protocol", protocol);
    }
    json_object_set_new(object, "resolution_services", array);
}

static json_t *make_notes(unsigned notes)
{
    json_t *array = json_array();
    for (unsigned i = 0; i < DDDS_UUID_NOTE_COUNT; i++) {
        if ((notes >> i & 1) != 0) {
            json_array_append_new(array,
                                  json_string(ddds_uuid_note_name(1U << i)));
        }
    }
    return array;
}

static json_t *make_uuid(const struct ddds_uuid *uuid)
{
    struct ddds_uuid_fields fields;
    char value[DDDS_UUID_TEXT_SIZE];
    char time[DDDS_UUID_TIME_SIZE];
    char node[NODE_TEXT_SIZE];
    inspect_now(uuid, &fields);
    ddds_uuid_text(uuid, value);
    ddds_uuid_time_format(fields.time, fields.time_digits, time);
    print_node(node, fields.node);

    json_t *object = json_object();
    put_string(object, "value", value);
    put_known(object, "version", fields.version >= 0, fields.version);
    put_string(object, "variant", ddds_uuid_variant_name(fields.variant));
    put_string(object, "time", fields.has_time ? time : NULL);
    put_known(object, "seq", fields.has_sequence, fields.sequence);
    put_string(object, "node", fields.has_sequence ? node : NULL);
    json_object_set_new(object, "notes", make_notes(fields.notes));
    return object;
}

static json_t *make_outcome(const struct ddds_application *application,
                            const struct ddds_outcome *outcome)
{
    bool has_target = outcome->kind == DDDS_OUTCOME_SERVERS ||
                      outcome->kind == DDDS_OUTCOME_HOST;
    json_t *object = json_object();
    put_string(object, "kind", ddds_outcome_name(outcome->kind));
    put_string(object, "output", outcome->output);
    put_string(object, "uri", outcome->uri);
    if (outcome->target_count > 0) {
        json_object_set_new(
            object, "uris",
            make_targets(outcome->targets, outcome->target_count));
    }
    put_services(object, application, outcome);
    put_string(object, "target", has_target ? outcome->output : NULL);
    json_object_set_new(object, "endpoints", make_endpoints(outcome));
    bool is_uuid = outcome->kind == DDDS_OUTCOME_UUID;
    json_object_set_new(object, "uuid",
                        is_uuid ? make_uuid(&outcome->uuid) : json_null());
    put_known(object, "ttl", outcome->ttl != DDDS_NO_TTL, outcome->ttl);
    json_object_set_new(object, "authenticated",
                        json_boolean(outcome->authenticated));
    put_string(object, "note", outcome->note);
    return object;
}

static json_t *make_reason(const struct ddds_result *result)
{
    if (result->reason == DDDS_REASON_RESOLVED) {
        return json_null();
    }
    return make_json_reason(ddds_reason_name(result->reason), result->at,
                            result->detail != NULL
                                ? result->detail
                                : ddds_reason_text(result->reason));
}

/* ---- The trace --------------------------------------------------------- */

static json_t *make_servers(const struct ddds_answer *answer)
{
    json_t *array = json_array();
    for (size_t i = 0; i < answer->server_count; i++) {
        const struct ddds_srv *srv = &answer->servers[i];
        json_t *object = json_object();
        put_number(object, "priority", srv->priority);
        put_number(object, "weight", srv->weight);
        put_number(object, "port", srv->port);
        put_string(object, "target", srv->target);
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *make_answer(const struct ddds_step *step)
{
    const struct ddds_answer *answer = &step->answer;
    if (!step->answered || step->is_fallback) {
        return json_null();
    }
    bool has_data = answer->reply == DDDS_REPLY_DATA;
    json_t *object = make_reply(answer);
    json_object_set_new(object, "servers",
                        has_data && step->question.kind == DDDS_ASK_SERVERS
                            ? make_servers(answer)
                            : json_null());
    json_object_set_new(
        object, "addresses",
        has_data && step->question.kind == DDDS_ASK_ADDRESSES
            ? make_addresses(answer->addresses, answer->address_count)
            : json_null());
    if (has_data && step->question.kind == DDDS_ASK_URIS) {
        json_object_set_new(
            object, "uris",
            make_targets(answer->targets, answer->target_count));
    }
    return object;
}

static json_t *make_rule(const struct ddds_judged_rule *judged)
{
    const struct ddds_rule *rule = judged->rule;
    json_t *object = json_object();
    put_number(object, "order", rule->order);
    put_number(object, "preference", rule->preference);
    put_string(object, "flags", rule->flags);
    put_string(object, "services", rule->services);
    put_string(object, "regexp", rule->regexp);
    put_string(object, "replacement",
               rule->replacement[0] != '\0' ? rule->replacement : NULL);
    put_string(object, "verdict", ddds_verdict_name(judged->verdict));
    put_string(object, "reason", judged->reason);
    put_string(object, "output", judged->output);
    return object;
}

static json_t *make_step(const struct ddds_step *step, size_t index)
{
    json_t *object = json_object();
    json_t *query = json_object();
    json_t *rules = json_array();
    put_number(object, "step", (json_int_t)index);
    put_string(object, "key", step->question.name);
    put_string(query, "name", step->question.name);
    put_string(query, "type", question_types(step->question.kind));
    json_object_set_new(object, "query", query);
    put_string(object, "protocol", step->protocol);
    put_string(object, "fallback",
               step->is_fallback ? step->answer.detail : NULL);
    json_object_set_new(object, "answer", make_answer(step));
    for (size_t i = 0; i < step->rule_count; i++) {
        json_array_append_new(rules, make_rule(&step->rules[i]));
    }
    json_object_set_new(object, "rules", rules);
    return object;
}

static json_t *make_trace(const struct ddds_result *result)
{
    json_t *array = json_array();
    for (size_t i = 0; i < result->step_count; i++) {
        json_array_append_new(array, make_step(&result->steps[i], i));
    }
    return array;
}

/* ---- The whole --------------------------------------------------------- */

static json_t *begin(const char *schema, const char *input,
                     const struct ddds_application *application)
{
    json_t *object = json_object();
    put_string(object, "schema", schema != NULL ? schema : "ddds.resolve/1");
    put_string(object, "input", input);
    put_string(object, "app", application->name);
    return object;
}

json_t *make_json_result(const struct ddds_result *result,
                         const struct style *style)
{
    json_t *object = begin(NULL, result->input, result->application);
    json_t *outcomes = json_array();
    for (size_t i = 0; i < result->outcome_count; i++) {
        json_array_append_new(
            outcomes, make_outcome(result->application, &result->outcomes[i]));
    }
    json_object_set_new(object, "urn", make_urn(result->urn));
    put_string(object, "status", status_word(result->reason));
    json_object_set_new(object, "reason", make_reason(result));
    json_object_set_new(object, "results", outcomes);
    json_object_set_new(object, "trace",
                        style->has_trace ? make_trace(result) : json_null());
    put_number(object, "queries", result->queries);
    put_string(object, "note", result->note);
    put_given(object, style->given);
    return object;
}

void print_json(FILE *out, const struct ddds_result *result,
                const struct style *style)
{
    print_json_object(out, make_json_result(result, style));
}

void print_json_refusal(FILE *out, const struct refusal *refusal)
{
    json_t *object =
        begin(refusal->schema, refusal->input, refusal->application);
    json_object_set_new(object, "urn", json_null());
    put_string(object, "status", "bad_input");
    json_object_set_new(
        object, "reason",
        make_json_reason("BAD_INPUT", NULL, refusal->error->detail));
    json_object_set_new(object, "results", json_array());
    json_object_set_new(object, "trace", json_null());
    put_number(object, "queries", 0);
    put_string(object, "note", NULL);
    put_given(object, refusal->given);
    print_json_object(out, object);
}
