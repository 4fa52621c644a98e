/* Results as JSON, for programs: schema ddds.resolve/1.
 *
 * See base/json.h for absent values and for strings that are not UTF-8. The
 * order of the members is that of the schema.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/result.h>

#include "base/json.h"

/* ---- Outcomes ----------------------------------------------------------- */

static void put_urn(struct json *json, const struct ddds_urn *urn)
{
    if (urn == NULL) {
        ddds_json_null(json, "urn");
        return;
    }
    ddds_json_open(json, "urn", '{');
    ddds_json_span(json, "nid", urn->nid);
    ddds_json_span(json, "nss", urn->nss);
    ddds_json_span(json, "r", urn->r);
    ddds_json_span(json, "q", urn->q);
    ddds_json_span(json, "f", urn->f);
    ddds_json_close(json, '}');
}

/* An array; null if the addresses were not asked for. */
static void put_addresses(struct json *json, bool is_known,
                          const struct ddds_address *addresses, size_t count)
{
    if (!is_known) {
        ddds_json_null(json, "addresses");
        return;
    }
    ddds_json_open(json, "addresses", '[');
    for (size_t i = 0; i < count; i++) {
        char text[DDDS_ADDRESS_TEXT_SIZE];
        ddds_address_format(&addresses[i], text);
        ddds_json_string(json, NULL, text);
    }
    ddds_json_close(json, ']');
}

static void put_endpoint(struct json *json,
                         const struct ddds_endpoint *endpoint)
{
    ddds_json_open(json, NULL, '{');
    ddds_json_string(json, "host", endpoint->host);
    ddds_json_known(json, "port", endpoint->has_port, endpoint->port);
    ddds_json_known(json, "priority", endpoint->is_server, endpoint->priority);
    ddds_json_known(json, "weight", endpoint->is_server, endpoint->weight);
    put_addresses(json, endpoint->has_addresses, endpoint->addresses,
                  endpoint->address_count);
    ddds_json_close(json, '}');
}

static void put_endpoints(struct json *json, const struct ddds_outcome *outcome)
{
    if (outcome->endpoint_count == 0) {
        ddds_json_null(json, "endpoints");
        return;
    }
    ddds_json_open(json, "endpoints", '[');
    for (size_t i = 0; i < outcome->endpoint_count; i++) {
        put_endpoint(json, &outcome->endpoints[i]);
    }
    ddds_json_close(json, ']');
}

static void put_targets(struct json *json,
                        const struct ddds_uri_target *targets, size_t count)
{
    ddds_json_open(json, "uris", '[');
    for (size_t i = 0; i < count; i++) {
        ddds_json_open(json, NULL, '{');
        ddds_json_number(json, "priority", targets[i].priority);
        ddds_json_number(json, "weight", targets[i].weight);
        ddds_json_string(json, "uri", targets[i].uri);
        ddds_json_close(json, '}');
    }
    ddds_json_close(json, ']');
}

/* The services field of the rule, as the application reads it. */
static void put_services(struct json *json,
                         const struct ddds_application *application,
                         const struct ddds_outcome *outcome)
{
    const char *text = outcome->services;
    struct ddds_services services;
    services.size = sizeof services;
    struct ddds_span protocol = {NULL, 0};
    bool is_read = application->read_services(application, text, &services,
                                              NULL) == DDDS_OK;
    if (is_read && services.protocol_count > 0) {
        protocol = services.protocols[0];
    }
    ddds_json_string(json, "services", text[0] != '\0' ? text : NULL);
    if (outcome->protocol != NULL) {
        ddds_json_string(json, "protocol", outcome->protocol);
    } else {
        ddds_json_span(json, "protocol", protocol);
    }
    ddds_json_open(json, "resolution_services", '[');
    for (size_t i = 0; is_read && i < services.service_count; i++) {
        ddds_json_span(json, NULL, services.services[i]);
    }
    ddds_json_close(json, ']');
}

static void put_notes(struct json *json, unsigned notes)
{
    ddds_json_open(json, "notes", '[');
    for (unsigned i = 0; i < DDDS_UUID_NOTE_COUNT; i++) {
        if ((notes >> i & 1) != 0) {
            ddds_json_string(json, NULL, ddds_uuid_note_name(1U << i));
        }
    }
    ddds_json_close(json, ']');
}

enum { NODE_TEXT_SIZE = 18 };

/* Six octets, with colons between them. */
static void print_node(char text[NODE_TEXT_SIZE], const unsigned char node[6])
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < 6; i++) {
        text[3 * i] = digits[node[i] >> 4];
        text[3 * i + 1] = digits[node[i] & 15];
        text[3 * i + 2] = ':';
    }
    text[NODE_TEXT_SIZE - 1] = '\0';
}

