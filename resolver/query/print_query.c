/* Format for people: a zone file with comments that explain each record.
 *
 *     foo.urn.arpa. 86400 IN NAPTR 100 10 "s" "rcds+I2C" "" rcds.example.com.
 *     ;; 1: terminal: the servers of rcds.example.com
 *     ;; 1: warning: a finding of ddds lint [L318]
 *
 * Records that are invalid for their type are printed in the syntax of RFC
 * 3597, as comments, so that servers can load the other records.
 *
 * SPDX-License-Identifier: MIT */
#include "query/print_query.h"

#include <string.h>

#include "query/record_types.h"

/* ---- Records ------------------------------------------------------------ */

static void add_octets(struct line *line, const struct ddds_record *record)
{
    const unsigned char *octets = record->rdata;
    line_add(line, "\\# ");
    line_add_number(line, (unsigned)record->rdata_length);
    for (size_t i = 0; i < record->rdata_length; i++) {
        char digits[4];
        snprintf(digits, sizeof digits, "%s%02x", i == 0 ? " " : "", octets[i]);
        line_add(line, digits);
    }
}

/* Append the fields that could be parsed. */
static void add_fields(struct line *line, const struct ddds_fields *fields)
{
    const char *separator = "";
    for (size_t i = 0; i < fields->number_count; i++) {
        line_add(line, separator);
        line_add_number(line, fields->numbers[i]);
        separator = " ";
    }
    for (size_t i = 0; i < fields->string_count; i++) {
        line_add(line, separator);
        line_add_quoted(line, fields->strings[i]);
        separator = " ";
    }
    if (fields->has_name) {
        line_add(line, separator);
        line_add_escaped(line, fields->name);
        line_add(line, ".");
    }
    if (fields->address_length > 0) {
        char text[DDDS_ADDRESS_TEXT_SIZE];
        struct ddds_address address = {.length = fields->address_length};
        memcpy(address.octets, fields->address, fields->address_length);
        ddds_address_format(&address, text);
        line_add(line, text);
    }
}

static void add_data(struct line *line, const struct reading *reading)
{
    if (reading->is_whole) {
        add_fields(line, &reading->fields);
    } else {
        add_octets(line, reading->record);
    }
}

/* Return true if servers load the record. URI records need two numbers only. */
static bool is_loadable(const struct reading *reading)
{
    const struct ddds_record *record = reading->record;
    return reading->is_whole || reading->is_opaque ||
           (record->type == DDDS_TYPE_URI && record->rdata_length >= 4);
}

static void add_record(struct line *line, const struct reading *reading,
                       const struct style *style)
{
    const struct ddds_record *record = reading->record;
    char name[TYPE_NAME_SIZE];
    line_add(line, is_loadable(reading) ? "" : "; ");
    line_add_escaped(line, record->owner);
    line_add(line, ". ");
    line_add_number(line, record->ttl);
    line_add(line, " IN ");
    line_add(line, type_name(record->type, name));
    line_add(line, " ");
    line_add(line, color(style, PAINT_ANSWER));
    add_data(line, reading);
    line_add(line, color(style, PAINT_PLAIN));
    line_add(line, "\n");
}

/* ---- Explanations ------------------------------------------------------- */

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

static void add_parts(struct line *line,
                      const struct ddds_substitution_parts *parts)
{
    line_add_escaped(line, parts->replacement);
    line_add(line, ", where the string matches ");
    line_add_escaped(line, parts->ere);
    if (parts->groups > 0) {
        line_add(line, " (");
        line_add_number(line, parts->groups);
        line_add(line, parts->groups > 1 ? " groups)" : " group)");
    }
    if (parts->flags[0] != '\0') {
        line_add(line, " in any case");
    }
}

/* Append the fields of an invalid record that could be parsed. */
static void add_remains(struct line *line, const struct reading *reading)
{
    const struct ddds_fields *fields = &reading->fields;
    if (!reading->is_whole &&
        (fields->number_count > 0 || fields->string_count > 0)) {
        line_add(line, "; before that: ");
        add_fields(line, fields);
    }
}

/* Append the number of the record that a comment is about. */
static void add_number(struct line *line, size_t number)
{
    line_add(line, ";; ");
    line_add_number(line, (unsigned)number);
    line_add(line, ": ");
}

