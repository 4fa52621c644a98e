/* lib/core/uuid/fields.c: variant, version, time, sequence, node, notes, order.
 *
 * SPDX-License-Identifier: MIT */
#include "base/table.h"
#include "core/uuid_testing.h"

#include <stdlib.h>

/* 2030-01-01, when all the examples are in the past. */
#define NOW INT64_C(18934560000000000)

TEST(the_variant_is_in_the_top_of_octet_8)
{
    struct ddds_uuid uuid = uuid_of("f81d4fae-7dec-41d0-a765-00a0c91e6bf6");
    for (unsigned nibble = 0; nibble < 16; nibble++) {
        uuid.octets[8] = (unsigned char)(nibble << 4 | 5);
        enum ddds_uuid_variant expected =
            nibble < 8    ? DDDS_UUID_VARIANT_NCS
            : nibble < 12 ? DDDS_UUID_VARIANT_RFC9562
            : nibble < 14 ? DDDS_UUID_VARIANT_MICROSOFT
                          : DDDS_UUID_VARIANT_FUTURE;
        assert_int_equal(ddds_uuid_get_variant(&uuid), expected);
        assert_int_equal(ddds_uuid_get_version(&uuid),
                         expected == DDDS_UUID_VARIANT_RFC9562 ? 4 : -1);
    }
    assert_string_equal(ddds_uuid_variant_name(DDDS_UUID_VARIANT_NCS), "ncs");
    assert_string_equal(ddds_uuid_variant_name((enum ddds_uuid_variant)9),
                        "unknown");
    assert_string_equal(ddds_uuid_variant_name(DDDS_UUID_VARIANT_FUTURE),
                        "future");
}

TEST(the_version_is_in_the_top_of_octet_6)
{
    struct ddds_uuid uuid = uuid_of("f81d4fae-7dec-41d0-a765-00a0c91e6bf6");
    for (int version = 0; version < 16; version++) {
        uuid.octets[6] = (unsigned char)(version << 4 | 1);
        assert_int_equal(ddds_uuid_get_version(&uuid), version);
    }
}

/* Every field of the examples that RFC 9562 and its drafts have. */
TEST(the_examples_are_read_field_by_field)
{
    for (const char **row =
             table_rows("fixtures/tables/uuid-fields.tsv", "Examples", 8);
         table_next(row);) {
        struct ddds_uuid uuid = uuid_of(row[0]);
        struct ddds_uuid_fields fields = DDDS_UUID_FIELDS_INIT;
        int sequence = (int)table_number(row[4]);
        char notes[128] = "";
        print_message("%s\n", row[7]);
        ddds_uuid_inspect(&uuid, NOW, &fields);
        assert_string_equal(ddds_uuid_variant_name(fields.variant), row[1]);
        assert_int_equal(fields.version, (int)table_number(row[2]));
        for (unsigned i = 0; i < DDDS_UUID_NOTE_COUNT; i++) {
            if ((fields.notes >> i & 1) != 0) {
                strcat(notes,
                       ddds_uuid_note_name((enum ddds_uuid_note)(1U << i)));
            }
        }
        assert_string_equal(notes, row[6]);
        assert_int_equal(fields.has_time, row[3] != NULL);
        if (fields.has_time) {
            char time[DDDS_UUID_TIME_SIZE];
            ddds_uuid_time_format(fields.time, fields.time_digits, time);
            assert_string_equal(time, row[3]);
        }
        assert_int_equal(fields.has_sequence, sequence >= 0);
        if (fields.has_sequence) {
            const unsigned char *node = fields.node;
            char text[18];
            snprintf(text, sizeof text, "%02x:%02x:%02x:%02x:%02x:%02x",
                     node[0], node[1], node[2], node[3], node[4], node[5]);
            assert_int_equal(fields.sequence, sequence);
            assert_string_equal(text, row[5]);
        }
    }
}

