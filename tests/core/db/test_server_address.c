/* Name servers as people write them.
 *
 * SPDX-License-Identifier: MIT */
#include <netdb.h>
#include <sys/socket.h>

#include "db/dns/transport.h"
#include "db/dns/server_address.h"
#include "base/table.h"

#define TABLE "fixtures/tables/server-address.tsv"

static const struct server_families both = {true, true};

TEST(every_form_is_read)
{
    for (const char **row = table_rows(TABLE, "Every form is read", 2);
         table_next(row);) {
        struct ddds_dns_servers servers = {.count = 0};
        assert_ok(ddds_servers_parse(&servers, row[0], 53, both, NULL));
        assert_int_equal(servers.count, 1);
        assert_string_equal(servers.list[0].text, row[1]);
    }
}

TEST(what_is_no_server_is_refused)
{
    for (const char **row = table_rows(TABLE, "Invalid servers", 2);
         table_next(row);) {
        struct ddds_dns_servers servers = {.count = 0};
        struct ddds_error error;
        if (ddds_servers_parse(&servers, row[0], 53, both, &error) !=
            DDDS_BAD_OPTION) {
            fail_msg("\"%s\" was taken (%s)", row[0], row[1]);
        }
        assert_non_null(strstr(error.detail, row[0]));
    }
}

TEST(a_likely_mistake_is_explained)
{
    for (const char **row =
             table_rows(TABLE, "A likely mistake is explained", 2);
         table_next(row);) {
        struct ddds_dns_servers servers = {.count = 0};
        struct ddds_error error;
        assert_int_equal(ddds_servers_parse(&servers, row[0], 53, both, &error),
                         DDDS_BAD_OPTION);
        if (strstr(error.detail, row[1]) == NULL) {
            fail_msg("%s", error.detail);
        }
    }
}

TEST(a_family_can_be_left_out)
{
    static const struct server_families four = {true, false};
    static const struct server_families six = {false, true};
    struct ddds_dns_servers servers = {.count = 0};
    assert_int_equal(ddds_servers_parse(&servers, "::1", 53, four, NULL),
                     DDDS_BAD_OPTION);
    assert_int_equal(ddds_servers_parse(&servers, "127.0.0.1", 53, six, NULL),
                     DDDS_BAD_OPTION);
    assert_ok(ddds_servers_parse(&servers, "127.0.0.1", 53, four, NULL));
}

/* A bare Debian tree has no /etc/hosts, and then no localhost. */
TEST(a_name_is_looked_up)
{
    struct addrinfo *known = NULL;
    if (getaddrinfo("localhost", NULL, NULL, &known) != 0) {
        print_message("skipped: this system does not know localhost\n");
        skip();
    }
    freeaddrinfo(known);
    static const struct server_families four = {true, false};
    struct ddds_dns_servers servers = {.count = 0};
    assert_ok(ddds_servers_parse(&servers, "localhost:5353", 53, four, NULL));
    assert_string_equal(servers.list[0].text, "127.0.0.1:5353");
}

TEST(no_more_than_there_is_room_for)
{
    struct ddds_dns_servers servers = {.count = 0};
    for (int i = 0; i < LIMIT_NAME_SERVERS; i++) {
        assert_ok(ddds_servers_parse(&servers, "192.0.2.1", 53, both, NULL));
    }
    assert_int_equal(ddds_servers_parse(&servers, "192.0.2.1", 53, both, NULL),
                     DDDS_BAD_OPTION);
    assert_int_equal(servers.count, LIMIT_NAME_SERVERS);
}

/* Return the file |text|. */
static FILE *make_file(const char *text)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    fputs(text, file);
    rewind(file);
    return file;
}

TEST(servers_of_the_system_are_read)
{
    for (const char **row =
             table_rows(TABLE, "Servers of the system are read", 2);
         table_next(row);) {
        struct ddds_dns_servers servers = {.count = 0};
        struct ddds_error error;
        bool trusts;
        char found[DDDS_DETAIL_SIZE] = "";
        FILE *file = make_file(row[0]);
        print_message("%s\n", row[0]);
        if (ddds_resolv_conf_read(file, &servers, both, &trusts, &error) !=
            DDDS_OK) {
            assert_int_equal(error.status, DDDS_BAD_OPTION);
            snprintf(found, sizeof found, "%s", error.detail);
        }
        for (size_t i = 0; i < servers.count; i++) {
            size_t length = strlen(found);
            snprintf(found + length, sizeof found - length, "%s%s",
                     i > 0 ? " " : "", servers.list[i].text);
        }
        assert_string_equal(found, row[1]);
        fclose(file);
    }
}

TEST(what_cannot_be_read_names_no_server)
{
    struct ddds_dns_servers servers = {.count = 0};
    bool trusts;
    FILE *file = fopen("/", "r"); /* it opens, but is a folder */
    assert_int_equal(ddds_resolv_conf_read(file, &servers, both, &trusts, NULL),
                     DDDS_UNREADABLE);
    assert_int_equal(servers.count, 0);
    fclose(file);
    assert_ok(ddds_resolv_conf_read(NULL, &servers, both, &trusts, NULL));
    assert_string_equal(servers.list[0].text, "127.0.0.1:53");
}

TEST(a_family_of_the_system_can_be_missing)
{
    static const struct server_families six = {false, true};
    struct ddds_dns_servers servers = {.count = 0};
    bool trusts;
    FILE *file = make_file("nameserver 192.0.2.1\n");
    assert_int_equal(ddds_resolv_conf_read(file, &servers, six, &trusts, NULL),
                     DDDS_BAD_OPTION);
    fclose(file);
}

/* resolv.conf(5), "trust-ad" */
TEST(trust_is_an_option_of_the_system)
{
    for (const char **row =
             table_rows(TABLE, "Trust is an option of the system", 2);
         table_next(row);) {
        struct ddds_dns_servers servers = {.count = 0};
        bool trusts;
        FILE *file = make_file(row[0]);
        print_message("%s\n", row[0]);
        assert_ok(ddds_resolv_conf_read(file, &servers, both, &trusts, NULL));
        assert_int_equal(trusts, strcmp(row[1], "yes") == 0);
        fclose(file);
    }
}
