/* lib/core/uuid/make.c: constructors, names, conversions, boundaries.
 *
 * SPDX-License-Identifier: MIT */
#include <dlfcn.h>

#include "base/table.h"
#include "core/uuid_testing.h"

#define TABLE "fixtures/tables/uuid-names.tsv"

static const unsigned char example_node[6] = {0x9f, 0x6b, 0xde,
                                              0xce, 0xd8, 0x46};

static const struct ddds_uuid *space_of(const char *name)
{
    const struct ddds_uuid_namespace *known = ddds_uuid_namespaces();
    while (known->name != NULL && strcmp(known->name, name) != 0) {
        known++;
    }
    assert_non_null(known->name);
    return &known->uuid;
}

/* RFC 9562 appendices A and B. */
TEST(the_vectors_of_the_rfc_are_made)
{
    struct ddds_uuid uuid;
    const uint64_t time = UINT64_C(0x1ec9414c232ab00);
    assert_ok(ddds_uuid_make_timed(1, time, 0x33c8, example_node, &uuid, NULL));
    assert_uuid(&uuid, "c232ab00-9414-11ec-b3c8-9f6bdeced846");
    assert_ok(ddds_uuid_make_timed(6, time, 0x33c8, example_node, &uuid, NULL));
    assert_uuid(&uuid, "1ec9414c-232a-6b00-b3c8-9f6bdeced846");
    assert_ok(ddds_uuid_make_fields(7, UINT64_C(0x017f22e279b0), 0xcc3,
                                    UINT64_C(0x18c4dc0c0c07398f), &uuid, NULL));
    assert_uuid(&uuid, "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    assert_ok(ddds_uuid_make_fields(8, UINT64_C(0x2489e9ad2ee2), 0xe00,
                                    UINT64_C(0x0ec932d5f69181c0), &uuid, NULL));
    assert_uuid(&uuid, "2489e9ad-2ee2-8e00-8ec9-32d5f69181c0");

    static const unsigned char random[16] = {0x91, 0x91, 0x08, 0xf7, 0x52, 0xd1,
                                             0x33, 0x20, 0x5b, 0xac, 0xf8, 0x47,
                                             0xdb, 0x41, 0x48, 0xa8};
    ddds_uuid_make_octets(4, random, &uuid);
    assert_uuid(&uuid, "919108f7-52d1-4320-9bac-f847db4148a8");
    ddds_uuid_make_octets(8, random, &uuid);
    assert_uuid(&uuid, "919108f7-52d1-8320-9bac-f847db4148a8");
}

TEST(only_six_bits_of_a_random_uuid_are_fixed)
{
    static const unsigned char ones[16] = {255, 255, 255, 255, 255, 255,
                                           255, 255, 255, 255, 255, 255,
                                           255, 255, 255, 255};
    static const unsigned char zeros[16] = {0};
    struct ddds_uuid uuid;
    ddds_uuid_make_octets(4, ones, &uuid);
    assert_uuid(&uuid, "ffffffff-ffff-4fff-bfff-ffffffffffff");
    ddds_uuid_make_octets(4, zeros, &uuid);
    assert_uuid(&uuid, "00000000-0000-4000-8000-000000000000");
    memcpy(uuid.octets, ones, 16);
    ddds_uuid_make_octets(4, uuid.octets, &uuid);
    assert_uuid(&uuid, "ffffffff-ffff-4fff-bfff-ffffffffffff");
}

