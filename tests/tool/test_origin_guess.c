/* Origins from the names of zone files, and what must not be guessed.
 *
 * SPDX-License-Identifier: MIT */
#include "base/assertions.h"
#include "zones/origin_guess.h"

static void a_name_suggests_an_origin_or_none(void **state)
{
    static const struct {
        const char *path;
        const char *origin; /* "": none */
    } cases[] = {
        {"db.example.com", "example.com"},
        {"/etc/bind/zones/db.example.com", "example.com"},
        {"zones.d/example.com", "example.com"},
        {"example.com", "example.com"},
        {"Example.COM.zone", "example.com"},
        {"example.com.db", "example.com"},
        {"example.com.hosts", "example.com"},
        {"example.com.dns", "example.com"},
        {"example.com.zone.signed", "example.com"},
        {"db.example.com.signed", "example.com"},
        {"example.com.signed", "example.com"},
        {"named.example.com", "example.com"},
        {"zone.example.com", "example.com"},
        {"zone_example.com", "example.com"},
        {"slave.example.com", "example.com"},
        {"slaves/bak.example.com", "example.com"},
        {"example.com.slave", "example.com"},
        {"example.com.zone.bak", "example.com"},
        {"example.com.zone~", "example.com"},
        {"db.4.4.e164.arpa", "4.4.e164.arpa"},
        {"4.4.e164.arpa.zone", "4.4.e164.arpa"},
        {"db.2.0.192.in-addr.arpa", "2.0.192.in-addr.arpa"},
        {"0-25.2.0.192.in-addr.arpa.db", "0-25.2.0.192.in-addr.arpa"},
        {"example.co.uk", "example.co.uk"},
        {"xn--bcher-kva.example.zone", "xn--bcher-kva.example"},
        {"example.xn--p1ai", "example.xn--p1ai"},
        {"db.corp.internal", "corp.internal"},
        {"home.lan", "home.lan"},
        {"db.eduroam.museum", "eduroam.museum"},
        {"_tcp.example.com.zone", "_tcp.example.com"},
        {"sub.sec.example.com", "sub.sec.example.com"},

        /* One label, or none. */
        {"", ""},
        {"/", ""},
        {".", ""},
        {"..", ""},
        {"zones/", ""},
        {"example.zone", ""},
        {"db.local", ""},
        {"db.root", ""},
        {"named.root", ""},
        {"root.zone", ""},
        {"common.inc", ""},
        {"README", ""},
        {"my.zone", ""},
        {"my.zone.zone", ""},

        /* Other files, and something after the zone. */
        {"named.conf", ""},
        {"named.conf.local", ""},
        {"zones.rfc1918", ""},
        {"example.com.json", ""},
        {"example.com.zone.jinja", ""},
        {"example.com.zone.1", ""},
        {"example.com-20260101.zone", ""},
        {"db.example.com.internal", ""},
        {"db.example.com.external", ""},
        {"db.example.com.intranet", ""},
        {"db.example.de.intranet", ""},
        {"db.192.0.2", ""},
        {"db.127", ""},
        {"192.0.2.rev", ""},
        {"notes.todo", ""},
        {"Makefile.am.sample", ""},

        /* No domain. */
        {"db..example.com", ""},
        {"db.example..com", ""},
        {".example.com", ""},
        {"db.exam ple.com", ""},
        {"db.ex*mple.com", ""},
        {"db.b\303\274cher.com", ""},
        {"0/25.2.0.192.in-addr.arpa", "25.2.0.192.in-addr.arpa"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char name[DDDS_NAME_SIZE] = "unset";
        print_message("%s\n", cases[i].path);
        assert_int_equal(origin_guess(cases[i].path, name),
                         cases[i].origin[0] != '\0');
        assert_string_equal(name, cases[i].origin);
    }
}

static void long_names_are_not_guessed(void **state)
{
    char path[600];
    char name[DDDS_NAME_SIZE];
    snprintf(path, sizeof path, "db.%064d.example.com", 1);
    assert_false(origin_guess(path, name));
    snprintf(path, sizeof path, "db.%063d.example.com", 1);
    assert_true(origin_guess(path, name));
    memset(path, 'a', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    for (size_t i = 50; i < sizeof path; i += 50) {
        path[i] = '.';
    }
    assert_false(origin_guess(path, name));
    path[255] = '\0';
    assert_false(origin_guess(path, name));
}

static void zone_files_are_known_by_what_is_around(void **state)
{
    assert_true(origin_guess_is_zone_name("a/db.local"));
    assert_true(origin_guess_is_zone_name("x.zone"));
    assert_true(origin_guess_is_zone_name("x.zone.signed"));
    assert_false(origin_guess_is_zone_name("example.com"));
    assert_false(origin_guess_is_zone_name("README.md"));
    assert_false(origin_guess_is_zone_name("db"));
    assert_false(origin_guess_is_zone_name(".zone"));
    assert_false(origin_guess_is_zone_name("notes.txt"));
    assert_false(origin_guess_is_zone_name("x.zone.bak"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_suggests_an_origin_or_none),
        cmocka_unit_test(long_names_are_not_guessed),
        cmocka_unit_test(zone_files_are_known_by_what_is_around),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
