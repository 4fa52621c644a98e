/* Flags: RFC 3404 section 4.3.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/rule.h>

#include "base/table.h"

TEST(flags_say_what_becomes_of_the_output)
{
    static const char *const words[] = {
        [DDDS_NEXT_RULES] = "rules",
        [DDDS_NEXT_SERVERS] = "servers",
        [DDDS_NEXT_ADDRESSES] = "addresses",
        [DDDS_NEXT_URI] = "uri",
        [DDDS_NEXT_PROTOCOL] = "protocol",
        [DDDS_NEXT_TARGETS] = "targets",
        [DDDS_NEXT_CONFLICTING] = "conflicting",
        [DDDS_NEXT_UNKNOWN] = "unknown",
    };
    for (const char **row = table_rows("fixtures/tables/flags.tsv", "Flags", 4);
         table_next(row);) {
        const char *next = words[ddds_flags_interpret(row[0], row[1])];
        if (strcmp(next, row[2]) != 0) {
            fail_msg("\"%s\" of %s (%s): %s", row[0], row[1], row[3], next);
        }
    }
}

TEST(only_four_letters_are_known_among_all_octets)
{
    unsigned known = 0;
    for (unsigned octet = 1; octet < 256; octet++) {
        const char flags[2] = {(char)octet, '\0'};
        known += ddds_flags_interpret(flags, "SAUP") != DDDS_NEXT_UNKNOWN;
    }
    assert_int_equal(known, 8);
}
