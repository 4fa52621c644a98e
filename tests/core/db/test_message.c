/* The decoder of messages, with valid and invalid messages.
 *
 * SPDX-License-Identifier: MIT */
#include "db/wire/message.h"
#include "db/wire/rdata.h"
#include "base/assertions.h"
#include "core/names.h"
#include "core/naptr.h"
#include "core/wire.h"

static struct wire wire;
static struct arena arena;
static struct message message;
static struct plain_name plain;
static char text[LIMIT_NAME_SIZE];
static struct ddds_error error;

static unsigned char *copy; /* of the message, in memory of its own size */

/* Read what was composed. */
static ddds_status read_prefix(size_t length)
{
    free(copy);
    copy = malloc(length > 0 ? length : 1);
    assert_non_null(copy);
    memcpy(copy, wire.octets, length);
    ddds_arena_free(&arena);
    return ddds_message_read(copy, length, &arena, &message, &error);
}

/* The record with the index |index|, as it is. */
static struct ddds_record record_at(size_t index)
{
    struct ddds_record record;
    assert_ok(ddds_message_record(&message, &message.records[index], &arena,
                                  &record, &error));
    return record;
}

static ddds_status read_all(void)
{
    return read_prefix(wire.length);
}

static int teardown(void **state)
{
    ddds_arena_free(&arena);
    free(copy);
    return 0;
}

/* ---- Queries ------------------------------------------------------------ */

TEST(a_query_is_as_its_rfcs_draw_it)
{
    static const unsigned char expected[] = "\xab\xcd\x01\x20\0\1\0\0\0\0\0\1"
                                            "\3foo\3urn\4arpa\0\0\x23\0\1"
                                            "\0\0\x29\x04\xd0\0\0\0\0\0";
    unsigned char octets[MESSAGE_QUERY_MAX];
    struct message_query query = {.name = labels_of("foo.urn.arpa", &plain),
                                  .type = TYPE_NAPTR,
                                  .id = 0xabcd,
                                  .buffer_size = 1232,
                                  .asks_ad = true};
    size_t length = ddds_message_write_query(&query, octets);
    assert_int_equal(length, sizeof expected);
    assert_memory_equal(octets, expected, length);
    query.buffer_size = 0;
    query.asks_ad = false;
    assert_int_equal(ddds_message_write_query(&query, octets), length - 11);
    assert_int_equal(octets[2], 1);
    assert_int_equal(octets[3], 0);
    assert_int_equal(octets[11], 0);
    query.no_recursion = true;
    query.no_validation = true;
    ddds_message_write_query(&query, octets);
    assert_int_equal(octets[2], 0);
    assert_int_equal(octets[3], 0x10);
    query.buffer_size = 1232;
    query.signatures = true;
    length = ddds_message_write_query(&query, octets);
    assert_memory_equal(octets + length - 4, "\x80\0\0\0", 4);
}

TEST(a_query_can_be_read_again)
{
    struct message_query query = {.name =
                                      labels_of("_http._tcp.example", &plain),
                                  .type = TYPE_SRV,
                                  .id = 7,
                                  .buffer_size = 1232,
                                  .asks_ad = true};
    wire.length = ddds_message_write_query(&query, wire.octets);
    assert_ok(read_all());
    assert_false(message.is_response);
    assert_true(message.is_authenticated && message.has_edns);
    assert_int_equal(message.id, 7);
    assert_string_equal(text_of(&message.question, text), "_http._tcp.example");
    assert_int_equal(message.question_type, TYPE_SRV);
}

/* ---- What is read ------------------------------------------------------- */

