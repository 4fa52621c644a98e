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

static ddds_status skip_name(struct cursor *cursor, struct ddds_error *error)
{
    char name[LIMIT_NAME_SIZE];
    return ddds_domain_read(cursor, name, error);
}

ddds_status ddds_rdata_check(uint16_t type, const unsigned char *rdata,
                             size_t length, struct ddds_error *error)
{
    const struct rdata_layout *layout = ddds_rdata_layout(type);
    if (layout == NULL) {
        return DDDS_OK;
    }
    struct cursor cursor = ddds_cursor_over(rdata, length);
    for (const struct rdata_field *field = layout->fields;
         field->kind != FIELD_END; field++) {
        if (field->kind != FIELD_NAME) {
            ddds_rdata_skip(field->kind, &cursor);
        } else if (skip_name(&cursor, error) != DDDS_OK) {
            return DDDS_MALFORMED;
        }
        if (cursor.failed) {
            return field->kind == FIELD_REST
                       ? refuse_empty(layout->mnemonic, field->name, error)
                       : refuse_field(layout->mnemonic, field->name, error);
        }
    }
    return check_end(layout->mnemonic, &cursor, error);
}

static size_t count_nuls(const unsigned char *octets, size_t length)
{
    size_t nuls = 0;
    for (size_t i = 0; i < length; i++) {
        nuls += octets[i] == '\0';
    }
    return nuls;
}

/* Return true if the |length| octets contain a NUL. Most strings are short. */
static bool has_nul(const unsigned char *octets, size_t length)
{
    enum { SHORT = 8 };
    if (length > SHORT) {
        return memchr(octets, '\0', length) != NULL;
    }
    bool is_found = false;
    for (size_t i = 0; i < length; i++) {
        is_found |= octets[i] == '\0';
    }
    return is_found;
}

/* Copy |length| octets, replacing each NUL by \000. */
static char *copy_with_nuls(struct arena *arena, const unsigned char *octets,
                            size_t length)
{
    size_t nuls = count_nuls(octets, length);
    char *copy = ddds_arena_alloc(arena, length + 3 * nuls + 1);
    if (copy == NULL) {
        return NULL;
    }
    char *end = copy;
    for (size_t i = 0; i < length; i++) {
        if (octets[i] == '\0') {
            memcpy(end, "\\000", 4);
            end += 4;
        } else {
            *end++ = (char)octets[i];
        }
    }
    *end = '\0';
    return copy;
}

/* Read the string |*field|; |defect| receives |why| if it holds a NUL. */
static ddds_status read_string(struct cursor *cursor, struct arena *arena,
                               struct ddds_span *field, const char **defect,
                               const char *why)
{
    size_t length = ddds_cursor_u8(cursor);
    const unsigned char *octets = ddds_cursor_span(cursor, length);
    if (octets == NULL) {
        return DDDS_MALFORMED;
    }
    *field = (struct ddds_span){(const char *)octets, length};
    if (has_nul(octets, length)) {
        *defect = *defect != NULL ? *defect : why;
        field->text = copy_with_nuls(arena, octets, length);
        field->length = field->text != NULL ? strlen(field->text) : 0;
    }
    return field->text == NULL ? DDDS_NO_MEMORY : DDDS_OK;
}

/* Read the next name of |rdata| as text. */
static ddds_status read_text(const struct rdata_view *rdata,
                             struct cursor *cursor, char text[LIMIT_NAME_SIZE],
                             size_t *length, struct ddds_error *error)
{
    if (rdata->names == NULL) {
        ddds_status status = ddds_domain_read(cursor, text, error);
        *length = status == DDDS_OK ? strlen(text) : 0;
        return status;
    }
    struct plain_name name;
    size_t offset = (size_t)(cursor->next - rdata->names->octets);
    ddds_wire_skip(cursor);
    const char *why = cursor->failed
                          ? ddds_wire_past_end
                          : ddds_wire_expand(rdata->names, offset, &name);
    if (why != NULL) {
        return ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET, "%s", why);
    }
    *length = ddds_domain_spell(name.octets, name.length, text);
    return DDDS_OK;
}

/* Read the next name of |rdata| as text, in memory of |arena|. */
static ddds_status read_name(const struct rdata_view *rdata,
                             struct cursor *cursor, struct arena *arena,
                             struct ddds_span *field, struct ddds_error *error)
{
    char text[LIMIT_NAME_SIZE];
    size_t length = 0;
    if (ddds_cursor_left(cursor) > 0 && *cursor->next == 0) { /* the root */
        cursor->next++;
        *field = (struct ddds_span){"", 0};
        return DDDS_OK;
    }
    ddds_status status = read_text(rdata, cursor, text, &length, error);
    if (status != DDDS_OK) {
        return status;
    }
    const char *copy = ddds_arena_copy(arena, text, length);
    if (copy == NULL) {
        return ddds_error_no_memory(error);
    }
    *field = (struct ddds_span){copy, length};
    return DDDS_OK;
}

