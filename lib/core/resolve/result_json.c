/* Results as JSON, for programs: schema ddds.resolve/1.
 *
 * The walk says what there is, base/json.h how absent values and strings that
 * are not UTF-8 are written. The order of the members is that of the schema.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/show.h>

#include "base/json.h"
#include "resolve/reply_json.h"

struct json_writer {
    struct json json;
    bool has_trace;
};

/* ---- Outcomes ----------------------------------------------------------- */

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

static void put_services(struct json *json,
                         const struct ddds_shown_outcome *shown)
{
    ddds_json_string(json, "services", shown->services);
    ddds_json_span(json, "protocol", shown->protocol);
    ddds_json_open(json, "resolution_services", '[');
    for (size_t i = 0; i < shown->resolution_service_count; i++) {
        ddds_json_span(json, NULL, shown->resolution_services[i]);
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

static void put_uuid(struct json *json, const struct ddds_shown_uuid *uuid)
{
    if (uuid == NULL) {
        ddds_json_null(json, "uuid");
        return;
    }
    const struct ddds_uuid_fields *fields = uuid->fields;
    ddds_json_open(json, "uuid", '{');
    ddds_json_string(json, "value", uuid->value);
    ddds_json_known(json, "version", fields->version >= 0,
                    (uint64_t)fields->version);
    ddds_json_string(json, "variant", ddds_uuid_variant_name(fields->variant));
    ddds_json_string(json, "time", fields->has_time ? uuid->time : NULL);
    ddds_json_known(json, "seq", fields->has_sequence, fields->sequence);
    ddds_json_string(json, "node", fields->has_sequence ? uuid->node : NULL);
    put_notes(json, fields->notes);
    ddds_json_close(json, '}');
}

static void put_near(struct json *json, const struct ddds_outcome *outcome)
{
    bool is_collocated = outcome->closeness == DDDS_COLLOCATED;
    ddds_json_open(json, "near", '{');
    ddds_json_string(json, "host", outcome->near);
    ddds_json_bool(json, "collocated", is_collocated);
    ddds_json_known(json, "labels", !is_collocated, outcome->closeness);
    ddds_json_close(json, '}');
}

static void put_outcome(void *self, const struct ddds_shown_outcome *shown)
{
    struct json *json = &((struct json_writer *)self)->json;
    const struct ddds_outcome *outcome = shown->outcome;
    ddds_json_open(json, NULL, '{');
    ddds_json_string(json, "kind", shown->kind);
    ddds_json_string(json, "output", outcome->output);
    ddds_json_string(json, "uri", outcome->uri);
    if (outcome->target_count > 0) {
        put_targets(json, outcome->targets, outcome->target_count);
    }
    put_services(json, shown);
    ddds_json_string(json, "target", shown->target);
    put_endpoints(json, outcome);
    put_uuid(json, shown->uuid);
    ddds_json_known(json, "ttl", shown->has_ttl, outcome->ttl);
    ddds_json_bool(json, "authenticated", outcome->authenticated);
    if (shown->security != NULL) {
        ddds_json_string(json, "security", shown->security);
    }
    ddds_json_string(json, "note", outcome->note);
    if (outcome->near != NULL) {
        put_near(json, outcome);
    }
    ddds_json_close(json, '}');
}

/* ---- The trace ---------------------------------------------------------- */

static void put_servers(struct json *json, const struct ddds_shown_step *shown)
{
    if (!shown->has_servers) {
        ddds_json_null(json, "servers");
        return;
    }
    ddds_json_open(json, "servers", '[');
    for (size_t i = 0; i < shown->answer->server_count; i++) {
        const struct ddds_srv *srv = &shown->answer->servers[i];
        ddds_json_open(json, NULL, '{');
        ddds_json_number(json, "priority", srv->priority);
        ddds_json_number(json, "weight", srv->weight);
        ddds_json_number(json, "port", srv->port);
        ddds_json_string(json, "target", srv->target);
        ddds_json_close(json, '}');
    }
    ddds_json_close(json, ']');
}

void ddds_json_reply(struct json *json, const struct ddds_shown_step *shown)
{
    const struct ddds_answer *answer = shown->answer;
    ddds_json_string(json, "reply", shown->reply);
    ddds_json_string(json, "rcode", shown->rcode);
    ddds_json_string(json, "detail", answer->detail);
    ddds_json_number(json, "ttl", answer->ttl);
    ddds_json_bool(json, "authenticated", answer->authenticated);
    if (shown->security != NULL) {
        ddds_json_string(json, "security", shown->security);
    }
    ddds_json_string(json, "canonical", answer->canonical);
    ddds_json_string(json, "server", answer->server);
    ddds_json_string(json, "transport", shown->transport);
    ddds_json_known(json, "microseconds", shown->has_time,
                    answer->microseconds);
    ddds_json_bool(json, "cached", answer->cached);
    ddds_json_bool(json, "additional", answer->additional);
}

static void put_answer(struct json *json, const struct ddds_shown_step *shown)
{
    const struct ddds_answer *answer = shown->answer;
    if (answer == NULL) {
        ddds_json_null(json, "answer");
        return;
    }
    ddds_json_open(json, "answer", '{');
    ddds_json_reply(json, shown);
    put_servers(json, shown);
    put_addresses(json, shown->has_addresses, answer->addresses,
                  answer->address_count);
    if (shown->has_targets) {
        put_targets(json, answer->targets, answer->target_count);
    }
    ddds_json_close(json, '}');
}

static void open_step(void *self, const struct ddds_shown_step *shown)
{
    struct json *json = &((struct json_writer *)self)->json;
    const struct ddds_step *step = shown->step;
    ddds_json_open(json, NULL, '{');
    ddds_json_number(json, "step", shown->index);
    ddds_json_string(json, "key", step->name);
    ddds_json_open(json, "query", '{');
    ddds_json_string(json, "name", step->name);
    ddds_json_string(json, "type", shown->type);
    ddds_json_close(json, '}');
    ddds_json_string(json, "protocol", step->protocol);
    ddds_json_string(json, "fallback", shown->fallback);
    put_answer(json, shown);
    ddds_json_open(json, "rules", '[');
}

static void put_rule(void *self, const struct ddds_shown_rule *shown)
{
    struct json *json = &((struct json_writer *)self)->json;
    const struct ddds_rule *rule = shown->judged->rule;
    ddds_json_open(json, NULL, '{');
    ddds_json_number(json, "order", rule->order);
    ddds_json_number(json, "preference", rule->preference);
    ddds_json_string(json, "flags", rule->flags);
    ddds_json_string(json, "services", rule->services);
    ddds_json_string(json, "regexp", rule->regexp);
    ddds_json_string(json, "replacement", shown->replacement);
    ddds_json_string(json, "verdict", shown->verdict);
    ddds_json_string(json, "reason", shown->judged->reason);
    ddds_json_string(json, "output", shown->judged->output);
    ddds_json_close(json, '}');
}

static void close_step(void *self, const struct ddds_shown_step *shown)
{
    struct json *json = &((struct json_writer *)self)->json;
    (void)shown;
    ddds_json_close(json, ']');
    ddds_json_close(json, '}');
}

/* ---- The whole ---------------------------------------------------------- */

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

static void put_reason(struct json *json, const struct ddds_shown_result *shown)
{
    if (shown->code == NULL) {
        ddds_json_null(json, "reason");
        return;
    }
    ddds_json_open(json, "reason", '{');
    ddds_json_string(json, "code", shown->code);
    ddds_json_string(json, "at", shown->at);
    ddds_json_string(json, "detail",
                     shown->detail != NULL ? shown->detail : shown->reason);
    ddds_json_close(json, '}');
}

static void open_result(void *self, const struct ddds_shown_result *shown)
{
    struct json *json = &((struct json_writer *)self)->json;
    ddds_json_open(json, NULL, '{');
    ddds_json_string(json, "schema", "ddds.resolve/1");
    ddds_json_string(json, "input", shown->input);
    ddds_json_string(json, "app", shown->application->name);
    put_urn(json, shown->result != NULL ? shown->result->urn : NULL);
    ddds_json_string(json, "status", shown->status);
    put_reason(json, shown);
    ddds_json_open(json, "results", '[');
}

static void open_trace(void *self, const struct ddds_shown_result *shown)
{
    struct json_writer *writer = self;
    (void)shown;
    writer->has_trace = true;
    ddds_json_close(&writer->json, ']');
    ddds_json_open(&writer->json, "trace", '[');
}

static void close_result(void *self, const struct ddds_shown_result *shown)
{
    struct json_writer *writer = self;
    struct json *json = &writer->json;
    const struct ddds_result *result = shown->result;
    ddds_json_close(json, ']');
    if (!writer->has_trace) {
        ddds_json_null(json, "trace");
    }
    ddds_json_number(json, "queries", result != NULL ? result->queries : 0);
    ddds_json_string(json, "note", result != NULL ? result->note : NULL);
    ddds_json_close(json, '}');
}

static struct ddds_show show_as(struct json_writer *writer, char *text,
                                size_t size)
{
    writer->has_trace = false;
    ddds_json_begin(&writer->json, text, size);
    return (struct ddds_show){
        .size = sizeof(struct ddds_show),
        .self = writer,
        .begin = open_result,
        .outcome = put_outcome,
        .trace = open_trace,
        .step = open_step,
        .rule = put_rule,
        .end_step = close_step,
        .end = close_result,
    };
}

size_t ddds_result_json(const struct ddds_result *result, unsigned parts,
                        char *text, size_t size)
{
    struct json_writer writer;
    const struct ddds_show show = show_as(&writer, text, size);
    (void)ddds_show_result(result, parts, &show, NULL);
    return ddds_json_end(&writer.json);
}

size_t ddds_refusal_json(const char *input,
                         const struct ddds_application *application,
                         const struct ddds_error *error, char *text,
                         size_t size)
{
    struct json_writer writer;
    const struct ddds_show show = show_as(&writer, text, size);
    (void)ddds_show_refusal(input, application, error, &show, NULL);
    return ddds_json_end(&writer.json);
}