/* NAPTR with CNAME and A in between, and something in every section. */
static void compose_mixture(void)
{
    wire_begin(&wire, 0x0420, "Foo.urn.arpa", TYPE_NAPTR);
    wire_alias(&wire, NULL, TYPE_CNAME, 60, "bar.example");
    size_t begin = wire_naptr(&wire, "bar.example", 100, "!.*!sip:\xc3\xa9!");
    wire_u8(&wire, 0);
    wire_end(&wire, begin);
    wire_address(&wire, 1, "bar.example", 30, 1);
    begin = wire_naptr(&wire, "bar.example", 200, "");
    wire_u8(&wire, 1);
    wire_u8(&wire, 'x');
    wire_pointer(&wire, 16); /* urn.arpa */
    wire_end(&wire, begin);
    wire_soa(&wire, "example", 900, 300);
    wire_address(&wire, 3, "ns.example", 20, 2);
    begin = wire_record(&wire, 3, "", TYPE_OPT, 0x01000000);
    wire_end(&wire, begin);
}

TEST(every_section_is_kept_with_its_ttls)
{
    compose_mixture();
    assert_ok(read_all());
    assert_true(message.is_response && message.is_authoritative &&
                message.is_authenticated && message.has_edns);
    assert_string_equal(text_of(&message.question, text), "foo.urn.arpa");
    assert_int_equal(message.answer_count, 4);
    assert_int_equal(message.authority_count, 1);
    assert_int_equal(message.additional_count, 2);
    assert_int_equal(message.rcode, RCODE_BADVERS);
    static const struct {
        const char *owner;
        uint16_t type;
        uint32_t ttl;
    } expected[] = {
        {"Foo.urn.arpa", TYPE_CNAME, 60}, {"bar.example", TYPE_NAPTR, 600},
        {"bar.example", TYPE_A, 30},      {"bar.example", TYPE_NAPTR, 600},
        {"example", TYPE_SOA, 900},       {"ns.example", TYPE_A, 20},
    };
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_string_equal(record_at(i).owner, expected[i].owner);
        assert_int_equal(record_at(i).type, expected[i].type);
        assert_int_equal(record_at(i).ttl, expected[i].ttl);
        assert_null(record_at(i).defect);
    }
}

TEST(octets_of_strings_and_compressed_names_survive)
{
    struct ddds_rule rule;
    compose_mixture();
    assert_ok(read_all());
    struct ddds_record record = record_at(1);
    assert_ok(
        read_naptr(record.rdata, record.rdata_length, &arena, &rule, &error));
    assert_string_equal(rule.regexp, "!.*!sip:\xc3\xa9!");
    assert_string_equal(rule.replacement, "");
    record = record_at(3);
    assert_ok(
        read_naptr(record.rdata, record.rdata_length, &arena, &rule, &error));
    assert_string_equal(rule.replacement, "x.urn.arpa");
    assert_true(record.is_compressed);
    assert_false(record_at(1).is_compressed);
}

TEST(a_ttl_with_its_highest_bit_set_is_0)
{
    wire_begin(&wire, 0, "a", TYPE_A);
    wire_address(&wire, 1, NULL, UINT32_C(0x80000001), 1);
    assert_ok(read_all());
    assert_int_equal(record_at(0).ttl, 0);
}

TEST(octets_behind_the_last_record_are_ignored)
{
    compose_mixture();
    wire_u32(&wire, 0xdeadbeef);
    assert_ok(read_all());
    assert_int_equal(message.answer_count, 4);
}

/* ---- What costs the message --------------------------------------------- */

TEST(a_message_cut_anywhere_is_refused)
{
    compose_mixture();
    for (size_t length = 0; length < wire.length; length++) {
        assert_int_equal(read_prefix(length), DDDS_MALFORMED);
        assert_int_equal(error.status, DDDS_MALFORMED);
    }
}

TEST(counts_may_not_lie)
{
    for (unsigned section = 0; section <= 3; section++) {
        compose_mixture();
        wire_count(&wire, section, 65535);
        assert_int_equal(read_all(), DDDS_MALFORMED);
    }
    /* The count exceeds the records by one. */
    compose_mixture();
    wire_count(&wire, 3, 3);
    assert_int_equal(read_all(), DDDS_MALFORMED);
}

TEST(data_may_not_run_past_the_end)
{
    wire_begin(&wire, 0, "a", TYPE_A);
    wire_address(&wire, 1, NULL, 1, 1);
    wire.octets[wire.length - 5] = 5; /* RDLENGTH, of 4 octets that are there */
    assert_int_equal(read_all(), DDDS_MALFORMED);
}

