/* Texts that look like zone files, and others.
 *
 * SPDX-License-Identifier: MIT */
#include "base/assertions.h"
#include "zones/zone_look.h"

TEST(a_text_looks_like_a_zone_file_or_not)
{
    static const struct {
        const char *text;
        enum zone_look look;
    } cases[] = {
        {"$TTL 1h\n@ IN SOA ns hm (\n 1 ; serial\n 2 3 4 5 )\n NS ns\n",
         ZONE_LOOK_ZONE},
        {"; comment\n\na 3600 in naptr 1 1 \"\" \"\" \"\" .\n", ZONE_LOOK_ZONE},
        {"a IN 1h30m A 192.0.2.1\nb NATPR x\n", ZONE_LOOK_ZONE},
        {"a TYPE65280 \\# 0\r\n", ZONE_LOOK_ZONE},
        {"$INCLUDE other\n", ZONE_LOOK_ZONE},
        {"a TXT \"( ;\"\nb TXT ( \"x\"\nthis is inside\n)\n", ZONE_LOOK_ZONE},
        {"", ZONE_LOOK_OTHER},
        {"# A heading\n\nSome text, and\nsome more.\n", ZONE_LOOK_OTHER},
        {"zone \"a\" {\n  type master;\n  file \"a\";\n};\n", ZONE_LOOK_OTHER},
        {"run A test\nof prose\nwith three lines\n", ZONE_LOOK_OTHER},
        {"{\"a\": 1}\n", ZONE_LOOK_OTHER},
        {"a SOA\n", ZONE_LOOK_OTHER},
        {"a SOA ( ; data follow\n", ZONE_LOOK_ZONE},
        {"#!/bin/sh\necho A 192.0.2.1 >zone\ncat A zone\n", ZONE_LOOK_OTHER},
        {"import A\n\nprint(A)\n", ZONE_LOOK_OTHER},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        print_message("%s\n", cases[i].text);
        assert_int_equal(zone_look(cases[i].text, strlen(cases[i].text)),
                         cases[i].look);
    }
    assert_int_equal(zone_look("a A 192.0.2.1\n\0", 15), ZONE_LOOK_BINARY);
}

TEST(includes_are_found)
{
    static const char text[] =
        "$TTL 1\n$INCLUDE a.inc sub ; c\n$include \"b\"\n"
        " $INCLUDE no\n$INCLUDE\n$INCLUDE end";
    static const char *const wanted[] = {"a.inc", "b", "end"};
    const char *at = text;
    const char *end = text + sizeof text - 1;
    size_t length = 0;
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        const char *path = zone_look_include(&at, end, &length);
        assert_non_null(path);
        assert_int_equal(length, strlen(wanted[i]));
        assert_memory_equal(path, wanted[i], length);
    }
    assert_null(zone_look_include(&at, end, &length));
}
