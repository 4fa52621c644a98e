/* The fallback rules of a description: records as in a zone file, relative to
 * the first key.
 *
 * SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <string.h>

#include "app/description_reader.h"
#include "base/error.h"
#include "name/idna.h"
#include "rule/substitution.h"

enum field {
    FIELD_ORDER,
    FIELD_PREFERENCE,
    FIELD_FLAGS,
    FIELD_SERVICES,
    FIELD_EXPRESSION,
    FIELD_REPLACEMENT,
    FIELDS
};

/* Return the end of the field at |at|; NULL if its quote is not closed. */
static const char *find_field_end(const char *at)
{
    if (*at != '"') {
        return at + strcspn(at, " \t");
    }
    for (at++; *at != '\0' && *at != '"'; at++) {
        if (at[0] == '\\' && at[1] != '\0') {
            at++;
        }
    }
    return *at == '"' ? at + 1 : NULL;
}

/* Parse the order or the preference. */
static ddds_status read_number(const struct description_reader *reader,
                               const char *value, struct ddds_span field,
                               size_t index, struct ddds_rule *rule)
{
    unsigned number;
    if (!ddds_setting_read_number(field.text, field.length, UINT16_MAX,
                                  &number)) {
        return ddds_setting_refuse(reader, (size_t)(field.text - value),
                                   "the %s is a whole number from 0 to 65535",
                                   index == FIELD_ORDER ? "order"
                                                        : "preference");
    }
    *(index == FIELD_ORDER ? &rule->order : &rule->preference) =
        (uint16_t)number;
    return DDDS_OK;
}

/* Split |value| into the six fields of a NAPTR record, including quotes. The
 * first two are checked to be numbers, which often shows which of six fields is
 * missing. */
static ddds_status split_fields(const struct description_reader *reader,
                                const char *value,
                                struct ddds_span fields[FIELDS],
                                struct ddds_rule *rule)
{
    const char *at = value;
    size_t count = 0;
    while (count < FIELDS && *at != '\0') {
        const char *end = find_field_end(at);
        if (end == NULL) {
            (void)ddds_setting_refuse(reader, (size_t)(at - value),
                                      "this quote is not closed");
            return DDDS_SYNTAX;
        }
        fields[count] = (struct ddds_span){at, (size_t)(end - at)};
        if (count <= FIELD_PREFERENCE &&
            read_number(reader, value, fields[count], count, rule) != DDDS_OK) {
            return DDDS_SYNTAX;
        }
        count++;
        at = end + strspn(end, " \t");
    }
    if (count == FIELDS && *at == '\0') {
        return DDDS_OK;
    }
    (void)ddds_setting_refuse(
        reader, (size_t)(at - value),
        "%s six fields: an order, a preference, flags, services, an expression "
        "and a replacement: 10 10 \"s\" \"x:udp\" \"\" _x._udp",
        count < FIELDS ? "there are fewer than" : "there are more than");
    return DDDS_SYNTAX;
}

static ddds_status read_field(const struct description_reader *reader,
                              const char *value, struct ddds_span span,
                              const char **field)
{
    char unescaped[DDDS_FIELD_SIZE];
    struct ddds_error why;
    const char *text =
        ddds_arena_copy(&reader->described->arena, span.text, span.length);
    if (text == NULL) {
        return ddds_error_no_memory(reader->error);
    }
    return ddds_field_unescape(text, unescaped, &why) == DDDS_OK
               ? ddds_setting_copy(reader, unescaped, field)
               : ddds_setting_pass_on(reader, (size_t)(span.text - value),
                                      &why);
}

/* Parse a domain name: "." for no replacement, "@" for the first key; a name
 * without a final dot is relative to the first key. */
