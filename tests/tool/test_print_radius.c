/* Configuration of RADIUS servers: nothing that strangers wrote gets into it,
 * even if everything before had let it through.
 *
 * SPDX-License-Identifier: MIT */
#include "resolve/print_radius.h"
#include "base/table.h"

#define TABLE "fixtures/tables/radius.tsv"

static const struct ddds_address addresses[] = {
    {4, {192, 0, 2, 1}},
    {16, {0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}},
    {4, {192, 0, 2, 2}},
};

/* One outcome with one endpoint at |host|, with changes for each test. */
static struct ddds_endpoint endpoints[2];
static struct ddds_outcome outcomes[2];
static struct ddds_result result;

static int set_up(void **state)
{
    for (int i = 0; i < 2; i++) {
        endpoints[i] = (struct ddds_endpoint){
            .host = i == 0 ? "a.example" : "b.example",
            .has_port = true,
            .port = 2083,
            .has_addresses = true,
            .addresses = &addresses[2 * i],
            .address_count = i == 0 ? 2 : 1,
        };
        outcomes[i] = (struct ddds_outcome){
            .kind = DDDS_OUTCOME_SERVERS,
            .services = "x-eduroam:radius.tls",
            .protocol = "radius.tls",
            .endpoints = &endpoints[i],
            .endpoint_count = 1,
        };
    }
    result = (struct ddds_result){
        .aus = "realm.example", .outcomes = outcomes, .outcome_count = 2};
    return 0;
}

static void assert_printed(bool (*print)(FILE *, const struct ddds_result *),
                           const char *expected)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    bool is_printed = print(out, &result);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(text, expected);
    assert_int_equal(is_printed, expected[0] != '\0');
    free(text);
}

/* CVE-2021-32642. */
TEST(a_hostile_host_costs_itself_only)
{
    for (const char **row = table_rows(TABLE, "Hostile hosts", 2);
         table_next(row);) {
        print_message("%s\n", row[1]);
        endpoints[0].host = row[0];
        result.outcome_count = 2;
        assert_printed(print_radsecproxy,
                       "server dynamic_radsec.realm.example {\n"
                       "\t# b.example\n"
                       "\thost 192.0.2.2:2083\n"
                       "\ttype TLS\n"
                       "}\n");
        result.outcome_count = 1;
        assert_printed(print_freeradius, "");
    }
}

TEST(a_hostile_realm_is_no_realm)
{
    for (const char **row = table_rows(TABLE, "Hostile realms", 2);
         table_next(row);) {
        print_message("%s\n", row[1]);
        result.aus = row[0];
        assert_printed(print_radsecproxy, "");
        assert_printed(print_freeradius, "");
    }
}

TEST(what_cannot_be_connected_to_is_left_out)
{
    endpoints[0].address_count = 0;
    endpoints[1].port = 0;
    assert_printed(print_radsecproxy, "");
    assert_printed(print_freeradius, "");
    result.outcome_count = 0;
    assert_printed(print_radsecproxy, "");
}

TEST(a_place_is_named_once)
{
    endpoints[0].address_count = 1;
    endpoints[1].addresses = &addresses[0];
    assert_printed(print_radsecproxy, "server dynamic_radsec.realm.example {\n"
                                      "\t# a.example\n"
                                      "\thost 192.0.2.1:2083\n"
                                      "\ttype TLS\n"
                                      "}\n");
    endpoints[1].port = 2084;
    assert_printed(print_radsecproxy, "server dynamic_radsec.realm.example {\n"
                                      "\t# a.example\n"
                                      "\thost 192.0.2.1:2083\n"
                                      "\t# b.example\n"
                                      "\thost 192.0.2.1:2084\n"
                                      "\ttype TLS\n"
                                      "}\n");
}

TEST(one_configuration_has_one_transport)
{
    outcomes[0].protocol = "Radius.DTLS.udp";
    assert_printed(print_radsecproxy, "server dynamic_radsec.realm.example {\n"
                                      "\t# a.example\n"
                                      "\thost 192.0.2.1:2083\n"
                                      "\thost [2001:db8::1]:2083\n"
                                      "\ttype DTLS\n"
                                      "}\n");
    outcomes[1].services = "aaa+dynauth:radius.tls.tcp";
    assert_printed(print_freeradius, "");
}

/* A zone of a stranger's does not fill a configuration. */
TEST(addresses_have_an_end)
{
    enum { MANY = 200, KEPT = 64 };
    static struct ddds_address many[MANY];
    for (size_t i = 0; i < MANY; i++) {
        many[i] = (struct ddds_address){4, {192, 0, 2, (uint8_t)i}};
    }
    endpoints[0].addresses = many;
    endpoints[0].address_count = MANY;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_true(print_radsecproxy(out, &result));
    assert_int_equal(fclose(out), 0);
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, "\thost ")) != NULL; at++) {
        count++;
    }
    assert_int_equal(count, KEPT);
    free(text);
}

/* Notes are comments on one line, without the notes before them. */
TEST(notes_are_comments)
{
    outcomes[1].note = result.note = "of the result";
    for (const char **row = table_rows(TABLE, "Notes", 2); table_next(row);) {
        char expected[400];
        outcomes[0].note = row[0];
        snprintf(expected, sizeof expected,
                 "server dynamic_radsec.realm.example {\n"
                 "\t# a.example\n"
                 "\thost 192.0.2.1:2083\n"
                 "\thost [2001:db8::1]:2083\n"
                 "\t# b.example\n"
                 "\thost 192.0.2.2:2083\n"
                 "\t# note: of the result\n%s"
                 "\ttype TLS\n}\n",
                 row[1]);
        assert_printed(print_radsecproxy, expected);
    }
}

FIXTURES(.set_up = set_up);
