/* lib/core/uuid/text_forms.c: the canonical form agrees with the grammar,
 * octet by octet.
 *
 * SPDX-License-Identifier: MIT */
#include "core/uuid_testing.h"

#include <stdio.h>

#define EXAMPLE "f81d4fae-7DEC-11d0-a765-00a0c91e6BF6"

/* The slow and obvious way. */
static bool read_slowly(const char *text, struct ddds_uuid *uuid)
{
    struct ddds_uuid read = {{0}};
    size_t digits = 0;
    for (size_t i = 0; i < 36; i++) {
        if (i == 8 || i == 13 || i == 18 || i == 23) {
            if (text[i] != '-') {
                return false;
            }
            continue;
        }
        const char *all = "0123456789abcdefABCDEF";
        const char *digit = text[i] == '\0' ? NULL : strchr(all, text[i]);
        if (digit == NULL) {
            return false;
        }
        size_t value = (size_t)(digit - all);
        value = value < 16 ? value : value - 6;
        read.octets[digits / 2] =
            (unsigned char)((unsigned)read.octets[digits / 2] << 4 |
                            (unsigned)value);
        digits++;
    }
    *uuid = read;
    return true;
}

static void check_reading(const char *text)
{
    struct ddds_uuid expected = *ddds_uuid_max();
    struct ddds_uuid uuid = *ddds_uuid_max();
    bool good = read_slowly(text, &expected);
    assert_int_equal(ddds_uuid_parse(text, 36, 0, &uuid, NULL) == DDDS_OK,
                     good);
    assert_memory_equal(&uuid, &expected, sizeof uuid);
}

TEST(every_octet_is_judged_at_every_position)
{
    for (size_t at = 0; at < 36; at++) {
        for (int octet = 0; octet < 256; octet++) {
            char text[36];
            memcpy(text, EXAMPLE, 36);
            text[at] = (char)octet;
            check_reading(text);
        }
    }
}

/* Two wrong octets could cancel each other out. */
TEST(pairs_of_octets_are_judged)
{
    uint64_t seed = 3;
    for (unsigned round = 0; round < 200000; round++) {
        char text[36];
        memcpy(text, EXAMPLE, 36);
        uint64_t number = next_number(&seed);
        text[number % 36] = (char)(number >> 8);
        text[(number >> 16) % 36] = (char)(number >> 24);
        check_reading(text);
    }
}

TEST(writing_is_as_printf_writes)
{
    uint64_t seed = 4;
    for (unsigned round = 0; round < 50000; round++) {
        struct ddds_uuid uuid = next_uuid(&seed);
        char expected[37];
        const unsigned char *o = uuid.octets;
        snprintf(expected, sizeof expected,
                 "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-"
                 "%02x%02x%02x%02x%02x%02x",
                 o[0], o[1], o[2], o[3], o[4], o[5], o[6], o[7], o[8], o[9],
                 o[10], o[11], o[12], o[13], o[14], o[15]);
        char text[38];
        memset(text, '#', sizeof text);
        ddds_uuid_text(&uuid, text);
        assert_string_equal(text, expected);
        assert_int_equal(text[37], '#');
    }
}

/* As a URN, with enough space, with just enough, and with too little. */
TEST(the_urn_is_the_canonical_form_behind_its_prefix)
{
    uint64_t seed = 21;
    for (unsigned round = 0; round < 50000; round++) {
        struct ddds_uuid uuid = next_uuid(&seed);
        char expected[DDDS_UUID_FORM_SIZE] = "urn:uuid:";
        ddds_uuid_text(&uuid, expected + 9);
        for (size_t size = 44; size <= 60; size++) {
            char text[64];
            memset(text, '#', sizeof text);
            assert_int_equal(ddds_uuid_format(&uuid, DDDS_UUID_URN, text, size),
                             45);
            assert_string_equal(text, size > 45 ? expected : "");
            size_t end = size > 46 ? 46 : size;
            for (size_t i = end; i < sizeof text; i++) {
                assert_int_equal(text[i], '#');
            }
        }
    }
}
