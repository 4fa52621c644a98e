/* lib/core/uuid/encoding.c: vectors of each encoding, and what readers refuse.
 *
 * SPDX-License-Identifier: MIT */
#include "base/table.h"
#include "core/uuid_testing.h"

#define TABLE "fixtures/tables/uuid-encoding.tsv"

#include <ddds/uuid_encoding.h>

enum { ENCODINGS = DDDS_UUID_GUID + 1 };

static enum ddds_uuid_encoding encoding_at(unsigned index)
{
    return (enum ddds_uuid_encoding)index;
}

/* In the order of the enumeration. The GUIDs are what Python's uuid.bytes_le
 * says. */
static const struct {
    const char *canonical;
    const char *encoded[ENCODINGS];
} vectors[] = {
    {"00000000-0000-0000-0000-000000000000",
     {"00000000000000000000000000", "00000000000000000000000000",
      "AAAAAAAAAAAAAAAAAAAAAA", "00000000000000000000000000000000"}},
    {"ffffffff-ffff-ffff-ffff-ffffffffffff",
     {"VVVVVVVVVVVVVVVVVVVVVVVVVS", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
      "_____________________w", "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"}},
    {"f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
     {"V0EKVBJTTG8T19R502GCI7JBUO", "7R3N7TWZFC278AES80M34HWTZP",
      "-B1Prn3sEdCnZQCgyR5r9g", "AE4F1DF8EC7DD011A76500A0C91E6BF6"}},
    {"c232ab00-9414-11ec-b3c8-9f6bdeced846",
     {"O8PAM04K2G8UPCU8JTLTTJMO8O", "626ANG150M27PB7J4ZDFFCXP26",
      "wjKrAJQUEeyzyJ9r3s7YRg", "00AB32C21494EC11B3C89F6BDECED846"}},
    {"5df41881-3aed-3515-88a7-2f4a814cf09e",
     {"BNQ1H09QTKQHB2575T582J7GJO", "2XYGC82EQD6MARH9SF9A0MSW4Y",
      "XfQYgTrtNRWIpy9KgUzwng", "8118F45DED3A153588A72F4A814CF09E"}},
    {"919108f7-52d1-4320-9bac-f847db4148a8",
     {"I68GHTQIQ51I16TCV13TMGA8L0", "4HJ44FEMPH8CG9QB7R8ZDM2J58",
      "kZEI91LRQyCbrPhH20FIqA", "F7089191D15220439BACF847DB4148A8"}},
    {"2ed6657d-e927-568b-95e1-2665a8aea6a2",
     {"5RB6AVF94TB8N5F14PIQHBL6K8", "1ETSJQVT97AT5SBR96CPMAX9N2",
      "LtZlfeknVouV4SZlqK6mog", "7D65D62E27E98B5695E12665A8AEA6A2"}},
    {"1ec9414c-232a-6b00-b3c8-9f6bdeced846",
     {"3R4K2J1359LG1CU8JTLTTJMO8O", "0YS50MR8SADC0B7J4ZDFFCXP26",
      "HslBTCMqawCzyJ9r3s7YRg", "4C41C91E2A23006BB3C89F6BDECED846"}},
    {"017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
     {"05VI5OJPM1UC7664RG60O1PPHS", "01FWHE4YDGFK1SHH6W1G60EECF",
      "AX8i4nmwfMOYxNwMDAc5jw", "E2227F01B079C37C98C4DC0C0C07398F"}},
    {"2489e9ad-2ee2-8e00-8ec9-32d5f69181c0",
     {"4I4UJB9ESA7013M96BAVD4C1O0", "14H7MTTBQ2HR08XJ9JTQV930E0",
      "JInprS7ijgCOyTLV9pGBwA", "ADE98924E22E008E8EC932D5F69181C0"}},
    {"5c146b14-3c52-8afd-938a-375d0df1fbf6",
     {"BGA6M51SAA5FR4SA6TEGRSFRUO", "2W2HNH8F2JHBYS72HQBM6Z3YZP",
      "XBRrFDxSiv2TijddDfH79g", "146B145C523CFD8A938A375D0DF1FBF6"}},
    {"00000013-0000-0000-c000-000000000000",
     {"000004O000001G000000000000", "0000016000000C000000000000",
      "AAAAEwAAAADAAAAAAAAAAA", "1300000000000000C000000000000000"}},
};

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
    struct table table;
    const char *row[3];
    table_open(&table, TABLE, "Other spellings");
    while (table_fields(&table, row, 3)) {
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
    struct table table;
    const char *row[4];
    table_open(&table, TABLE, "Refused");
    while (table_fields(&table, row, 4)) {
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
