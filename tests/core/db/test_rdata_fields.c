/* Records as they are: types, names, fields.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/record.h>

#include "base/table.h"

TEST(types_have_names)
{
    static const struct {
        uint16_t type;
        const char *name;
    } rows[] = {
        {DDDS_TYPE_A, "A"},         {DDDS_TYPE_AAAA, "AAAA"},
        {DDDS_TYPE_SRV, "SRV"},     {DDDS_TYPE_NAPTR, "NAPTR"},
        {DDDS_TYPE_CNAME, "CNAME"}, {DDDS_TYPE_DNAME, "DNAME"},
        {DDDS_TYPE_URI, "URI"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_string_equal(ddds_type_name(rows[i].type), rows[i].name);
    }
    assert_null(ddds_type_name(0));
    assert_null(ddds_type_name(15)); /* MX: databases do not find it */
}

/* The fields that were read, as text. */
static const char *describe(const struct ddds_fields *fields)
{
    static char text[400];
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < fields->number_count; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length, "%u ",
                                   fields->numbers[i]);
    }
    for (size_t i = 0; i < fields->string_count; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   "'%.*s' ", (int)fields->strings[i].length,
                                   fields->strings[i].text);
    }
    if (fields->has_name) {
        length += (size_t)snprintf(text + length, sizeof text - length, "%s. ",
                                   fields->name);
    }
    for (size_t i = 0; i < fields->address_length; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length, "%02x",
                                   fields->address[i]);
    }
    return text;
}

TEST(fields_are_read_as_far_as_they_go)
{
    for (const char **row =
             table_rows("fixtures/tables/rdata-fields.tsv", "Fields", 6);
         table_next(row);) {
        struct ddds_fields fields = DDDS_FIELDS_INIT;
        struct ddds_error error;
        size_t length = table_number(row[2]);
        const struct ddds_record record = {.owner = "x",
                                           .type =
                                               (uint16_t)table_number(row[0]),
                                           .rdata = row[1],
                                           .rdata_length = length,
                                           .defect = row[3]};
        ddds_status status = ddds_record_read(&record, &fields, &error);
        assert_string_equal(describe(&fields), row[4]);
        assert_int_equal(status, row[5] == NULL ? DDDS_OK : DDDS_MALFORMED);
        if (row[5] != NULL) {
            assert_string_equal(error.detail, row[5]);
        }
    }
}
