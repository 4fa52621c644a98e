/* Text, for people: a master file, whose comments say how each record reads.
 *
 *     foo.urn.arpa. 86400 IN NAPTR 100 10 "s" "rcds+I2C" "" rcds.example.com.
 *     ;; 1: terminal: the servers of rcds.example.com
 *     ;; 1: warning: what ddds lint says of it [L318]
 *
 * Records that are invalid for their type are printed as in RFC 3597, and as
 * comments, because no server would load them: the rest can be loaded.
 *
 * SPDX-License-Identifier: MIT */
#include "query/print_query.h"

#include <string.h>

#include "query/record_types.h"

/* ---- Records ------------------------------------------------------------ */

static void print_octets(FILE *out, const struct ddds_record *record)
{
    const unsigned char *octets = record->rdata;
    fprintf(out, "\\# %zu", record->rdata_length);
    for (size_t i = 0; i < record->rdata_length; i++) {
        fprintf(out, "%s%02x", i == 0 ? " " : "", octets[i]);
    }
}

/* As many of |fields| as there are. */
static void print_fields(FILE *out, const struct ddds_fields *fields)
{
    const char *separator = "";
    for (size_t i = 0; i < fields->number_count; i++) {
        fprintf(out, "%s%u", separator, fields->numbers[i]);
        separator = " ";
    }
    for (size_t i = 0; i < fields->string_count; i++) {
        fputs(separator, out);
        print_quoted_span(out, fields->strings[i]);
        separator = " ";
    }
    if (fields->has_name) {
        fputs(separator, out);
        print_escaped(out, fields->name);
        putc('.', out);
    }
    if (fields->address_length > 0) {
        char text[DDDS_ADDRESS_TEXT_SIZE];
        struct ddds_address address = {.length = fields->address_length};
        memcpy(address.octets, fields->address, fields->address_length);
        ddds_address_format(&address, text);
        fputs(text, out);
    }
}

static void print_data(FILE *out, const struct reading *reading)
{
    if (reading->is_whole) {
        print_fields(out, &reading->fields);
    } else {
        print_octets(out, reading->record);
    }
}

/* Do servers load the record? URI records need two numbers, with or without a
 * target. */
static bool is_loadable(const struct reading *reading)
{
    const struct ddds_record *record = reading->record;
    return reading->is_whole || reading->is_opaque ||
           (record->type == DDDS_TYPE_URI && record->rdata_length >= 4);
}

static void print_record(FILE *out, const struct reading *reading,
                         const struct style *style)
{
    const struct ddds_record *record = reading->record;
    char name[TYPE_NAME_SIZE];
    fputs(is_loadable(reading) ? "" : "; ", out);
    print_escaped(out, record->owner);
    fprintf(out, ". %u IN %s ", record->ttl, type_name(record->type, name));
    fputs(color(style, PAINT_ANSWER), out);
    print_data(out, reading);
    fputs(color(style, PAINT_PLAIN), out);
    putc('\n', out);
}

/* ---- How they read ------------------------------------------------------ */

static const char *describe_next(enum ddds_next next)
{
    switch (next) {
    case DDDS_NEXT_RULES:
        return "not terminal: the next key is ";
    case DDDS_NEXT_SERVERS:
        return "terminal: the servers of ";
    case DDDS_NEXT_ADDRESSES:
        return "terminal: the addresses of ";
    case DDDS_NEXT_TARGETS:
        return "terminal: the URI records of ";
    case DDDS_NEXT_URI:
        return "terminal: the URI ";
    case DDDS_NEXT_PROTOCOL:
        return "terminal: continue with another protocol and ";
    case DDDS_NEXT_UNKNOWN:
    case DDDS_NEXT_CONFLICTING:
        break;
    }
    return "";
}

static void print_parts(FILE *out, const struct ddds_substitution_parts *parts)
{
    print_escaped(out, parts->replacement);
    fputs(", where the string matches ", out);
    print_escaped(out, parts->ere);
    if (parts->groups > 0) {
        fprintf(out, " (%u group%s)", parts->groups,
                parts->groups > 1 ? "s" : "");
    }
    if (parts->flags[0] != '\0') {
        fputs(" in any case", out);
    }
}

