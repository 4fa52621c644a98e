/* JSON, for programs: schema ddds.query/1, fixtures/schema/query.json.
 *
 * SPDX-License-Identifier: MIT */
#include "query/print_query.h"

#include <stdlib.h>
#include <string.h>

#include "print/json_line.h"
#include "print/json_members.h"
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

static void add_name(struct json_line *json, const char *member,
                     const struct ddds_fields *fields)
{
    json_line_string(json, member, fields->has_name ? fields->name : NULL);
}

static void add_numbers(struct json_line *json,
                        const struct ddds_fields *fields,
                        const char *const *members, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        json_line_known(json, members[i], i < fields->number_count,
                        fields->numbers[i]);
    }
}

static void add_parts(struct json_line *json, const struct reading *reading)
{
    const struct ddds_substitution_parts *parts = &reading->parts;
    if (reading->expression == NULL) {
        json_line_null(json, "substitution");
        return;
    }
    json_line_open(json, "substitution", '{');
    json_line_string(json, "delimiter", parts->delimiter);
    json_line_string(json, "ere", parts->ere);
    json_line_string(json, "replacement", parts->replacement);
    json_line_string(json, "flags", parts->flags);
    json_line_number(json, "groups", parts->groups);
    json_line_close(json, '}');
}

static void add_naptr(struct json_line *json, const struct reading *reading)
{
    static const char *const numbers[] = {"order", "preference"};
    static const char *const strings[] = {"flags", "services", "regexp"};
    const struct ddds_fields *fields = &reading->fields;
    add_numbers(json, fields, numbers, 2);
    for (size_t i = 0; i < 3; i++) {
        json_line_span(json, strings[i], fields->strings[i]);
    }
    json_line_string(json, "replacement",
                     fields->has_name && fields->name[0] != '\0' ? fields->name
                                                                 : NULL);
    if (reading->has_next) {
        json_line_bool(json, "terminal", reading->next != DDDS_NEXT_RULES);
    } else {
        json_line_null(json, "terminal");
    }
    json_line_string(json, "next",
                     reading->has_next ? next_word(reading->next) : NULL);
    add_parts(json, reading);
}

static void add_address(struct json_line *json,
                        const struct ddds_fields *fields)
{
    char text[DDDS_ADDRESS_TEXT_SIZE];
    struct ddds_address address = {.length = fields->address_length};
    memcpy(address.octets, fields->address, fields->address_length);
    if (fields->address_length > 0) {
        ddds_address_format(&address, text);
    }
    json_line_string(json, "address", fields->address_length > 0 ? text : NULL);
}

static void add_target(struct json_line *json, const struct ddds_fields *fields)
{
    const struct ddds_span none = {NULL, 0};
    json_line_span(json, "target",
                   fields->string_count > 0 ? fields->strings[0] : none);
}

static void add_fields(struct json_line *json, const struct reading *reading)
{
    static const char *const numbers[] = {"priority", "weight", "port"};
    const struct ddds_fields *fields = &reading->fields;
    switch (reading->record->type) {
    case DDDS_TYPE_NAPTR:
        add_naptr(json, reading);
        break;
    case DDDS_TYPE_SRV:
        add_numbers(json, fields, numbers, 3);
        add_name(json, "target", fields);
        break;
    case DDDS_TYPE_URI:
        add_numbers(json, fields, numbers, 2);
        add_target(json, fields);
        break;
    case DDDS_TYPE_CNAME:
    case DDDS_TYPE_DNAME:
        add_name(json, "target", fields);
        break;
    case DDDS_TYPE_A:
    case DDDS_TYPE_AAAA:
        add_address(json, fields);
        break;
    }
}

/* ---- Records ------------------------------------------------------------ */

/* The data as they came, of a record that cannot be read. */
static void add_data(struct json_line *json, const struct reading *reading)
{
    const struct ddds_record *record = reading->record;
    const unsigned char *octets = record->rdata;
    if (reading->is_whole) {
        json_line_null(json, "rdata_hex");
        return;
    }
    char *hex = calloc(1, 2 * record->rdata_length + 1);
    for (size_t i = 0; i < record->rdata_length; i++) {
        snprintf(hex + 2 * i, 3, "%02x", octets[i]);
    }
    json_line_string(json, "rdata_hex", hex);
    free(hex);
}

