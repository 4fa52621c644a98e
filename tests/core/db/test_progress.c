/* The answer of a message to a question: aliases, data, and the kinds of
 * negative answers.
 *
 * SPDX-License-Identifier: MIT */
#include "db/wire/progress.h"
#include "base/one_arena.h"
#include "core/names.h"
#include "core/wire.h"

static struct wire wire;
static struct message message;
static struct progress progress;
static char text[LIMIT_NAME_SIZE];
static struct ddds_answer answer;
static struct ddds_error error;

static int teardown(void **state)
{
    ddds_ruleset_free(answer.ruleset);
    answer = (struct ddds_answer){.size = sizeof(struct ddds_answer)};
    return free_arena(state);
}

static ddds_status check(const char *name, uint16_t type)
{
    static struct plain_name memory;
    const struct name_view wanted = labels_of(name, &memory);
    ddds_progress_begin(&progress, &wanted, type, &arena);
    assert_ok(
        ddds_message_read(wire.octets, wire.length, &arena, &message, &error));
    return ddds_progress_check(&progress, &message, &error);
}

/* Read what was composed as the answer to |name| and |type|. */
static enum ddds_reply find(const char *name, uint16_t type)
{
    assert_ok(check(name, type));
    ddds_progress_read(&progress, &message);
    return progress.reply;
}

static ddds_status take(void)
{
    answer = (struct ddds_answer){.size = sizeof(struct ddds_answer),
                                  .ttl = UINT32_MAX};
    return ddds_progress_take(&progress, &message, &arena, NULL, &answer,
                              &error);
}

/* ---- Is it an answer? --------------------------------------------------- */

TEST(an_answer_repeats_the_question)
{
    wire_begin(&wire, 0, "A.Example", TYPE_A);
    assert_ok(check("a.example", TYPE_A));
    assert_int_equal(check("b.example", TYPE_A), DDDS_MALFORMED);
    assert_int_equal(check("a.example", TYPE_AAAA), DDDS_MALFORMED);
    wire.octets[wire.length - 1] = 3; /* class CH */
    assert_int_equal(check("a.example", TYPE_A), DDDS_MALFORMED);
    wire.octets[wire.length - 1] = 1;
    wire.octets[2] = 0; /* QR */
    assert_int_equal(check("a.example", TYPE_A), DDDS_MALFORMED);
    for (unsigned opcode = 1; opcode < 16; opcode++) { /* RFC 1035: 0 */
        wire.octets[2] = (unsigned char)(0x80 | opcode << 3);
        assert_int_equal(check("a.example", TYPE_A), DDDS_MALFORMED);
        assert_non_null(strstr(error.detail, "OPCODE"));
    }
}

TEST(only_formerr_may_leave_the_question_out)
{
    wire_begin(&wire, 0, "a", TYPE_A);
    wire.length = 12;
    wire_count(&wire, 0, 0);
    assert_int_equal(check("a", TYPE_A), DDDS_MALFORMED);
    wire.octets[3] = RCODE_FORMERR;
    assert_int_equal(find("a", TYPE_A), DDDS_REPLY_SERVER_FAILURE);
    assert_string_equal(progress.detail, "FORMERR");
}

/* ---- Data --------------------------------------------------------------- */

TEST(records_of_other_owners_do_not_count)
{
    wire_begin(&wire, 0, "a.example", TYPE_A);
    wire_address(&wire, 1, "b.example", 60, 1);
    wire_address(&wire, 3, NULL, 60, 2);
    assert_int_equal(find("a.example", TYPE_A), DDDS_REPLY_NO_DATA);
    wire_begin(&wire, 0, "a.example", TYPE_A);
    wire_address(&wire, 1, "b.example", 6, 1);
    wire_address(&wire, 1, NULL, 60, 2);
    wire_address(&wire, 1, NULL, 50, 3);
    assert_int_equal(find("a.example", TYPE_A), DDDS_REPLY_DATA);
    assert_ok(take());
    assert_int_equal(answer.address_count, 2);
    assert_int_equal(answer.addresses[0].octets[3], 2);
    assert_int_equal(answer.ttl, 50);
}

TEST(aliases_are_followed_in_any_order)
{
    wire_begin(&wire, 0, "a", TYPE_A);
    wire_address(&wire, 1, "c", 60, 1);
    wire_alias(&wire, "b", TYPE_CNAME, 40, "C");
    wire_alias(&wire, NULL, TYPE_CNAME, 50, "b");
    assert_int_equal(find("a", TYPE_A), DDDS_REPLY_DATA);
    assert_string_equal(text_of(&progress.name, text), "c");
    assert_int_equal(progress.aliases, 2);
    assert_ok(take());
    assert_int_equal(answer.ttl, 40);
}

