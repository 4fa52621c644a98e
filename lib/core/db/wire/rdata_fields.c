/* Public access to the fields of a record, by the layout of its type.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/record.h>

#include <string.h>

#include "base/cursor.h"
#include "base/error.h"
#include "base/sized.h"
#include "base/limits.h"
#include "db/wire/rdata.h"
#include "base/domain.h"
#include "name/idna.h"

_Static_assert((int)DDDS_TYPE_A == TYPE_A &&
                   (int)DDDS_TYPE_CNAME == TYPE_CNAME &&
                   (int)DDDS_TYPE_AAAA == TYPE_AAAA &&
                   (int)DDDS_TYPE_SRV == TYPE_SRV &&
                   (int)DDDS_TYPE_NAPTR == TYPE_NAPTR &&
                   (int)DDDS_TYPE_DNAME == TYPE_DNAME &&
                   (int)DDDS_TYPE_URI == TYPE_URI,
               "public and internal names of types agree");
_Static_assert(DDDS_NAME_SIZE == LIMIT_NAME_SIZE, "room for any name");

/* Return true if callers can request |type| from databases. */
static bool is_found(uint16_t type)
{
    switch (type) {
    case TYPE_A:
    case TYPE_CNAME:
    case TYPE_AAAA:
    case TYPE_SRV:
    case TYPE_NAPTR:
    case TYPE_DNAME:
    case TYPE_URI:
        return true;
    default:
        return false;
    }
}

const char *ddds_type_name(uint16_t type)
{
    return is_found(type) ? ddds_rdata_layout(type)->mnemonic : NULL;
}

ddds_status ddds_name_parse(const char *text, char name[DDDS_NAME_SIZE],
                            struct ddds_error *error)
{
    char own[DDDS_NAME_SIZE];
    ddds_status status = ddds_domain_parse(text, strlen(text), own, error);
    if (status == DDDS_OK) {
        ddds_domain_copy(name, own);
    }
    return status;
}

ddds_status ddds_name_parse_idn(const char *text, char name[DDDS_NAME_SIZE],
                                struct ddds_error *error)
{
    char own[DDDS_NAME_SIZE];
    ddds_status status = ddds_idna_parse_name(text, strlen(text), own, error);
    if (status == DDDS_OK) {
        ddds_domain_copy(name, own);
    }
    return status;
}

static void read_number(struct cursor *cursor, struct ddds_fields *fields)
{
    uint16_t number = ddds_cursor_u16(cursor);
    if (!cursor->failed) {
        fields->numbers[fields->number_count++] = number;
    }
}

static void read_octets(struct cursor *cursor, size_t length,
                        struct ddds_fields *fields)
{
    const unsigned char *octets = ddds_cursor_span(cursor, length);
    if (octets != NULL) {
        fields->strings[fields->string_count++] =
            (struct ddds_span){(const char *)octets, length};
    }
}

static void read_address(struct cursor *cursor, size_t length,
                         struct ddds_fields *fields)
{
    const unsigned char *octets = ddds_cursor_span(cursor, length);
    if (octets != NULL) {
        memcpy(fields->address, octets, length);
        fields->address_length = (uint8_t)length;
    }
}

/* Read the next field, of |kind|, if present. */
static ddds_status read_field(enum rdata_field_kind kind, struct cursor *cursor,
                              struct ddds_fields *fields,
                              struct ddds_error *error)
{
    const unsigned char *begin = cursor->next;
    ddds_status status = DDDS_OK;
    switch (kind) {
    case FIELD_U16:
        read_number(cursor, fields);
        break;
    case FIELD_STRING:
        read_octets(cursor, ddds_cursor_u8(cursor), fields);
        break;
    case FIELD_REST:
        read_octets(cursor, ddds_cursor_left(cursor), fields);
        break;
    case FIELD_NAME:
        status = ddds_domain_read(cursor, fields->name, error);
        fields->has_name = status == DDDS_OK;
        if (fields->has_name) {
            ddds_domain_show(begin, (size_t)(cursor->next - begin),
                             fields->name);
        }
        break;
    case FIELD_IPV4:
        read_address(cursor, 4, fields);
        break;
    case FIELD_IPV6:
        read_address(cursor, 16, fields);
        break;
    case FIELD_END:
    case FIELD_U32:
    case FIELD_PERIOD:
    case FIELD_STRINGS:
        break; /* only in types that callers cannot request */
    }
    return status;
}

/* Split the RDATA of |record| into |fields|. */
static ddds_status split(const struct ddds_record *record,
                         struct ddds_fields *fields, struct ddds_error *error)
{
    if (!is_found(record->type)) {
        return ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET,
                              "cannot read records of type %u", record->type);
    }
    struct cursor cursor =
        ddds_cursor_over(record->rdata, record->rdata_length);
    const struct rdata_field *field = ddds_rdata_layout(record->type)->fields;
    for (; field->kind != FIELD_END && !cursor.failed; field++) {
        if (read_field(field->kind, &cursor, fields, error) != DDDS_OK) {
            break;
        }
    }
    if (record->defect != NULL) {
        return ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET, "%s",
                              record->defect);
    }
    return ddds_rdata_check(record->type, record->rdata, record->rdata_length,
                            error);
}

ddds_status ddds_record_read(const struct ddds_record *record,
                             struct ddds_fields *fields,
                             struct ddds_error *error)
{
    struct ddds_fields own = DDDS_FIELDS_INIT;
    if (!ddds_sized_fill(fields, &own, sizeof own)) {
        return ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                              "the fields do not say their size: initialize "
                              "them with DDDS_FIELDS_INIT");
    }
    ddds_status status = split(record, &own, error);
    ddds_sized_fill(fields, &own, sizeof own);
    return status;
}
