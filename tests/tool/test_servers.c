/* Configurations of name servers: which zones they name, and from which files.
 *
 * SPDX-License-Identifier: MIT */
#include "base/assertions.h"
#include "zones/named.h"
#include "zones/named_conf.h"

/* The zones of |text| as "NAME FILE[ in FOLDER][ of VIEW][ copy]; ..." */
static void list_zones(const struct server_zones *zones, char list[2048])
{
    size_t length = 0;
    list[0] = '\0';
    for (size_t i = 0; i < zones->count && length < 1024; i++) {
        const struct server_zone *zone = &zones->items[i];
        const char *folder = zones->folder;
        length += (size_t)snprintf(
            list + length, 2048 - length, "%s%s %s%s%s%s%s%s",
            i > 0 ? "; " : "", zone->name, zone->file,
            folder != NULL ? " in " : "", folder != NULL ? folder : "",
            zone->view != NULL ? " of " : "",
            zone->view != NULL ? zone->view : "", zone->is_copy ? " copy" : "");
    }
}

static void configurations_name_zones(void **state)
{
    static const struct {
        const char *text;
        const char *zones;
        const char *error; /* a part of it; NULL: none */
    } cases[] = {
        {"", "", NULL},
        {"zone \"a.b\" { type master; file \"f\"; };", "a.b f", NULL},
        {"zone a.b. IN{type primary;file f;};", "a.b f", NULL},
        {"zone a { type slave; masters { 192.0.2.1; }; file \"s/a\"; };"
         "options { directory \"/d\"; zone-statistics yes; };",
         "a s/a in /d copy", NULL},
        {"view v { zone a { type primary; file \"f;}//\"; }; };\n"
         "view w IN { zone a { file \"g\"; type PRIMARY; }; };\n"
         "zone b { type primary; file h; };",
         "a f;}// of v; a g of w; b h", NULL},
        {"# zone x { type primary; file x; };\n"
         "// zone x { type primary; file x; };\n"
         "/* zone x { type primary; file x; }; **/\n"
         "zone /**/ a { /* } */ type primary; // }\n file a; };",
         "a a", NULL},
        {"zone \".\" { type hint; file \"r\"; };"
         "zone b { type forward; file x; }; zone c CH { type primary; file c; "
         "};"
         "zone d { in-view v; }; zone e { type primary; database \"x\"; };"
         "zone f { type primary; masterfile-format raw; file f; };",
         "f f copy", NULL},
        {"acl a { zone { type primary; file x; }; };", "", NULL},
        {"options { directory \"/a\\\"b\"; };"
         "zone a { type primary; file \"/f\"; };",
         "a /f in /a\"b", NULL},
        {"zone a { type primary; file f; };\nzone \"b", "a f",
         "t:2: the string"},
        {"zone a {", "", "t:1: the file ends before"},
        {"zone a { type x; }; };\n", "", "without its"},
        {"/* x\n", "", "comment"},
        {"{{{{{{{{{{{{{{{{{{{{{{{{{{", "", "more than 16"},

        {"# c\nserver:\n  zonesdir: /z\nzone:\n  name: a\n  zonefile: f\n", "",
         "give the folder"},
        {"zone:\n  - domain: a\n    file: f\n", "", "give the folder"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct server_zones zones = {.items = NULL};
        struct ddds_error error = {.detail = ""};
        char list[2048];
        print_message("%s\n", cases[i].text);
        ddds_status status = servers_read_text(
            "t", cases[i].text, strlen(cases[i].text), &zones, &error);
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

static void words_have_a_limit(void **state)
{
    static const char before[] = "zone \"";
    struct server_zones zones = {.items = NULL};
    struct ddds_error error = {.detail = ""};
    char text[NAMED_WORD_SIZE + 100];
    int length = snprintf(text, sizeof text, "%s", before);
    memset(text + length, 'a', NAMED_WORD_SIZE);
    assert_int_equal(servers_read_text("t", text,
                                       (size_t)length + NAMED_WORD_SIZE, &zones,
                                       &error),
                     DDDS_SYNTAX);
    assert_non_null(strstr(error.detail, "longer than"));
    server_zones_clear(&zones);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(configurations_name_zones),
        cmocka_unit_test(words_have_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
