/* Flags: RFC 3404 section 4.3.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/rule.h>

#include "base/assertions.h"

TEST(flags_say_what_becomes_of_the_output)
{
    static const struct {
        const char *flags;
        const char *known;
        enum ddds_next expected;
        const char *why;
    } cases[] = {
        {"", "SAUP", DDDS_NEXT_RULES, "no flag: another rule follows"},
        {"S", "SAUP", DDDS_NEXT_SERVERS, "S"},
        {"A", "SAUP", DDDS_NEXT_ADDRESSES, "A"},
        {"U", "SAUP", DDDS_NEXT_URI, "U"},
        {"P", "SAUP", DDDS_NEXT_PROTOCOL, "P"},
        {"D", "SAD", DDDS_NEXT_TARGETS, "D"},
        {"d", "SAD", DDDS_NEXT_TARGETS, "case does not matter"},
        {"dS", "SAD", DDDS_NEXT_CONFLICTING, "URI and SRV records"},
        {"D", "SAUP", DDDS_NEXT_UNKNOWN, "RFC 3404 has no D"},
        {"s", "SAUP", DDDS_NEXT_SERVERS, "case does not matter"},
        {"a", "SAUP", DDDS_NEXT_ADDRESSES, "case does not matter"},
        {"u", "SAUP", DDDS_NEXT_URI, "case does not matter"},
        {"p", "SAUP", DDDS_NEXT_PROTOCOL, "case does not matter"},
        {"sS", "SAUP", DDDS_NEXT_SERVERS, "the same twice counts once"},
        {"uuUU", "SAUP", DDDS_NEXT_URI, "the same four times counts once"},
        {"SU", "SAUP", DDDS_NEXT_CONFLICTING, "they exclude each other"},
        {"sa", "SAUP", DDDS_NEXT_CONFLICTING, "they exclude each other"},
        {"PA", "SAUP", DDDS_NEXT_CONFLICTING, "they exclude each other"},
        {"SAS", "SAUP", DDDS_NEXT_CONFLICTING, "the last is not the only one"},
        {"SAUP", "SAUP", DDDS_NEXT_CONFLICTING, "all four"},
        {"S3", "SAUP", DDDS_NEXT_UNKNOWN, "unknown beside known"},
        {"3S", "SAUP", DDDS_NEXT_UNKNOWN, "unknown before known"},
        {"zz", "SAUP", DDDS_NEXT_UNKNOWN, "the same unknown one twice"},
        {"SUx", "SAUP", DDDS_NEXT_UNKNOWN, "unknown beats conflicting"},
        {"u-", "SAUP", DDDS_NEXT_UNKNOWN, "no letter"},
        {" ", "SAUP", DDDS_NEXT_UNKNOWN, "a space is not a flag"},
        {" s", "SAUP", DDDS_NEXT_UNKNOWN, "spaces are not skipped"},
        {"\xd3", "SAUP", DDDS_NEXT_UNKNOWN, "outside ASCII"},
        {"blurgh", "SAUP", DDDS_NEXT_UNKNOWN, "a word"},
        {"S", "SA", DDDS_NEXT_SERVERS, "RFC 3958 knows S and A"},
        {"U", "SA", DDDS_NEXT_UNKNOWN, "but not U"},
        {"SU", "SA", DDDS_NEXT_UNKNOWN, "nor U beside S"},
        {"", "SA", DDDS_NEXT_RULES, "no flag"},
        {"u", "U", DDDS_NEXT_URI, "RFC 6116 knows U alone"},
        {"s", "U", DDDS_NEXT_UNKNOWN, "but not S"},
        {"P", "SAU", DDDS_NEXT_UNKNOWN, "RFC 4848 does not know P"},
        {"s", "", DDDS_NEXT_UNKNOWN, "nothing known"},
        {"", "", DDDS_NEXT_RULES, "nothing known, nothing there"},
        {"3", "SAU3", DDDS_NEXT_PROTOCOL, "an experiment"},
        {"33", "3", DDDS_NEXT_PROTOCOL, "the same digit twice counts once"},
        {"7", "SAU3", DDDS_NEXT_UNKNOWN, "another experiment"},
        {"09", "0123456789", DDDS_NEXT_CONFLICTING, "two experiments"},
        {"S3", "SAU3", DDDS_NEXT_CONFLICTING, "a letter and an experiment"},
        {"P3", "P3", DDDS_NEXT_CONFLICTING, "though both hand over"},
        {"3x", "3", DDDS_NEXT_UNKNOWN, "unknown beside an experiment"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum ddds_next next =
            ddds_flags_interpret(cases[i].flags, cases[i].known);
        if (next != cases[i].expected) {
            fail_msg("\"%s\" of %s (%s): %d", cases[i].flags, cases[i].known,
                     cases[i].why, (int)next);
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