static void add_reading(struct line *line, const struct reading *reading,
                        size_t number, bool has_error,
                        const struct style *style)
{
    bool is_naptr = reading->record->type == DDDS_TYPE_NAPTR;
    bool has_fault = reading->fault[0] != '\0';
    if (has_fault && !has_error) {
        add_number(line, number);
        line_add(line, color(style, PAINT_BAD));
        line_add(line, "wrong");
        line_add(line, color(style, PAINT_PLAIN));
        line_add(line, ": ");
        line_add_escaped(line, reading->fault);
        add_remains(line, reading);
        line_add(line, "\n");
    } else if (!has_fault && is_naptr && reading->has_next) {
        add_number(line, number);
        line_add(line, describe_next(reading->next));
        if (reading->expression != NULL) {
            add_parts(line, &reading->parts);
        } else {
            line_add_escaped(line, reading->fields.name);
        }
        line_add(line, "\n");
    }
}

/* Append lint's findings in the record at |place|, printed as |number|. */
static void add_findings(struct line *line,
                         const struct lint_findings *findings, size_t place,
                         size_t number, const struct style *style)
{
    for (size_t i = 0; i < findings->count; i++) {
        const struct kept_finding *finding = &findings->items[i];
        if (finding->line != place) {
            continue;
        }
        bool is_bad = finding->code->severity == DDDS_ERROR;
        add_number(line, number);
        line_add(line, color(style, is_bad ? PAINT_BAD : PAINT_PLAIN));
        line_add(line, ddds_severity_text(finding->code->severity));
        line_add(line, color(style, PAINT_PLAIN));
        line_add(line, ": ");
        line_add(line, finding->detail);
        line_add(line, " [");
        line_add(line, finding->code->code);
        line_add(line, "]\n");
        if (finding->fix != NULL) {
            line_add(line, ";;    fix: ");
            line_add(line, finding->fix);
            line_add(line, "\n");
        }
    }
}

/* ---- Answers ------------------------------------------------------------ */

void line_add_rules(struct line *line, const struct query_result *result)
{
    static const struct style plain = {.has_color = false};
    for (size_t i = 0; i < result->count; i++) {
        const struct reading *reading = &result->readings[i];
        if (reading->is_whole && reading->record->type == DDDS_TYPE_NAPTR) {
            add_record(line, reading, &plain);
        } else {
            line_add(line, "\n");
        }
    }
}

const char *query_reason(enum ddds_reason reason)
{
    return reason == DDDS_REASON_NO_DATA ? "the name has no such records"
                                         : ddds_reason_text(reason);
}

/* Append the number of records of the type, and facts about the answer. */
static void add_summary(struct line *line, const struct query_result *result,
                        const struct style *style)
{
    const struct ddds_answer *answer = result->answer;
    size_t found = result->count - result->alias_count;
    char name[TYPE_NAME_SIZE];
    line_add(line, ";; ");
    line_add_escaped(line, result->name);
    line_add(line, ". ");
    line_add(line, type_name(result->type, name));
    line_add(line, ": ");
    if (result->reason == DDDS_REASON_RESOLVED) {
        line_add_number(line, (unsigned)found);
        line_add(line, found == 1 ? " record" : " records");
    } else {
        line_add(line, color(style, PAINT_BAD));
        line_add(line, ddds_reason_name(result->reason));
        line_add(line, color(style, PAINT_PLAIN));
        line_add(line, ": ");
        line_add(line, query_reason(result->reason));
    }
    if (result->detail != NULL) {
        line_add(line, ": ");
        line_add_escaped(line, result->detail);
    }
    line_add_answer_end(line, answer);
}

void line_add_query(struct line *line, const struct query_result *result,
                    const struct style *style)
{
    for (size_t i = 0; i < result->count; i++) {
        const struct reading *reading = &result->readings[i];
        add_record(line, reading, style);
        if (i >= result->alias_count && !style->hides_comments) {
            size_t number = i - result->alias_count + 1;
            add_reading(line, reading, number,
                        findings_has_error(&result->findings, i + 1), style);
            add_findings(line, &result->findings, i + 1, number, style);
        }
    }
    if (!style->hides_comments) {
        add_summary(line, result, style);
    }
}

void line_add_query_short(struct line *line, const struct query_result *result)
{
    for (size_t i = result->alias_count; i < result->count; i++) {
        add_data(line, &result->readings[i]);
        line_add(line, "\n");
    }
}
