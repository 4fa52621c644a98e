/* Internationalized names: the pairs of RFC 9676 section 3.4 and more, by the
 * libidn2 of this system.
 *
 * SPDX-License-Identifier: MIT */
#include <dlfcn.h>

#include "base/limits.h"
#include "name/idna.h"
#include "base/assertions.h"

#define L63 "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk"

static void need_library(void)
{
    if (dlopen("libidn2.so.0", RTLD_NOW) == NULL) {
        print_message("libidn2.so.0 is missing\n");
        skip();
    }
}

static void outputs_become_keys(void **state)
{
    static const struct {
        const char *output;
        const char *key; /* NULL: refused */
        const char *why; /* a piece of the detail */
    } rows[] = {
        {"stadt.m%C3%BCnchen.lex.example", "stadt.xn--mnchen-3ya.lex.example",
         NULL},
        {"th%C3%BCringen.lex.example", "xn--thringen-75a.lex.example", NULL},
        {"m%c3%bcnchen.lex.example", "xn--mnchen-3ya.lex.example", NULL},
        {"M%C3%9CNCHEN.lex.example", "xn--mnchen-3ya.lex.example", NULL},
        {"%D1%80%D1%84.lex.example", "xn--p1ai.lex.example", NULL},
        {"s%C3%A3o.paulo.lex.example", "xn--so-sia.paulo.lex.example", NULL},
        {"stra%C3%9Fe.lex.example", "xn--strae-oqa.lex.example", NULL},
        {"%CE%B5%CE%BB%CE%BB%CE%AC%CF%82.lex", "xn--hxarsa0b.lex", NULL},
        {"u%CC%88.lex.example", "xn--tda.lex.example", NULL},
        {"\xd0\xb7\xd0\xb0\xd0\xba\xd0\xbe\xd0\xbd", "xn--80ankme", NULL},
        /* RFC 9676 prints the A-label of another word. */
        {"\xd1\x81\xd0\xbe\xd1\x81\xd1\x82\xd0\xbe\xd1\x8f\xd0\xbd\xd0\xb8\xd0"
         "\xb5",
         "xn--e1afodaqbi2j", NULL},
        {"xn--mnchen-3ya.lex.example", "xn--mnchen-3ya.lex.example", NULL},
        {"a_b.M%C3%BC.", "a_b.xn--m-eha", NULL},
        {"A.B.Example.", "a.b.example", NULL},
        {"a%2Eb.lex.example", NULL, "only letters, digits"},
        {"a%20b.lex.example", NULL, "only letters, digits"},
        {"m%C3%BC%2Elex", NULL, "only letters, digits"},
        {"%FF.lex.example", NULL, "it is not UTF-8, at 0"},
        {"a.%C3.lex", NULL, "it is not UTF-8, at 2"},
        {"a%C", NULL, "only letters, digits"},
        {"%ED%A0%80.lex", NULL, "it is not UTF-8, at 0"},
        {"m%C3%BC_b.lex", NULL, "beside letters that are not ASCII"},
        {"m%C3%BC\\.b", NULL, "beside letters that are not ASCII"},
        {"a.%E2%98%95", NULL, "disallowed"},
        {"a%E3%80%82b", NULL, "a form of a character"},
        {"a\u3002b.lex", NULL, "a form of a character"},
        {"m%C3%BC%EF%BC%BFb", NULL, "a form of a character"},
        {"%EF%BC%8E%C3%BC", NULL, ""},
        {"%C2%AD.lex", NULL, "empty"},
        {"-%C3%BC", NULL, "hyphen"},
        {"xn--%C3%BC", NULL, ""},
        {"%D8%A8a", NULL, "bi-directional"},
        {"%EF%BC%91.%EF%BC%92.%EF%BC%93.%EF%BC%94", NULL, "IP address"},
        {L63 "%C3%BC", NULL, ""},
        {"%C3%BC." L63 "." L63 "." L63 "." L63, NULL, "255"},
        {".%C3%BC", NULL, "a label is empty"},
        {"%C3%BC..a", NULL, "a label is empty"},
        {"", NULL, "it is empty"},
    };
    need_library();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char key[LIMIT_KEY_SIZE];
        struct ddds_error error = {.detail = ""};
        print_message("%s\n", rows[i].output);
        ddds_status status = ddds_idna_parse_output(
            rows[i].output, strlen(rows[i].output), key, &error);
        if (rows[i].key != NULL) {
            assert_int_equal(status, DDDS_OK);
            assert_string_equal(key, rows[i].key);
        } else {
            assert_int_equal(status, DDDS_MALFORMED);
            assert_non_null(strstr(error.detail, rows[i].why));
        }
    }
}

