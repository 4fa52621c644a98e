/* lib/core/uuid/parse.c: every form in and out, and what is wrong with a bad one.
 *
 * SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "core/uuid_testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define EXAMPLE "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
#define EXAMPLE_UPPER "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"
#define EXAMPLE_SIMPLE "f81d4fae7dec11d0a76500a0c91e6bf6"
#define EXAMPLE_INTEGER "329800735698586629295641978511506172918"

#define EXAMPLE_BITS                                                           \
    "111110000001110101001111101011100111110111101100000100011101000"          \
    "01010011101100101000000001010000011001001000111100110101111110110"

static const unsigned char example_octets[16] = {
    0xf8, 0x1d, 0x4f, 0xae, 0x7d, 0xec, 0x11, 0xd0,
    0xa7, 0x65, 0x00, 0xa0, 0xc9, 0x1e, 0x6b, 0xf6};

/* ---- Forms -------------------------------------------------------------- */

/* The example in each form. */
static const struct {
    unsigned form;
    const char *text;
    const char *upper;
} forms[] = {
    {DDDS_UUID_CANONICAL, EXAMPLE, EXAMPLE_UPPER},
    {DDDS_UUID_URN, "urn:uuid:" EXAMPLE, "urn:uuid:" EXAMPLE_UPPER},
    {DDDS_UUID_SIMPLE, EXAMPLE_SIMPLE, "F81D4FAE7DEC11D0A76500A0C91E6BF6"},
    {DDDS_UUID_BRACED, "{" EXAMPLE "}", "{" EXAMPLE_UPPER "}"},
    {DDDS_UUID_OID, "2.25." EXAMPLE_INTEGER, "2.25." EXAMPLE_INTEGER},
    {DDDS_UUID_INTEGER, EXAMPLE_INTEGER, EXAMPLE_INTEGER},
    {DDDS_UUID_BITS, EXAMPLE_BITS, EXAMPLE_BITS},
};

TEST(each_form_reads_as_the_same_uuid)
{
    for (size_t i = 0; i < COUNT(forms); i++) {
        const unsigned rules[] = {forms[i].form, DDDS_UUID_ANY_FORM};
        for (size_t j = 0; j < COUNT(rules); j++) {
            struct ddds_uuid uuid;
            assert_ok(ddds_uuid_parse(forms[i].text, strlen(forms[i].text),
                                      rules[j], &uuid, NULL));
            assert_memory_equal(uuid.octets, example_octets, 16);
            assert_ok(ddds_uuid_parse(forms[i].upper, strlen(forms[i].upper),
                                      rules[j], &uuid, NULL));
            assert_memory_equal(uuid.octets, example_octets, 16);
        }
    }
}

TEST(each_form_is_written_in_either_case)
{
    struct ddds_uuid uuid = uuid_of(EXAMPLE);
    for (size_t i = 0; i < COUNT(forms); i++) {
        char text[DDDS_UUID_FORM_SIZE];
        size_t length =
            ddds_uuid_format(&uuid, forms[i].form, text, sizeof text);
        assert_string_equal(text, forms[i].text);
        assert_int_equal(length, strlen(text));
        ddds_uuid_format(&uuid, forms[i].form | DDDS_UUID_UPPER, text,
                         sizeof text);
        assert_string_equal(text, forms[i].upper);
    }
}

TEST(a_form_is_refused_unless_it_is_allowed)
{
    for (size_t i = 0; i < COUNT(forms); i++) {
        for (size_t j = 0; j < COUNT(forms); j++) {
            struct ddds_uuid uuid = *ddds_uuid_max();
            ddds_status status =
                ddds_uuid_parse(forms[i].text, strlen(forms[i].text),
                                forms[j].form, &uuid, NULL);
            assert_int_equal(status, i == j ? DDDS_OK : DDDS_BAD_INPUT);
            if (i == j) {
                continue;
            }
            assert_true(ddds_uuid_equal(&uuid, ddds_uuid_max()));
            struct ddds_uuid_diagnosis why = ddds_uuid_diagnose(
                forms[i].text, strlen(forms[i].text), forms[j].form);
            assert_string_equal(why.expected, "a form that is accepted here");
            assert_int_equal(why.offset, 0);
        }
    }
}