TEST(a_question_that_cannot_be_read_costs_the_message)
{
    wire_begin(&wire, 0, "a", TYPE_A);
    wire.octets[12] = 0xc0; /* a pointer to itself */
    wire.octets[13] = 12;
    assert_int_equal(read_all(), DDDS_MALFORMED);
}

/* Names that are chains of pointers, each into the next. */
TEST(names_may_not_take_too_much_work)
{
    wire_begin(&wire, 0, "a", TYPE_A);
    /* 8000 pointers in a row, each to its predecessor: legal, if long. */
    size_t begin = wire_record(&wire, 1, NULL, 65280, 1);
    size_t last = 12;
    for (unsigned i = 0; i < 8000; i++) {
        size_t here = wire.length;
        wire_pointer(&wire, last);
        last = here;
    }
    wire_end(&wire, begin);
    for (unsigned i = 0; i < 20; i++) {
        begin = wire_record(&wire, 1, NULL, TYPE_CNAME, 1);
        wire_pointer(&wire, last);
        wire_end(&wire, begin);
    }
    assert_ok(read_all());
    for (size_t i = 1; i <= 8; i++) {
        assert_null(record_at(i).defect);
        assert_ok(ddds_message_check_labels(&message, &error));
    }
    assert_non_null(record_at(9).defect);
    assert_int_equal(ddds_message_check_labels(&message, &error), DDDS_LIMIT);
    assert_non_null(strstr(error.detail, "65536 labels"));
    /* An owner cannot be read any more, not even that of the question. */
    struct ddds_record record;
    assert_int_equal(ddds_message_record(&message, &message.records[0], &arena,
                                         &record, &error),
                     DDDS_MALFORMED);
}

/* ---- What costs a record only ------------------------------------------- */

/* Three records, the second a CNAME of |octets|. */
static void compose_bad_target(const void *octets, size_t length)
{
    wire_begin(&wire, 0, "a", TYPE_CNAME);
    wire_alias(&wire, NULL, TYPE_CNAME, 1, "first");
    size_t begin = wire_record(&wire, 1, NULL, TYPE_CNAME, 1);
    wire_octets(&wire, octets, length);
    wire_end(&wire, begin);
    wire_alias(&wire, NULL, TYPE_CNAME, 1, "third");
}

