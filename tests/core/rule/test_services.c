/* Services: RFC 3404 section 4.4, RFC 3958 section 6.5, RFC 6116 section 3.4.3.
 *
 * SPDX-License-Identifier: MIT */
#include "rule/services.h"
#include "base/table.h"

#define TABLE "fixtures/tables/services.tsv"

typedef ddds_status reader(const char *field, struct ddds_services *services,
                           struct ddds_error *error);

static reader *find_reader(const char *grammar)
{
    return strcmp(grammar, "rfc3404") == 0   ? ddds_services_read
           : strcmp(grammar, "s-naptr") == 0 ? ddds_services_read_tags
                                             : ddds_services_read_enum;
}

/* All |spans| with commas between them. */
static void join(const struct ddds_span *spans, size_t count, char text[256])
{
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(text);
        snprintf(text + length, 256 - length, "%s%.*s", i > 0 ? "," : "",
                 (int)spans[i].length, spans[i].text);
    }
}

TEST(fields_are_split)
{
    for (const char **row = table_rows(TABLE, "Well formed", 5);
         table_next(row);) {
        struct ddds_services found = DDDS_SERVICES_INIT;
        char services[256];
        char protocols[256];
        print_message("%s %s: %s\n", row[0], row[1], row[4]);
        assert_ok(find_reader(row[0])(row[1], &found, NULL));
        join(found.services, found.service_count, services);
        join(found.protocols, found.protocol_count, protocols);
        assert_string_equal(services, row[2]);
        assert_string_equal(protocols, row[3]);
    }
}

TEST(fields_outside_the_grammar_are_malformed)
{
    for (const char **row = table_rows(TABLE, "Malformed", 4);
         table_next(row);) {
        reader *read = find_reader(row[0]);
        struct ddds_services services = DDDS_SERVICES_INIT;
        struct ddds_error error;
        assert_int_equal(read(row[1], &services, &error), DDDS_MALFORMED);
        assert_int_equal(error.status, DDDS_MALFORMED);
        if (error.offset != table_number(row[2]) ||
            (row[3][0] == '=' ? strcmp(error.detail, row[3] + 1) != 0
                              : strstr(error.detail, row[3]) == NULL)) {
            fail_msg("%s: at %zu: %s", row[1], error.offset, error.detail);
        }
        assert_int_equal(read(row[1], &services, NULL), DDDS_MALFORMED);
    }
}

/* After |begin|, |item| as often as it fits, and once more. */
static void assert_room(reader *read, const char *begin, const char *item,
                        size_t room, size_t offset, const char *detail)
{
    char field[2 * (DDDS_SERVICES_MAX + 1) + 8];
    char *end = field + snprintf(field, sizeof field, "%s", begin);
    for (size_t i = 0; i < room; i++, end += 2) {
        memcpy(end, item, 3);
    }
    struct ddds_services services = DDDS_SERVICES_INIT;
    struct ddds_error error;
    assert_ok(read(field, &services, NULL));
    assert_int_equal(services.service_count + services.protocol_count, room);

    memcpy(end, item, 3);
    assert_int_equal(read(field, &services, &error), DDDS_MALFORMED);
    assert_non_null(strstr(error.detail, detail));
    assert_int_equal(error.offset, offset);
}

TEST(as_many_are_read_as_there_is_room_for)
{
    enum { MOST = DDDS_SERVICES_MAX };
    assert_room(ddds_services_read, "", "+a", MOST, 2 * MOST,
                "+a...\": expected the end after 128");
    assert_room(ddds_services_read_tags, "", ":a", MOST, 2 * MOST, "");
    assert_room(ddds_services_read_enum, "E2U", "+a", MOST - 1, 2 * MOST + 2,
                "");
}
