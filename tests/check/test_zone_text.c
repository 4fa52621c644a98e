/* Records from the wire, written as a master file and read again: the same
 * octets, whatever they are.
 *
 * SPDX-License-Identifier: MIT */
#include "check/model/zone_text.h"
#include "db/wire/rdata.h"
#include "db/text/zonefile.h"
#include "base/domain.h"
#include "base/one_arena.h"
#include "base/table.h"

static const char *write_one(const struct ddds_record *record, size_t *length)
{
    const char *text = ddds_zone_text(&record, 1, &arena, length);
    assert_non_null(text);
    for (size_t i = 0; i + 1 < *length; i++) {
        assert_in_range(text[i], 0x20, 0x7e);
    }
    assert_int_equal(text[*length - 1], '\n');
    return text;
}

TEST(lines_are_as_people_write_them)
{
    for (const char **row =
             table_rows("fixtures/tables/zone-text.tsv", "Lines", 6);
         table_next(row);) {
        unsigned char rdata[64];
        size_t length = strlen(row[3]) / 2;
        for (size_t i = 0; i < length; i++) {
            unsigned octet;
            assert_int_equal(sscanf(row[3] + 2 * i, "%2x", &octet), 1);
            rdata[i] = (unsigned char)octet;
        }
        const struct ddds_record record = {
            .owner = row[0],
            .type = (uint16_t)table_number(row[1]),
            .ttl = (uint32_t)table_number(row[2]),
            .rdata = rdata,
            .rdata_length = length,
            .defect = row[4],
        };
        const char *line = write_one(&record, &length);
        assert_string_equal(line, row[5]);
        assert_int_equal(length, strlen(line));
    }
}

/* ---- And back -------------------------------------------------------- */

struct comparison {
    const struct ddds_record *record;
    unsigned count;
};

static bool compare(void *context, const struct zonefile_record *read)
{
    struct comparison *comparison = context;
    const struct ddds_record *record = comparison->record;
    assert_string_equal(read->base.owner, record->owner);
    assert_int_equal(read->base.type, record->type);
    assert_int_equal(read->base.ttl, record->ttl);
    assert_int_equal(read->base.rdata_length, record->rdata_length);
    assert_memory_equal(read->base.rdata, record->rdata, record->rdata_length);
    comparison->count++;
    return true;
}

static size_t put_string(unsigned char *at)
{
    size_t length = (size_t)rand() % 256;
    at[0] = (unsigned char)length;
    for (size_t i = 1; i <= length; i++) {
        at[i] = (unsigned char)rand();
    }
    return 1 + length;
}

static size_t put_name(unsigned char *at)
{
    size_t length = 0;
    for (int labels = rand() % 4; labels > 0; labels--) {
        size_t octets = 1 + (size_t)rand() % 60;
        at[length++] = (unsigned char)octets;
        for (size_t i = 0; i < octets; i++) {
            int letter = rand() % 256;
            bool is_capital = letter >= 'A' && letter <= 'Z';
            at[length++] = (unsigned char)(is_capital ? letter + 32 : letter);
        }
    }
    at[length++] = 0;
    return length;
}

TEST(any_octets_survive)
{
    srand(3403);
    for (int round = 0; round < 2000; round++) {
        unsigned char rdata[4 + 3 * 256 + 256];
        size_t length = 4;
        size_t written;
        struct ddds_error error;
        struct zonefile *file;
        for (size_t i = 0; i < 4; i++) {
            rdata[i] = (unsigned char)rand();
        }
        for (int i = 0; i < 3; i++) {
            length += put_string(rdata + length);
        }
        length += put_name(rdata + length);
        const struct ddds_record record = {
            .owner = "a\\.b\\000.example",
            .type = TYPE_NAPTR,
            .ttl = (uint32_t)round,
            .rdata = rdata,
            .rdata_length = length,
        };
        struct comparison comparison = {&record, 0};
        const char *text = write_one(&record, &written);
        assert_ok(ddds_zonefile_over("t", text, written, false, &file, &error));
        assert_ok(ddds_zonefile_read(file, NULL, compare, &comparison, &error));
        assert_int_equal(comparison.count, 1);
        ddds_zonefile_free(file);
        ddds_arena_reset(&arena);
    }
}

FIXTURES(.tear_down = free_arena);
