/* Messages of a channel: those that are kept, and those that c-ares gets.
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/tap.h"
#include "base/assertions.h"
#include "core/names.h"
#include "core/wire.h"

static struct tap tap;
static struct tapped tapped;
static unsigned char shown[65535];
static struct tap_view view = {shown, sizeof shown, 0};

/* Ask for the rules at |name|, under the id of wire_begin. */
static void ask(const char *name)
{
    unsigned char octets[MESSAGE_QUERY_MAX];
    struct plain_name labels;
    const struct message_query query = {.name = labels_of(name, &labels),
                                        .type = TYPE_NAPTR,
                                        .id = 0x1234,
                                        .buffer_size = 1232,
                                        .asks_ad = true};
    size_t length = ddds_message_write_query(&query, octets);
    tap = (struct tap){0};
    ddds_tap_add(&tap, &tapped, octets, length);
    ddds_tap_sent(&tap, octets, length, false);
}

static void end(void)
{
    ddds_tap_remove(&tap, &tapped);
    ddds_tap_clear(&tap);
    free(tapped.answer);
}

/* An answer that c-ares would not take. */
static void answer(struct wire *wire, unsigned flags, const char *name)
{
    wire_begin(wire, flags, name, TYPE_NAPTR);
    size_t at = wire_naptr(wire, NULL, 100, "!.*!b\xc3\xbc!");
    wire_pointer(wire, 12);
    wire_end(wire, at);
}

TEST(answers_are_kept_and_hidden)
{
    static struct wire wire;
    ask("good.test");
    answer(&wire, 0x0020, "good.test");
    ddds_tap_received(&tap, wire.octets, wire.length, false, &view);
    assert_int_equal(tapped.length, wire.length);
    assert_memory_equal(tapped.answer, wire.octets, wire.length);
    assert_int_equal(view.length, 12 + 11 + 4);
    static const unsigned char header[12] = {0x12, 0x34, 0x80, 2, 0, 1};
    assert_memory_equal(shown, header, sizeof header);
    assert_memory_equal(shown + 12, wire.octets + 12, 11 + 4);

    /* The first counts. */
    wire.octets[3] = 3;
    view.length = 0;
    ddds_tap_received(&tap, wire.octets, wire.length, false, &view);
    assert_int_equal(tapped.answer[3] & 0x0f, 0);
    assert_int_equal(view.length, 0);
    end();
}

/* From a server without EDNS: c-ares is shown the question that is missing. */
TEST(a_formerr_may_be_a_header_alone)
{
    static const unsigned char bare[12] = {0x12, 0x34, 0x80, 1};
    static const unsigned char failure[12] = {0x12, 0x34, 0x80, 2, 0, 1};
    static const unsigned char others[][12] = {
        {0x12, 0x34, 0x80, 2}, /* SERVFAIL */
        {0x12, 0x35, 0x80, 1}, /* another id */
        {0x12, 0x34, 0x00, 1}, /* not a response */
        {0x12, 0x34, 0x80, 1, 0, 1},
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        ask("good.test");
        ddds_tap_received(&tap, others[i], sizeof others[i], false, &view);
        assert_null(tapped.answer);
        assert_int_equal(view.length, 0);
        end();
    }
    ask("good.test");
    ddds_tap_received(&tap, bare, sizeof bare, false, &view);
    assert_int_equal(tapped.length, sizeof bare);
    assert_int_equal(view.length, 12 + 11 + 4);
    assert_memory_equal(shown, failure, sizeof failure);
    end();
}

/* Too short, another id, another question: c-ares is shown nothing. */
TEST(what_nobody_waits_for_is_not_shown)
{
    static struct wire wire;
    for (int i = 0; i < 4; i++) {
        ask("good.test");
        answer(&wire, 0, i == 2 ? "bad.test" : "good.test");
        wire.octets[1] ^= i == 1;
        size_t length = i == 0 ? 5 : i == 3 ? 0 : wire.length;
        ddds_tap_received(&tap, wire.octets, length, false, &view);
        assert_null(tapped.answer);
        assert_int_equal(view.length, 0);
        end();
    }
}

