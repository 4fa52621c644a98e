/* Records from the wire, written as a master file and read again: the same
 * octets, whatever they are.
 *
 * SPDX-License-Identifier: MIT */
#include "check/model/zone_text.h"
#include "db/wire/rdata.h"
#include "db/text/zonefile.h"
#include "base/domain.h"
#include "base/assertions.h"

#define OCTETS(literal) literal, sizeof(literal) - 1

static struct arena arena;

static int set_up(void **state)
{
    ddds_arena_init(&arena, NULL, 0);
    return 0;
}

static int tear_down(void **state)
{
    ddds_arena_free(&arena);
    return 0;
}

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
    static const struct {
        struct ddds_record record;
        const char *line;
    } rows[] = {
        {{.owner = "a.example",
          .type = TYPE_NAPTR,
          .ttl = 60,
          .rdata = "\0\1\377\377\1u\0\7!\"\\\303;!!\0",
          .rdata_length = 16},
         "a.example. 60 IN NAPTR 1 65535 \"u\" \"\" \"!\\\"\\\\\\195;!!\" .\n"},
        {{.owner = "_sip._udp.a",
          .type = TYPE_SRV,
          .ttl = 0,
          .rdata = "\0\1\0\2\23\304\1h\1a\0",
          .rdata_length = 11},
         "_sip._udp.a. 0 IN SRV 1 2 5060 h.a.\n"},
        {{.owner = "_ftp._tcp.a",
          .type = TYPE_URI,
          .ttl = 5,
          .rdata = "\0\12\0\1a:\"\\\0\377",
          .rdata_length = 10},
         "_ftp._tcp.a. 5 IN URI 10 1 \"a:\\\"\\\\\\000\\255\"\n"},
        {{.owner = "a",
          .type = TYPE_URI,
          .rdata = "\0\12\0\1",
          .rdata_length = 4},
         "a. 0 IN TYPE256 \\# 4 000a0001\n"},
        {{.owner = "a",
          .type = TYPE_A,
          .rdata = "\300\0\2\1",
          .rdata_length = 4},
         "a. 0 IN A 192.0.2.1\n"},
        {{.owner = "", .type = TYPE_CNAME, .rdata = "\1.\0", .rdata_length = 3},
         ". 0 IN CNAME \\..\n"},
        /* What cannot be read stands there as it is. */
        {{.owner = "a", .type = TYPE_A, .rdata = "\300\0", .rdata_length = 2},
         "a. 0 IN TYPE1 \\# 2 c000\n"},
        {{.owner = "a", .type = TYPE_NAPTR, .rdata = "", .rdata_length = 0},
         "a. 0 IN TYPE35 \\# 0 \n"},
        {{.owner = "a",
          .type = TYPE_CNAME,
          .rdata = "\0",
          .rdata_length = 1,
          .defect = "a pointer"},
         "a. 0 IN TYPE5 \\# 1 00\n"},
        {{.owner = "a", .type = 65280, .rdata = "\1", .rdata_length = 1},
         "a. 0 IN TYPE65280 \\# 1 01\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t length;
        const char *line = write_one(&rows[i].record, &length);
        assert_string_equal(line, rows[i].line);
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

FIXTURES(.set_up = set_up, .tear_down = tear_down);