/* "In the future" is relative to the clock of the system, if it has one. */
static void put_uuid(struct json *json, const struct ddds_uuid *uuid)
{
    struct ddds_uuid_fields fields = DDDS_UUID_FIELDS_INIT;
    char value[DDDS_UUID_TEXT_SIZE];
    char time[DDDS_UUID_TIME_SIZE];
    char node[NODE_TEXT_SIZE];
    int64_t now = INT64_MAX;
    ddds_uuid_time_now(&now, NULL);
    ddds_uuid_inspect(uuid, now, &fields);
    ddds_uuid_text(uuid, value);
    ddds_uuid_time_format(fields.time, fields.time_digits, time);
    print_node(node, fields.node);

    ddds_json_open(json, "uuid", '{');
    ddds_json_string(json, "value", value);
    ddds_json_known(json, "version", fields.version >= 0,
                    (uint64_t)fields.version);
    ddds_json_string(json, "variant", ddds_uuid_variant_name(fields.variant));
    ddds_json_string(json, "time", fields.has_time ? time : NULL);
    ddds_json_known(json, "seq", fields.has_sequence, fields.sequence);
    ddds_json_string(json, "node", fields.has_sequence ? node : NULL);
    put_notes(json, fields.notes);
    ddds_json_close(json, '}');
}

static void put_outcome(struct json *json,
                        const struct ddds_application *application,
                        const struct ddds_outcome *outcome)
{
    bool has_target = outcome->kind == DDDS_OUTCOME_SERVERS ||
                      outcome->kind == DDDS_OUTCOME_HOST;
    ddds_json_open(json, NULL, '{');
    ddds_json_string(json, "kind", ddds_outcome_name(outcome->kind));
    ddds_json_string(json, "output", outcome->output);
    ddds_json_string(json, "uri", outcome->uri);
    if (outcome->target_count > 0) {
        put_targets(json, outcome->targets, outcome->target_count);
    }
    put_services(json, application, outcome);
    ddds_json_string(json, "target", has_target ? outcome->output : NULL);
    put_endpoints(json, outcome);
    if (outcome->kind == DDDS_OUTCOME_UUID) {
        put_uuid(json, &outcome->uuid);
    } else {
        ddds_json_null(json, "uuid");
    }
    ddds_json_known(json, "ttl", outcome->ttl != DDDS_NO_TTL, outcome->ttl);
    ddds_json_bool(json, "authenticated", outcome->authenticated);
    ddds_json_string(json, "note", outcome->note);
    ddds_json_close(json, '}');
}

/* ---- The trace --------------------------------------------------------- */

static void put_servers(struct json *json, bool is_known,
                        const struct ddds_answer *answer)
{
    if (!is_known) {
        ddds_json_null(json, "servers");
        return;
    }
    ddds_json_open(json, "servers", '[');
    for (size_t i = 0; i < answer->server_count; i++) {
        const struct ddds_srv *srv = &answer->servers[i];
        ddds_json_open(json, NULL, '{');
        ddds_json_number(json, "priority", srv->priority);
        ddds_json_number(json, "weight", srv->weight);
        ddds_json_number(json, "port", srv->port);
        ddds_json_string(json, "target", srv->target);
        ddds_json_close(json, '}');
    }
    ddds_json_close(json, ']');
}

/* The server and transport of an answer; null for zone files. */
static void put_source(struct json *json, const struct ddds_answer *answer)
{
    const char *transport = answer->tcp ? "tcp" : "udp";
    bool is_dns = answer->server != NULL;
    ddds_json_string(json, "server", answer->server);
    ddds_json_string(json, "transport", is_dns ? transport : NULL);
    ddds_json_known(json, "microseconds", is_dns && !answer->cached,
                    answer->microseconds);
    ddds_json_bool(json, "cached", answer->cached);
    ddds_json_bool(json, "additional", answer->additional);
}

/* To users a name outside the zone files is a missing name; the detail says
 * that it lies outside. */
static void put_answer(struct json *json, const struct ddds_step *step)
{
    const struct ddds_answer *answer = step->answer;
    enum ddds_question_kind kind = step->kind;
    if (answer == NULL || step->is_fallback) {
        ddds_json_null(json, "answer");
        return;
    }
    bool has_data = answer->reply == DDDS_REPLY_DATA;
    ddds_json_open(json, "answer", '{');
    ddds_json_string(json, "reply",
                     ddds_reply_text(answer->reply == DDDS_REPLY_OUTSIDE
                                         ? DDDS_REPLY_NO_NAME
                                         : answer->reply));
    ddds_json_string(json, "rcode", ddds_reply_rcode(answer->reply));
    ddds_json_string(json, "detail", answer->detail);
    ddds_json_number(json, "ttl", answer->ttl);
    ddds_json_bool(json, "authenticated", answer->authenticated);
    ddds_json_string(json, "canonical", answer->canonical);
    put_source(json, answer);
    put_servers(json, has_data && kind == DDDS_ASK_SERVERS, answer);
    put_addresses(json, has_data && kind == DDDS_ASK_ADDRESSES,
                  answer->addresses, answer->address_count);
    if (has_data && kind == DDDS_ASK_URIS) {
        put_targets(json, answer->targets, answer->target_count);
    }
    ddds_json_close(json, '}');
}

