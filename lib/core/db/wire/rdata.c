/* RDATA: a table of layouts, and the readers that use it.
 *
 * For A see RFC 1035 section 3.4.1, AAAA: RFC 3596 section 2.2, SRV: RFC 2782,
 * NAPTR: RFC 3403 section 4.1, URI: RFC 7553 section 4.5, the others: RFC 1035
 * section 3.3.
 *
 * SPDX-License-Identifier: MIT */
#include "db/wire/rdata.h"

#include <string.h>

#include "base/error.h"
#include "base/limits.h"
#include "base/domain.h"
#include "base/field_octets.h"

/* For linear search: the most frequent types first. */
static const struct rdata_layout layouts[] = {
    {TYPE_NAPTR,
     "NAPTR",
     {{"order", FIELD_U16},
      {"preference", FIELD_U16},
      {"flags", FIELD_STRING},
      {"services", FIELD_STRING},
      {"regexp", FIELD_STRING},
      {"replacement", FIELD_NAME}}},
    {TYPE_A, "A", {{"address", FIELD_IPV4}}},
    {TYPE_AAAA, "AAAA", {{"address", FIELD_IPV6}}},
    {TYPE_SRV,
     "SRV",
     {{"priority", FIELD_U16},
      {"weight", FIELD_U16},
      {"port", FIELD_U16},
      {"target", FIELD_NAME}}},
    {TYPE_NS, "NS", {{"name server", FIELD_NAME}}},
    {TYPE_CNAME, "CNAME", {{"canonical name", FIELD_NAME}}},
    {TYPE_SOA,
     "SOA",
     {{"primary name server", FIELD_NAME},
      {"mailbox", FIELD_NAME},
      {"serial", FIELD_U32},
      {"refresh", FIELD_PERIOD},
      {"retry", FIELD_PERIOD},
      {"expire", FIELD_PERIOD},
      {"minimum", FIELD_PERIOD}}},
    {TYPE_PTR, "PTR", {{"name", FIELD_NAME}}},
    {TYPE_MX, "MX", {{"preference", FIELD_U16}, {"exchange", FIELD_NAME}}},
    {TYPE_TXT, "TXT", {{"text", FIELD_STRINGS}}},
    {TYPE_DNAME, "DNAME", {{"target", FIELD_NAME}}},
    {TYPE_SPF, "SPF", {{"text", FIELD_STRINGS}}},
    {TYPE_URI,
     "URI",
     {{"priority", FIELD_U16}, {"weight", FIELD_U16}, {"target", FIELD_REST}}},
};

const struct rdata_layout *ddds_rdata_layout(uint16_t type)
{
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
        if (layouts[i].type == type) {
            return &layouts[i];
        }
    }
    return NULL;
}

static ddds_status refuse_field(const char *mnemonic, const char *field,
                                struct ddds_error *error)
{
    return ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET,
                          "%s record: its data end within the %s", mnemonic,
                          field);
}

static ddds_status refuse_empty(const char *mnemonic, const char *field,
                                struct ddds_error *error)
{
    return ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET,
                          "%s record: its %s is empty", mnemonic, field);
}

/* Fail if octets are left after the last field. */
static ddds_status check_end(const char *mnemonic, const struct cursor *cursor,
                             struct ddds_error *error)
{
    size_t left = ddds_cursor_left(cursor);
    if (left == 0) {
        return DDDS_OK;
    }
    return ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET,
                          "%s record: octets left over after its last field: "
                          "%zu",
                          mnemonic, left);
}

static void skip_string(struct cursor *cursor)
{
    ddds_cursor_span(cursor, ddds_cursor_u8(cursor));
}

static void skip_strings(struct cursor *cursor)
{
    do {
        skip_string(cursor);
    } while (ddds_cursor_left(cursor) > 0);
}

/* Skip the remaining octets, at least one. */
static void skip_rest(struct cursor *cursor)
{
    size_t left = ddds_cursor_left(cursor);
    ddds_cursor_span(cursor, left > 0 ? left : 1);
}

