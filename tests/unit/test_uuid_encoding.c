/* lib/uuid/encoding.c: the vectors of the draft, and what readers refuse.
 *
 * SPDX-License-Identifier: MIT */
#include "unit/uuid_testing.h"

#include <ddds/uuid_encoding.h>

enum { ENCODINGS = DDDS_UUID_BASE64URL + 1 };

static enum ddds_uuid_encoding encoding_at(unsigned index)
{
    return (enum ddds_uuid_encoding)index;
}

/* In the order of the enumeration. The draft's table, with its mistakes in the
 * rows of Nil, Max and version 4 mended; ULIDs are not in it. */
static const struct {
    const char *canonical;
    const char *encoded[ENCODINGS];
} vectors[] = {
    {"00000000-0000-0000-0000-000000000000",
     {"AAAAAAAAAAAAAAAAAAAAAAAAAA", "00000000000000000000000000",
      "00000000000000000000000000", "00000000000000000000000000", "0", "1", "0",
      "AAAAAAAAAAAAAAAAAAAAAA"}},
    {"ffffffff-ffff-ffff-ffff-ffffffffffff",
     {"77777777777777777777777774", "VVVVVVVVVVVVVVVVVVVVVVVVVS",
      "ZZZZZZZZZZZZZZZZZZZZZZZZZW", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
      "F5LXX1ZZ5PNORYNQGLHZMSP33", "YcVfxkQb6JRzqk5kF2tNLv",
      "7n42DGM5Tflk9n8mt7Fhc7", "_____________________w"}},
    {"f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
     {"7AOU7LT55QI5BJ3FACQMSHTL6Y", "V0EKVBJTTG8T19R502GCI7JBUO",
      "Z0EMZBKXXG8X19V502GCJ7KBYR", "7R3N7TWZFC278AES80M34HWTZP",
      "EOSWZOLG3BSX0ZN8OTQ1P8OOM", "Xe22UfxT3rxcKJEAfL5373",
      "7YBUWgZR1mKSqGyj9tVViw", "-B1Prn3sEdCnZQCgyR5r9g"}},
    {"c232ab00-9414-11ec-b3c8-9f6bdeced846",
     {"YIZKWAEUCQI6ZM6IT5V55TWYIY", "O8PAM04K2G8UPCU8JTLTTJMO8O",
      "R8SAP04M2G8YSCY8KXNXXKPR8R", "626ANG150M27PB7J4ZDFFCXP26",
      "BHW3F9QSZLQPYH8GTZ35HZ4UE", "Qys2KsgsAKw9ZKupo76FCh",
      "5uRfL2yjhnArtoQfhtK5hO", "wjKrAJQUEeyzyJ9r3s7YRg"}},
    {"5df41881-3aed-3515-88a7-2f4a814cf09e",
     {"LX2BRAJ25U2RLCFHF5FICTHQTY", "BNQ1H09QTKQHB2575T582J7GJO",
      "BQT1H09TXMTHB2575X582K7GKR", "2XYGC82EQD6MARH9SF9A0MSW4Y",
      "5K8PHACEYCDEGBDB1VWP0EAHQ", "CbuPE286MB6RsDazcU7sUy",
      "2rHpz41xnmmjQ14tXiiRby", "XfQYgTrtNRWIpy9KgUzwng"}},
    {"919108f7-52d1-4320-9bac-f847db4148a8",
     {"SGIQR52S2FBSBG5M7BD5WQKIVA", "I68GHTQIQ51I16TCV13TMGA8L0",
      "J68GHXTJT51J16XCZ13XPGA8N0", "4HJ44FEMPH8CG9QB7R8ZDM2J58",
      "8M8SCPFUGFIJ4QENJ0IG77QG8", "JyZVoFVQxQNmw2bsgr7D1R",
      "4QgAS76dLuYGIOevxRNdwe", "kZEI91LRQyCbrPhH20FIqA"}},
    {"2ed6657d-e927-568b-95e1-2665a8aea6a2",
     {"F3LGK7PJE5LIXFPBEZS2RLVGUI", "5RB6AVF94TB8N5F14PIQHBL6K8",
      "5VB6AZF94XB8Q5F14SJTHBN6M8", "1ETSJQVT97AT5SBR96CPMAX9N2",
      "2RTO2O5WTBFMSYWZX7KHQ1Z8I", "6nTLogGvw2vmQjtATLqvLq",
      "1QNcqF4CaKvmx4AGQoiDGE", "LtZlfeknVouV4SZlqK6mog"}},
    {"1ec9414c-232a-6b00-b3c8-9f6bdeced846",
     {"D3EUCTBDFJVQBM6IT5V55TWYIY", "3R4K2J1359LG1CU8JTLTTJMO8O",
      "3V4M2K1359NG1CY8KXNXXKPR8R", "0YS50MR8SADC0B7J4ZDFFCXP26",
      "1TM3WVVTP7XVNZXA2TV43IJWM", "4oVbpzb8BpnTH1mg11dmWd",
      "w5k6WVHfQxDwORhbnJw5G", "HslBTCMqawCzyJ9r3s7YRg"}},
    {"017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
     {"AF7SFYTZWB6MHGGE3QGAYBZZR4", "05VI5OJPM1UC7664RG60O1PPHS",
      "05ZJ5RKSP1YC7664VG60R1SSHW", "01FWHE4YDGFK1SHH6W1G60EECF",
      "36TWI214QWJ7MGSVQ83NM8WF", "BihbxwwQ4NZZpKRH9JDCz",
      "2p5oQZoHTv0zeY5yG21K3", "AX8i4nmwfMOYxNwMDAc5jw"}},
    {"2489e9ad-2ee2-8e00-8ec9-32d5f69181c0",
     {"ESE6TLJO4KHABDWJGLK7NEMBYA", "4I4UJB9ESA7013M96BAVD4C1O0",
      "4J4YKB9EWA7013P96BAZD4C1R0", "14H7MTTBQ2HR08XJ9JTQV930E0",
      "25VHD0YEN79F79OO0TV0BAE9S", "5WhDz2zW6g9mHu7EP9hoVq",
      "16wkVN3MiuTu3Tvke980Yq", "JInprS7ijgCOyTLV9pGBwA"}},
    {"5c146b14-3c52-8afd-938a-375d0df1fbf6",
     {"LQKGWFB4KKFP3E4KG5OQ34P36Y", "BGA6M51SAA5FR4SA6TEGRSFRUO",
      "BGA6P51WAA5FV4WA6XEGVWFVYR", "2W2HNH8F2JHBYS72HQBM6Z3YZP",
      "5G8XXKU1AQGT02ZJGR8PA3EUU", "CNV2iY4mKiTS1uw8RxapEH",
      "2nkclVMgXgfuAgu1a26Hri", "XBRrFDxSiv2TijddDfH79g"}},
    {"00000013-0000-0000-c000-000000000000",
     {"AAAAAEYAAAAABQAAAAAAAAAAAA", "000004O000001G000000000000",
      "000004R000001G000000000000", "0000016000000C000000000000",
      "41Y09GGWTDKLN13WMO74", "2anhPihXPV7NXZKLC7", "VZkfYuYQq6ptFmkzo",
      "AAAAEwAAAADAAAAAAAAAAA"}},
};

