/* Results as JSON: schema ddds.resolve/1.
 *
 * The walk (show.c) determines the contents; base/json.h writes absent values
 * and strings that are not UTF-8. Members are in the order of the schema.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/show_members.h>

#include "base/field_octets.h"
#include "base/json.h"
#include "resolve/reply_json.h"

struct json_writer {
    struct json json;
    bool has_trace;
};

/* ---- Rows --------------------------------------------------------------- */

#define PUT(type, name, ...) PUT_##type(#name, __VA_ARGS__);
#define PUT_SOME(type, name, is_present, ...)                                  \
    if (is_present) {                                                          \
        PUT(type, name, __VA_ARGS__)                                           \
    }
#define PUT_OBJECT(name, members)                                              \
    ddds_json_open(json, name, '{');                                           \
    members(PUT, PUT_SOME) ddds_json_close(json, '}')

#define PUT_TEXT(name, text) ddds_json_string(json, name, text)
#define PUT_WORD PUT_TEXT
#define PUT_INPUT PUT_TEXT
#define PUT_URI PUT_TEXT
#define PUT_FIELD PUT_TEXT
#define PUT_UUID PUT_TEXT
#define PUT_NAME(member, application) PUT_TEXT(member, (application)->name)
#define PUT_PROTOCOL(name, span) ddds_json_span(json, name, span)
#define PUT_NUMBER(name, number) ddds_json_number(json, name, number)
#define PUT_BOOL(name, truth) ddds_json_bool(json, name, truth)
#define PUT_KNOWN(name, is_known, number)                                      \
    ddds_json_known(json, name, is_known, number)

/* Other types: functions that know the name of their member. */
#define PUT_ADDRESSES(name, is_known, items, count)                            \
    put_addresses(json, is_known, items, count)
#define PUT_TARGETS(name, items, count) put_targets(json, items, count)
#define PUT_FOUND_TARGETS PUT_TARGETS
#define PUT_SERVERS(name, is_known, items, count)                              \
    put_servers(json, is_known, items, count)
#define PUT_SERVICES(name, shown) put_services(json, shown)
#define PUT_ENDPOINTS(name, outcome) put_endpoints(json, outcome)
#define PUT_FIELDS(name, shown) put_uuid(json, shown)
#define PUT_NOTES(name, notes) put_notes(json, notes)
#define PUT_NEAR(name, outcome) put_near(json, outcome)
#define PUT_QUERY(name, shown) put_query(json, shown)
#define PUT_ANSWER(name, shown) put_answer(json, shown)
#define PUT_RULES(name, count) ddds_json_open(json, name, '[')
#define PUT_URN(name, urn) put_urn(json, urn)
#define PUT_REASON(name, shown) put_reason(json, shown)

/* ---- Outcomes ----------------------------------------------------------- */

/* An array; null if the addresses are unknown. */
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

static void put_endpoints(struct json *json, const struct ddds_outcome *outcome)
{
    if (outcome->endpoint_count == 0) {
        ddds_json_null(json, "endpoints");
        return;
    }
    ddds_json_open(json, "endpoints", '[');
    for (size_t i = 0; i < outcome->endpoint_count; i++) {
        const struct ddds_endpoint *endpoint = &outcome->endpoints[i];
        PUT_OBJECT(NULL, DDDS_ENDPOINT_MEMBERS);
    }
    ddds_json_close(json, ']');
}

static void put_targets(struct json *json,
                        const struct ddds_uri_target *targets, size_t count)
{
    ddds_json_open(json, "uris", '[');
    for (size_t i = 0; i < count; i++) {
        const struct ddds_uri_target *target = &targets[i];
        PUT_OBJECT(NULL, DDDS_URI_TARGET_MEMBERS);
    }
    ddds_json_close(json, ']');
}

