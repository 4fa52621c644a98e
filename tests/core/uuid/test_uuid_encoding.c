/* lib/core/uuid/encoding.c: vectors of each encoding, and invalid texts.
 *
 * SPDX-License-Identifier: MIT */
#include "base/table.h"
#include "core/uuid_testing.h"
#include <ddds/uuid_encoding.h>

#define TABLE "fixtures/tables/uuid-encoding.tsv"

enum { ENCODINGS = DDDS_UUID_GUID + 1 };

static enum ddds_uuid_encoding encoding_at(unsigned index)
{
    return (enum ddds_uuid_encoding)index;
}

enum { VECTORS = 12 };

/* UUIDs, and their encodings in the order of the enumeration. */
static struct {
    char canonical[40];
    char encoded[ENCODINGS][40];
} vectors[VECTORS];

static int read_vectors(void **state)
{
    size_t count = 0;
    for (const char **row = table_rows(TABLE, "Vectors", 1 + ENCODINGS);
         table_next(row); count++) {
        strcpy(vectors[count].canonical, row[0]);
        for (size_t i = 0; i < ENCODINGS; i++) {
            strcpy(vectors[count].encoded[i], row[1 + i]);
        }
    }
    return count != VECTORS;
}

FIXTURES(.begin = read_vectors);

static struct ddds_uuid parse(const char *canonical)
{
    struct ddds_uuid uuid;
    assert_ok(ddds_uuid_parse(canonical, strlen(canonical), 0, &uuid, NULL));
    return uuid;
}

TEST(each_vector_is_written_and_read)
{
    for (size_t i = 0; i < COUNT(vectors); i++) {
        struct ddds_uuid uuid = parse(vectors[i].canonical);
        for (unsigned j = 0; j < ENCODINGS; j++) {
            enum ddds_uuid_encoding encoding = encoding_at(j);
            const char *expected = vectors[i].encoded[j];
            char text[DDDS_UUID_ENCODED_SIZE];
            struct ddds_uuid read;
            size_t length = ddds_uuid_encode(&uuid, encoding, text);
            assert_string_equal(text, expected);
            assert_int_equal(length, strlen(expected));
            assert_ok(ddds_uuid_decode(text, length, encoding, &read, NULL));
            assert_true(ddds_uuid_equal(&uuid, &read));
        }
    }
}

static enum ddds_uuid_encoding read_encoding(const char *word)
{
    static const char *const words[ENCODINGS] = {
        [DDDS_UUID_BASE32HEX] = "base32hex",
        [DDDS_UUID_ULID] = "ulid",
        [DDDS_UUID_BASE64URL] = "base64url",
        [DDDS_UUID_GUID] = "guid",
    };
    unsigned index = 0;
    while (strcmp(words[index], word) != 0) {
        assert_true(++index < ENCODINGS);
    }
    return encoding_at(index);
}

TEST(other_spellings_are_read)
{
    for (const char **row = table_rows(TABLE, "Other spellings", 3);
         table_next(row);) {
        struct ddds_uuid expected = parse(row[2]);
        struct ddds_uuid read;
        struct ddds_error error = {.detail = ""};
        ddds_uuid_decode(row[1], strlen(row[1]), read_encoding(row[0]), &read,
                         &error);
        assert_string_equal(error.detail, "");
        assert_true(ddds_uuid_equal(&expected, &read));
    }
}

TEST(what_is_wrong_is_refused_where_it_is)
{
    for (const char **row = table_rows(TABLE, "Refused", 4); table_next(row);) {
        struct ddds_uuid untouched = *ddds_uuid_max();
        struct ddds_error error;
        print_message("%s %s\n", row[0], row[1]);
        assert_int_equal(ddds_uuid_decode(row[1], strlen(row[1]),
                                          read_encoding(row[0]), &untouched,
                                          &error),
                         DDDS_BAD_INPUT);
        assert_string_equal(error.detail, row[3]);
        assert_int_equal(error.offset, table_number(row[2]));
        assert_true(ddds_uuid_equal(&untouched, ddds_uuid_max()));
    }
}

TEST(a_nul_is_not_in_any_alphabet)
{
    for (unsigned i = 0; i < ENCODINGS; i++) {
        struct ddds_error error;
        assert_int_equal(
            ddds_uuid_decode("\0", 1, encoding_at(i), NULL, &error),
            DDDS_BAD_INPUT);
        assert_int_equal(error.offset, 0);
    }
}

TEST(an_unknown_encoding_is_refused)
{
    char text[DDDS_UUID_ENCODED_SIZE] = "x";
    enum ddds_uuid_encoding unknown = encoding_at(ENCODINGS);
    assert_null(ddds_uuid_encoding_name(unknown));
    assert_int_equal(ddds_uuid_encode(ddds_uuid_max(), unknown, text), 0);
    assert_string_equal(text, "");
    assert_int_equal(ddds_uuid_decode("0", 1, unknown, NULL, NULL),
                     DDDS_BAD_OPTION);
    assert_string_equal(ddds_uuid_encoding_name(DDDS_UUID_GUID), "guid");
}

/* Texts of the full length sort as the UUIDs do, where the table says so. */
TEST(sorting_encodings_sort)
{
    static const enum ddds_uuid_encoding sorting[] = {DDDS_UUID_BASE32HEX,
                                                      DDDS_UUID_ULID};
    for (size_t i = 0; i < COUNT(vectors); i++) {
        for (size_t j = 0; j < COUNT(vectors); j++) {
            struct ddds_uuid one = parse(vectors[i].canonical);
            struct ddds_uuid other = parse(vectors[j].canonical);
            int order = ddds_uuid_compare(&one, &other);
            for (size_t k = 0; k < COUNT(sorting); k++) {
                int text_order = strcmp(vectors[i].encoded[sorting[k]],
                                        vectors[j].encoded[sorting[k]]);
                assert_int_equal((text_order > 0) - (text_order < 0), order);
            }
        }
    }
}

/* In place, and back. */
TEST(octets_are_swapped_as_guids_are_stored)
{
    static const unsigned char stored[16] = {0x33, 0x22, 0x11, 0x00, 0x55, 0x44,
                                             0x77, 0x66, 0x88, 0x99, 0xaa, 0xbb,
                                             0xcc, 0xdd, 0xee, 0xff};
    struct ddds_uuid uuid = parse("00112233-4455-6677-8899-aabbccddeeff");
    struct ddds_uuid swapped;
    ddds_uuid_swap_guid(&uuid, &swapped);
    assert_memory_equal(swapped.octets, stored, sizeof stored);
    ddds_uuid_swap_guid(&swapped, &swapped);
    assert_true(ddds_uuid_equal(&swapped, &uuid));
}