static struct ddds_uuid parse(const char *canonical)
{
    struct ddds_uuid uuid;
    assert_int_equal(
        ddds_uuid_parse(canonical, strlen(canonical), 0, &uuid, NULL), DDDS_OK);
    return uuid;
}

static void each_vector_is_written_and_read(void **state)
{
    (void)state;
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
            assert_int_equal(
                ddds_uuid_decode(text, length, encoding, &read, NULL), DDDS_OK);
            assert_true(ddds_uuid_equal(&uuid, &read));
        }
    }
}

/* Texts of which each is read as the UUID beside it. */
static const struct {
    enum ddds_uuid_encoding encoding;
    const char *text;
    const char *canonical;
} variants[] = {
    {DDDS_UUID_ULID, "01ARZ3NDEKTSV4RRFFQ69G5FAV",
     "01563e3a-b5d3-d676-4c61-efb99302bd5b"},
    {DDDS_UUID_ULID, "01bx5zzkbkactav9wevgemmvrz",
     "015f4bff-cd73-5334-ada7-8edc1d4a6f1f"},
    /* The suffix of a TypeID. */
    {DDDS_UUID_ULID, "01h455vb4pex5vsknk084sn02q",
     "01890a5d-ac96-774b-bcce-b302099a8057"},
    {DDDS_UUID_BASE32HEX, "vvvvvvvvvvvvvvvvvvvvvvvvvs======",
     "ffffffff-ffff-ffff-ffff-ffffffffffff"},
    {DDDS_UUID_BASE32, "77777777777777777777777774======",
     "ffffffff-ffff-ffff-ffff-ffffffffffff"},
    {DDDS_UUID_BASE64URL,
     "_____________________w==", "ffffffff-ffff-ffff-ffff-ffffffffffff"},
    {DDDS_UUID_BASE36, "f5lxx1zz5pnorynqglhzmsp33",
     "ffffffff-ffff-ffff-ffff-ffffffffffff"},
    {DDDS_UUID_BASE36, "0000000000000000000000010",
     "00000000-0000-0000-0000-000000000024"},
    {DDDS_UUID_BASE58, "1111111111111111111121",
     "00000000-0000-0000-0000-00000000003a"},
    {DDDS_UUID_HUMANS, "z0emz-bkxxg-8x19v-502gc-j7kby-r",
     "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
    {DDDS_UUID_HUMANS, "ZOEMZBKXXG8XI9V5O2GCJ7KBYR",
     "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
    {DDDS_UUID_HUMANS, "Z0EMZBKXXG8Xl9V502GCJ7KBYR-w",
     "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
    {DDDS_UUID_HUMANS, "000000000000000000000000000",
     "00000000-0000-0000-0000-000000000000"},
};

static void other_spellings_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(variants); i++) {
        struct ddds_uuid expected = parse(variants[i].canonical);
        struct ddds_uuid read;
        struct ddds_error error = {.detail = ""};
        ddds_uuid_decode(variants[i].text, strlen(variants[i].text),
                         variants[i].encoding, &read, &error);
        assert_string_equal(error.detail, "");
        assert_true(ddds_uuid_equal(&expected, &read));
    }
}

static const struct {
    enum ddds_uuid_encoding encoding;
    const char *text;
    size_t offset;
    const char *detail;
} refused[] = {
    {DDDS_UUID_ULID, "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", 0,
     "UUID in ulid: expected 0 to 7, since a UUID has 128 bits, found \"8\" at "
     "0"},
    {DDDS_UUID_ULID, "01ARZ3NDEKTSV4RRFFQ69G5FA", 25,
     "UUID in ulid: expected a character of its alphabet, found the end at 25"},
    {DDDS_UUID_ULID, "01ARZ3NDEKTSV4RRFFQ69G5FAVV", 26,
     "UUID in ulid: expected the end, found \"V\" at 26"},
    {DDDS_UUID_ULID, "01ARZ3NDEKTSV4RRFFQ69G5FAU", 25,
     "UUID in ulid: expected a character of its alphabet, found \"U\" at 25"},
    {DDDS_UUID_ULID, "01ARZ3NDEKTSV4RRFFQ69G5FAO", 25,
     "UUID in ulid: expected a character of its alphabet, found \"O\" at 25"},
    {DDDS_UUID_BASE32HEX, "VVVVVVVVVVVVVVVVVVVVVVVVVV", 25,
     "UUID in base32hex: expected a character whose unused bits are zero, "
     "found "
     "\"V\" at 25"},
    {DDDS_UUID_BASE32HEX, "VVVVVVVVVVVVVVVVVVVVVVVVVS==", 26,
     "UUID in base32hex: expected no \"=\" or 6 of them, found 2 at 26"},
    {DDDS_UUID_BASE32HEX, "VVVVVVVVVVVVVVVVVVVVVVVVVS=====x", 31,
     "UUID in base32hex: expected the end, found \"x\" at 31"},
    {DDDS_UUID_BASE64URL, "_____________________x", 21,
     "UUID in base64url: expected a character whose unused bits are zero, "
     "found "
     "\"x\" at 21"},
    {DDDS_UUID_BASE64URL, "+____________________w", 0,
     "UUID in base64url: expected a character of its alphabet, found \"+\" at "
     "0"},
    {DDDS_UUID_BASE36, "F5LXX1ZZ5PNORYNQGLHZMSP34", 24,
     "UUID in base36: the number is 2^128 or more"},
    {DDDS_UUID_BASE36, "00000000000000000000000010", 25,
     "UUID in base36: expected the end, found \"0\" at 25"},
    {DDDS_UUID_BASE58, "0", 0,
     "UUID in base58: expected a digit of its alphabet, found \"0\" at 0"},
    {DDDS_UUID_BASE58, "YcVfxkQb6JRzqk5kF2tNLw", 21,
     "UUID in base58: the number is 2^128 or more"},
    {DDDS_UUID_BASE62, "", 0,
     "UUID in base62: expected a digit, found the end at 0"},
    {DDDS_UUID_HUMANS, "Z0EMZBKXXG8X19V502GCJ7KBYR*", 26,
     "UUID in humans: expected the check symbol \"W\", found \"*\" at 26"},
    {DDDS_UUID_HUMANS, "Z0EMZBKXXG8X19V502GCJ7KBYRWW", 27,
     "UUID in humans: expected the end, found \"W\" at 27"},
    {DDDS_UUID_HUMANS, "-----", 5,
     "UUID in humans: expected a character of its alphabet, found the end at "
     "5"},
};

static void what_is_wrong_is_refused_where_it_is(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(refused); i++) {
        struct ddds_uuid untouched = *ddds_uuid_max();
        struct ddds_error error;
        assert_int_equal(
            ddds_uuid_decode(refused[i].text, strlen(refused[i].text),
                             refused[i].encoding, &untouched, &error),
            DDDS_BAD_INPUT);
        assert_string_equal(error.detail, refused[i].detail);
        assert_int_equal(error.offset, refused[i].offset);
        assert_true(ddds_uuid_equal(&untouched, ddds_uuid_max()));
    }
}