TEST(a_dname_is_applied_here)
{
    wire_begin(&wire, 0, "x.y.old", TYPE_A);
    wire_alias(&wire, "old", TYPE_DNAME, 40, "new.example");
    wire_alias(&wire, NULL, TYPE_CNAME, 0, "elsewhere");
    wire_address(&wire, 1, "x.y.new.example", 60, 1);
    assert_int_equal(find("x.y.old", TYPE_A), DDDS_REPLY_DATA);
    assert_ok(take());
    assert_int_equal(answer.ttl, 40);
    /* It does not touch its own name. */
    wire_begin(&wire, 0, "old", TYPE_A);
    wire_alias(&wire, NULL, TYPE_DNAME, 40, "new.example");
    assert_int_equal(find("old", TYPE_A), DDDS_REPLY_NO_DATA);
}

/* Whether the server says YXDOMAIN or not. */
TEST(a_dname_may_make_a_name_too_long)
{
    char name[256] = "";
    for (int i = 0; i < 4; i++) {
        strcat(name, "a23456789012345678901234567890123456789012345678901234.");
    }
    strcat(name, "old");
    for (unsigned i = 0; i < 2; i++) {
        wire_begin(&wire, i == 0 ? 0 : RCODE_YXDOMAIN, name, TYPE_A);
        wire_alias(&wire, "old", TYPE_DNAME, 40,
                   "a.name.so.long.that.it.does.not.fit.any.more");
        assert_int_equal(find(name, TYPE_A), DDDS_REPLY_NAME_TOO_LONG);
        assert_non_null(strstr(progress.detail, "the DNAME at \"old\""));
    }
}

/* |count| aliases in a row, and an address at the end. */
static void compose_chain(unsigned count)
{
    char from[16];
    char to[16];
    wire_begin(&wire, 0, "n0", TYPE_A);
    for (unsigned i = 0; i < count; i++) {
        snprintf(from, sizeof from, "n%u", i);
        snprintf(to, sizeof to, "n%u", i + 1);
        wire_alias(&wire, from, TYPE_CNAME, 60, to);
    }
    wire_address(&wire, 1, to, 60, 1);
}

TEST(aliases_are_counted)
{
    compose_chain(16);
    assert_int_equal(find("n0", TYPE_A), DDDS_REPLY_DATA);
    compose_chain(20);
    assert_int_equal(find("n0", TYPE_A), DDDS_REPLY_SERVER_FAILURE);
    wire_begin(&wire, 0, "a", TYPE_A);
    wire_alias(&wire, "a", TYPE_CNAME, 1, "b");
    wire_alias(&wire, "b", TYPE_CNAME, 1, "a");
    assert_int_equal(find("a", TYPE_A), DDDS_REPLY_SERVER_FAILURE);
    assert_non_null(strstr(progress.detail, "a loop?"));
}

TEST(an_alias_that_cannot_be_read_is_bad_data)
{
    wire_begin(&wire, 0, "a", TYPE_A);
    size_t begin = wire_record(&wire, 1, NULL, TYPE_CNAME, 60);
    wire_u16(&wire, 0xffff);
    wire_end(&wire, begin);
    assert_int_equal(find("a", TYPE_A), DDDS_REPLY_MALFORMED);
}

TEST(a_record_of_nobody_is_no_proof_of_no_data)
{
    wire_begin(&wire, 0, "a.example", TYPE_A);
    size_t owner = wire.length;
    wire_address(&wire, 1, NULL, 60, 1);
    wire.octets[owner] = 0xc0; /* a pointer to itself */
    wire.octets[owner + 1] = (uint8_t)owner;
    assert_int_equal(find("a.example", TYPE_A), DDDS_REPLY_MALFORMED);
    assert_non_null(strstr(progress.detail, "owner"));

    wire_address(&wire, 1, NULL, 60, 2);
    assert_int_equal(find("a.example", TYPE_A), DDDS_REPLY_DATA);
    assert_ok(take());
    assert_int_equal(answer.address_count, 1);
}

/* ---- No data ------------------------------------------------------------ */

