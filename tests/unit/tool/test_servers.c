/* Configurations of name servers: which zones they name, and from which files.
 *
 * SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "servers/config.h"
#include "servers/servers.h"

/* The zones of |text| as "NAME FILE[ in FOLDER][ copy]; ..." */
static void list_zones(const struct server_zones *zones, char list[2048])
{
    size_t length = 0;
    list[0] = '\0';
    for (size_t i = 0; i < zones->count && length < 1024; i++) {
        const struct server_zone *zone = &zones->items[i];
        const char *folder =
            zone->folder != NULL ? zone->folder : zones->folder;
        length += (size_t)snprintf(
            list + length, 2048 - length, "%s%s %s%s%s%s", i > 0 ? "; " : "",
            zone->name, zone->file, folder != NULL ? " in " : "",
            folder != NULL ? folder : "", zone->is_copy ? " copy" : "");
    }
}

static void configurations_name_zones(void **state)
{
    (void)state;
    static const struct {
        enum server_kind kind;
        const char *text;
        const char *zones;
        const char *error; /* a part of it; NULL: none */
    } cases[] = {
        {SERVER_NAMED, "", "", NULL},
        {SERVER_NAMED, "zone \"a.b\" { type master; file \"f\"; };", "a.b f",
         NULL},
        {SERVER_NAMED, "zone a.b. IN{type primary;file f;};", "a.b f", NULL},
        {SERVER_NAMED,
         "zone a { type slave; masters { 192.0.2.1; }; file \"s/a\"; };"
         "options { directory \"/d\"; zone-statistics yes; };",
         "a s/a in /d copy", NULL},
        {SERVER_NAMED,
         "view v { zone a { type primary; file \"f;}//\"; }; };\n"
         "view w IN { zone a { file \"g\"; type PRIMARY; }; };",
         "a f;}//; a g", NULL},
        {SERVER_NAMED,
         "# zone x { type primary; file x; };\n"
         "// zone x { type primary; file x; };\n"
         "/* zone x { type primary; file x; }; **/\n"
         "zone /**/ a { /* } */ type primary; // }\n file a; };",
         "a a", NULL},
        {SERVER_NAMED,
         "zone \".\" { type hint; file \"r\"; };"
         "zone b { type forward; file x; }; zone c CH { type primary; file c; "
         "};"
         "zone d { in-view v; }; zone e { type primary; database \"x\"; };"
         "zone f { type primary; masterfile-format raw; file f; };",
         "f f copy", NULL},
        {SERVER_NAMED, "acl a { zone { type primary; file x; }; };", "", NULL},
        {SERVER_NAMED,
         "options { directory \"/a\\\"b\"; };"
         "zone a { type primary; file \"/f\"; };",
         "a /f in /a\"b", NULL},
        {SERVER_NAMED, "zone a { type primary; file f; };\nzone \"b", "a f",
         "t:2: the string"},
        {SERVER_NAMED, "zone a {", "", "t:1: the file ends before"},
        {SERVER_NAMED, "zone a { type x; }; };\n", "", "without its"},
        {SERVER_NAMED, "/* x\n", "", "comment"},
        {SERVER_NAMED, "{{{{{{{{{{{{{{{{{{{{{{{{{{", "", "more than 16"},

        {SERVER_NSD, "zone:\n name: a.b.\n zonefile: a.zone\n", "a.b a.zone",
         NULL},
        {SERVER_NSD,
         "server: zonesdir: \"/z\" # c\nzone: name: \"a\" zonefile: 'x y'",
         "a x y in /z", NULL},
        {SERVER_NSD,
         "pattern: name: p zonefile: %s/%1%2%3/%x.%y.%z/%%\n"
         "pattern: name: q include-pattern: p request-xfr: 192.0.2.1 NOKEY\n"
         "zone: name: ab.example.com include-pattern: p\n"
         "zone: name: c include-pattern: q\n"
         "zone: name: d include-pattern: nowhere\n"
         "zone: name: e zonefile: own include-pattern: q zonefile: e\n",
         "ab.example.com ab.example.com/ab./ab.example.com/%%; "
         "c c/c../....c/%% copy; e e copy",
         NULL},
        {SERVER_NSD, "key: name: k secret: x\nzone: zonefile: f name: a\n",
         "a f", NULL},
        {SERVER_NSD, "server: ip-address: ::1\nzone: name: a zonefile: f",
         "a f", NULL},
        {SERVER_NSD, "zone: name: \"a\n", "", "closing quote"},

        {SERVER_KNOT, "zone:\n  - domain: a.b.\n",
         "a.b a.b.zone in "
         "/var/lib/knot",
         NULL},
        {SERVER_KNOT,
         "template:\n  - id: default\n    storage: /d # c\n"
         "    master: m\n"
         "  - id: t\n    file: \"%l[0]/%l[9]%c[0-1]%c[99]%%.%s\"\n"
         "zone:\n  - domain: ab.example\n    template: t\n"
         "  - domain: c\n    file: \"c # d\"\n"
         "  - domain: d\n    storage: /e\n    master: []\n"
         "log:\n  - target: syslog\n    file: no\n",
         "ab.example example/ab%.ab.example in /var/lib/knot; "
         "c c # d in /d copy; d d.zone in /e copy",
         NULL},
        {SERVER_KNOT, "zone:\n- domain: a\n  file: x\n", "a x in /var/lib/knot",
         NULL},
        {SERVER_KNOT, "zone:\n  - domain: .\n    file: root\n",
         ". root in /var/lib/knot", NULL},
        {SERVER_KNOT, "zone:\n  - domain: a\n    file: \"%q\"\n", "",
         "invalid file"},
        {SERVER_KNOT, "zone:\n  - domain: .\n    file: \"%s%c[0-9]%l[7]\"\n",
         "", "invalid file"},
        {SERVER_KNOT, "zone:\n  - domain: \"a\n", "", "closing quote"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct server_zones zones = {.items = NULL};
        struct ddds_error error = {.detail = ""};
        char list[2048];
        print_message("%s\n", cases[i].text);
        ddds_status status =
            servers_read_text(cases[i].kind, "t", cases[i].text,
                              strlen(cases[i].text), &zones, &error);
        list_zones(&zones, list);
        assert_string_equal(list, cases[i].zones);
        assert_int_equal(status == DDDS_OK, cases[i].error == NULL);
        if (cases[i].error != NULL &&
            strstr(error.detail, cases[i].error) == NULL) {
            fail_msg("%s", error.detail);
        }
        server_zones_clear(&zones);
    }
}

static void the_form_tells_the_server(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        const char *text;
        enum server_kind kind;
    } cases[] = {
        {"x", "options { };", SERVER_NAMED},
        {"x", "# c\n// d\n/* e: */ zone \"a\" {", SERVER_NAMED},
        {"x", "include \"a\";", SERVER_NAMED},
        {"named.conf", "", SERVER_NAMED},
        {"x", "# c\nserver:\n  zonesdir: /z\n", SERVER_NSD},
        {"x", "zone:\n  name: a\n  zonefile: b\n", SERVER_NSD},
        {"x", "include: \"/etc/nsd/nsd.conf.d/*.conf\"\n", SERVER_NSD},
        {"knot.conf", "include: zones.conf\n", SERVER_KNOT},
        {"x", "zone:\n  - domain: a\n", SERVER_KNOT},
        {"x", "server:\n  listen: 0.0.0.0\ntemplate:\n- id: d\n", SERVER_KNOT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        print_message("%s\n", cases[i].text);
        assert_int_equal(servers_kind(cases[i].path, cases[i].text),
                         cases[i].kind);
    }
}

static void words_have_a_limit(void **state)
{
    (void)state;
    static const char *const before[] = {
        "zone \"",
        "zone: name: ",
        "zone:\n  - domain: ",
    };
    for (int kind = SERVER_NAMED; kind <= SERVER_KNOT; kind++) {
        struct server_zones zones = {.items = NULL};
        struct ddds_error error = {.detail = ""};
        char text[CONFIG_WORD_SIZE + 100];
        int length = snprintf(text, sizeof text, "%s", before[kind]);
        memset(text + length, 'a', CONFIG_WORD_SIZE);
        assert_int_equal(servers_read_text((enum server_kind)kind, "t", text,
                                           (size_t)length + CONFIG_WORD_SIZE,
                                           &zones, &error),
                         DDDS_SYNTAX);
        assert_non_null(strstr(error.detail, "longer than"));
        server_zones_clear(&zones);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(configurations_name_zones),
        cmocka_unit_test(the_form_tells_the_server),
        cmocka_unit_test(words_have_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