static void a_nul_is_not_in_any_alphabet(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ENCODINGS; i++) {
        struct ddds_error error;
        assert_int_equal(
            ddds_uuid_decode("\0", 1, encoding_at(i), NULL, &error),
            DDDS_BAD_INPUT);
        assert_int_equal(error.offset, 0);
    }
}

static void an_unknown_encoding_is_refused(void **state)
{
    (void)state;
    char text[DDDS_UUID_ENCODED_SIZE] = "x";
    enum ddds_uuid_encoding unknown = encoding_at(ENCODINGS);
    assert_null(ddds_uuid_encoding_name(unknown));
    assert_int_equal(ddds_uuid_encode(ddds_uuid_max(), unknown, text), 0);
    assert_string_equal(text, "");
    assert_int_equal(ddds_uuid_decode("0", 1, unknown, NULL, NULL),
                     DDDS_BAD_OPTION);
    assert_string_equal(ddds_uuid_encoding_name(DDDS_UUID_HUMANS), "humans");
}

/* Texts of the full length sort as the UUIDs do, where the table says so. */
static void sorting_encodings_sort(void **state)
{
    (void)state;
    static const enum ddds_uuid_encoding sorting[] = {
        DDDS_UUID_BASE32HEX, DDDS_UUID_HUMANS, DDDS_UUID_ULID};
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_vector_is_written_and_read),
        cmocka_unit_test(other_spellings_are_read),
        cmocka_unit_test(what_is_wrong_is_refused_where_it_is),
        cmocka_unit_test(a_nul_is_not_in_any_alphabet),
        cmocka_unit_test(an_unknown_encoding_is_refused),
        cmocka_unit_test(sorting_encodings_sort),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