static void people_write_names(void **state)
{
    static const struct {
        const char *text;
        const char *name; /* NULL: refused */
    } rows[] = {
        {"B\xc3\xbc"
         "cher.Example.",
         "xn--bcher-kva.example"},
        {"_sip._udp.b\xc3\xbc"
         "cher.example",
         "_sip._udp.xn--bcher-kva.example"},
        {"a\\.b.\xc3\xbc", "a\\.b.xn--tda"},
        {"\u65e5\u672c\u8a9e\u3002example", "xn--wgv71a119e.example"},
        {"\u65e5\u672c\u8a9e\uff0eexample\uff61", "xn--wgv71a119e.example"},
        {"www\u3002a\uff0eb", "www.a.b"},
        {"\u3002\u3002", NULL},
        {"\\195\\188.example", "\\195\\188.example"},
        {"b%C3%BCcher.example", "b%c3%bccher.example"},
        {".", ""},
        {"\xc3\xbc.", "xn--tda"},
        {"\xc3.example", NULL},
        {"\xc3\xbc\\", NULL},
        {"\xc3\xbc..", NULL},
        {"\u05d00", "xn--0-zhc"},
        {"\u05d0\u0660", "xn--4db20a"},
        {"\u05d00\u0660", NULL},
        {"\u0627\u06f1\u0661", NULL},
        {"a.\u05d0", "a.xn--4db"},
        {"0a.\u05d0", NULL},
        {"\u05d0.0a", NULL},
        {"_sip._udp.\u05d0", "_sip._udp.xn--4db"},
        {"0\u05d0", NULL},
        {"\u05d0a", NULL},
        {"0a.\u00fc", "0a.xn--tda"},
        {"a.-b.\u05d0", NULL},
        {"\u05d0.\u00fc0.", "xn--4db.xn--0-dha"},
        {"0\u00fc.\u0661\u0627", NULL},
        {"0\u00fc.\u0627", NULL},
    };
    need_library();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char name[LIMIT_NAME_SIZE];
        ddds_status status = ddds_idna_parse_name(
            rows[i].text, strlen(rows[i].text), name, NULL);
        print_message("%s\n", rows[i].text);
        assert_int_equal(status,
                         rows[i].name != NULL ? DDDS_OK : DDDS_MALFORMED);
        if (rows[i].name != NULL) {
            assert_string_equal(name, rows[i].name);
        }
    }
}

static void offsets_are_those_of_the_text(void **state)
{
    static const struct {
        const char *key;
        size_t offset;
        const char *what;
    } rows[] = {
        {"b\xc3\xbc"
         "cher.exa mple",
         11, "after a label that becomes longer"},
        {"\xc3\xbc.\xce\xb5\xce\xbb.a..b", 10, "an empty label"},
        {"\xc3\xbc..b", 3, "an empty label after it"},
        {"\xc3\xbc\uff61\uff61"
         "b",
         5, "wide dots"},
        {"a b.\xc3\xbc", 1, "before it"},
        {"\xc3\xbc.example\\", 10, "at the end"},
    };
    need_library();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char key[LIMIT_KEY_SIZE];
        struct ddds_error error;
        print_message("%s: %s\n", rows[i].key, rows[i].what);
        assert_int_equal(
            ddds_idna_parse_key(rows[i].key, strlen(rows[i].key), key, &error),
            DDDS_MALFORMED);
        assert_int_equal(error.offset, rows[i].offset);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outputs_become_keys),
        cmocka_unit_test(people_write_names),
        cmocka_unit_test(offsets_are_those_of_the_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