TEST(without_rules_canonical_and_urn_are_read)
{
    for (size_t i = 0; i < COUNT(forms); i++) {
        ddds_status status = ddds_uuid_parse(
            forms[i].text, strlen(forms[i].text), 0, NULL, NULL);
        assert_int_equal(status, i < 2 ? DDDS_OK : DDDS_BAD_INPUT);
    }
}

TEST(the_prefix_of_a_urn_is_read_in_any_case)
{
    static const size_t letters[] = {0, 1, 2, 4, 5, 6, 7};
    for (unsigned mix = 0; mix < 1U << COUNT(letters); mix++) {
        char text[] = "urn:uuid:" EXAMPLE;
        for (size_t i = 0; i < COUNT(letters); i++) {
            if ((mix >> i & 1) != 0) {
                text[letters[i]] = (char)(text[letters[i]] - 'a' + 'A');
            }
        }
        struct ddds_uuid uuid;
        assert_ok(ddds_uuid_parse(text, strlen(text), 0, &uuid, NULL));
        assert_memory_equal(uuid.octets, example_octets, 16);
    }
}

TEST(an_integer_of_32_digits_is_simple_if_that_is_allowed)
{
    const char *digits = "10000000000000000000000000000000";
    struct ddds_uuid uuid;
    assert_ok(ddds_uuid_parse(digits, 32, DDDS_UUID_ANY_FORM, &uuid, NULL));
    assert_uuid(&uuid, "10000000-0000-0000-0000-000000000000");
    assert_ok(ddds_uuid_parse(digits, 32, DDDS_UUID_INTEGER, &uuid, NULL));
    assert_uuid(&uuid, "0000007e-37be-2022-c091-4b2680000000");
    assert_null(ddds_uuid_diagnose(digits, 32, DDDS_UUID_INTEGER).expected);
}

TEST(an_oid_of_32_octets_is_no_simple_form)
{
    const char *oid = "2.25.100000000000000000000000000";
    assert_int_equal(strlen(oid), 32);
    assert_ok(ddds_uuid_parse(oid, 32, DDDS_UUID_ANY_FORM, NULL, NULL));
}

/* ---- Every position, every octet ---------------------------------------- */

static bool is_hex(int octet)
{
    return (octet >= '0' && octet <= '9') || (octet >= 'a' && octet <= 'f') ||
           (octet >= 'A' && octet <= 'F');
}

/* May |octet| stand for the one at |at| of the correct |text|? */
static bool may_stand(unsigned form, const char *text, size_t at, int octet)
{
    int correct = (unsigned char)text[at];
    if (form == DDDS_UUID_OID && at < 5) {
        return octet == correct;
    }
    if (form == DDDS_UUID_OID || form == DDDS_UUID_INTEGER) {
        /* Above 3402… the number is too large; the first digit may be less,
         * but not zero. The example's second is 2. */
        size_t first = form == DDDS_UUID_OID ? 5 : 0;
        if (at == first) {
            return octet >= '1' && octet <= '3';
        }
        return octet >= '0' && octet <= (at == first + 1 ? '3' : '9');
    }
    if (form == DDDS_UUID_BITS) {
        return octet == '0' || octet == '1';
    }
    if (form == DDDS_UUID_URN && at < 9) {
        return octet == correct ||
               (correct != ':' && octet == correct - 'a' + 'A');
    }
    return is_hex(correct) ? is_hex(octet) : octet == correct;
}