TEST(a_bad_name_costs_its_record_only)
{
    static const struct {
        const char *octets;
        size_t length;
        const char *why;
    } rows[] = {
        {"\xc0\x32", 2, "a pointer to itself"},
        {"\xc0\xff", 2, "a pointer ahead"},
        {"\xff\xff", 2, "a pointer past the end"},
        {"\xc0\x00", 2, "a pointer into the header"},
        {"\xc0", 1, "half a pointer"},
        {"\x41\0", 2, "a label type that is not in use"},
        {"\3ab", 3, "a label past the data"},
        {"\1x", 2, "no root at the end"},
        {"", 0, "no name at all"},
        {"\1x\xc0\x32", 4, "a loop through a label"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        compose_bad_target(rows[i].octets, rows[i].length);
        assert_ok(read_all());
        assert_int_equal(message.answer_count, 3);
        assert_null(record_at(0).defect);
        if (record_at(1).defect == NULL) {
            fail_msg("%s was not found out", rows[i].why);
        }
        assert_null(record_at(2).defect);
        assert_memory_equal(record_at(2).rdata, "\5third", 7);
    }
}

TEST(half_a_pointer_may_end_the_message)
{
    wire_begin(&wire, 0, "a", TYPE_CNAME);
    wire_alias(&wire, NULL, TYPE_CNAME, 1, "first");
    size_t begin = wire_record(&wire, 1, NULL, TYPE_CNAME, 1);
    wire_octets(&wire, "\xc0", 1);
    wire_end(&wire, begin);
    assert_ok(read_all());
    assert_int_equal(message.answer_count, 2);
    assert_null(record_at(0).defect);
    assert_non_null(record_at(1).defect);
}

TEST(a_bad_owner_costs_its_record_only)
{
    wire_begin(&wire, 0, "a", TYPE_A);
    size_t at = wire.length;
    wire_address(&wire, 1, NULL, 1, 1);
    wire_address(&wire, 1, NULL, 1, 2);
    wire.octets[at + 1] = (unsigned char)at; /* a loop */
    assert_ok(read_all());
    struct ddds_record record;
    assert_int_equal(ddds_message_record(&message, &message.records[0], &arena,
                                         &record, &error),
                     DDDS_MALFORMED);
    assert_non_null(strstr(error.detail, "owner name"));
    assert_string_equal(record_at(1).owner, "a");
}

TEST(names_keep_their_case)
{
    struct ddds_fields fields = DDDS_FIELDS_INIT;
    wire_begin(&wire, 0, "a", TYPE_CNAME);
    wire_alias(&wire, "Owner.EXAMPLE", TYPE_CNAME, 1, "Target.Example");
    assert_ok(read_all());
    struct ddds_record record = record_at(0);
    assert_string_equal(record.owner, "Owner.EXAMPLE");
    assert_ok(ddds_record_read(&record, &fields, &error));
    assert_string_equal(fields.name, "Target.Example");
}

TEST(a_name_may_have_255_octets_and_no_more)
{
    unsigned char octets[260] = {0};
    for (size_t i = 0; i < 254; i += 2) {
        octets[i] = 1;
        octets[i + 1] = 'x';
    }
    compose_bad_target(octets, 255);
    assert_ok(read_all());
    assert_null(record_at(1).defect);
    assert_int_equal(record_at(1).rdata_length, 255);
    octets[254] = 1;
    octets[255] = 'x';
    octets[256] = 0;
    compose_bad_target(octets, 257);
    assert_ok(read_all());
    assert_non_null(record_at(1).defect);
    assert_memory_equal(record_at(2).rdata, "\5third", 7);
}

/* RDATA are kept whole, including octets after a name: the reader of the record
 * reports surplus or missing octets. */
TEST(rdata_are_handed_over_to_their_last_octet)
{
    struct ddds_srv srv;
    compose_bad_target("\1x\0junk", 7);
    assert_ok(read_all());
    assert_int_equal(record_at(1).rdata_length, 7);
    assert_int_equal(ddds_rdata_check(TYPE_CNAME, record_at(1).rdata,
                                      record_at(1).rdata_length, &error),
                     DDDS_MALFORMED);

    wire_begin(&wire, 0, "a", TYPE_SRV);
    size_t begin = wire_record(&wire, 1, NULL, TYPE_SRV, 1);
    wire_u16(&wire, 1);
    wire_u8(&wire, 1);
    wire_end(&wire, begin);
    assert_ok(read_all());
    assert_int_equal(record_at(0).rdata_length, 3);
    assert_int_equal(
        ddds_rdata_read_srv(record_at(0).rdata, 3, &arena, &srv, &error),
        DDDS_MALFORMED);
}

TEST(the_longest_naptr_fits)
{
    char long_string[256];
    memset(long_string, 'x', 255);
    long_string[255] = '\0';
    wire_begin(&wire, 0, "a", TYPE_NAPTR);
    size_t begin = wire_record(&wire, 1, NULL, TYPE_NAPTR, 1);
    wire_u32(&wire, 1);
    for (int i = 0; i < 3; i++) {
        wire_string(&wire, long_string);
    }
    for (int i = 0; i < 127; i++) {
        wire_string(&wire, "x");
    }
    wire_u8(&wire, 0);
    wire_end(&wire, begin);
    assert_ok(read_all());
    assert_null(record_at(0).defect);
    assert_int_equal(record_at(0).rdata_length, 4 + 3 * 256 + 255);
    struct ddds_rule rule;
    assert_ok(read_naptr(record_at(0).rdata, record_at(0).rdata_length, &arena,
                         &rule, &error));
}

TEST(rcodes_have_their_names)
{
    assert_string_equal(ddds_rcode_name(RCODE_SERVFAIL), "SERVFAIL");
    assert_null(ddds_rcode_name(4095));
}

FIXTURES(.end = teardown);