static void put_rule(struct json *json, const struct ddds_judged_rule *judged)
{
    const struct ddds_rule *rule = judged->rule;
    ddds_json_open(json, NULL, '{');
    ddds_json_number(json, "order", rule->order);
    ddds_json_number(json, "preference", rule->preference);
    ddds_json_string(json, "flags", rule->flags);
    ddds_json_string(json, "services", rule->services);
    ddds_json_string(json, "regexp", rule->regexp);
    ddds_json_string(json, "replacement",
                     rule->replacement[0] != '\0' ? rule->replacement : NULL);
    ddds_json_string(json, "verdict", ddds_verdict_name(judged->verdict));
    ddds_json_string(json, "reason", judged->reason);
    ddds_json_string(json, "output", judged->output);
    ddds_json_close(json, '}');
}

static void put_step(struct json *json, const struct ddds_step *step,
                     size_t index)
{
    ddds_json_open(json, NULL, '{');
    ddds_json_number(json, "step", index);
    ddds_json_string(json, "key", step->name);
    ddds_json_open(json, "query", '{');
    ddds_json_string(json, "name", step->name);
    ddds_json_string(json, "type", ddds_question_types(step->kind));
    ddds_json_close(json, '}');
    ddds_json_string(json, "protocol", step->protocol);
    ddds_json_string(json, "fallback",
                     step->is_fallback ? step->answer->detail : NULL);
    put_answer(json, step);
    ddds_json_open(json, "rules", '[');
    for (size_t i = 0; i < step->rule_count; i++) {
        put_rule(json, &step->rules[i]);
    }
    ddds_json_close(json, ']');
    ddds_json_close(json, '}');
}

static void put_trace(struct json *json, const struct ddds_result *result)
{
    ddds_json_open(json, "trace", '[');
    for (size_t i = 0; i < result->step_count; i++) {
        put_step(json, &result->steps[i], i);
    }
    ddds_json_close(json, ']');
}

/* ---- The whole --------------------------------------------------------- */

static void begin(struct json *json, const char *input,
                  const struct ddds_application *application)
{
    ddds_json_open(json, NULL, '{');
    ddds_json_string(json, "schema", "ddds.resolve/1");
    ddds_json_string(json, "input", input);
    ddds_json_string(json, "app", application->name);
}

static void put_reason(struct json *json, const char *code, const char *at,
                       const char *detail)
{
    ddds_json_open(json, "reason", '{');
    ddds_json_string(json, "code", code);
    ddds_json_string(json, "at", at);
    ddds_json_string(json, "detail", detail);
    ddds_json_close(json, '}');
}

static void put_status(struct json *json, const struct ddds_result *result)
{
    enum ddds_reason reason = result->reason;
    ddds_json_string(json, "status",
                     ddds_reason_class_name(ddds_reason_class(reason)));
    if (reason == DDDS_REASON_RESOLVED) {
        ddds_json_null(json, "reason");
        return;
    }
    put_reason(json, ddds_reason_name(reason), result->at,
               result->detail != NULL ? result->detail
                                      : ddds_reason_text(reason));
}

size_t ddds_result_json(const struct ddds_result *result, unsigned parts,
                        char *text, size_t size)
{
    struct json json;
    ddds_json_begin(&json, text, size);
    begin(&json, result->input, result->application);
    put_urn(&json, result->urn);
    put_status(&json, result);
    ddds_json_open(&json, "results", '[');
    for (size_t i = 0; i < result->outcome_count; i++) {
        put_outcome(&json, result->application, &result->outcomes[i]);
    }
    ddds_json_close(&json, ']');
    if ((parts & DDDS_JSON_TRACE) != 0) {
        put_trace(&json, result);
    } else {
        ddds_json_null(&json, "trace");
    }
    ddds_json_number(&json, "queries", result->queries);
    ddds_json_string(&json, "note", result->note);
    ddds_json_close(&json, '}');
    return ddds_json_end(&json);
}

size_t ddds_refusal_json(const char *input,
                         const struct ddds_application *application,
                         const struct ddds_error *error, char *text,
                         size_t size)
{
    struct json json;
    ddds_json_begin(&json, text, size);
    begin(&json, input, application);
    ddds_json_null(&json, "urn");
    ddds_json_string(&json, "status", "bad_input");
    put_reason(&json, "BAD_INPUT", NULL, error->detail);
    ddds_json_open(&json, "results", '[');
    ddds_json_close(&json, ']');
    ddds_json_null(&json, "trace");
    ddds_json_number(&json, "queries", 0);
    ddds_json_null(&json, "note");
    ddds_json_close(&json, '}');
    return ddds_json_end(&json);
}