/* Read the three strings of a NAPTR. */
static ddds_status read_strings(struct cursor *cursor, struct arena *arena,
                                struct rule_fields *rule,
                                struct ddds_error *error)
{
    static const char *const names[][2] = {
        {"flags", "the flags hold a NUL octet"},
        {"services", "the services hold a NUL octet"},
        {"regexp", "the regexp holds a NUL octet"},
    };
    struct ddds_span *const fields[] = {&rule->flags, &rule->services,
                                        &rule->regexp};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        ddds_status status =
            read_string(cursor, arena, fields[i], &rule->defect, names[i][1]);
        if (status == DDDS_MALFORMED) {
            return refuse_field("NAPTR", names[i][0], error);
        }
        if (status != DDDS_OK) {
            return ddds_error_no_memory(error);
        }
    }
    return DDDS_OK;
}

ddds_status ddds_rdata_view_naptr(const struct rdata_view *rdata,
                                  struct arena *arena, struct rule_fields *rule,
                                  struct ddds_error *error)
{
    static const struct ddds_span empty = {"", 0};
    struct cursor cursor = ddds_cursor_over(rdata->octets, rdata->length);
    *rule = (struct rule_fields){
        .order = ddds_cursor_u16(&cursor),
        .flags = empty,
        .services = empty,
        .regexp = empty,
        .replacement = empty,
        .octets = RULE_HEAD + rdata->length,
    };
    rule->preference = ddds_cursor_u16(&cursor);
    if (cursor.failed) {
        return refuse_field("NAPTR", "preference", error);
    }
    ddds_status status = read_strings(&cursor, arena, rule, error);
    if (status == DDDS_OK) {
        status = read_name(rdata, &cursor, arena, &rule->replacement, error);
    }
    return status == DDDS_OK ? check_end("NAPTR", &cursor, error) : status;
}

ddds_status ddds_rdata_view_srv(const struct rdata_view *rdata,
                                struct arena *arena, struct ddds_srv *srv,
                                struct ddds_error *error)
{
    struct cursor cursor = ddds_cursor_over(rdata->octets, rdata->length);
    srv->priority = ddds_cursor_u16(&cursor);
    srv->weight = ddds_cursor_u16(&cursor);
    srv->port = ddds_cursor_u16(&cursor);
    if (cursor.failed) {
        return refuse_field("SRV", "port", error);
    }
    struct ddds_span target;
    ddds_status status = read_name(rdata, &cursor, arena, &target, error);
    if (status != DDDS_OK) {
        return status;
    }
    srv->target = target.text;
    return check_end("SRV", &cursor, error);
}

ddds_status ddds_rdata_read_srv(const unsigned char *rdata, size_t length,
                                struct arena *arena, struct ddds_srv *srv,
                                struct ddds_error *error)
{
    const struct rdata_view view = {rdata, length, NULL};
    return ddds_rdata_view_srv(&view, arena, srv, error);
}

ddds_status ddds_rdata_read_uri(const unsigned char *rdata, size_t length,
                                struct arena *arena,
                                struct ddds_uri_target *target,
                                struct ddds_error *error)
{
    struct cursor cursor = ddds_cursor_over(rdata, length);
    target->priority = ddds_cursor_u16(&cursor);
    target->weight = ddds_cursor_u16(&cursor);
    size_t left = ddds_cursor_left(&cursor);
    if (cursor.failed) {
        return refuse_field("URI", "weight", error);
    }
    if (left == 0) {
        return refuse_empty("URI", "target", error);
    }
    const unsigned char *octets = ddds_cursor_span(&cursor, left);
    if (memchr(octets, '\0', left) != NULL) {
        return ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET,
                              "URI record: its target holds a NUL octet");
    }
    target->uri = ddds_arena_copy(arena, (const char *)octets, left);
    return target->uri != NULL ? DDDS_OK : ddds_error_no_memory(error);
}

ddds_status ddds_rdata_read_address(uint16_t type, const unsigned char *rdata,
                                    size_t length, struct ddds_address *address,
                                    struct ddds_error *error)
{
    address->length = type == TYPE_A ? 4 : 16;
    if (length != address->length) {
        return ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET,
                              "%s record: an address cannot have %zu octets",
                              type == TYPE_A ? "A" : "AAAA", length);
    }
    memcpy(address->octets, rdata, length);
    return DDDS_OK;
}