void ddds_rdata_skip(enum rdata_field_kind kind, struct cursor *cursor)
{
    switch (kind) {
    case FIELD_END:
    case FIELD_NAME:
        break;
    case FIELD_U16:
        ddds_cursor_span(cursor, 2);
        break;
    case FIELD_U32:
    case FIELD_PERIOD:
    case FIELD_IPV4:
        ddds_cursor_span(cursor, 4);
        break;
    case FIELD_IPV6:
        ddds_cursor_span(cursor, 16);
        break;
    case FIELD_STRING:
        skip_string(cursor);
        break;
    case FIELD_STRINGS:
        skip_strings(cursor);
        break;
    case FIELD_REST:
        skip_rest(cursor);
        break;
    }
}

ddds_status ddds_rdata_split(const struct rdata_layout *layout,
                             const unsigned char *rdata, size_t length,
                             struct rdata_values *values,
                             struct ddds_error *error)
{
    struct cursor cursor = ddds_cursor_over(rdata, length);
    values->count = 0;
    for (const struct rdata_field *field = layout->fields;
         field->kind != FIELD_END; field++) {
        const unsigned char *begin = cursor.next;
        const size_t head = field->kind == FIELD_STRING; /* length octet of a
                                                            string */
        const bool is_empty =
            field->kind == FIELD_REST && ddds_cursor_left(&cursor) == 0;
        if (field->kind == FIELD_NAME) {
            ddds_status status = ddds_domain_skip(&cursor, error);
            if (status != DDDS_OK) {
                return status;
            }
        } else if (!is_empty) {
            ddds_rdata_skip(field->kind, &cursor);
        }
        if (cursor.failed) {
            return refuse_field(layout->mnemonic, field->name, error);
        }
        values->fields[values->count++] = (struct ddds_span){
            (const char *)begin + head, (size_t)(cursor.next - begin) - head};
        if (is_empty) {
            return refuse_empty(layout->mnemonic, field->name, error);
        }
    }
    return check_end(layout->mnemonic, &cursor, error);
}

ddds_status ddds_rdata_check(uint16_t type, const unsigned char *rdata,
                             size_t length, struct ddds_error *error)
{
    struct rdata_values values;
    const struct rdata_layout *layout = ddds_rdata_layout(type);
    return layout == NULL
               ? DDDS_OK
               : ddds_rdata_split(layout, rdata, length, &values, error);
}

/* Split the RDATA of |type|, which has a layout. */
static ddds_status split(uint16_t type, const unsigned char *rdata,
                         size_t length, struct rdata_values *values,
                         struct ddds_error *error)
{
    return ddds_rdata_split(ddds_rdata_layout(type), rdata, length, values,
                            error);
}

/* Return the field |index|; empty if it was not read. */
static struct ddds_span field_of(const struct rdata_values *values,
                                 size_t index)
{
    return index < values->count ? values->fields[index]
                                 : (struct ddds_span){"", 0};
}

/* Return the number that is the field |index|; 0 if it was not read. */
static uint16_t number_of(const struct rdata_values *values, size_t index)
{
    struct ddds_span field = field_of(values, index);
    return field.length < 2
               ? 0
               : ddds_octets_u16((const unsigned char *)field.text);
}

/* Return |string| in the form of a zone file, with \000 and \\, in memory of
 * |arena|; its text is NULL without memory. */
static struct ddds_span escape_string(struct ddds_span string,
                                      struct arena *arena)
{
    char *copy = ddds_arena_alloc(arena, 4 * string.length + 1);
    size_t length = 0;
    for (size_t i = 0; copy != NULL && i < string.length; i++) {
        const char octet = string.text[i];
        const char *escaped = octet == '\0'   ? "\\000"
                              : octet == '\\' ? "\\\\"
                                              : NULL;
        size_t size = escaped != NULL ? strlen(escaped) : 1;
        memcpy(copy + length, escaped != NULL ? escaped : &octet, size);
        length += size;
    }
    if (copy != NULL) {
        copy[length] = '\0';
    }
    return (struct ddds_span){copy, length};
}

