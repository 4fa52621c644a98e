/* lib/core/uuid/text_forms.c: every form in and out, and errors in invalid
 * texts.
 *
 * SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "base/table.h"
#include "core/uuid_testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define TABLE "fixtures/tables/uuid-text.tsv"

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
    const char *name;
} forms[] = {
    {DDDS_UUID_CANONICAL, EXAMPLE, EXAMPLE_UPPER, "canonical"},
    {DDDS_UUID_URN, "urn:uuid:" EXAMPLE, "urn:uuid:" EXAMPLE_UPPER, "URN"},
    {DDDS_UUID_SIMPLE, EXAMPLE_SIMPLE, "F81D4FAE7DEC11D0A76500A0C91E6BF6",
     "simple"},
    {DDDS_UUID_BRACED, "{" EXAMPLE "}", "{" EXAMPLE_UPPER "}", "braced"},
    {DDDS_UUID_OID, "2.25." EXAMPLE_INTEGER, "2.25." EXAMPLE_INTEGER, "OID"},
    {DDDS_UUID_INTEGER, EXAMPLE_INTEGER, EXAMPLE_INTEGER, "integer"},
    {DDDS_UUID_BITS, EXAMPLE_BITS, EXAMPLE_BITS, "bits"},
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

/* Return true if |octet| may replace the octet at |at| of the correct
 * |text|. */
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

/* The forms and demands that |words| name. */
static unsigned read_rules(const char *words)
{
    static const struct {
        const char *word;
        unsigned rule;
    } rules[] = {
        {"any-form", DDDS_UUID_ANY_FORM}, {"braced", DDDS_UUID_BRACED},
        {"simple", DDDS_UUID_SIMPLE},     {"oid", DDDS_UUID_OID},
        {"integer", DDDS_UUID_INTEGER},   {"bits", DDDS_UUID_BITS},
        {"rfc-only", DDDS_UUID_RFC_ONLY}, {"not-nil", DDDS_UUID_NOT_NIL},
        {"not-max", DDDS_UUID_NOT_MAX},   {"lower-only", DDDS_UUID_LOWER_ONLY},
    };
    unsigned found = 0;
    for (size_t i = 0; i < COUNT(rules); i++) {
        found |= strstr(words, rules[i].word) != NULL ? rules[i].rule : 0;
    }
    return found;
}

TEST(a_bad_text_is_explained)
{
    for (const char **row = table_rows(TABLE, "Bad", 5); table_next(row);) {
        size_t length = strlen(row[0]);
        size_t offset = table_number(row[3]);
        unsigned rules = read_rules(row[1]);
        struct ddds_uuid uuid = *ddds_uuid_max();
        struct ddds_error error;
        struct ddds_uuid_diagnosis why =
            ddds_uuid_diagnose(row[0], length, rules);
        if (why.expected == NULL || why.offset != offset ||
            strcmp(why.expected, row[2]) != 0) {
            fail_msg("\"%s\" (%s): expected %s at %zu", row[0], row[4],
                     why.expected, why.offset);
        }
        assert_int_equal(ddds_uuid_parse(row[0], length, rules, &uuid, &error),
                         DDDS_BAD_INPUT);
        assert_int_equal(error.offset, offset);
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
    for (size_t i = 0; i < COUNT(forms); i++) {
        char detail[DDDS_DETAIL_SIZE];
        struct ddds_error error;
        snprintf(detail, sizeof detail,
                 "UUID: this is the %s form, which is not accepted here",
                 forms[i].name);
        assert_int_equal(
            ddds_uuid_parse(forms[i].text, strlen(forms[i].text),
                            i == 0 ? DDDS_UUID_URN : DDDS_UUID_CANONICAL, NULL,
                            &error),
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
    for (const char **row = table_rows(TABLE, "Demands", 4); table_next(row);) {
        size_t length = strlen(row[0]);
        unsigned rules = read_rules(row[1]);
        struct ddds_uuid_diagnosis why =
            ddds_uuid_diagnose(row[0], length, rules);
        bool is_met = row[2] == NULL;
        if (is_met != (why.expected == NULL) ||
            why.offset != table_number(row[3]) ||
            (!is_met && strcmp(why.expected, row[2]) != 0)) {
            fail_msg("%s: expected %s at %zu", row[0], why.expected,
                     why.offset);
        }
        assert_int_equal(ddds_uuid_parse(row[0], length, rules, NULL, NULL),
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