TEST(a_field_that_is_not_there_is_not_read)
{
    static const char *const uuids[] = {
        "5df41881-3aed-3515-88a7-2f4a814cf09e",
        "919108f7-52d1-4320-9bac-f847db4148a8",
        "2ed6657d-e927-568b-95e1-2665a8aea6a2",
        "5c146b14-3c52-8afd-938a-375d0df1fbf6",
        "00000000-0000-0000-0000-000000000000",
        "333a2276-0000-0001-0d00-00809c000000",
        "6ba7b810-9dad-11d1-c0b4-00c04fd430c8",
    };
    for (size_t i = 0; i < COUNT(uuids); i++) {
        struct ddds_uuid uuid = uuid_of(uuids[i]);
        struct ddds_uuid_fields fields = fields_of(&uuid);
        assert_false(fields.has_time);
        assert_false(fields.has_sequence);
        assert_int_equal(fields.time, 0);
        assert_int_equal(fields.sequence, 0);
        assert_int_equal(fields.node[0], 0);
    }
    struct ddds_uuid v7 = uuid_of("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    assert_true(fields_of(&v7).has_time);
    assert_false(fields_of(&v7).has_sequence);
}

/* C311: a POSIX identifier and its domain; NCS: an address and its family. */
TEST(other_standards_have_fields_of_their_own)
{
    struct ddds_uuid dce = uuid_of("000003e8-cbb9-21ea-b201-00045a86c8a1");
    struct ddds_uuid_fields fields = fields_of(&dce);
    assert_true(fields.has_local_id);
    assert_int_equal(fields.local_id, 1000);
    assert_int_equal(fields.domain, 1);
    assert_false(fields.has_host);
    struct ddds_uuid ncs = uuid_of("333a2276-0000-0000-0d00-00809c000000");
    fields = fields_of(&ncs);
    assert_true(fields.has_host);
    assert_int_equal(fields.family, 13);
    assert_memory_equal(fields.host, "\x00\x00\x80\x9c\x00\x00\x00", 7);
    assert_false(fields.has_local_id);
    struct ddds_uuid v1 = uuid_of("c232ab00-9414-11ec-b3c8-9f6bdeced846");
    fields = fields_of(&v1);
    assert_false(fields.has_local_id || fields.has_host);
}

TEST(a_time_is_in_the_future_only_after_now)
{
    struct ddds_uuid v7 = uuid_of("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    struct ddds_uuid_fields fields = DDDS_UUID_FIELDS_INIT;
    ddds_uuid_inspect(&v7, INT64_C(16455577420000000), &fields);
    assert_int_equal(fields.notes, 0);
    ddds_uuid_inspect(&v7, INT64_C(16455577419999999), &fields);
    assert_int_equal(fields.notes, DDDS_UUID_NOTE_FUTURE);
}

TEST(every_note_has_a_word_of_its_own)
{
    for (unsigned i = 0; i < DDDS_UUID_NOTE_COUNT; i++) {
        const char *word = ddds_uuid_note_name((enum ddds_uuid_note)(1U << i));
        assert_string_not_equal(word, "unknown-note");
        for (unsigned j = 0; j < i; j++) {
            assert_string_not_equal(
                word, ddds_uuid_note_name((enum ddds_uuid_note)(1U << j)));
        }
    }
}

/* ---- Order -------------------------------------------------------------- */

TEST(the_order_is_that_of_the_octets)
{
    uint64_t seed = 5;
    for (unsigned round = 0; round < 100000; round++) {
        struct ddds_uuid one = next_uuid(&seed);
        struct ddds_uuid other = next_uuid(&seed);
        /* Most pairs share a beginning; some are the same. */
        memcpy(other.octets, one.octets, round % 17);
        int expected = memcmp(one.octets, other.octets, 16);
        expected = (expected > 0) - (expected < 0);
        assert_int_equal(ddds_uuid_compare(&one, &other), expected);
        assert_int_equal(ddds_uuid_compare(&other, &one), -expected);
        assert_int_equal(ddds_uuid_equal(&one, &other), expected == 0);
        char texts[2][DDDS_UUID_TEXT_SIZE];
        ddds_uuid_text(&one, texts[0]);
        ddds_uuid_text(&other, texts[1]);
        int order = strcmp(texts[0], texts[1]);
        assert_int_equal((order > 0) - (order < 0), expected);
    }
}

TEST(the_example_of_the_draft_comes_after_its_namespace)
{
    struct ddds_uuid example = uuid_of("7d444840-9dc0-11d1-b245-5ffdce74fad2");
    struct ddds_uuid space = uuid_of("6ba7b810-9dad-11d1-80b4-00c04fd430c8");
    assert_int_equal(ddds_uuid_compare(&example, &space), 1);
    assert_int_equal(ddds_uuid_compare(&space, &example), -1);
    assert_int_equal(ddds_uuid_compare(&space, &space), 0);
}
