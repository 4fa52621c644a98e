/* Format for programs: JSON of the schema ddds.query/1,
 * fixtures/schema/query.json.
 *
 * SPDX-License-Identifier: MIT */
#include "query/print_query.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "print/json_members.h"
#include "print/json_text.h"
#include "query/record_types.h"
#include "render/render_json.h"

static const char *next_word(enum ddds_next next)
{
    switch (next) {
    case DDDS_NEXT_RULES:
        return "rules";
    case DDDS_NEXT_SERVERS:
        return "servers";
    case DDDS_NEXT_ADDRESSES:
        return "addresses";
    case DDDS_NEXT_TARGETS:
        return "uris";
    case DDDS_NEXT_URI:
        return "uri";
    case DDDS_NEXT_PROTOCOL:
        return "protocol";
    case DDDS_NEXT_UNKNOWN:
    case DDDS_NEXT_CONFLICTING:
        break;
    }
    return NULL;
}

/* ---- Fields ------------------------------------------------------------- */

static void add_name(struct json *json, const struct ddds_fields *fields)
{
    ddds_json_string(json, "target", fields->has_name ? fields->name : NULL);
}

static void add_numbers(struct json *json, const struct ddds_fields *fields,
                        const char *const *members, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ddds_json_known(json, members[i], i < fields->number_count,
                        fields->numbers[i]);
    }
}

static void add_parts(struct json *json, const struct reading *reading)
{
    const struct ddds_substitution_parts *parts = &reading->parts;
    if (reading->expression == NULL) {
        ddds_json_null(json, "substitution");
        return;
    }
    ddds_json_open(json, "substitution", '{');
    ddds_json_string(json, "delimiter", parts->delimiter);
    ddds_json_string(json, "ere", parts->ere);
    ddds_json_string(json, "replacement", parts->replacement);
    ddds_json_string(json, "flags", parts->flags);
    ddds_json_number(json, "groups", parts->groups);
    ddds_json_close(json, '}');
}

static void add_naptr(struct json *json, const struct reading *reading)
{
    static const char *const numbers[] = {"order", "preference"};
    static const char *const strings[] = {"flags", "services", "regexp"};
    const struct ddds_fields *fields = &reading->fields;
    add_numbers(json, fields, numbers, 2);
    for (size_t i = 0; i < 3; i++) {
        ddds_json_span(json, strings[i], fields->strings[i]);
    }
    ddds_json_string(json, "replacement",
                     fields->has_name && fields->name[0] != '\0' ? fields->name
                                                                 : NULL);
    if (reading->has_next) {
        ddds_json_bool(json, "terminal", reading->next != DDDS_NEXT_RULES);
    } else {
        ddds_json_null(json, "terminal");
    }
    ddds_json_string(json, "next",
                     reading->has_next ? next_word(reading->next) : NULL);
    add_parts(json, reading);
}

static void add_address(struct json *json, const struct ddds_fields *fields)
{
    char text[DDDS_ADDRESS_TEXT_SIZE];
    struct ddds_address address = {.length = fields->address_length};
    memcpy(address.octets, fields->address, fields->address_length);
    if (fields->address_length > 0) {
        ddds_address_format(&address, text);
    }
    ddds_json_string(json, "address", fields->address_length > 0 ? text : NULL);
}

static void add_target(struct json *json, const struct ddds_fields *fields)
{
    const struct ddds_span none = {NULL, 0};
    ddds_json_span(json, "target",
                   fields->string_count > 0 ? fields->strings[0] : none);
}

static void add_fields(struct json *json, const struct reading *reading)
{
    static const char *const numbers[] = {"priority", "weight", "port"};
    const struct ddds_fields *fields = &reading->fields;
    switch (reading->record->type) {
    case DDDS_TYPE_NAPTR:
        add_naptr(json, reading);
        break;
    case DDDS_TYPE_SRV:
        add_numbers(json, fields, numbers, 3);
        add_name(json, fields);
        break;
    case DDDS_TYPE_URI:
        add_numbers(json, fields, numbers, 2);
        add_target(json, fields);
        break;
    case DDDS_TYPE_CNAME:
    case DDDS_TYPE_DNAME:
        add_name(json, fields);
        break;
    case DDDS_TYPE_A:
    case DDDS_TYPE_AAAA:
        add_address(json, fields);
        break;
    default:
        break;
    }
}

/* ---- Records ------------------------------------------------------------ */