/* Write the labels |name| as text, in memory of |arena|; the root is "". */
static ddds_status spell_name(struct ddds_span name, struct arena *arena,
                              struct ddds_span *text, struct ddds_error *error)
{
    char spelt[LIMIT_NAME_SIZE];
    *text = (struct ddds_span){"", 0};
    if (name.length > 1) {
        text->length = ddds_domain_spell((const unsigned char *)name.text,
                                         name.length, spelt);
        text->text = ddds_arena_copy(arena, spelt, text->length);
    }
    return text->text != NULL ? DDDS_OK : ddds_error_no_memory(error);
}

ddds_status ddds_rdata_read_naptr(const unsigned char *rdata, size_t length,
                                  struct arena *arena, struct rule_fields *rule,
                                  struct ddds_error *error)
{
    static const char *const defects[] = {
        "the flags hold" FIELD_NUL_DEFECT,
        "the services hold" FIELD_NUL_DEFECT,
        "the regexp holds" FIELD_NUL_DEFECT,
    };
    static const struct ddds_span empty = {"", 0};
    struct ddds_span *const strings[] = {&rule->flags, &rule->services,
                                         &rule->regexp};
    struct rdata_values values;
    ddds_status status = split(TYPE_NAPTR, rdata, length, &values, error);
    *rule = (struct rule_fields){
        .order = number_of(&values, 0),
        .preference = number_of(&values, 1),
        .flags = empty,
        .services = empty,
        .regexp = empty,
        .replacement = empty,
        .octets = RULE_HEAD + length,
    };
    for (size_t i = 0; i < 3 && i + 2 < values.count; i++) {
        *strings[i] = values.fields[i + 2];
        if (rule->defect == NULL &&
            memchr(strings[i]->text, '\0', strings[i]->length) != NULL) {
            rule->defect = defects[i];
        }
    }
    for (size_t i = 0; rule->defect != NULL && i < 3; i++) {
        *strings[i] = escape_string(*strings[i], arena);
        if (strings[i]->text == NULL) {
            return ddds_error_no_memory(error);
        }
    }
    if (values.count > 5 && spell_name(values.fields[5], arena,
                                       &rule->replacement, error) != DDDS_OK) {
        return DDDS_NO_MEMORY;
    }
    return status;
}

ddds_status ddds_rdata_read_srv(const unsigned char *rdata, size_t length,
                                struct arena *arena, struct ddds_srv *srv,
                                struct ddds_error *error)
{
    struct rdata_values values;
    struct ddds_span target;
    ddds_status status = split(TYPE_SRV, rdata, length, &values, error);
    if (status == DDDS_OK) {
        status = spell_name(field_of(&values, 3), arena, &target, error);
    }
    if (status == DDDS_OK) {
        *srv = (struct ddds_srv){.priority = number_of(&values, 0),
                                 .weight = number_of(&values, 1),
                                 .port = number_of(&values, 2),
                                 .target = target.text};
    }
    return status;
}

ddds_status ddds_rdata_read_uri(const unsigned char *rdata, size_t length,
                                struct arena *arena,
                                struct ddds_uri_target *target,
                                struct ddds_error *error)
{
    struct rdata_values values;
    ddds_status status = split(TYPE_URI, rdata, length, &values, error);
    if (status != DDDS_OK) {
        return status;
    }
    const struct ddds_span uri = field_of(&values, 2);
    target->priority = number_of(&values, 0);
    target->weight = number_of(&values, 1);
    if (memchr(uri.text, '\0', uri.length) != NULL) {
        return ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET,
                              "URI record: its target holds a NUL octet");
    }
    target->uri = ddds_arena_copy(arena, uri.text, uri.length);
    return target->uri != NULL ? DDDS_OK : ddds_error_no_memory(error);
}

ddds_status ddds_rdata_read_address(uint16_t type, const unsigned char *rdata,
                                    size_t length, struct ddds_address *address,
                                    struct ddds_error *error)
{
    *address = (struct ddds_address){.length = type == TYPE_A ? 4 : 16};
    if (length != address->length) {
        return ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET,
                              "%s record: an address cannot have %zu octets",
                              type == TYPE_A ? "A" : "AAAA", length);
    }
    memcpy(address->octets, rdata, length);
    return DDDS_OK;
}