TEST(numbers_wider_than_their_fields_are_refused)
{
    struct ddds_uuid uuid = *ddds_uuid_max();
    struct ddds_error error;
    static const struct {
        uint64_t time;
        uint16_t sequence;
    } timed[] = {{UINT64_C(1) << 60, 0}, {0, 1 << 14}};
    static const struct {
        uint64_t a;
        uint16_t b;
        uint64_t c;
    } custom[] = {
        {UINT64_C(1) << 48, 0, 0}, {0, 1 << 12, 0}, {0, 0, UINT64_C(1) << 62}};
    for (size_t i = 0; i < 2 * COUNT(timed); i++) {
        assert_int_equal(
            ddds_uuid_make_timed(i < COUNT(timed) ? 6 : 1, timed[i % 2].time,
                                 timed[i % 2].sequence, example_node, &uuid,
                                 i == 2 ? &error : NULL),
            DDDS_BAD_INPUT);
    }
    assert_string_equal(error.detail, "UUID: the time has more than 60 bits");
    for (size_t i = 0; i < 2 * COUNT(custom); i++) {
        assert_int_equal(ddds_uuid_make_fields(i < COUNT(custom) ? 7 : 8,
                                               custom[i % 3].a, custom[i % 3].b,
                                               custom[i % 3].c, &uuid, NULL),
                         DDDS_BAD_INPUT);
    }
    assert_true(ddds_uuid_equal(&uuid, ddds_uuid_max()));
    assert_ok(ddds_uuid_make_fields(7, (UINT64_C(1) << 48) - 1, 0xfff,
                                    (UINT64_C(1) << 62) - 1, &uuid, NULL));
    assert_uuid(&uuid, "ffffffff-ffff-7fff-bfff-ffffffffffff");
}

/* ---- Names -------------------------------------------------------------- */

/* The UUID of |name| by |hash|, which must be there. */
static struct ddds_uuid made_of(enum ddds_uuid_hash hash, const char *space,
                                const char *name, size_t length)
{
    struct ddds_uuid uuid;
    assert_ok(
        ddds_uuid_make_name(hash, space_of(space), name, length, &uuid, NULL));
    return uuid;
}

TEST(names_become_the_uuids_they_should)
{
    static const enum ddds_uuid_hash hashes[] = {DDDS_UUID_MD5, DDDS_UUID_SHA1,
                                                 DDDS_UUID_SHA256};
    for (const char **row = table_rows(TABLE, "Names", 6); table_next(row);) {
        for (size_t j = 0; j < COUNT(hashes); j++) {
            struct ddds_uuid uuid =
                made_of(hashes[j], row[0], row[1], table_number(row[2]));
            assert_uuid(&uuid, row[3 + j]);
        }
    }
}

/* RFC 9562 appendix B.2 names these hashes; computed with Python's hashlib. */
TEST(other_hashes_make_version_8)
{
    static const struct {
        enum ddds_uuid_hash hash;
        const char *expected;
        const char *of_nothing;
    } hashes[] = {
        {DDDS_UUID_SHA512, "94ee4ddb-9f36-8018-9ccf-86a4441691e0",
         "fcb63de2-bd81-89e1-bd9a-4e564e987b06"},
        {DDDS_UUID_SHA3_256, "fc506eca-a1f4-8315-87c8-c71449dfd324",
         "e3870cc8-3b54-8b06-8ebb-4fa0696ffd1e"},
        {DDDS_UUID_SHA3_512, "83120d41-2935-8110-964c-6bd77c735fbc",
         "24b8da0c-3e70-8af9-baca-d42578058a10"},
        {DDDS_UUID_SHAKE128, "54e7e64f-0dba-8913-8b69-cd3dbf220c7a",
         "d759d945-8c40-8ddd-b38e-1f6384d14d46"},
        {DDDS_UUID_SHAKE256, "10e1aa77-4f8c-8a0f-be35-354cc01a76ac",
         "1c3584c9-edb3-86f0-8600-66accb8d26f7"},
    };
    bool has_crypto = dlopen("libcrypto.so.3", RTLD_NOW) != NULL;
    for (size_t i = 0; i < (has_crypto ? COUNT(hashes) : 1); i++) {
        struct ddds_uuid uuid =
            made_of(hashes[i].hash, "dns", "www.example.com", 15);
        assert_uuid(&uuid, hashes[i].expected);
        uuid = made_of(hashes[i].hash, "dns", NULL, 0);
        assert_uuid(&uuid, hashes[i].of_nothing);
    }
}

