/* Lines composed in memory come out as if each part had been written.
 *
 * SPDX-License-Identifier: MIT */
#include "text/line.h"
#include "text/printable.h"
#include "base/table.h"

TEST(parts_of_any_length_come_in_order)
{
    static char part[3 * LINE_SIZE];
    for (size_t first = 0; first <= 2 * LINE_SIZE + 1; first += 257) {
        for (size_t second = LINE_SIZE - 2; second <= LINE_SIZE + 2; second++) {
            char *written = NULL;
            size_t size = 0;
            struct line line;
            FILE *out = open_memstream(&written, &size);
            line_begin(&line, out);
            memset(part, 'a', first);
            line_add_octets(&line, part, first);
            line_add(&line, "|");
            memset(part, 'b', second);
            part[second] = '\0';
            line_add_escaped(&line, part);
            line_add(&line, "\n");
            line_send(&line);
            fclose(out);
            assert_int_equal(size, first + 1 + second + 1);
            assert_int_equal(strspn(written, "a"), first);
            assert_int_equal(strspn(written + first + 1, "b"), second);
            free(written);
        }
    }
}

TEST(a_text_is_taken_as_a_whole)
{
    static char part[3 * LINE_SIZE];
    memset(part, 'a', sizeof part);
    for (size_t size = 0; size <= sizeof part; size += 17) {
        struct line line;
        size_t length;
        line_begin_text(&line);
        line_add_octets(&line, part, size);
        line_add_octets(&line, part, size);
        line_add_number(&line, 7);
        char *text = line_take(&line, &length);
        assert_int_equal(length, 2 * size + 1);
        assert_int_equal(strspn(text, "a"), 2 * size);
        assert_string_equal(text + 2 * size, "7");
        free(text);
    }
}

TEST(numbers_and_escapes)
{
    for (const char **row =
             table_rows("fixtures/tables/line.tsv", "Escapes", 3);
         table_next(row);) {
        char *written = NULL;
        size_t size = 0;
        struct line line;
        FILE *out = open_memstream(&written, &size);
        line_begin(&line, out);
        line_add_number(&line, (unsigned)table_number(row[0]));
        line_add(&line, ",");
        line_add_escaped(&line, row[1]);
        line_send(&line);
        fclose(out);
        assert_string_equal(written, row[2]);
        free(written);
    }
}

/* Eight octets at a time find what one at a time would. */
TEST(runs_end_at_the_first_octet_that_is_escaped)
{
    char text[24];
    char copy[sizeof text];
    for (unsigned octet = 0; octet < 256; octet++) {
        for (size_t at = 0; at < sizeof text; at++) {
            memset(text, ' ' + (int)at, sizeof text);
            text[at] = (char)octet;
            size_t run = octet >= 0x20 && octet < 0x7f ? sizeof text : at;
            assert_int_equal(printable_copy_run(copy, text, sizeof text), run);
            assert_memory_equal(copy, text, run);
        }
    }
}
