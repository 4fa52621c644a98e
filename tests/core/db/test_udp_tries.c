/* Which query a message over UDP answers, and which messages are ignored (RFC
 * 5452 section 9.1).
 *
 * SPDX-License-Identifier: MIT */
#include "db/dns/udp_tries.h"
#include "base/table.h"

enum { ID = 0x1234, NAPTR = 35 };

static void no_answer(void *context, const struct exchange *exchange)
{
}

/* Write a query for |type| at "NUMBER.test", the number in four letters, and
 * return its length. */
static size_t write_query(unsigned char octets[64], uint16_t id,
                          unsigned number, uint16_t type)
{
    static const unsigned char header[12] = {0, 0, 0x01, 0x20, 0, 1,
                                             0, 0, 0,    0,    0, 1};
    static const unsigned char rest[] = {4, 't', 'e', 's', 't', 0};
    static const unsigned char opt[] = {0, 0, 41, 4, 0xd0, 0, 0, 0, 0, 0, 0};
    memcpy(octets, header, 12);
    octets[0] = (unsigned char)(id >> 8);
    octets[1] = (unsigned char)id;
    octets[12] = 4;
    for (size_t i = 0; i < 4; i++) {
        octets[13 + i] = (unsigned char)('a' + number % 16);
        number /= 16;
    }
    memcpy(octets + 17, rest, sizeof rest);
    octets[23] = (unsigned char)(type >> 8);
    octets[24] = (unsigned char)type;
    octets[25] = 0;
    octets[26] = 1;
    memcpy(octets + 27, opt, sizeof opt);
    return 27 + sizeof opt;
}

static struct udp_try *add(struct udp_tries *tries, struct udp_queue *queue,
                           uint16_t id, unsigned number, uint16_t type)
{
    unsigned char octets[64];
    const struct sending sending = {.octets = octets,
                                    .length =
                                        write_query(octets, id, number, type),
                                    .done = no_answer};
    struct udp_try *one = ddds_udp_tries_add(tries, queue, &sending);
    assert_non_null(one);
    return one;
}

static void end(struct udp_tries *tries, struct udp_try *one)
{
    ddds_udp_tries_remove(tries, one);
    ddds_udp_tries_release(tries, one);
}

/* ---- Messages ----------------------------------------------------------- */

TEST(only_answers_are_taken)
{
    for (const char **row =
             table_rows("fixtures/tables/udp-tries.tsv", "Messages", 6);
         table_next(row);) {
        struct udp_tries tries = {0};
        struct udp_queue queue = {0};
        unsigned char octets[64];
        struct udp_try *one = add(&tries, &queue, ID, 0, NAPTR);
        size_t length = write_query(octets, ID, 0, NAPTR);
        octets[2] = 0x81;
        octets[table_number(row[1])] = (unsigned char)table_number(row[2]);
        length = row[3] != NULL ? table_number(row[3]) : length;
        ddds_udp_tries_sent(&queue, 1);
        struct udp_try *found =
            ddds_udp_tries_match(&tries, &queue, octets, length);
        if ((found != NULL) != (strcmp(row[4], "answer") == 0) ||
            one->misfits != table_number(row[5])) {
            fail_msg("%s", row[0]);
        }
        end(&tries, one);
        ddds_udp_tries_free(&tries);
    }
}