TEST(a_hash_that_there_is_not_is_refused)
{
    struct ddds_uuid uuid = *ddds_uuid_max();
    struct ddds_error error;
    assert_int_equal(ddds_uuid_make_name((enum ddds_uuid_hash)4,
                                         space_of("dns"), "a", 1, &uuid,
                                         &error),
                     DDDS_BAD_OPTION);
    assert_string_equal(error.detail, "UUID: unknown hash 4");
    assert_true(ddds_uuid_equal(&uuid, ddds_uuid_max()));
}

/* draft-ietf-suit-manifest-34 section 8.4.8.1: version 5 of the arc of private
 * enterprise numbers in CBOR. */
TEST(the_namespace_of_suit_is_made_as_its_draft_says)
{
    struct ddds_uuid uuid =
        made_of(DDDS_UUID_SHA1, "oid", "\xd8\x6f\x45\x2b\x06\x01\x04\x01", 8);
    assert_uuid(&uuid, "47fbdabb-f2e4-55f0-bb39-3620c2f6df4e");
    assert_true(ddds_uuid_equal(&uuid, space_of("cbor-pen")));
}

/* draft-mealling-uuid-urn-00 appendix B hashed a namespace in the machine's
 * order. Others copied the result. */
TEST(the_wrong_vector_of_the_draft_is_never_made)
{
    struct ddds_uuid uuid =
        made_of(DDDS_UUID_MD5, "dns", "www.widgets.com", 15);
    assert_uuid(&uuid, "3d813cbb-47fb-32ba-91df-831e1593ac29");
    struct ddds_uuid wrong = uuid_of("e902893a-9d22-3c7e-a7b8-d6e313b71d9f");
    assert_false(ddds_uuid_equal(&uuid, &wrong));
}

TEST(a_name_of_no_octets_may_be_null)
{
    struct ddds_uuid uuid = made_of(DDDS_UUID_SHA1, "dns", NULL, 0);
    assert_uuid(&uuid, "4ebd0208-8328-5d69-8c44-ec50939c0967");
}

TEST(namespaces_that_should_not_be_used_are_warned_of)
{
    for (const char **row = table_rows(TABLE, "Warnings", 2);
         table_next(row);) {
        struct ddds_uuid space = uuid_of(row[0]);
        const char *warning = ddds_uuid_namespace_warning(&space);
        if ((warning != NULL) != (strcmp(row[1], "warned") == 0)) {
            fail_msg("%s: %s", row[0],
                     warning != NULL ? warning : "no warning");
        }
    }
}

/* ---- From each other ---------------------------------------------------- */

TEST(v1_and_v6_are_the_same_bits_in_another_order)
{
    for (const char **row = table_rows(TABLE, "Versions 1 and 6", 2);
         table_next(row);) {
        struct ddds_uuid uuid = uuid_of(row[0]);
        assert_ok(ddds_uuid_convert(&uuid, 6, &uuid, NULL));
        assert_uuid(&uuid, row[1]);
        assert_ok(ddds_uuid_convert(&uuid, 1, &uuid, NULL));
        assert_uuid(&uuid, row[0]);
    }
}

TEST(other_versions_are_not_converted)
{
    static const char *const uuids[] = {
        "919108f7-52d1-4320-9bac-f847db4148a8",
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
        "00000000-0000-0000-0000-000000000000",
        "6ba7b810-9dad-11d1-c0b4-00c04fd430c8",
    };
    for (size_t i = 0; i < COUNT(uuids); i++) {
        struct ddds_uuid uuid = uuid_of(uuids[i]);
        struct ddds_uuid made = *ddds_uuid_max();
        struct ddds_error error;
        assert_int_equal(ddds_uuid_convert(&uuid, 6, &made, &error),
                         DDDS_BAD_INPUT);
        assert_non_null(strstr(error.detail, "is not of version 1"));
        assert_int_equal(ddds_uuid_convert(&uuid, 1, &made, &error),
                         DDDS_BAD_INPUT);
        assert_true(ddds_uuid_equal(&made, ddds_uuid_max()));
    }
}

