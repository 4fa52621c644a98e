/* JSON, for programs: schema ddds.query/1, fixtures/schema/query.json.
 *
 * SPDX-License-Identifier: MIT */
#include "query/print_query.h"

#include <stdlib.h>
#include <string.h>

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

static void put_name(json_t *object, const char *member,
                     const struct ddds_fields *fields)
{
    put_string(object, member, fields->has_name ? fields->name : NULL);
}

static void put_numbers(json_t *object, const struct ddds_fields *fields,
                        const char *const *members, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        put_known(object, members[i], i < fields->number_count,
                  fields->numbers[i]);
    }
}

static json_t *make_parts(const struct reading *reading)
{
    if (reading->expression == NULL) {
        return json_null();
    }
    const struct ddds_substitution_parts *parts = &reading->parts;
    json_t *object = json_object();
    put_string(object, "delimiter", parts->delimiter);
    put_string(object, "ere", parts->ere);
    put_string(object, "replacement", parts->replacement);
    put_string(object, "flags", parts->flags);
    put_number(object, "groups", parts->groups);
    return object;
}

static void put_naptr(json_t *object, const struct reading *reading)
{
    static const char *const numbers[] = {"order", "preference"};
    static const char *const strings[] = {"flags", "services", "regexp"};
    const struct ddds_fields *fields = &reading->fields;
    put_numbers(object, fields, numbers, 2);
    for (size_t i = 0; i < 3; i++) {
        put_span(object, strings[i], fields->strings[i]);
    }
    put_string(object, "replacement",
               fields->has_name && fields->name[0] != '\0' ? fields->name
                                                           : NULL);
    json_object_set_new(object, "terminal",
                        reading->has_next
                            ? json_boolean(reading->next != DDDS_NEXT_RULES)
                            : json_null());
    put_string(object, "next",
               reading->has_next ? next_word(reading->next) : NULL);
    json_object_set_new(object, "substitution", make_parts(reading));
}

static void put_address(json_t *object, const struct ddds_fields *fields)
{
    char text[DDDS_ADDRESS_TEXT_SIZE];
    struct ddds_address address = {.length = fields->address_length};
    memcpy(address.octets, fields->address, fields->address_length);
    if (fields->address_length > 0) {
        ddds_address_format(&address, text);
    }
    put_string(object, "address", fields->address_length > 0 ? text : NULL);
}

static void put_target(json_t *object, const struct ddds_fields *fields)
{
    if (fields->string_count > 0) {
        put_span(object, "target", fields->strings[0]);
    } else {
        put_string(object, "target", NULL);
    }
}

static void put_fields(json_t *object, const struct reading *reading)
{
    static const char *const numbers[] = {"priority", "weight", "port"};
    const struct ddds_fields *fields = &reading->fields;
    switch (reading->record->type) {
    case DDDS_TYPE_NAPTR:
        put_naptr(object, reading);
        break;
    case DDDS_TYPE_SRV:
        put_numbers(object, fields, numbers, 3);
        put_name(object, "target", fields);
        break;
    case DDDS_TYPE_URI:
        put_numbers(object, fields, numbers, 2);
        put_target(object, fields);
        break;
    case DDDS_TYPE_CNAME:
    case DDDS_TYPE_DNAME:
        put_name(object, "target", fields);
        break;
    case DDDS_TYPE_A:
    case DDDS_TYPE_AAAA:
        put_address(object, fields);
        break;
    }
}

/* ---- Records ------------------------------------------------------------ */

/* The data as they came, of a record that cannot be read. */
static void put_data(json_t *object, const struct reading *reading)
{
    const struct ddds_record *record = reading->record;
    const unsigned char *octets = record->rdata;
    if (reading->is_whole) {
        put_string(object, "rdata_hex", NULL);
        return;
    }
    char *hex = calloc(1, 2 * record->rdata_length + 1);
    for (size_t i = 0; i < record->rdata_length; i++) {
        snprintf(hex + 2 * i, 3, "%02x", octets[i]);
    }
    put_string(object, "rdata_hex", hex);
    free(hex);
}

/* What ddds lint finds in the record of |line|. */
static json_t *make_findings(const struct lint_findings *findings, size_t line)
{
    json_t *array = json_array();
    for (size_t i = 0; i < findings->count; i++) {
        const struct kept_finding *finding = &findings->items[i];
        if (finding->line == line) {
            json_array_append_new(array, findings_make_json(finding));
        }
    }
    return array;
}

static json_t *make_record(const struct reading *reading,
                           const struct lint_findings *findings, size_t line)
{
    const struct ddds_record *record = reading->record;
    json_t *object = json_object();
    char name[TYPE_NAME_SIZE];
    put_string(object, "owner", record->owner);
    put_string(object, "type", type_name(record->type, name));
    put_number(object, "ttl", record->ttl);
    put_fields(object, reading);
    put_string(object, "fault",
               reading->fault[0] != '\0' ? reading->fault : NULL);
    put_data(object, reading);
    json_object_set_new(object, "findings", make_findings(findings, line));
    return object;
}

static json_t *make_records(const struct query_result *result, size_t begin,
                            size_t end)
{
    json_t *array = json_array();
    for (size_t i = begin; i < end; i++) {
        json_array_append_new(
            array, make_record(&result->readings[i], &result->findings, i + 1));
    }
    return array;
}

/* ---- The whole ---------------------------------------------------------- */

static json_t *begin(const char *input, const char *name, uint16_t type)
{
    json_t *object = json_object();
    char type_text[TYPE_NAME_SIZE];
    put_string(object, "schema", "ddds.query/1");
    put_string(object, "input", input);
    put_string(object, "name", name);
    put_string(object, "type", type_name(type, type_text));
    return object;
}

void print_query_json(FILE *out, const struct query_result *result)
{
    json_t *object = begin(result->input, result->name, result->type);
    bool is_found = result->reason == DDDS_REASON_RESOLVED;
    const char *detail =
        result->detail != NULL ? result->detail : query_reason(result->reason);
    put_string(object, "status",
               is_found ? "found" : status_word(result->reason));
    json_object_set_new(object, "reason",
                        is_found
                            ? json_null()
                            : make_json_reason(ddds_reason_name(result->reason),
                                               result->name, detail));
    json_object_set_new(object, "answer", make_reply(result->answer));
    json_object_set_new(object, "aliases",
                        make_records(result, 0, result->alias_count));
    json_object_set_new(
        object, "records",
        make_records(result, result->alias_count, result->count));
    put_number(object, "queries", result->answer->queries);
    put_given(object, result->given);
    print_json_object(out, object);
}

void print_query_json_refusal(FILE *out, const struct query_result *result,
                              const struct ddds_error *error)
{
    json_t *object = begin(result->input, NULL, result->type);
    put_string(object, "status", "bad_input");
    json_object_set_new(object, "reason",
                        make_json_reason("BAD_INPUT", NULL, error->detail));
    json_object_set_new(object, "answer", json_null());
    json_object_set_new(object, "aliases", json_array());
    json_object_set_new(object, "records", json_array());
    put_number(object, "queries", 0);
    put_given(object, result->given);
    print_json_object(out, object);
}
