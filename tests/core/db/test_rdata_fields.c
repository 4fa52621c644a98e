/* Records as they are: types, names, fields.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/record.h>

#include "base/assertions.h"

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
    static const struct {
        uint16_t type;
        const char *rdata;
        size_t length;
        const char *defect;
        const char *fields;
        const char *why; /* NULL: nothing is wrong */
    } rows[] = {
        {DDDS_TYPE_NAPTR, "\0\1\0\2\1u\3a+b\3!x!\1c\0", 17, NULL,
         "1 2 'u' 'a+b' '!x!' c. ", NULL},
        {DDDS_TYPE_NAPTR, "\0\1\0\2\0\0\0\0", 8, NULL, "1 2 '' '' '' . ", NULL},
        {DDDS_TYPE_NAPTR, "\0\1\0\2\0\0\0\0x", 9, NULL, "1 2 '' '' '' . ",
         "NAPTR record: octets left over after its last field: 1"},
        {DDDS_TYPE_NAPTR, "\0\1\0\2\1u\377", 7, NULL, "1 2 'u' ",
         "NAPTR record: its data end within the services"},
        {DDDS_TYPE_NAPTR, "\0\1\0", 3, NULL, "1 ",
         "NAPTR record: its data end within the preference"},
        {DDDS_TYPE_NAPTR, "", 0, NULL, "",
         "NAPTR record: its data end within the order"},
        {DDDS_TYPE_NAPTR, "\0\1\0\2\0\0\0\300\14", 9, "a pointer that loops",
         "1 2 '' '' '' ", "a pointer that loops"},
        {DDDS_TYPE_SRV, "\0\1\0\2\0\120\1h\0", 9, NULL, "1 2 80 h. ", NULL},
        {DDDS_TYPE_SRV, "\0\1\0\2", 4, NULL, "1 2 ",
         "SRV record: its data end within the port"},
        {DDDS_TYPE_A, "\300\0\2\1", 4, NULL, "c0000201", NULL},
        {DDDS_TYPE_A, "\300\0\2", 3, NULL, "",
         "A record: its data end within the address"},
        {DDDS_TYPE_CNAME, "\1C\0", 3, NULL, "C. ", NULL},
        {DDDS_TYPE_URI, "\0\12\0\1http://a/\"x\"", 16, NULL,
         "10 1 'http://a/\"x\"' ", NULL},
        {DDDS_TYPE_URI, "\0\12\0\1\377\0", 6, NULL, "10 1 '\377' ", NULL},
        {DDDS_TYPE_URI, "\0\12\0\1", 4, NULL, "10 1 '' ",
         "URI record: its target is empty"},
        {DDDS_TYPE_URI, "\0\12\0", 3, NULL, "10 ",
         "URI record: its data end within the weight"},
        {15, "\0\1\1m\0", 5, NULL, "", "cannot read records of type 15"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ddds_fields fields = DDDS_FIELDS_INIT;
        struct ddds_error error;
        const struct ddds_record record = {.owner = "x",
                                           .type = rows[i].type,
                                           .rdata = rows[i].rdata,
                                           .rdata_length = rows[i].length,
                                           .defect = rows[i].defect};
        ddds_status status = ddds_record_read(&record, &fields, &error);
        assert_string_equal(describe(&fields), rows[i].fields);
        assert_int_equal(status,
                         rows[i].why == NULL ? DDDS_OK : DDDS_MALFORMED);
        if (rows[i].why != NULL) {
            assert_string_equal(error.detail, rows[i].why);
        }
    }
}