static ddds_status read_replacement(const struct description_reader *reader,
                                    const char *value, struct ddds_span span,
                                    struct described_rule *described_rule)
{
    char name[LIMIT_NAME_SIZE];
    struct ddds_error why;
    bool is_key = span.length == 1 && span.text[0] == '@';
    described_rule->is_relative = is_key || span.text[span.length - 1] != '.';
    name[0] = '\0';
    if (span.text[0] == '"') {
        return ddds_setting_refuse(reader, (size_t)(span.text - value),
                                   "domain names have no quotes; remove them, "
                                   "and write a single dot for no name");
    }
    if (!is_key &&
        ddds_idna_parse_name(span.text, span.length, name, &why) != DDDS_OK) {
        return ddds_setting_pass_on(reader, (size_t)(span.text - value), &why);
    }
    return ddds_setting_copy(reader, name, &described_rule->rule.replacement);
}

/* Check the expression of a rule. */
static ddds_status check_regexp(const struct description_reader *reader,
                                size_t offset, const char *regexp)
{
    struct ddds_error why;
    if (regexp[0] == '\0') {
        return DDDS_OK;
    }
    ddds_substitution *substitution = ddds_substitution_new(regexp, &why);
    ddds_substitution_free(substitution);
    why.offset = DDDS_NO_OFFSET; /* unknown, because the field may have
                                    escapes */
    return substitution != NULL ? DDDS_OK
                                : ddds_setting_pass_on(reader, offset, &why);
}

static ddds_status keep_rule(const struct description_reader *reader,
                             const struct described_rule *described_rule,
                             const char *value)
{
    struct described *described = reader->described;
    size_t count = described->fallback_count;
    struct described_rule *rules = ddds_arena_extend(
        &described->arena, described->fallback_rules, count, 1, sizeof *rules);
    if (rules == NULL) {
        return ddds_error_no_memory(reader->error);
    }
    rules[count] = *described_rule;
    described->fallback_rules = rules;
    described->fallback_count++;
    reader->fallback_lines[count] =
        (struct fallback_line){reader->place, value};
    return DDDS_OK;
}

ddds_status ddds_setting_read_fallback(const struct description_reader *reader,
                                       const struct setting *setting,
                                       const char *value)
{
    struct described *described = reader->described;
    struct described_rule described_rule = {
        .rule = {.flags = "", .services = "", .regexp = "", .replacement = ""}};
    struct ddds_rule *rule = &described_rule.rule;
    struct ddds_span fields[FIELDS];
    if (described->fallback_count == DDDS_FALLBACK_MAX) {
        return ddds_setting_refuse(reader, 0,
                                   "%s: there are more than %d of them",
                                   setting->name, DDDS_FALLBACK_MAX);
    }
    ddds_status status = split_fields(reader, value, fields, rule);
    const char **texts[] = {&rule->flags, &rule->services, &rule->regexp};
    for (size_t i = 0; status == DDDS_OK && i < 3; i++) {
        status = read_field(reader, value, fields[FIELD_FLAGS + i], texts[i]);
    }
    if (status == DDDS_OK) {
        status = check_regexp(reader,
                              (size_t)(fields[FIELD_EXPRESSION].text - value),
                              rule->regexp);
    }
    if (status == DDDS_OK) {
        status = read_replacement(reader, value, fields[FIELD_REPLACEMENT],
                                  &described_rule);
    }
    return status == DDDS_OK ? keep_rule(reader, &described_rule, value)
                             : status;
}

/* ---- Unusable rules ------------------------------------------------------ */

/* Return the offset of a field of |value|, which has all fields. */
static size_t find_field(const char *value, enum field field)
{
    const char *at = value;
    for (unsigned i = 0; i < field; i++) {
        const char *end = find_field_end(at);
        at = end + strspn(end, " \t");
    }
    return (size_t)(at - value);
}

static bool has_replacement(const struct described_rule *own)
{
    return own->is_relative || own->rule.replacement[0] != '\0';
}

/* Return why the flags, or the output that they require, are invalid, and the
 * |*field|; NULL if they are valid. */