TEST(a_no_holds_as_long_as_its_soa_says)
{
    static const struct {
        unsigned rcode;
        uint32_t ttl, minimum, expected;
        enum ddds_reply reply;
    } rows[] = {
        {RCODE_NXDOMAIN, 900, 300, 300, DDDS_REPLY_NO_NAME},
        {RCODE_NXDOMAIN, 200, 300, 200, DDDS_REPLY_NO_NAME},
        {RCODE_NOERROR, 900, 300, 300, DDDS_REPLY_NO_DATA},
        {RCODE_NXDOMAIN, 1000000, 1000000, 10800, DDDS_REPLY_NO_NAME},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wire_begin(&wire, rows[i].rcode, "a.example", TYPE_A);
        wire_soa(&wire, "example", rows[i].ttl, rows[i].minimum);
        assert_int_equal(find("a.example", TYPE_A), rows[i].reply);
        assert_int_equal(progress.ttl, rows[i].expected);
    }
    wire_begin(&wire, RCODE_NXDOMAIN, "a.example", TYPE_A);
    assert_int_equal(find("a.example", TYPE_A), DDDS_REPLY_NO_NAME);
    assert_int_equal(progress.ttl, 0);
    /* Not this zone's. */
    wire_soa(&wire, "example.net", 900, 300);
    assert_int_equal(find("a.example", TYPE_A), DDDS_REPLY_NO_NAME);
    assert_int_equal(progress.ttl, 0);
}

TEST(the_rcode_speaks_of_the_last_name)
{
    wire_begin(&wire, RCODE_NXDOMAIN, "a", TYPE_A);
    wire_alias(&wire, NULL, TYPE_CNAME, 60, "b.example");
    wire_soa(&wire, "example", 900, 300);
    assert_int_equal(find("a", TYPE_A), DDDS_REPLY_NO_NAME);
    assert_string_equal(text_of(&progress.name, text), "b.example");
    assert_int_equal(progress.ttl, 60);
}

TEST(aliases_that_leave_the_zone_go_on_elsewhere)
{
    wire_begin(&wire, 0, "a", TYPE_A);
    wire_alias(&wire, NULL, TYPE_CNAME, 60, "b.example");
    find("a", TYPE_A);
    assert_true(progress.is_elsewhere);
    assert_string_equal(text_of(&progress.name, text), "b.example");
    /* The next answer continues from the alias. */
    wire_begin(&wire, 0, "b.example", TYPE_A);
    wire_address(&wire, 1, NULL, 90, 1);
    assert_ok(
        ddds_message_read(wire.octets, wire.length, &arena, &message, &error));
    ddds_progress_read(&progress, &message);
    assert_false(progress.is_elsewhere);
    assert_int_equal(progress.reply, DDDS_REPLY_DATA);
    assert_ok(take());
    assert_int_equal(answer.ttl, 60);
}

/* Unless the server says that it was to recurse and does (RD, RA): then it is
 * an answer without an SOA record, which holds for no time. */
TEST(a_referral_is_no_answer)
{
    static const struct {
        unsigned flags;
        enum ddds_reply reply;
    } rows[] = {
        {0, DDDS_REPLY_REFUSED},
        {0x0100, DDDS_REPLY_REFUSED},
        {0x0080, DDDS_REPLY_REFUSED}, /* it was not asked to recurse */
        {0x0180, DDDS_REPLY_NO_DATA},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wire_begin(&wire, rows[i].flags, "a.example", TYPE_A);
        size_t begin = wire_record(&wire, 2, "example", TYPE_NS, 60);
        wire_name(&wire, "ns.example");
        wire_end(&wire, begin);
        assert_int_equal(find("a.example", TYPE_A), rows[i].reply);
        if (rows[i].reply == DDDS_REPLY_REFUSED) {
            assert_non_null(strstr(progress.detail, "\"example\""));
        } else {
            assert_int_equal(progress.ttl, 0);
        }
    }
}