/* A server without EDNS may leave the question out (RFC 6891 section 7). */
TEST(a_formerr_may_be_a_header_alone)
{
    static const struct {
        unsigned char octets[13];
        size_t length;
        bool is_answer;
    } rows[] = {
        {{0x12, 0x34, 0x80, 1}, 12, true},
        {{0x12, 0x34, 0x80, 2}, 12, false},       /* SERVFAIL */
        {{0x12, 0x35, 0x80, 1}, 12, false},       /* another id */
        {{0x12, 0x34, 0x00, 1}, 12, false},       /* not a response */
        {{0x12, 0x34, 0x80, 1, 0, 1}, 12, false}, /* a question announced */
        {{0x12, 0x34, 0x80, 1}, 13, false},       /* more than a header */
    };
    struct udp_tries tries = {0};
    struct udp_queue queue = {0};
    struct udp_try *one = add(&tries, &queue, ID, 0, NAPTR);
    ddds_udp_tries_sent(&queue, 1);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct udp_try *found = ddds_udp_tries_match(
            &tries, &queue, rows[i].octets, rows[i].length);
        assert_ptr_equal(found, rows[i].is_answer ? one : NULL);
    }
    end(&tries, one);
    ddds_udp_tries_free(&tries);
}

/* Types and classes are numbers, not letters: 65 and 97 differ. */
TEST(a_type_has_no_case)
{
    struct udp_tries tries = {0};
    struct udp_queue queue = {0};
    unsigned char octets[64];
    struct udp_try *one = add(&tries, &queue, ID, 0, 'A');
    size_t length = write_query(octets, ID, 0, 'a');
    octets[2] = 0x81;
    ddds_udp_tries_sent(&queue, 1);
    assert_null(ddds_udp_tries_match(&tries, &queue, octets, length));
    end(&tries, one);
    ddds_udp_tries_free(&tries);
}

/* ---- Several ------------------------------------------------------------ */

TEST(an_answer_has_its_time_and_place)
{
    struct udp_tries tries = {0};
    struct udp_queue queue = {0};
    struct udp_queue other = {0};
    unsigned char octets[64];
    size_t length = write_query(octets, ID, 0, NAPTR);
    octets[2] = 0x81;
    assert_null(ddds_udp_tries_match(&tries, &queue, octets, length));
    struct udp_try *one = add(&tries, &queue, ID, 0, NAPTR);
    assert_null(ddds_udp_tries_match(&tries, &queue, octets, length));
    ddds_udp_tries_sent(&queue, 1);
    assert_null(ddds_udp_tries_match(&tries, &other, octets, length));
    assert_ptr_equal(ddds_udp_tries_match(&tries, &queue, octets, length), one);
    end(&tries, one);
    assert_null(ddds_udp_tries_match(&tries, &queue, octets, length));
    ddds_udp_tries_free(&tries);
}

/* Sent and unsent tries stay in order, even if others end between them. */
TEST(a_queue_knows_what_is_unsent)
{
    struct udp_tries tries = {0};
    struct udp_queue queue = {0};
    struct udp_try *list[5];
    for (unsigned i = 0; i < 5; i++) {
        list[i] = add(&tries, &queue, ID, i, NAPTR);
    }
    ddds_udp_tries_sent(&queue, 1);
    ddds_udp_tries_sent(&queue, 2);
    assert_ptr_equal(queue.unsent, list[2]);
    end(&tries, list[2]); /* the first that is unsent */
    assert_ptr_equal(queue.unsent, list[3]);
    assert_int_equal(queue.unsent_count, 2);
    end(&tries, list[0]);
    end(&tries, list[4]); /* the last, unsent */
    assert_int_equal(queue.unsent_count, 1);
    assert_ptr_equal(queue.unsent, list[3]);
    assert_ptr_equal(queue.first, list[1]);
    assert_ptr_equal(queue.last, list[3]);
    end(&tries, list[3]);
    assert_null(queue.unsent);
    assert_ptr_equal(queue.last, list[1]);
    end(&tries, list[1]);
    assert_null(queue.first);
    assert_null(queue.last);
    ddds_udp_tries_free(&tries);
}

