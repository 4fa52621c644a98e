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

/* Add |value|, of a field of |kind|. */
static void add_field(enum rdata_field_kind kind, struct ddds_span value,
                      struct ddds_fields *fields)
{
    const unsigned char *octets = (const unsigned char *)value.text;
    switch (kind) {
    case FIELD_U16:
        fields->numbers[fields->number_count++] = ddds_octets_u16(octets);
        break;
    case FIELD_STRING:
    case FIELD_REST:
        fields->strings[fields->string_count++] = value;
        break;
    case FIELD_NAME:
        fields->has_name = true;
        ddds_domain_show(octets, value.length, fields->name);
        break;
    case FIELD_IPV4:
    case FIELD_IPV6:
        memcpy(fields->address, octets, value.length);
        fields->address_length = (uint8_t)value.length;
        break;
    case FIELD_END:
    case FIELD_U32:
    case FIELD_PERIOD:
    case FIELD_STRINGS:
        break; /* only in types that callers cannot request */
    }
}

/* Split the RDATA of |record| into |fields|. */
static ddds_status split(const struct ddds_record *record,
                         struct ddds_fields *fields, struct ddds_error *error)
{
    if (!is_found(record->type)) {
        return ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET,
                              "cannot read records of type %u", record->type);
    }
    struct rdata_values values;
    const struct rdata_layout *layout = ddds_rdata_layout(record->type);
    ddds_status status = ddds_rdata_split(layout, record->rdata,
                                          record->rdata_length, &values, error);
    for (size_t i = 0; i < values.count; i++) {
        add_field(layout->fields[i].kind, values.fields[i], fields);
    }
    return record->defect == NULL
               ? status
               : ddds_error_set(error, DDDS_MALFORMED, DDDS_NO_OFFSET, "%s",
                                record->defect);
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