/* What ddds lint finds in the record of |line|. */
static void add_findings(struct json_line *json,
                         const struct lint_findings *findings, size_t line)
{
    json_line_open(json, "findings", '[');
    for (size_t i = 0; i < findings->count; i++) {
        const struct kept_finding *finding = &findings->items[i];
        if (finding->line == line) {
            json_line_tree(json, NULL, findings_make_json(finding));
        }
    }
    json_line_close(json, ']');
}

static void add_record(struct json_line *json, const struct reading *reading,
                       const struct lint_findings *findings, size_t line)
{
    const struct ddds_record *record = reading->record;
    char name[TYPE_NAME_SIZE];
    json_line_open(json, NULL, '{');
    json_line_string(json, "owner", record->owner);
    json_line_string(json, "type", type_name(record->type, name));
    json_line_number(json, "ttl", record->ttl);
    add_fields(json, reading);
    json_line_string(json, "fault",
                     reading->fault[0] != '\0' ? reading->fault : NULL);
    add_data(json, reading);
    add_findings(json, findings, line);
    json_line_close(json, '}');
}

static void add_records(struct json_line *json, const char *name,
                        const struct query_result *result, size_t begin,
                        size_t end)
{
    json_line_open(json, name, '[');
    for (size_t i = begin; i < end; i++) {
        add_record(json, &result->readings[i], &result->findings, i + 1);
    }
    json_line_close(json, ']');
}

/* ---- The whole ---------------------------------------------------------- */

static void add_reason(struct json_line *json, const char *code, const char *at,
                       const char *detail)
{
    json_line_open(json, "reason", '{');
    json_line_string(json, "code", code);
    json_line_string(json, "at", at);
    json_line_string(json, "detail", detail);
    json_line_close(json, '}');
}

static void add_input(struct json_line *json, const struct query_result *result)
{
    char type[TYPE_NAME_SIZE];
    json_line_string(json, "schema", "ddds.query/1");
    json_line_string(json, "input", result->input);
    json_line_string(json, "name", result->name);
    json_line_string(json, "type", type_name(result->type, type));
}

static void add_result(struct json_line *json,
                       const struct query_result *result)
{
    add_input(json, result);
    if (result->reason == DDDS_REASON_RESOLVED) {
        json_line_string(json, "status", "found");
        json_line_null(json, "reason");
    } else {
        json_line_string(json, "status", status_word(result->reason));
        add_reason(json, ddds_reason_name(result->reason), result->name,
                   result->detail != NULL ? result->detail
                                          : query_reason(result->reason));
    }
    json_line_reply(json, result->answer);
    add_records(json, "aliases", result, 0, result->alias_count);
    add_records(json, "records", result, result->alias_count, result->count);
    json_line_number(json, "queries", result->answer->queries);
}

static void add_refusal(struct json_line *json,
                        const struct query_result *result,
                        const struct ddds_error *error)
{
    add_input(json, result);
    json_line_string(json, "status", "bad_input");
    add_reason(json, "BAD_INPUT", NULL, error->detail);
    json_line_null(json, "answer");
    add_records(json, "aliases", result, 0, 0);
    add_records(json, "records", result, 0, 0);
    json_line_number(json, "queries", 0);
}

/* The object of |result|, or of an input that was rejected with |error|. */
static void add_object(struct line *line, const struct query_result *result,
                       const struct ddds_error *error)
{
    struct json_line json = {.line = line};
    json_line_open(&json, NULL, '{');
    if (error != NULL) {
        add_refusal(&json, result, error);
    } else {
        add_result(&json, result);
    }
    json_line_close(&json, '}');
}

/* The same with the members of the object that the input comes from. */
static json_t *make_object(const struct query_result *result,
                           const struct ddds_error *error)
{
    struct line line;
    size_t length;
    line_begin_text(&line);
    add_object(&line, result, error);
    char *text = line_take(&line, &length);
    json_t *object = json_loadb(text, length, JSON_ALLOW_NUL, NULL);
    free(text);
    put_given(object, result->given);
    return object;
}

void line_add_query_json(struct line *line, const struct query_result *result,
                         const struct ddds_error *error)
{
    if (result->given == NULL) {
        add_object(line, result, error);
    } else {
        struct json_line json = {.line = line};
        json_line_tree(&json, NULL, make_object(result, error));
    }
    line_add(line, "\n");
}