TEST(rcodes_become_replies)
{
    static const struct {
        unsigned rcode;
        enum ddds_reply reply;
        const char *detail;
    } rows[] = {
        {RCODE_SERVFAIL, DDDS_REPLY_SERVER_FAILURE, "SERVFAIL"},
        {RCODE_REFUSED, DDDS_REPLY_REFUSED, "REFUSED"},
        {RCODE_NOTIMP, DDDS_REPLY_SERVER_FAILURE, "NOTIMP"},
        {9, DDDS_REPLY_SERVER_FAILURE, "RCODE 9"},
        {RCODE_YXDOMAIN, DDDS_REPLY_NAME_TOO_LONG, "YXDOMAIN"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wire_begin(&wire, rows[i].rcode, "a", TYPE_A);
        assert_int_equal(find("a", TYPE_A), rows[i].reply);
        assert_string_equal(progress.detail, rows[i].detail);
    }
}

TEST(authenticated_is_what_every_message_was)
{
    wire_begin(&wire, 0x20, "a", TYPE_A);
    wire_alias(&wire, NULL, TYPE_CNAME, 60, "b");
    find("a", TYPE_A);
    assert_true(progress.authenticated);
    wire_begin(&wire, 0, "b", TYPE_A);
    wire_address(&wire, 1, NULL, 60, 1);
    assert_ok(
        ddds_message_read(wire.octets, wire.length, &arena, &message, &error));
    ddds_progress_read(&progress, &message);
    assert_false(progress.authenticated);
}

/* ---- Records that are wrong --------------------------------------------- */

TEST(a_bad_rule_is_shown_beside_its_siblings)
{
    wire_begin(&wire, 0, "a", TYPE_NAPTR);
    size_t begin = wire_naptr(&wire, NULL, 100, "!.*!sip:a!");
    wire_u16(&wire, 0xffff); /* a pointer past the end */
    wire_end(&wire, begin);
    begin = wire_record(&wire, 1, NULL, TYPE_NAPTR, 60);
    wire_u16(&wire, 150);
    wire_u16(&wire, 1);
    wire_u8(&wire, 9); /* flags of nine octets that are not there */
    wire_end(&wire, begin);
    begin = wire_naptr(&wire, NULL, 200, "!.*!sip:b!");
    wire_u8(&wire, 0);
    wire_end(&wire, begin);
    assert_int_equal(find("a", TYPE_NAPTR), DDDS_REPLY_DATA);
    assert_ok(take());
    assert_int_equal(answer.ttl, 60);
    assert_int_equal(ddds_ruleset_count(answer.ruleset), 3);
    const struct ddds_rule *rule = ddds_ruleset_rule(answer.ruleset, 0);
    assert_int_equal(rule->order, 100);
    assert_non_null(rule->defect);
    assert_string_equal(rule->regexp, "!.*!sip:a!");
    rule = ddds_ruleset_rule(answer.ruleset, 1);
    assert_int_equal(rule->order, 150);
    assert_non_null(strstr(rule->defect, "flags"));
    rule = ddds_ruleset_rule(answer.ruleset, 2);
    assert_null(rule->defect);
}

TEST(bad_servers_and_addresses_are_left_out)
{
    wire_begin(&wire, 0, "a", TYPE_SRV);
    size_t begin = wire_record(&wire, 1, NULL, TYPE_SRV, 60);
    wire_u32(&wire, 1);
    wire_end(&wire, begin);
    assert_int_equal(find("a", TYPE_SRV), DDDS_REPLY_DATA);
    assert_int_equal(take(), DDDS_MALFORMED);
    begin = wire_record(&wire, 1, NULL, TYPE_SRV, 60);
    wire_u32(&wire, 0x00010002);
    wire_u16(&wire, 80);
    wire_pointer(&wire, 12);
    wire_end(&wire, begin);
    assert_int_equal(find("a", TYPE_SRV), DDDS_REPLY_DATA);
    assert_ok(take());
    assert_int_equal(answer.server_count, 1);
    assert_int_equal(answer.servers[0].port, 80);
    assert_string_equal(answer.servers[0].target, "a");

    wire_begin(&wire, 0, "a", TYPE_A);
    begin = wire_record(&wire, 1, NULL, TYPE_A, 60);
    wire_end(&wire, begin);
    assert_int_equal(find("a", TYPE_A), DDDS_REPLY_DATA);
    assert_int_equal(take(), DDDS_MALFORMED);

    wire_begin(&wire, 0, "a", TYPE_URI);
    begin = wire_record(&wire, 1, NULL, TYPE_URI, 60);
    wire_u32(&wire, 0x000a0001);
    wire_end(&wire, begin);
    assert_int_equal(find("a", TYPE_URI), DDDS_REPLY_DATA);
    assert_int_equal(take(), DDDS_MALFORMED);
    begin = wire_record(&wire, 1, NULL, TYPE_URI, 60);
    wire_u32(&wire, 0x000a0001);
    wire_u16(&wire, 0x613a); /* "a:" */
    wire_end(&wire, begin);
    assert_int_equal(find("a", TYPE_URI), DDDS_REPLY_DATA);
    assert_ok(take());
    assert_int_equal(answer.target_count, 1);
    assert_int_equal(answer.targets[0].priority, 10);
    assert_string_equal(answer.targets[0].uri, "a:");
}

/* A record that holds |count| pointers in a row, the first to |last| and each
 * other to its predecessor: legal, if long. Return the last. */
static size_t compose_pointers(unsigned count, size_t last)
{
    size_t begin = wire_record(&wire, 1, NULL, 65280, 1);
    for (unsigned i = 0; i < count; i++) {
        size_t here = wire.length;
        wire_pointer(&wire, last);
        last = here;
    }
    wire_end(&wire, begin);
    return last;
}

/* Append an address whose owner is at |target|. */
static void compose_owner(size_t target)
{
    size_t owner = wire.length;
    wire_address(&wire, 1, NULL, 1, 1);
    wire.octets[owner] = (uint8_t)(0xc0 | target >> 8);
    wire.octets[owner + 1] = (uint8_t)target;
}

/* Append |count| CNAME records of the question, to the name at |target|. */
static void compose_targets(unsigned count, size_t target)
{
    for (unsigned i = 0; i < count; i++) {
        size_t begin = wire_record(&wire, 1, NULL, TYPE_CNAME, 1);
        wire_pointer(&wire, target);
        wire_end(&wire, begin);
    }
}

/* The records of a message with too much work in its names: none of them. */
TEST(exhausted_records_are_no_answer)
{
    struct progress begin;
    wire_begin(&wire, 0, "a", TYPE_CNAME);
    compose_targets(20, compose_pointers(8000, 12));
    assert_int_equal(find("a", TYPE_CNAME), DDDS_REPLY_DATA);
    answer = (struct ddds_answer){.size = sizeof answer, .ttl = 9};
    assert_int_equal(ddds_progress_take_records(&progress, &message, &arena,
                                                &answer, &error),
                     DDDS_LIMIT);
    assert_non_null(strstr(error.detail, "labels"));
    assert_int_equal(answer.record_count, 0);
    assert_int_equal(answer.ttl, 9);

    /* An alias that was followed before does not count either: the owners are
     * read once before it, and once after it. */
    wire_begin(&wire, 0, "a", TYPE_A);
    wire_alias(&wire, NULL, TYPE_CNAME, 1, "b.c");
    size_t last = compose_pointers(8000, wire.length - 3); /* "c" */
    for (unsigned i = 0; i < 5; i++) {
        compose_owner(last);
    }
    assert_ok(check("a", TYPE_A));
    begin = progress;
    ddds_progress_read(&progress, &message);
    assert_int_equal(progress.reply, DDDS_REPLY_MALFORMED);
    assert_int_equal(progress.aliases, 0);
    assert_ptr_equal(progress.name.octets, begin.name.octets);
    assert_int_equal(
        ddds_progress_take_records(&begin, &message, &arena, &answer, &error),
        DDDS_LIMIT);
    assert_int_equal(answer.record_count, 0);
}

/* Names with too much work in them cost the whole answer, wherever they are. */
TEST(the_work_for_names_has_a_limit)
{
    wire_begin(&wire, 0, "a", TYPE_SRV);
    size_t last = compose_pointers(8000, 12);
    for (unsigned i = 0; i < 20; i++) {
        size_t begin = wire_record(&wire, 1, NULL, TYPE_SRV, 1);
        wire_u32(&wire, 1);
        wire_u16(&wire, 80);
        wire_pointer(&wire, last);
        wire_end(&wire, begin);
    }
    assert_int_equal(find("a", TYPE_SRV), DDDS_REPLY_DATA);
    assert_int_equal(take(), DDDS_LIMIT);
    assert_non_null(strstr(error.detail, "labels"));

    wire_begin(&wire, 0, "a", TYPE_NAPTR);
    last = compose_pointers(8000, 12);
    for (unsigned i = 0; i < 20; i++) {
        size_t begin = wire_naptr(&wire, NULL, 100, "");
        wire_pointer(&wire, last);
        wire_end(&wire, begin);
    }
    assert_int_equal(find("a", TYPE_NAPTR), DDDS_REPLY_DATA);
    assert_int_equal(take(), DDDS_LIMIT);
    assert_null(answer.ruleset);

    wire_begin(&wire, 0, "b", TYPE_A);
    last = compose_pointers(8000, 12);
    for (unsigned i = 0; i < 20; i++) { /* owners that are not asked for */
        compose_owner(last);
    }
    wire.octets[13] = 'a';
    assert_ok(check("a", TYPE_A));
    progress.name = (struct name_view){(const unsigned char *)"\1c", 3};
    ddds_progress_read(&progress, &message);
    assert_int_equal(progress.reply, DDDS_REPLY_MALFORMED);
    assert_non_null(strstr(progress.detail, "labels"));
}

FIXTURES(.tear_down = teardown);
