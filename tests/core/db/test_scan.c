/* The end of a word, found by table and, where the processor can, sixteen
 * octets at a time: the same everywhere.
 *
 * SPDX-License-Identifier: MIT */
#include "base/scan.h"
#include "base/assertions.h"

TEST(octets_end_words_and_strings)
{
    for (unsigned octet = 0; octet < 256; octet++) {
        char text[2] = {(char)octet, '\0'};
        bool ends_word =
            octet != 0 && strchr(" \t\r\n;()\"\\", text[0]) != NULL;
        bool ends_string = octet != 0 && strchr("\"\\\r\n", text[0]) != NULL;
        assert_int_equal(scan_word(text, text + 1) == text, ends_word);
        assert_int_equal(scan_string(text, text + 1) == text, ends_string);
    }
}

/* Each octet at each place of texts of each length, at the end of their memory:
 * whoever reads further is seen by valgrind and the address sanitizer. */
TEST(ends_are_found_at_every_distance)
{
    for (size_t length = 0; length <= 50; length++) {
        char *text = malloc(length + 1);
        assert_non_null(text);
        const char *end = text + length;
        memset(text, 'w', length);
        assert_ptr_equal(scan_word(text, end), end);
        assert_ptr_equal(scan_string(text, end), end);
        for (size_t at = 0; at < length * 256; at++) {
            text[at / 256] = (char)(at % 256);
            assert_ptr_equal(scan_word(text, end),
                             scan_by_table(text, end, SCAN_WORD));
            assert_ptr_equal(scan_string(text, end),
                             scan_by_table(text, end, SCAN_STRING));
            text[at / 256] = at % 2 == 0 ? 'w' : '\x01';
        }
        free(text);
    }
}