/* The fields of an invalid record, as far as they were read. */
static void print_remains(FILE *out, const struct reading *reading)
{
    const struct ddds_fields *fields = &reading->fields;
    if (!reading->is_whole &&
        (fields->number_count > 0 || fields->string_count > 0)) {
        fputs("; before that: ", out);
        print_fields(out, fields);
    }
}

static void print_reading(FILE *out, const struct reading *reading,
                          size_t number, bool has_error,
                          const struct style *style)
{
    bool is_naptr = reading->record->type == DDDS_TYPE_NAPTR;
    bool has_fault = reading->fault[0] != '\0';
    if (has_fault && !has_error) {
        fprintf(out, ";; %zu: %swrong%s: ", number, color(style, PAINT_BAD),
                color(style, PAINT_PLAIN));
        print_escaped(out, reading->fault);
        print_remains(out, reading);
        putc('\n', out);
    } else if (!has_fault && is_naptr && reading->has_next) {
        fprintf(out, ";; %zu: %s", number, describe_next(reading->next));
        if (reading->expression != NULL) {
            print_parts(out, &reading->parts);
        } else {
            print_escaped(out, reading->fields.name);
        }
        putc('\n', out);
    }
}

/* What ddds lint finds in the record of |line|, which is |number| here. */
static void print_findings(FILE *out, const struct lint_findings *findings,
                           size_t line, size_t number,
                           const struct style *style)
{
    for (size_t i = 0; i < findings->count; i++) {
        const struct kept_finding *finding = &findings->items[i];
        if (finding->line != line) {
            continue;
        }
        bool is_bad = finding->code->severity == DDDS_ERROR;
        fprintf(out, ";; %zu: %s%s%s: %s [%s]\n", number,
                color(style, is_bad ? PAINT_BAD : PAINT_PLAIN),
                ddds_severity_text(finding->code->severity),
                color(style, PAINT_PLAIN), finding->detail,
                finding->code->code);
        if (finding->fix != NULL) {
            fprintf(out, ";;    fix: %s\n", finding->fix);
        }
    }
}

/* ---- The whole ---------------------------------------------------------- */

void print_query_rules(FILE *out, const struct query_result *result)
{
    static const struct style plain = {.has_color = false};
    for (size_t i = 0; i < result->count; i++) {
        const struct reading *reading = &result->readings[i];
        if (reading->is_whole && reading->record->type == DDDS_TYPE_NAPTR) {
            print_record(out, reading, &plain);
        } else {
            putc('\n', out);
        }
    }
}

const char *query_reason(enum ddds_reason reason)
{
    return reason == DDDS_REASON_NO_DATA ? "the name has no such records"
                                         : ddds_reason_text(reason);
}

/* The number of records of the type, and facts about the answer. */
static void print_summary(FILE *out, const struct query_result *result,
                          const struct style *style)
{
    const struct ddds_answer *answer = result->answer;
    size_t found = result->count - result->alias_count;
    char name[TYPE_NAME_SIZE];
    fputs(";; ", out);
    print_escaped(out, result->name);
    fprintf(out, ". %s: ", type_name(result->type, name));
    if (result->reason == DDDS_REASON_RESOLVED) {
        fprintf(out, "%zu record%s", found, found == 1 ? "" : "s");
    } else {
        fprintf(out, "%s%s%s: %s", color(style, PAINT_BAD),
                ddds_reason_name(result->reason), color(style, PAINT_PLAIN),
                query_reason(result->reason));
    }
    if (result->detail != NULL) {
        fputs(": ", out);
        print_escaped(out, result->detail);
    }
    print_answer_end(out, answer);
}

void print_query_text(FILE *out, const struct query_result *result,
                      const struct style *style)
{
    for (size_t i = 0; i < result->count; i++) {
        const struct reading *reading = &result->readings[i];
        print_record(out, reading, style);
        if (i >= result->alias_count && !style->hides_comments) {
            size_t number = i - result->alias_count + 1;
            print_reading(out, reading, number,
                          findings_has_error(&result->findings, i + 1), style);
            print_findings(out, &result->findings, i + 1, number, style);
        }
    }
    if (!style->hides_comments) {
        print_summary(out, result, style);
    }
}

void print_query_short(FILE *out, const struct query_result *result)
{
    for (size_t i = result->alias_count; i < result->count; i++) {
        print_data(out, &result->readings[i]);
        putc('\n', out);
    }
}