TEST(every_octet_is_judged_at_every_position)
{
    for (size_t i = 0; i < COUNT(forms); i++) {
        unsigned form = forms[i].form;
        size_t length = strlen(forms[i].text);
        for (size_t at = 0; at < length; at++) {
            for (int octet = 0; octet < 256; octet++) {
                char text[DDDS_UUID_FORM_SIZE];
                memcpy(text, forms[i].text, length);
                text[at] = (char)octet;
                struct ddds_uuid uuid = *ddds_uuid_max();
                struct ddds_error error;
                ddds_status status =
                    ddds_uuid_parse(text, length, form, &uuid, &error);
                if (may_stand(form, forms[i].text, at, octet)) {
                    assert_ok(status);
                    continue;
                }
                assert_int_equal(status, DDDS_BAD_INPUT);
                assert_true(ddds_uuid_equal(&uuid, ddds_uuid_max()));
                bool too_large =
                    octet >= '0' && octet <= '9' &&
                    (form == DDDS_UUID_OID || form == DDDS_UUID_INTEGER);
                if (!too_large) {
                    assert_int_equal(error.offset, at);
                }
            }
        }
    }
}

/* The forms that hold hexadecimal digits, each position, each digit: the right
 * four bits change and no others. */
TEST(every_digit_lands_in_its_place)
{
    for (size_t i = 0; i < 4; i++) {
        size_t length = strlen(forms[i].text);
        size_t digit = 0;
        for (size_t at = i == 1 ? 9 : 0; at < length; at++) {
            if (!is_hex(forms[i].text[at])) {
                continue;
            }
            for (unsigned value = 0; value < 16; value++) {
                char text[DDDS_UUID_FORM_SIZE];
                struct ddds_uuid uuid;
                memcpy(text, forms[i].text, length);
                text[at] = "0123456789ABCDEF"[value];
                assert_ok(
                    ddds_uuid_parse(text, length, forms[i].form, &uuid, NULL));
                unsigned char expected[16];
                memcpy(expected, example_octets, 16);
                unsigned shift = digit % 2 == 0 ? 4 : 0;
                expected[digit / 2] =
                    (unsigned char)((expected[digit / 2] & (0xf0U >> shift)) |
                                    value << shift);
                assert_memory_equal(uuid.octets, expected, 16);
            }
            digit++;
        }
        assert_int_equal(digit, 32);
    }
}

TEST(every_truncation_and_every_insertion_is_refused)
{
    for (size_t i = 0; i < 4; i++) {
        size_t length = strlen(forms[i].text);
        for (size_t cut = 0; cut < length; cut++) {
            struct ddds_uuid_diagnosis why =
                ddds_uuid_diagnose(forms[i].text, cut, forms[i].form);
            assert_non_null(why.expected);
            assert_int_equal(why.offset, cut);
            assert_int_equal(
                ddds_uuid_parse(forms[i].text, cut, forms[i].form, NULL, NULL),
                DDDS_BAD_INPUT);
        }
        for (size_t at = 0; at <= length; at++) {
            char text[DDDS_UUID_FORM_SIZE + 1];
            memcpy(text, forms[i].text, at);
            text[at] = '0';
            memcpy(text + at + 1, forms[i].text + at, length - at);
            assert_int_equal(
                ddds_uuid_parse(text, length + 1, forms[i].form, NULL, NULL),
                DDDS_BAD_INPUT);
        }
    }
}

/* The memory before and after the text may not be touched: reading there would
 * end the test. */
TEST(nothing_is_read_past_the_end_or_before_the_beginning)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *memory =
        mmap(NULL, 3 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(memory, MAP_FAILED);
    assert_int_equal(mprotect(memory + page, page, PROT_READ | PROT_WRITE), 0);
    for (size_t i = 0; i < COUNT(forms); i++) {
        size_t length = strlen(forms[i].text);
        for (size_t cut = 0; cut <= length; cut++) {
            char *const places[] = {memory + page, memory + 2 * page - cut};
            for (size_t j = 0; j < COUNT(places); j++) {
                struct ddds_error error;
                memcpy(places[j], forms[i].text, cut);
                ddds_status status = ddds_uuid_parse(
                    places[j], cut, forms[i].form, NULL, &error);
                bool is_number = forms[i].form >= DDDS_UUID_OID;
                if (cut == length) {
                    assert_ok(status);
                } else if (!is_number) {
                    assert_int_equal(status, DDDS_BAD_INPUT);
                }
            }
        }
        char *end = memory + 2 * page;
        struct ddds_uuid uuid = uuid_of(EXAMPLE);
        ddds_uuid_format(&uuid, forms[i].form, end - length - 1, length + 1);
        assert_string_equal(end - length - 1, forms[i].text);
    }
    munmap(memory, 3 * page);
}