static const char *find_output_fault(const struct ddds_application *application,
                                     const struct described_rule *own,
                                     enum ddds_next next, enum field *field)
{
    bool has_regexp = own->rule.regexp[0] != '\0';
    *field = FIELD_FLAGS;
    if (next == DDDS_NEXT_UNKNOWN) {
        return "the application ignores rules with this flag; the setting "
               "\"flags\" allows flags";
    }
    if (next == DDDS_NEXT_CONFLICTING) {
        return "these flags exclude each other";
    }
    *field = FIELD_REPLACEMENT;
    if (application->delegates_by_replacement && next == DDDS_NEXT_RULES) {
        return has_replacement(own) ? NULL : "a replacement is missing";
    }
    if (has_regexp == has_replacement(own)) {
        return "a rule has either an expression or a replacement; write \"\" "
               "for no expression, and . for no replacement";
    }
    return !has_regexp && next == DDDS_NEXT_URI
               ? "a domain name is not a URI; with the flag U, write an "
                 "expression"
               : NULL;
}

/* Return why the expression is invalid, or NULL. */
static const char *
find_expression_fault(const struct ddds_application *application,
                      enum ddds_next next,
                      const struct ddds_substitution *substitution)
{
    return application->regexp == DDDS_REGEXP_NONE
               ? "the setting \"expressions\" allows no expression"
           : application->regexp == DDDS_REGEXP_CONSTANT &&
                   !(next == DDDS_NEXT_URI && substitution->matches_all &&
                     substitution->is_constant)
               ? "the setting \"expressions\" allows only \"!.*!URI!\" with "
                 "the flag U"
               : NULL;
}

/* Check that the services field is valid and has the required tags. */
static ddds_status check_services(const struct description_reader *reader,
                                  const struct described_rule *own,
                                  size_t offset)
{
    const struct ddds_application *application =
        &reader->described->application;
    struct ddds_services services = DDDS_SERVICES_INIT;
    struct ddds_error why;
    if (application->read_services(application, own->rule.services, &services,
                                   &why) != DDDS_OK) {
        why.offset = DDDS_NO_OFFSET; /* unknown, because the field may have
                                        quotes */
        return ddds_setting_pass_on(reader, offset, &why);
    }
    bool needs_protocol =
        application->protocols != NULL && !application->protocol_is_optional;
    return !application->requires_tags ||
                   (services.service_count > 0 &&
                    (services.protocol_count > 0 || !needs_protocol))
               ? DDDS_OK
               : ddds_setting_refuse(
                     reader, offset, "with this grammar, a rule names a %s",
                     needs_protocol ? "service and a protocol" : "service");
}

static ddds_status check_rule(struct description_reader *reader,
                              const struct described_rule *own,
                              const char *value)
{
    const struct ddds_application *application =
        &reader->described->application;
    enum field field;
    enum ddds_next next =
        ddds_flags_interpret(own->rule.flags, application->flags);
    const char *fault = find_output_fault(application, own, next, &field);
    bool is_by_name =
        application->delegates_by_replacement && next == DDDS_NEXT_RULES;
    if (fault == NULL && own->rule.regexp[0] != '\0' && !is_by_name) {
        ddds_substitution *substitution =
            ddds_substitution_new(own->rule.regexp, reader->error);
        if (substitution == NULL) { /* it was valid before */
            return DDDS_NO_MEMORY;
        }
        field = FIELD_EXPRESSION;
        fault = find_expression_fault(application, next, substitution);
        ddds_substitution_free(substitution);
    }
    return fault != NULL ? ddds_setting_refuse(reader, find_field(value, field),
                                               "%s", fault)
           : is_by_name
               ? DDDS_OK
               : check_services(reader, own, find_field(value, FIELD_SERVICES));
}

ddds_status ddds_setting_check_fallback(struct description_reader *reader)
{
    const struct described *described = reader->described;
    ddds_status status = DDDS_OK;
    for (size_t i = 0; status == DDDS_OK && i < described->fallback_count;
         i++) {
        reader->place = reader->fallback_lines[i].place;
        status = check_rule(reader, &described->fallback_rules[i],
                            reader->fallback_lines[i].value);
    }
    return status;
}