static void put_services(struct json *json,
                         const struct ddds_shown_outcome *shown)
{
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

static void put_uuid(struct json *json, const struct ddds_shown_uuid *shown)
{
    if (shown == NULL) {
        ddds_json_null(json, "uuid");
        return;
    }
    const struct ddds_uuid_fields *fields = shown->fields;
    PUT_OBJECT("uuid", DDDS_UUID_MEMBERS);
}

static void put_near(struct json *json, const struct ddds_outcome *outcome)
{
    PUT_OBJECT("near", DDDS_NEAR_MEMBERS);
}

static void put_outcome(void *self, const struct ddds_shown_outcome *shown)
{
    struct json *json = &((struct json_writer *)self)->json;
    const struct ddds_outcome *outcome = shown->outcome;
    PUT_OBJECT(NULL, DDDS_OUTCOME_MEMBERS);
}

/* ---- The trace ---------------------------------------------------------- */

static void put_servers(struct json *json, bool is_known,
                        const struct ddds_srv *servers, size_t count)
{
    if (!is_known) {
        ddds_json_null(json, "servers");
        return;
    }
    ddds_json_open(json, "servers", '[');
    for (size_t i = 0; i < count; i++) {
        const struct ddds_srv *srv = &servers[i];
        PUT_OBJECT(NULL, DDDS_SERVER_MEMBERS);
    }
    ddds_json_close(json, ']');
}

void ddds_json_reply(struct json *json, const struct ddds_shown_step *shown)
{
    const struct ddds_answer *answer = shown->answer;
    DDDS_REPLY_MEMBERS(PUT, PUT_SOME)
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
    DDDS_DATA_MEMBERS(PUT, PUT_SOME)
    ddds_json_close(json, '}');
}

static void put_query(struct json *json, const struct ddds_shown_step *shown)
{
    PUT_OBJECT("query", DDDS_QUERY_MEMBERS);
}

static void open_step(void *self, const struct ddds_shown_step *shown)
{
    struct json *json = &((struct json_writer *)self)->json;
    const struct ddds_step *step = shown->step;
    ddds_json_open(json, NULL, '{');
    DDDS_STEP_MEMBERS(PUT, PUT_SOME)
}

/* Write a member of |rule|, or about it. */
static void put_rule_text(struct json *json, const struct ddds_rule *rule,
                          const char *name, const char *text)
{
    char octets[FIELD_OCTETS];
    bool is_field =
        text == rule->flags || text == rule->services || text == rule->regexp;
    if (is_field) {
        ddds_json_span(json, name, field_octets(rule->defect, text, octets));
    } else {
        ddds_json_string(json, name, text);
    }
}

#undef PUT_TEXT
#define PUT_TEXT(name, text) put_rule_text(json, rule, name, text)

static void put_rule(void *self, const struct ddds_shown_rule *shown)
{
    struct json *json = &((struct json_writer *)self)->json;
    const struct ddds_judged_rule *judged = shown->judged;
    const struct ddds_rule *rule = judged->rule;
    PUT_OBJECT(NULL, DDDS_RULE_MEMBERS);
}

#undef PUT_TEXT
#define PUT_TEXT(name, text) ddds_json_string(json, name, text)

static void close_step(void *self, const struct ddds_shown_step *shown)
{
    struct json *json = &((struct json_writer *)self)->json;
    (void)shown;
    ddds_json_close(json, ']');
    ddds_json_close(json, '}');
}

/* ---- Entry -------------------------------------------------------------- */

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
    PUT_OBJECT("reason", DDDS_REASON_MEMBERS);
}

static void open_result(void *self, const struct ddds_shown_result *shown)
{
    struct json *json = &((struct json_writer *)self)->json;
    ddds_json_open(json, NULL, '{');
    ddds_json_string(json, "schema", "ddds.resolve/1");
    DDDS_RESULT_HEAD_MEMBERS(PUT, PUT_SOME)
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
    DDDS_RESULT_TAIL_MEMBERS(PUT, PUT_SOME)
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