/* ---- What is wrong ------------------------------------------------------ */

TEST(a_bad_text_is_explained)
{
    static const struct {
        const char *text;
        unsigned rules;
        const char *expected;
        size_t offset;
        const char *why;
    } cases[] = {
        {"", 0, "a hexadecimal digit", 0, "nothing at all"},
        {"f81d4fae", 0, "\"-\"", 8, "ends before a hyphen"},
        {"f81d4fae_7dec-11d0-a765-00a0c91e6bf6", 0, "\"-\"", 8,
         "Python takes it"},
        {"f81d4fae-7dec-11d0-a765-00a0c91e6bf6 ", 0, "the end of the text", 36,
         "space after"},
        {" f81d4fae-7dec-11d0-a765-00a0c91e6bf6", 0, "a hexadecimal digit", 0,
         "space before"},
        {"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n", 0, "the end of the text", 36,
         "newline after"},
        {"f81d4fae-7dec-11d0-a765-+0a0c91e6bf6", 0, "a hexadecimal digit", 24,
         "a sign, which strtoul takes"},
        {"f81d4fae-7dec-11d0-a765-0xa0c91e6bf6", 0, "a hexadecimal digit", 25,
         "0x, which strtoul takes"},
        {"f81d4fae7-dec-11d0-a765-00a0c91e6bf6", 0, "\"-\"", 8,
         "a hyphen in the wrong place"},
        {"f81d4fae-7dec-11d0-a765-00a0c91e6bf\xd9\xa1", 0,
         "a hexadecimal digit", 35, "an Arabic digit"},
        {"f81d4fae%2D7dec-11d0-a765-00a0c91e6bf6", 0, "\"-\"", 8,
         "%-encoding is not decoded"},
        {"urn:uuid:%66"
         "81d4fae-7dec-11d0-a765-00a0c91e6bf6",
         0, "a hexadecimal digit", 9, "%-encoding is not decoded"},
        {"urn-uuid:" EXAMPLE, 0, "\"urn:\"", 3, "no colon"},
        {"uuid:" EXAMPLE, 0, "\"urn:\"", 1, "no urn:"},
        {"urn:guid:" EXAMPLE, 0, "\"uuid:\"", 4, "another namespace"},
        {"urn:uuid:urn:uuid:" EXAMPLE, 0, "a hexadecimal digit", 9, "twice"},
        {"urn\x1auuid:" EXAMPLE, 0, "\"urn:\"", 3,
         "a colon but for the bit of case"},
        {"urn:uuid\x1a" EXAMPLE, 0, "\"uuid:\"", 8, "the same"},
        {"urn:uuid:" EXAMPLE "#f", 0, "the end of the text", 45,
         "components are the URN's, not the UUID's"},
        {"{" EXAMPLE, DDDS_UUID_ANY_FORM, "\"}\"", 37, "one brace"},
        {"{" EXAMPLE ")", DDDS_UUID_ANY_FORM, "\"}\"", 37, "another bracket"},
        {"[" EXAMPLE "]", DDDS_UUID_BRACED, "\"{\"", 0, "other brackets"},
        {EXAMPLE "}", DDDS_UUID_ANY_FORM, "the end of the text", 36,
         "one brace"},
        {"{" EXAMPLE "}", 0, "a form that is accepted here", 0,
         "not allowed here"},
        {EXAMPLE_SIMPLE, 0, "a form that is accepted here", 0,
         "not allowed here"},
        {"f81d4fae7dec11d0a76500a0c91e6bfg", DDDS_UUID_ANY_FORM,
         "a hexadecimal digit", 31, "no digit"},
        {EXAMPLE_SIMPLE "0", DDDS_UUID_ANY_FORM, "the end of the text", 32,
         "33 digits"},
        {"2.25", DDDS_UUID_ANY_FORM, "\"2.25.\"", 4, "no number"},
        {"2.25.", DDDS_UUID_ANY_FORM, "a decimal digit", 5, "no number"},
        {"2.24.1", DDDS_UUID_ANY_FORM, "\"2.25.\"", 3, "another arc"},
        {"2.25.00", DDDS_UUID_ANY_FORM, "no leading zero", 5, "a leading zero"},
        {"2.25.1.1", DDDS_UUID_ANY_FORM, "a decimal digit", 6, "an arc below"},
        {"007", DDDS_UUID_INTEGER, "no leading zero", 0, "leading zeros"},
        {"-1", DDDS_UUID_INTEGER, "a decimal digit", 0, "negative"},
        {"340282366920938463463374607431768211456", DDDS_UUID_INTEGER,
         "an integer below 2^128", 0, "2^128"},
        {"1000000000000000000000000000000000000000", DDDS_UUID_INTEGER,
         "an integer below 2^128", 0, "40 digits"},
        {"2.25.340282366920938463463374607431768211456", DDDS_UUID_OID,
         "an integer below 2^128", 5, "2^128"},
        {"not-a-uuid-at-all-but-36-octets-long", 0, "a hexadecimal digit", 0,
         "as long as one"},
        {EXAMPLE_BITS, 0, "a form that is accepted here", 0,
         "not allowed here"},
        {EXAMPLE_BITS "0", DDDS_UUID_ANY_FORM, "the end of the text", 128,
         "129 bits"},
        {EXAMPLE_BITS + 1, DDDS_UUID_ANY_FORM, "a binary digit", 127,
         "127 bits"},
        {EXAMPLE_SIMPLE EXAMPLE_BITS, DDDS_UUID_BITS, "a binary digit", 0,
         "no binary digit"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        size_t length = strlen(cases[i].text);
        struct ddds_uuid uuid = *ddds_uuid_max();
        struct ddds_error error;
        struct ddds_uuid_diagnosis why =
            ddds_uuid_diagnose(cases[i].text, length, cases[i].rules);
        if (why.expected == NULL || why.offset != cases[i].offset ||
            strcmp(why.expected, cases[i].expected) != 0) {
            fail_msg("\"%s\" (%s): expected %s at %zu", cases[i].text,
                     cases[i].why, why.expected, why.offset);
        }
        assert_int_equal(ddds_uuid_parse(cases[i].text, length, cases[i].rules,
                                         &uuid, &error),
                         DDDS_BAD_INPUT);
        assert_int_equal(error.offset, cases[i].offset);
        assert_non_null(
            strstr(error.detail, strstr(why.expected, "a form") != NULL
                                     ? "form, which is not accepted here"
                                     : why.expected));
        assert_true(ddds_uuid_equal(&uuid, ddds_uuid_max()));
    }
}

TEST(a_nul_within_is_an_octet_like_others)
{
    char text[] = EXAMPLE;
    text[20] = '\0';
    struct ddds_error error;
    assert_int_equal(ddds_uuid_parse(text, 36, 0, NULL, &error),
                     DDDS_BAD_INPUT);
    assert_int_equal(error.offset, 20);
    assert_string_equal(
        error.detail, "UUID: expected a hexadecimal digit, found \\000 at 20");
}

TEST(a_form_that_is_not_accepted_is_named)
{
    static const struct {
        const char *text;
        unsigned rules;
        const char *name;
    } rows[] = {
        {EXAMPLE, DDDS_UUID_URN, "canonical"},
        {"urn:uuid:" EXAMPLE, DDDS_UUID_CANONICAL, "URN"},
        {"{" EXAMPLE "}", DDDS_UUID_CANONICAL, "braced"},
        {"f81d4fae7dec11d0a76500a0c91e6bf6", DDDS_UUID_CANONICAL, "simple"},
        {"2.25.1", DDDS_UUID_CANONICAL, "OID"},
        {"1", DDDS_UUID_CANONICAL, "integer"},
        {EXAMPLE_BITS, DDDS_UUID_CANONICAL, "bits"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char detail[DDDS_DETAIL_SIZE];
        struct ddds_error error;
        snprintf(detail, sizeof detail,
                 "UUID: this is the %s form, which is not accepted here",
                 rows[i].name);
        assert_int_equal(ddds_uuid_parse(rows[i].text, strlen(rows[i].text),
                                         rows[i].rules, NULL, &error),
                         DDDS_BAD_INPUT);
        assert_string_equal(error.detail, detail);
    }
}

TEST(a_good_text_has_no_fault)
{
    for (size_t i = 0; i < COUNT(forms); i++) {
        struct ddds_uuid_diagnosis why = ddds_uuid_diagnose(
            forms[i].text, strlen(forms[i].text), DDDS_UUID_ANY_FORM);
        assert_null(why.expected);
        assert_int_equal(why.offset, DDDS_NO_OFFSET);
    }
}

/* ---- Demands ------------------------------------------------------------ */

TEST(demands_are_made_of_well_formed_uuids)
{
    static const struct {
        const char *text;
        unsigned rules;
        const char *expected;
        size_t offset;
    } cases[] = {
        {EXAMPLE, DDDS_UUID_RFC_ONLY, NULL, DDDS_NO_OFFSET},
        {"00000000-0000-0000-0000-000000000000", DDDS_UUID_RFC_ONLY, NULL,
         DDDS_NO_OFFSET},
        {"ffffffff-ffff-ffff-ffff-ffffffffffff", DDDS_UUID_RFC_ONLY, NULL,
         DDDS_NO_OFFSET},
        {"00000000-0000-0000-0000-000000000000",
         DDDS_UUID_RFC_ONLY | DDDS_UUID_NOT_NIL, "a UUID other than Nil",
         DDDS_NO_OFFSET},
        {"ffffffff-ffff-ffff-ffff-ffffffffffff", DDDS_UUID_NOT_MAX,
         "a UUID other than Max", DDDS_NO_OFFSET},
        {"ffffffff-ffff-ffff-ffff-ffffffffffff", DDDS_UUID_NOT_NIL, NULL,
         DDDS_NO_OFFSET},
        {"f81d4fae-7dec-11d0-c765-00a0c91e6bf6", DDDS_UUID_RFC_ONLY,
         "8, 9, a or b (the variant of RFC 9562)", 19},
        {"f81d4fae-7dec-11d0-c765-00a0c91e6bf6", 0, NULL, DDDS_NO_OFFSET},
        {"urn:uuid:f81d4fae-7dec-11d0-0765-00a0c91e6bf6", DDDS_UUID_RFC_ONLY,
         "8, 9, a or b (the variant of RFC 9562)", 28},
        {"{f81d4fae-7dec-11d0-e765-00a0c91e6bf6}",
         DDDS_UUID_RFC_ONLY | DDDS_UUID_ANY_FORM,
         "8, 9, a or b (the variant of RFC 9562)", 20},
        {"f81d4fae-7dec-01d0-a765-00a0c91e6bf6", DDDS_UUID_RFC_ONLY,
         "1 to 8 (a version of RFC 9562)", 14},
        {"000000000000000000000000000000000000000000000000"
         "00010000000000000000000000000000000000000000000000000000000000000000"
         "000000000001",
         DDDS_UUID_RFC_ONLY | DDDS_UUID_BITS,
         "8, 9, a or b (the variant of RFC 9562)", 64},
        {"f81d4fae-7dec-91d0-a765-00a0c91e6bf6", DDDS_UUID_RFC_ONLY,
         "1 to 8 (a version of RFC 9562)", 14},
        {"f81d4fae-7dec-81d0-a765-00a0c91e6bf6", DDDS_UUID_RFC_ONLY, NULL,
         DDDS_NO_OFFSET},
        {"f81d4fae7dec91d0a76500a0c91e6bf6",
         DDDS_UUID_RFC_ONLY | DDDS_UUID_SIMPLE,
         "1 to 8 (a version of RFC 9562)", 12},
        {"f81d4fae7dec11d0c76500a0c91e6bf6",
         DDDS_UUID_RFC_ONLY | DDDS_UUID_SIMPLE,
         "8, 9, a or b (the variant of RFC 9562)", 16},
        {"1", DDDS_UUID_RFC_ONLY | DDDS_UUID_INTEGER,
         "8, 9, a or b (the variant of RFC 9562)", DDDS_NO_OFFSET},
        {"f81d4fae-7dec-11d0-A765-00a0c91e6bf6", DDDS_UUID_LOWER_ONLY,
         "lower case", 19},
        {"URN:UUID:" EXAMPLE, DDDS_UUID_LOWER_ONLY, NULL, DDDS_NO_OFFSET},
        {"URN:UUID:F81d4fae-7dec-11d0-a765-00a0c91e6bf6", DDDS_UUID_LOWER_ONLY,
         "lower case", 9},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        size_t length = strlen(cases[i].text);
        struct ddds_uuid_diagnosis why =
            ddds_uuid_diagnose(cases[i].text, length, cases[i].rules);
        bool is_met = cases[i].expected == NULL;
        if (is_met != (why.expected == NULL) || why.offset != cases[i].offset ||
            (!is_met && strcmp(why.expected, cases[i].expected) != 0)) {
            fail_msg("%s: expected %s at %zu", cases[i].text, why.expected,
                     why.offset);
        }
        assert_int_equal(
            ddds_uuid_parse(cases[i].text, length, cases[i].rules, NULL, NULL),
            is_met ? DDDS_OK : DDDS_BAD_INPUT);
    }
}

/* ---- Properties --------------------------------------------------------- */

TEST(what_is_written_reads_as_it_was)
{
    uint64_t seed = 1;
    for (unsigned round = 0; round < 20000; round++) {
        struct ddds_uuid uuid = next_uuid(&seed);
        /* Numbers of every length. */
        size_t zeros = round % 17;
        memset(uuid.octets, 0, zeros);
        for (size_t i = 0; i < COUNT(forms); i++) {
            char text[DDDS_UUID_FORM_SIZE];
            struct ddds_uuid read;
            unsigned upper = round % 2 == 0 ? DDDS_UUID_UPPER : 0;
            size_t length = ddds_uuid_format(&uuid, forms[i].form | upper, text,
                                             sizeof text);
            assert_ok(
                ddds_uuid_parse(text, length, forms[i].form, &read, NULL));
            assert_true(ddds_uuid_equal(&uuid, &read));
        }
    }
}

TEST(the_ends_of_the_integers_are_read_and_written)
{
    static const struct {
        const char *integer;
        const char *uuid;
    } cases[] = {
        {"0", "00000000-0000-0000-0000-000000000000"},
        {"10", "00000000-0000-0000-0000-00000000000a"},
        {"18446744073709551616", "00000000-0000-0001-0000-000000000000"},
        {"340282366920938463463374607431768211455",
         "ffffffff-ffff-ffff-ffff-ffffffffffff"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct ddds_uuid uuid;
        char text[DDDS_UUID_FORM_SIZE];
        assert_ok(ddds_uuid_parse(cases[i].integer, strlen(cases[i].integer),
                                  DDDS_UUID_INTEGER, &uuid, NULL));
        assert_uuid(&uuid, cases[i].uuid);
        ddds_uuid_format(&uuid, DDDS_UUID_INTEGER, text, sizeof text);
        assert_string_equal(text, cases[i].integer);
    }
}

TEST(a_form_that_does_not_fit_is_not_written)
{
    struct ddds_uuid uuid = uuid_of(EXAMPLE);
    for (size_t i = 0; i < COUNT(forms); i++) {
        size_t length = strlen(forms[i].text);
        for (size_t size = 0; size <= length + 1; size++) {
            char text[DDDS_UUID_FORM_SIZE + 1];
            memset(text, 'x', sizeof text);
            assert_int_equal(ddds_uuid_format(&uuid, forms[i].form, text, size),
                             length);
            for (size_t j = size; j < sizeof text; j++) {
                assert_int_equal(text[j], 'x');
            }
            if (size > 0) {
                assert_string_equal(text, size > length ? forms[i].text : "");
            }
        }
        assert_int_equal(ddds_uuid_format(&uuid, forms[i].form, NULL, 0),
                         length);
    }
}