/* Thousands, many of them with the same ids. */
TEST(each_answer_finds_its_own)
{
    enum { MANY = 10000, IDS = 300 };
    static struct udp_try *list[MANY];
    struct udp_tries tries = {0};
    struct udp_queue queue = {0};
    unsigned char octets[64];
    for (unsigned i = 0; i < MANY; i++) {
        list[i] = add(&tries, &queue, (uint16_t)(i % IDS * 211), i, NAPTR);
        ddds_udp_tries_sent(&queue, i + 1);
    }
    assert_int_equal(tries.count, MANY);
    for (unsigned k = 0; k < MANY; k++) {
        unsigned i = (unsigned)((uint64_t)k * 7919 % MANY);
        size_t length =
            write_query(octets, (uint16_t)(i % IDS * 211), i, NAPTR);
        octets[2] = 0x81;
        assert_ptr_equal(ddds_udp_tries_match(&tries, &queue, octets, length),
                         list[i]);
        end(&tries, list[i]);
    }
    assert_int_equal(tries.count, 0);
    ddds_udp_tries_free(&tries);
}

/* RFC 6891 section 7: a server without EDNS may answer so, but not to a query
 * without it (finding N13): it takes only the id and the port. */
TEST(formerr_without_question_answers_edns_only)
{
    static const unsigned char formerr[12] = {ID >> 8, ID & 255, 0x81, 0x81};
    for (size_t i = 0; i < 2; i++) {
        struct udp_tries tries = {0};
        struct udp_queue queue = {0};
        unsigned char octets[64];
        size_t length = write_query(octets, ID, 7, NAPTR);
        if (i == 1) { /* without the OPT record */
            octets[11] = 0;
            length = 27;
        }
        const struct sending sending = {
            .octets = octets, .length = length, .done = no_answer};
        struct udp_try *one = ddds_udp_tries_add(&tries, &queue, &sending);
        assert_non_null(one);
        ddds_udp_tries_sent(&queue, 1);
        assert_ptr_equal(
            ddds_udp_tries_match(&tries, &queue, formerr, sizeof formerr),
            i == 0 ? one : NULL);
        ddds_udp_tries_free_queue(&queue);
        ddds_udp_tries_free(&tries);
    }
}

/* Each repetition has its own way through the queue, which those that end leave,
 * and those that have not left are not reached yet. */
TEST(tries_are_due_in_their_order)
{
    enum { COUNT = 4 };
    struct udp_tries tries = {0};
    struct udp_queue queue = {0};
    struct udp_try *list[COUNT];
    assert_null(ddds_udp_tries_due(&queue, 0));
    for (unsigned i = 0; i < COUNT; i++) {
        list[i] = add(&tries, &queue, (uint16_t)(ID + i), i, NAPTR);
    }
    assert_null(ddds_udp_tries_due(&queue, 0));
    for (unsigned i = 0; i < 3; i++) {
        ddds_udp_tries_sent(&queue, 1 + i);
    }
    ddds_udp_tries_pass(&queue, 0);
    assert_ptr_equal(ddds_udp_tries_due(&queue, 0), list[1]);
    assert_ptr_equal(ddds_udp_tries_due(&queue, 1), list[0]);
    end(&tries, list[1]);
    assert_ptr_equal(ddds_udp_tries_due(&queue, 0), list[2]);
    end(&tries, list[0]);
    assert_ptr_equal(ddds_udp_tries_due(&queue, 1), list[2]);
    ddds_udp_tries_pass(&queue, 0);
    assert_null(ddds_udp_tries_due(&queue, 0)); /* not sent yet */
    ddds_udp_tries_sent(&queue, 4);
    assert_ptr_equal(ddds_udp_tries_due(&queue, 0), list[3]);
    ddds_udp_tries_pass(&queue, 0);
    assert_null(ddds_udp_tries_due(&queue, 0));
    struct udp_try *late = add(&tries, &queue, ID, 9, NAPTR);
    ddds_udp_tries_sent(&queue, 5);
    assert_ptr_equal(ddds_udp_tries_due(&queue, 0), late);
    assert_ptr_equal(ddds_udp_tries_due(&queue, 1), list[2]);
    ddds_udp_tries_free_queue(&queue);
    ddds_udp_tries_free(&tries);
}