/* Append the RDATA of an invalid record in hexadecimal. */
static void add_data(struct json *json, const struct reading *reading)
{
    const struct ddds_record *record = reading->record;
    const unsigned char *octets = record->rdata;
    if (reading->is_whole) {
        ddds_json_null(json, "rdata_hex");
        return;
    }
    char *hex = calloc(1, 2 * record->rdata_length + 1);
    for (size_t i = 0; i < record->rdata_length; i++) {
        snprintf(hex + 2 * i, 3, "%02x", octets[i]);
    }
    ddds_json_string(json, "rdata_hex", hex);
    free(hex);
}

/* Append the findings of lint in |line|. */
static void add_findings(struct json *json,
                         const struct lint_findings *findings, size_t line)
{
    ddds_json_open(json, "findings", '[');
    for (size_t i = 0; i < findings->count; i++) {
        const struct kept_finding *finding = &findings->items[i];
        if (finding->line == line) {
            char *text = make_json_text(findings_make_json(finding));
            ddds_json_name(json, NULL);
            ddds_json_add(json, text, strlen(text));
            free(text);
        }
    }
    ddds_json_close(json, ']');
}

static void add_record(struct json *json, const struct reading *reading,
                       const struct lint_findings *findings, size_t line)
{
    const struct ddds_record *record = reading->record;
    char name[TYPE_NAME_SIZE];
    ddds_json_open(json, NULL, '{');
    ddds_json_string(json, "owner", record->owner);
    ddds_json_string(json, "type", type_name(record->type, name));
    ddds_json_number(json, "ttl", record->ttl);
    add_fields(json, reading);
    ddds_json_string(json, "fault",
                     reading->fault[0] != '\0' ? reading->fault : NULL);
    add_data(json, reading);
    add_findings(json, findings, line);
    ddds_json_close(json, '}');
}

static void add_records(struct json *json, const char *name,
                        const struct query_result *result, size_t begin,
                        size_t end)
{
    ddds_json_open(json, name, '[');
    for (size_t i = begin; i < end; i++) {
        add_record(json, &result->readings[i], &result->findings, i + 1);
    }
    ddds_json_close(json, ']');
}

/* ---- Results ------------------------------------------------------------ */

static void add_reason(struct json *json, const char *code, const char *at,
                       const char *detail)
{
    ddds_json_open(json, "reason", '{');
    ddds_json_string(json, "code", code);
    ddds_json_string(json, "at", at);
    ddds_json_string(json, "detail", detail);
    ddds_json_close(json, '}');
}

static void add_input(struct json *json, const struct query_result *result)
{
    char type[TYPE_NAME_SIZE];
    ddds_json_string(json, "schema", "ddds.query/1");
    ddds_json_span(json, "input", result->input);
    ddds_json_string(json, "name", result->name);
    ddds_json_string(json, "type", type_name(result->type, type));
}

static void add_result(struct json *json, const struct query_result *result)
{
    add_input(json, result);
    if (result->reason == DDDS_REASON_RESOLVED) {
        ddds_json_string(json, "status", "found");
        ddds_json_null(json, "reason");
    } else {
        ddds_json_string(json, "status", status_word(result->reason));
        add_reason(json, ddds_reason_name(result->reason), result->name,
                   result->detail != NULL ? result->detail
                                          : query_reason(result->reason));
    }
    add_json_reply(json, result->answer);
    add_records(json, "aliases", result, 0, result->alias_count);
    add_records(json, "records", result, result->alias_count, result->count);
    ddds_json_number(json, "queries", result->answer->queries);
}

static void add_refusal(struct json *json, const struct query_result *result,
                        const struct ddds_error *error)
{
    add_input(json, result);
    ddds_json_string(json, "status", "bad_input");
    add_reason(json, "BAD_INPUT", NULL, error->detail);
    ddds_json_null(json, "answer");
    add_records(json, "aliases", result, 0, 0);
    add_records(json, "records", result, 0, 0);
    ddds_json_number(json, "queries", 0);
}

struct query_subject {
    const struct query_result *result;
    const struct ddds_error *error; /* why the input was rejected, or NULL */
};

static size_t write_text(const void *context, char *text, size_t size)
{
    const struct query_subject *subject = context;
    struct json json;
    ddds_json_begin(&json, text, size);
    ddds_json_open(&json, NULL, '{');
    if (subject->error != NULL) {
        add_refusal(&json, subject->result, subject->error);
    } else {
        add_result(&json, subject->result);
    }
    ddds_json_close(&json, '}');
    return ddds_json_end(&json);
}

void line_add_query_json(struct line *line, const struct query_result *result,
                         const struct ddds_error *error)
{
    const struct query_subject subject = {result, error};
    if (result->given == NULL) {
        line_add_json(line, write_text, &subject);
    } else {
        json_t *object = make_json_tree(write_text, &subject);
        put_given(object, result->given, NULL);
        char *text = make_json_text(object);
        line_add(line, text);
        free(text);
    }
    line_add(line, "\n");
}
