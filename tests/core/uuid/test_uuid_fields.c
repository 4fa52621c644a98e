/* lib/core/uuid/fields.c: variant, version, time, sequence, node, notes, order.
 *
 * SPDX-License-Identifier: MIT */
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
    static const struct {
        const char *uuid;
        enum ddds_uuid_variant variant;
        int version;
        const char *time; /* NULL if there is none */
        int sequence;     /* -1 if there is none */
        const char *node;
        unsigned notes;
        const char *why;
    } cases[] = {
        {"c232ab00-9414-11ec-b3c8-9f6bdeced846", DDDS_UUID_VARIANT_RFC9562, 1,
         "2022-02-22T19:22:22.0000000Z", 0x33c8, "\x9f\x6b\xde\xce\xd8\x46", 0,
         "appendix A.1"},
        {"1ec9414c-232a-6b00-b3c8-9f6bdeced846", DDDS_UUID_VARIANT_RFC9562, 6,
         "2022-02-22T19:22:22.0000000Z", 0x33c8, "\x9f\x6b\xde\xce\xd8\x46", 0,
         "appendix A.5"},
        {"017f22e2-79b0-7cc3-98c4-dc0c0c07398f", DDDS_UUID_VARIANT_RFC9562, 7,
         "2022-02-22T19:22:22.000Z", -1, NULL, 0, "appendix A.6"},
        {"5df41881-3aed-3515-88a7-2f4a814cf09e", DDDS_UUID_VARIANT_RFC9562, 3,
         NULL, -1, NULL, 0, "appendix A.2"},
        {"919108f7-52d1-4320-9bac-f847db4148a8", DDDS_UUID_VARIANT_RFC9562, 4,
         NULL, -1, NULL, 0, "appendix A.3"},
        {"2ed6657d-e927-568b-95e1-2665a8aea6a2", DDDS_UUID_VARIANT_RFC9562, 5,
         NULL, -1, NULL, 0, "appendix A.4"},
        {"2489e9ad-2ee2-8e00-8ec9-32d5f69181c0", DDDS_UUID_VARIANT_RFC9562, 8,
         NULL, -1, NULL, 0, "appendix B.1"},
        {"5c146b14-3c52-8afd-938a-375d0df1fbf6", DDDS_UUID_VARIANT_RFC9562, 8,
         NULL, -1, NULL, 0, "appendix B.2"},
        {"f81d4fae-7dec-11d0-a765-00a0c91e6bf6", DDDS_UUID_VARIANT_RFC9562, 1,
         "1997-02-03T17:43:12.2168750Z", 10085, "\x00\xa0\xc9\x1e\x6b\xf6",
         DDDS_UUID_NOTE_MAC, "section 4"},
        {"6ba7b810-9dad-11d1-80b4-00c04fd430c8", DDDS_UUID_VARIANT_RFC9562, 1,
         "1998-02-04T22:13:53.1511824Z", 180, "\x00\xc0\x4f\xd4\x30\xc8",
         DDDS_UUID_NOTE_MAC, "section 6.6, DNS"},
        {"7d444840-9dc0-11d1-b245-5ffdce74fad2", DDDS_UUID_VARIANT_RFC9562, 1,
         "1998-02-05T00:30:23.1363648Z", 0x3245, "\x5f\xfd\xce\x74\xfa\xd2", 0,
         "rfc4122bis-00 appendix B.1"},
        {"c232ab00-9414-11ec-b3c8-9e6bdeced846", DDDS_UUID_VARIANT_RFC9562, 1,
         "2022-02-22T19:22:22.0000000Z", 0x33c8, "\x9e\x6b\xde\xce\xd8\x46",
         DDDS_UUID_NOTE_NODE, "superseded: rfc4122bis-00 C.1"},
        {"1ec9414c-232a-6b00-b3c8-9e6bdeced846", DDDS_UUID_VARIANT_RFC9562, 6,
         "2022-02-22T19:22:22.0000000Z", 0x33c8, "\x9e\x6b\xde\xce\xd8\x46",
         DDDS_UUID_NOTE_NODE, "superseded: rfc4122bis-00 C.5"},
        {"320c3d4d-cc00-875b-8ec9-32d5f69181c0", DDDS_UUID_VARIANT_RFC9562, 8,
         NULL, -1, NULL, 0, "superseded: rfc4122bis-00 C.7"},
        {"bf2eb110-d788-1003-aa59-ce1e9e293641", DDDS_UUID_VARIANT_RFC9562, 1,
         "1586-03-19T15:05:25.3164304Z", 0x2a59, "\xce\x1e\x9e\x29\x36\x41",
         DDDS_UUID_NOTE_NODE, "before 1970"},
        {"00000000-0000-1000-8000-010000000000", DDDS_UUID_VARIANT_RFC9562, 1,
         "1582-10-15T00:00:00.0000000Z", 0, "\x01\0\0\0\0\0", 0, "first v1"},
        {"ffffffff-ffff-1fff-bfff-ffffffffffff", DDDS_UUID_VARIANT_RFC9562, 1,
         "5236-03-31T21:21:00.6846975Z", 0x3fff, "\xff\xff\xff\xff\xff\xff",
         DDDS_UUID_NOTE_FUTURE, "last v1"},
        {"00000000-0000-7000-8000-000000000000", DDDS_UUID_VARIANT_RFC9562, 7,
         "1970-01-01T00:00:00.000Z", -1, NULL, 0, "first v7"},
        {"ffffffff-ffff-7fff-bfff-ffffffffffff", DDDS_UUID_VARIANT_RFC9562, 7,
         "10889-08-02T05:31:50.655Z", -1, NULL, DDDS_UUID_NOTE_FUTURE,
         "last v7"},
        {"000003e8-cbb9-21ea-b201-00045a86c8a1", DDDS_UUID_VARIANT_RFC9562, 2,
         "2020-07-22T01:16:41Z", 0x32, "\x00\x04\x5a\x86\xc8\xa1",
         DDDS_UUID_NOTE_MAC, "DCE Security"},
        {"00000000-0000-0000-0000-000000000000", DDDS_UUID_VARIANT_NCS, -1,
         NULL, -1, NULL, DDDS_UUID_NOTE_NIL, "Nil"},
        {"ffffffff-ffff-ffff-ffff-ffffffffffff", DDDS_UUID_VARIANT_FUTURE, -1,
         NULL, -1, NULL, DDDS_UUID_NOTE_MAX, "Max"},
        {"6ba7b810-9dad-11d1-c0b4-00c04fd430c8", DDDS_UUID_VARIANT_MICROSOFT,
         -1, NULL, -1, NULL, DDDS_UUID_NOTE_VARIANT, "Microsoft"},
        {"333a2276-0000-0000-0d00-00809c000000", DDDS_UUID_VARIANT_NCS, -1,
         "1987-02-20T15:05:17.113344Z", -1, NULL, DDDS_UUID_NOTE_VARIANT,
         "NCS"},
        {"ffffffff-ffff-0000-0200-000000000001", DDDS_UUID_VARIANT_NCS, -1,
         "2015-09-05T05:58:26.842620Z", -1, NULL, DDDS_UUID_NOTE_VARIANT,
         "last of NCS"},
        {"333a2276-0000-0001-0d00-00809c000000", DDDS_UUID_VARIANT_NCS, -1,
         NULL, -1, NULL, DDDS_UUID_NOTE_VARIANT, "not of NCS"},
        {"6ba7b810-9dad-01d1-80b4-00c04fd430c8", DDDS_UUID_VARIANT_RFC9562, 0,
         NULL, -1, NULL, DDDS_UUID_NOTE_VERSION, "version 0"},
        {"6ba7b810-9dad-f1d1-80b4-00c04fd430c8", DDDS_UUID_VARIANT_RFC9562, 15,
         NULL, -1, NULL, DDDS_UUID_NOTE_VERSION, "version 15"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct ddds_uuid uuid = uuid_of(cases[i].uuid);
        struct ddds_uuid_fields fields = DDDS_UUID_FIELDS_INIT;
        ddds_uuid_inspect(&uuid, NOW, &fields);
        assert_int_equal(fields.variant, cases[i].variant);
        assert_int_equal(fields.version, cases[i].version);
        if (fields.notes != cases[i].notes) {
            fail_msg("%s (%s): notes %x", cases[i].uuid, cases[i].why,
                     fields.notes);
        }
        assert_int_equal(fields.has_time, cases[i].time != NULL);
        if (cases[i].time != NULL) {
            char time[DDDS_UUID_TIME_SIZE];
            ddds_uuid_time_format(fields.time, fields.time_digits, time);
            assert_string_equal(time, cases[i].time);
        }
        assert_int_equal(fields.has_sequence, cases[i].sequence >= 0);
        if (cases[i].sequence >= 0) {
            assert_int_equal(fields.sequence, cases[i].sequence);
            assert_memory_equal(fields.node, cases[i].node, 6);
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
