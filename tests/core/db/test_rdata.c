/* RDATA: its layouts, and the records read from it.
 *
 * SPDX-License-Identifier: MIT */
#include "base/limits.h"
#include "db/wire/rdata.h"
#include "base/one_arena.h"
#include "base/table.h"
#include "core/naptr.h"

/* Octets written as a string, without its NUL. */
#define OCTETS(text) (const unsigned char *)(text), sizeof(text) - 1

#define L63 "\77" L60 "xyz"
#define L60 L10 L10 L10 L10 L10 L10
#define L10 "abcdefghij"

TEST(layouts_are_held_to_the_last_octet)
{
    static const struct {
        uint16_t type;
        const unsigned char *rdata;
        size_t length;
        const char *fault; /* a piece of the detail, or NULL */
        const char *why;
    } cases[] = {
        {TYPE_A, OCTETS("\300\0\2\1"), NULL, "an address"},
        {TYPE_A, OCTETS("\300\0\2"), "within the address", "too short"},
        {TYPE_A, OCTETS("\300\0\2\1\0"), "octets left over", "too long"},
        {TYPE_A, OCTETS(""), "within the address", "empty"},
        {TYPE_AAAA, OCTETS("0123456789abcdef"), NULL, "16 octets"},
        {TYPE_AAAA, OCTETS("0123456789abcde"), "within the address", "15"},
        {TYPE_AAAA, OCTETS("0123456789abcdefg"), "left over", "17"},
        {TYPE_CNAME, OCTETS("\1a\0"), NULL, "a name"},
        {TYPE_CNAME, OCTETS("\0"), NULL, "the root"},
        {TYPE_CNAME, OCTETS("\1a"), "runs past the end", "no root"},
        {TYPE_CNAME, OCTETS("\2a"), "runs past the end", "a label cut"},
        {TYPE_CNAME, OCTETS("\300\0"), "compressed", "a pointer"},
        {TYPE_CNAME, OCTETS(L63 L63 L63 L63 "\0"), "255", "257 octets"},
        {TYPE_NS, OCTETS("\1a\0\0"), "left over", "something after it"},
        {TYPE_PTR, OCTETS("\1a\0"), NULL, "a name"},
        {TYPE_DNAME, OCTETS("\1a\0"), NULL, "a name"},
        {TYPE_MX, OCTETS("\0\12\1a\0"), NULL, "a number and a name"},
        {TYPE_MX, OCTETS("\0"), "preference", "half a number"},
        {TYPE_TXT, OCTETS("\0"), NULL, "an empty string"},
        {TYPE_TXT, OCTETS("\1a\0\2bc"), NULL, "three strings"},
        {TYPE_TXT, OCTETS(""), "the text", "none"},
        {TYPE_TXT, OCTETS("\2a"), "the text", "a string cut"},
        {TYPE_TXT, OCTETS("\1a\2b"), "the text", "the second cut"},
        {TYPE_SPF, OCTETS("\1a"), NULL, "as TXT"},
        {TYPE_SRV, OCTETS("\0\1\0\2\0\3\0"), NULL, "a target"},
        {TYPE_SRV, OCTETS("\0\1\0\2\0"), "port", "cut in the port"},
        {TYPE_SRV, OCTETS("\0\1\0\2\0\3"), "runs past", "no target"},
        {TYPE_SOA, OCTETS("\0\0\0\0\0\1\0\0\0\2\0\0\0\3\0\0\0\4\0\0\0\5"), NULL,
         "two names, five numbers"},
        {TYPE_SOA, OCTETS("\0\0\0\0\0\1\0\0\0\2\0\0\0\3\0\0\0\4\0\0\0"),
         "minimum", "the last number cut"},
        {TYPE_NAPTR, OCTETS("\0\1\0\2\1u\0\0\0"), NULL, "six fields"},
        {TYPE_NAPTR, OCTETS("\0\1\0\2\1u\0\0"), "runs past", "no replacement"},
        {TYPE_NAPTR, OCTETS("\0\1\0\2\1u\0\377!"), "regexp", "regexp cut"},
        {TYPE_NAPTR, OCTETS("\0\1\0\2\1u\0\0\0\0"), "left over", "too long"},
        {TYPE_URI, OCTETS("\0\12\0\1ftp://ftp1.example.com/public"), NULL,
         "RFC 7553 section 5.1"},
        {TYPE_URI, OCTETS("\0\12\0\1\377\0"), NULL, "any octets"},
        {TYPE_URI, OCTETS("\0\12\0\1"), "target is empty", "no target"},
        {TYPE_URI, OCTETS("\0\12\0"), "the weight", "half a weight"},
        {TYPE_URI, OCTETS(""), "the priority", "empty"},
        {TYPE_OPT, OCTETS("anything"), NULL, "opaque"},
        {65280, OCTETS(""), NULL, "opaque"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ddds_error error = {.detail = ""};
        print_message("type %u, %s\n", (unsigned)cases[i].type, cases[i].why);
        ddds_status status = ddds_rdata_check(cases[i].type, cases[i].rdata,
                                              cases[i].length, &error);
        if (cases[i].fault == NULL) {
            assert_ok(status);
            continue;
        }
        assert_int_equal(status, DDDS_MALFORMED);
        assert_int_equal(error.status, DDDS_MALFORMED);
        assert_non_null(strstr(error.detail, cases[i].fault));
    }
}

TEST(every_layout_ends)
{
    unsigned known = 0;
    for (uint32_t type = 0; type <= UINT16_MAX; type++) {
        const struct rdata_layout *layout = ddds_rdata_layout((uint16_t)type);
        if (layout == NULL) {
            continue;
        }
        known++;
        assert_int_equal(layout->type, type);
        assert_int_equal(layout->fields[RDATA_FIELDS_MAX].kind, FIELD_END);
        assert_int_not_equal(layout->fields[0].kind, FIELD_END);
    }
    assert_int_equal(known, 13);
}

TEST(a_naptr_is_read_field_by_field)
{
    struct ddds_rule rule;
    ddds_status status = read_naptr(
        OCTETS("\1\2\377\376\1u\7E2U+sip\20!^.*$!sip:a@\\1!i\7Example\0"),
        &arena, &rule, NULL);
    assert_ok(status);
    assert_int_equal(rule.order, 258);
    assert_int_equal(rule.preference, 65534);
    assert_string_equal(rule.flags, "u");
    assert_string_equal(rule.services, "E2U+sip");
    assert_string_equal(rule.regexp, "!^.*$!sip:a@\\1!i");
    assert_string_equal(rule.replacement, "example");
    assert_null(rule.defect);
}

TEST(a_nul_in_a_field_is_a_defect)
{
    static const struct {
        const unsigned char *rdata;
        size_t length;
        const char *defect;
        const char *flags;
        const char *services;
        const char *regexp;
    } cases[] = {
        {OCTETS("\0\1\0\2\1\0\0\0\0"), "flags", "\\000", "", ""},
        {OCTETS("\0\1\0\2\0\3a\0b\0\0"), "services", "", "a\\000b", ""},
        {OCTETS("\0\1\0\2\0\0\3\0\0\0\0"), "regexp", "", "", "\\000\\000\\000"},
        {OCTETS("\0\1\0\2\1\0\0\1\0\0"), "flags", "\\000", "", "\\000"},
        /* Backslashes of all fields are escaped, so that the octets are known. */
        {OCTETS("\0\1\0\2\2\\u\5\\000+\2\0\\\0"), "regexp", "\\\\u", "\\\\000+",
         "\\000\\\\"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ddds_rule rule;
        assert_ok(
            read_naptr(cases[i].rdata, cases[i].length, &arena, &rule, NULL));
        assert_non_null(rule.defect);
        assert_non_null(strstr(rule.defect, cases[i].defect));
        assert_string_equal(rule.flags, cases[i].flags);
        assert_string_equal(rule.services, cases[i].services);
        assert_string_equal(rule.regexp, cases[i].regexp);
        assert_string_equal(rule.replacement, "");
    }
}

TEST(octets_of_any_value_are_kept)
{
    unsigned char rdata[4 + 1 + 1 + 1 + 255 + 1] = {0, 1, 0, 2, 0, 0, 255};
    for (unsigned i = 0; i < 255; i++) {
        rdata[7 + i] = (unsigned char)(i + 1);
    }
    struct ddds_rule rule;
    assert_ok(read_naptr(rdata, sizeof rdata, &arena, &rule, NULL));
    assert_null(rule.defect);
    assert_memory_equal(rule.regexp, rdata + 7, 255);
    assert_int_equal(strlen(rule.regexp), 255);
}

TEST(a_naptr_cut_anywhere_is_malformed)
{
    static const char whole[] = "\0\1\0\2\1u\3a+b\5!a!b!\1c";
    for (size_t length = 0; length < sizeof whole; length++) {
        struct ddds_rule rule;
        struct ddds_error error;
        ddds_status status = read_naptr((const unsigned char *)whole, length,
                                        &arena, &rule, &error);
        assert_int_equal(status, DDDS_MALFORMED);
        assert_int_equal(error.status, DDDS_MALFORMED);
    }
}

TEST(a_uri_is_read)
{
    struct ddds_uri_target target;
    assert_ok(
        ddds_rdata_read_uri(OCTETS("\0\0\377\376https://a.example/\"x\"\\y"),
                            &arena, &target, NULL));
    assert_int_equal(target.priority, 0);
    assert_int_equal(target.weight, 65534);
    assert_string_equal(target.uri, "https://a.example/\"x\"\\y");
    static const char whole[] = "\0\12\0\1";
    for (size_t length = 0; length < sizeof whole; length++) {
        assert_int_equal(ddds_rdata_read_uri((const unsigned char *)whole,
                                             length, &arena, &target, NULL),
                         DDDS_MALFORMED);
    }
    struct ddds_error error;
    assert_int_equal(
        ddds_rdata_read_uri(OCTETS("\0\12\0\1a:\0"), &arena, &target, &error),
        DDDS_MALFORMED);
    assert_string_equal(error.detail,
                        "URI record: its target holds a NUL octet");
}

TEST(an_srv_is_read)
{
    struct ddds_srv srv;
    assert_ok(ddds_rdata_read_srv(OCTETS("\0\1\2\3\377\377\1A\1b\0"), &arena,
                                  &srv, NULL));
    assert_int_equal(srv.priority, 1);
    assert_int_equal(srv.weight, 515);
    assert_int_equal(srv.port, 65535);
    assert_string_equal(srv.target, "a.b");
    assert_ok(
        ddds_rdata_read_srv(OCTETS("\0\0\0\0\0\0\0"), &arena, &srv, NULL));
    assert_string_equal(srv.target, "");
    static const char whole[] = "\0\1\2\3\4\5\1a";
    for (size_t length = 0; length < sizeof whole; length++) {
        assert_int_equal(ddds_rdata_read_srv((const unsigned char *)whole,
                                             length, &arena, &srv, NULL),
                         DDDS_MALFORMED);
    }
    assert_int_equal(
        ddds_rdata_read_srv(OCTETS("\0\0\0\0\0\0\0\0"), &arena, &srv, NULL),
        DDDS_MALFORMED);
}

TEST(addresses_have_their_length)
{
    struct ddds_address address;
    assert_ok(
        ddds_rdata_read_address(TYPE_A, OCTETS("\300\0\2\1"), &address, NULL));
    assert_int_equal(address.length, 4);
    assert_memory_equal(address.octets, "\300\0\2\1", 4);
    assert_ok(ddds_rdata_read_address(TYPE_AAAA, OCTETS("0123456789abcdef"),
                                      &address, NULL));
    assert_int_equal(address.length, 16);
    assert_memory_equal(address.octets, "0123456789abcdef", 16);
    struct ddds_error error;
    assert_int_equal(
        ddds_rdata_read_address(TYPE_A, OCTETS("\300\0\2"), &address, &error),
        DDDS_MALFORMED);
    assert_string_equal(error.detail,
                        "A record: an address cannot have 3 octets");
    assert_int_equal(ddds_rdata_read_address(TYPE_AAAA, OCTETS("\300\0\2\1"),
                                             &address, &error),
                     DDDS_MALFORMED);
}

TEST(addresses_are_written_as_people_do)
{
    static const struct {
        struct ddds_address address;
        const char *expected;
    } cases[] = {
        {{4, {192, 0, 2, 1}}, "192.0.2.1"},
        {{4, {0}}, "0.0.0.0"},
        {{4, {255, 255, 255, 255}}, "255.255.255.255"},
        {{16, {0x20, 0x01, 0x0d, 0xb8, [15] = 1}}, "2001:db8::1"},
        {{16, {0}}, "::"},
        {{16, {[15] = 1}}, "::1"},
        {{16, {[1] = 1, [5] = 1, [15] = 1}}, "1:0:1::1"},
        {{16, {[10] = 255, 255, 192, 0, 2, 1}}, "::ffff:192.0.2.1"},
        {{16,
          {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
           255, 255}},
         "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[DDDS_ADDRESS_TEXT_SIZE];
        ddds_address_format(&cases[i].address, text);
        assert_string_equal(text, cases[i].expected);
    }
}

TEST(types_have_names)
{
    for (const char **row = table_rows("fixtures/tables/rdata.tsv", "Types", 2);
         table_next(row);) {
        uint16_t type = 0;
        print_message("%s\n", row[0]);
        assert_int_equal(ddds_type_parse(row[0], strlen(row[0]), &type),
                         row[1] != NULL);
        assert_true(row[1] == NULL || type == table_number(row[1]));
    }
}

TEST(questions_and_protocol_are_no_data)
{
    static const uint16_t meta[] = {0, 41, 128, 249, 250, 251, 252, 255};
    static const uint16_t data[] = {1, 35, 40, 42, 127, 256, 65280};
    for (size_t i = 0; i < sizeof meta / sizeof meta[0]; i++) {
        assert_true(ddds_type_is_meta(meta[i]));
    }
    for (size_t i = 0; i < sizeof data / sizeof data[0]; i++) {
        assert_false(ddds_type_is_meta(data[i]));
    }
}

FIXTURES(.tear_down = free_arena);