TEST(each_function_names_the_versions_that_it_makes)
{
    const struct ddds_uuid v1 = uuid_of("f81d4fae-7dec-11d0-a765-00a0c91e6bf6");
    struct ddds_uuid made = *ddds_uuid_max();
    struct ddds_error error;
    for (unsigned version = 0; version < 20; version++) {
        bool is_timed = version == 1 || version == 6;
        if (!is_timed) {
            assert_int_equal(ddds_uuid_make_timed(version, 0, 0, example_node,
                                                  &made, &error),
                             DDDS_BAD_OPTION);
            assert_non_null(strstr(error.detail, "not 1 or 6"));
            assert_int_equal(ddds_uuid_convert(&v1, version, &made, NULL),
                             DDDS_BAD_OPTION);
        }
        if (version != 7 && version != 8) {
            assert_int_equal(
                ddds_uuid_make_fields(version, 0, 0, 0, &made, NULL),
                DDDS_BAD_OPTION);
        }
        if (version != 6 && version != 7) {
            assert_int_equal(ddds_uuid_range(version, 0, &made, &made, NULL),
                             DDDS_BAD_OPTION);
        }
    }
    assert_true(ddds_uuid_equal(&made, ddds_uuid_max()));
}

TEST(later_times_make_greater_v6)
{
    uint64_t seed = 9;
    for (unsigned round = 0; round < 20000; round++) {
        uint64_t times[2] = {next_number(&seed) >> 4, next_number(&seed) >> 4};
        struct ddds_uuid uuids[2];
        for (size_t i = 0; i < 2; i++) {
            assert_ok(ddds_uuid_make_timed(6, times[i], 0x1234, example_node,
                                           &uuids[i], NULL));
        }
        assert_int_equal(ddds_uuid_compare(&uuids[0], &uuids[1]),
                         (times[0] > times[1]) - (times[0] < times[1]));
    }
}

TEST(a_millisecond_has_a_first_and_a_last_v7)
{
    struct ddds_uuid low;
    struct ddds_uuid high;
    assert_ok(
        ddds_uuid_range(7, INT64_C(16455577420009999), &low, &high, NULL));
    assert_uuid(&low, "017f22e2-79b0-7000-8000-000000000000");
    assert_uuid(&high, "017f22e2-79b0-7fff-bfff-ffffffffffff");
    assert_ok(
        ddds_uuid_range(7, (INT64_C(1) << 48) * 10000 - 1, &low, &high, NULL));
    assert_uuid(&high, "ffffffff-ffff-7fff-bfff-ffffffffffff");
    struct ddds_uuid before = high;
    assert_int_equal(ddds_uuid_range(7, -1, &low, &high, NULL), DDDS_BAD_INPUT);
    assert_int_equal(
        ddds_uuid_range(7, (INT64_C(1) << 48) * 10000, &low, &high, NULL),
        DDDS_BAD_INPUT);
    assert_true(ddds_uuid_equal(&before, &high));
}

TEST(a_time_has_a_first_and_a_last_v6)
{
    struct ddds_uuid low;
    struct ddds_uuid high;
    struct ddds_error error;
    /* 2022-02-22T19:22:22Z, of RFC 9562 appendix A.5. */
    assert_ok(
        ddds_uuid_range(6, INT64_C(16455577420000000), &low, &high, NULL));
    assert_uuid(&low, "1ec9414c-232a-6b00-8000-000000000000");
    assert_uuid(&high, "1ec9414c-232a-6b00-bfff-ffffffffffff");
    struct ddds_uuid before = high;
    assert_int_equal(ddds_uuid_range(6, INT64_MIN, &low, &high, &error),
                     DDDS_BAD_INPUT);
    assert_true(ddds_uuid_equal(&before, &high));
}