/* Without a question, with two, or not a response: ignored and counted. */
TEST(what_does_not_answer_is_counted)
{
    static struct wire wire;
    static const unsigned char changes[][2] = {{5, 1}, {5, 3}, {2, 0x80}};
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        ask("good.test");
        answer(&wire, 0, "good.test");
        wire.octets[changes[i][0]] ^= changes[i][1];
        ddds_tap_received(&tap, wire.octets, wire.length, false, &view);
        assert_null(tapped.answer);
        assert_int_equal(view.length, 0);
        assert_int_equal(tapped.misfits, 1);
        end();
    }
}

/* Messages on which c-ares acts are passed to it. */
TEST(transport_is_shown)
{
    static struct wire wire;
    ask("good.test");
    answer(&wire, 0x0200, "good.test");
    ddds_tap_received(&tap, wire.octets, wire.length, false, &view);
    assert_null(tapped.answer); /* It goes on over TCP. */
    assert_int_equal(shown[2], 0x82);
    answer(&wire, 1, "good.test"); /* FORMERR would make it repeat the query */
    ddds_tap_received(&tap, wire.octets, wire.length, false, &view);
    assert_int_equal(shown[3], 2);
    end();
}

/* Of several that ask the same, with one id by chance, the first to be sent is
 * the first that was added, and goes by the id that c-ares sent. */
TEST(ids_tell_equal_questions_apart)
{
    static struct wire wire;
    unsigned char octets[2][MESSAGE_QUERY_MAX];
    struct tapped both[2];
    struct plain_name labels;
    const struct message_query query = {.name = labels_of("good.test", &labels),
                                        .type = TYPE_NAPTR,
                                        .id = 0x00ff,
                                        .buffer_size = 1232,
                                        .asks_ad = true};
    tap = (struct tap){0};
    size_t length = 0;
    for (unsigned i = 0; i < 2; i++) {
        length = ddds_message_write_query(&query, octets[i]);
        ddds_tap_add(&tap, &both[i], octets[i], length);
        assert_int_equal(ddds_octets_u16(octets[i]), 0x00ff + i);
        ddds_octets_put_u16(octets[i], i); /* as newer versions do */
    }
    for (unsigned i = 0; i < 4; i++) { /* each twice, as without EDNS */
        ddds_tap_sent(&tap, octets[i / 2], length, false);
    }
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(both[i].id, i);
        answer(&wire, 0, "good.test");
        memcpy(wire.octets, octets[i], 2);
        ddds_tap_received(&tap, wire.octets, wire.length, false, &view);
        assert_memory_equal(both[i].answer, octets[i], 2);
    }
    for (size_t i = 0; i < 2; i++) {
        ddds_tap_remove(&tap, &both[i]);
        free(both[i].answer);
    }
    ddds_tap_clear(&tap);
}

/* A stream arrives in pieces; each answer is shown when it is whole. */
TEST(streams_are_put_together)
{
    static struct wire wire;
    ask("good.test");
    answer(&wire, 0, "good.test");
    size_t whole = wire.length + 2;
    memmove(wire.octets + 2, wire.octets, wire.length);
    wire.octets[0] = (unsigned char)(wire.length >> 8);
    wire.octets[1] = (unsigned char)wire.length;
    for (size_t i = 0; i < whole; i++) {
        ddds_tap_received(&tap, wire.octets + i, 1, true, &view);
        assert_int_equal(view.length, i + 1 < whole ? 0 : 2 + 12 + 11 + 4);
    }
    assert_int_equal(shown[0] << 8 | shown[1], 12 + 11 + 4);
    assert_int_equal(tapped.length, whole - 2);
    assert_memory_equal(tapped.answer, wire.octets + 2, whole - 2);
    end();
}
