/* Answers that are built from records and from messages.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/builder.h>

#include <stdio.h>
#include <string.h>

#include "base/table.h"

/* ---- From records -------------------------------------------------------- */

struct row {
    const char *owner;
    uint16_t type;
    uint32_t ttl;
    const char *rdata;
    size_t length;
};

#define RDATA(octets) octets, sizeof(octets) - 1
#define TO_B "\1b\7example"
#define TO_LOOP "\4loop\7example"

static const struct row records[] = {
    {"a.example", DDDS_TYPE_CNAME, 60, RDATA(TO_B "\0")},
    {"B.example.", DDDS_TYPE_A, 40, RDATA("\300\0\2\1")},
    {"b.example", DDDS_TYPE_A, 50, RDATA("\300\0\2\2")},
    {"four.example", DDDS_TYPE_A, 30, RDATA("\300\0\2\3")},
    {"s.example", DDDS_TYPE_SRV, 20, RDATA("\0\1\0\2\0\3" TO_B "\0")},
    {"r.example", DDDS_TYPE_NAPTR, 10, RDATA("\0\1\0\2\1u\0\10!.*!x:y!\0")},
    {"u.example", DDDS_TYPE_URI, 10, RDATA("\0\1\0\2x:y")},
    {"nowhere.example", DDDS_TYPE_CNAME, 9, RDATA("\4gone\7example\0")},
    {"loop.example", DDDS_TYPE_CNAME, 9, RDATA(TO_LOOP "\0")},
    {"", DDDS_TYPE_NAPTR, 7, RDATA("\0\1\0\2\1u\0\10!.*!x:y!\0")},
    {"d.example", DDDS_TYPE_DNAME, 8, RDATA("\7example\0")},
};

static void add_rows(ddds_builder *builder, const char *name)
{
    for (size_t i = 0; i < sizeof records / sizeof records[0]; i++) {
        const struct row *row = &records[i];
        const struct ddds_record record = {.owner = row->owner,
                                           .type = row->type,
                                           .ttl = row->ttl,
                                           .rdata = row->rdata,
                                           .rdata_length = row->length};
        char owner[DDDS_NAME_SIZE];
        assert_ok(ddds_name_parse(*row->owner != '\0' ? row->owner : ".", owner,
                                  NULL));
        bool is_above =
            row->type == DDDS_TYPE_DNAME && strstr(name, ".d.example") != NULL;
        if (strcmp(owner, name) == 0 || is_above) {
            assert_ok(ddds_builder_add(builder, &record, NULL));
        }
    }
}

/* The answer in a line: its reply, canonical name and TTL, then how many records
 * of each kind it has. */
static const char *describe(const struct ddds_answer *answer)
{
    static char text[DDDS_NAME_SIZE + 200];
    snprintf(text, sizeof text, "%s %s %u: %zu %zu %zu %zu %zu",
             ddds_reply_text(answer->reply),
             answer->canonical != NULL ? answer->canonical : "-",
             (unsigned)answer->ttl,
             answer->ruleset != NULL ? ddds_ruleset_count(answer->ruleset) : 0,
             answer->server_count, answer->address_count, answer->target_count,
             answer->record_count);
    return text;
}

static enum ddds_question_kind read_kind(const char *word)
{
    static const char *const words[] = {
        [DDDS_ASK_RULES] = "rules",         [DDDS_ASK_SERVERS] = "servers",
        [DDDS_ASK_ADDRESSES] = "addresses", [DDDS_ASK_URIS] = "URIs",
        [DDDS_ASK_RECORDS] = "records",
    };
    unsigned kind = 0;
    while (words[kind] == NULL || strcmp(words[kind], word) != 0) {
        kind++;
    }
    return (enum ddds_question_kind)kind;
}

TEST(records_become_answers)
{
    for (const char **row =
             table_rows("fixtures/tables/builder.tsv", "Answers", 5);
         table_next(row);) {
        struct ddds_question question = DDDS_QUESTION_INIT;
        char name[DDDS_NAME_SIZE];
        char visited[4 * DDDS_NAME_SIZE] = "";
        question.kind = read_kind(row[0]);
        question.type = (uint16_t)table_number(row[1]);
        question.name = row[2];
        ddds_builder *builder = ddds_builder_new(NULL, &question, NULL);
        for (int i = 0; ddds_builder_next(builder, name); i++) {
            snprintf(visited + strlen(visited),
                     sizeof visited - strlen(visited), "%s%.400s",
                     i > 0 ? " " : "", name);
            add_rows(builder, name);
        }
        const char *answer = describe(ddds_builder_answer(builder));
        if (strcmp(visited, row[3]) != 0 || strcmp(answer, row[4]) != 0) {
            fail_msg("%s: %s: %s", row[2], visited, answer);
        }
        assert_ptr_equal(ddds_builder_answer(builder),
                         ddds_builder_answer(builder));
        ddds_builder_free(builder);
    }
}

static ddds_builder *begin(enum ddds_question_kind kind, const char *name)
{
    struct ddds_question question = DDDS_QUESTION_INIT;
    question.kind = kind;
    question.name = name;
    return ddds_builder_new(NULL, &question, NULL);
}

TEST(what_does_not_fit_is_refused)
{
    struct ddds_question question = {.name = "a.example"};
    struct ddds_error error;
    struct ddds_record record = {.owner = "a..b", .type = DDDS_TYPE_A};
    static const unsigned char octets[65536];
    assert_null(ddds_builder_new(NULL, &question, &error));
    assert_int_equal(error.status, DDDS_BAD_OPTION);
    question.size = sizeof question;
    question.name = "a..b";
    assert_null(ddds_builder_new(NULL, &question, &error));
    assert_int_equal(error.status, DDDS_MALFORMED);
    ddds_builder *builder = begin(DDDS_ASK_ADDRESSES, "a.example");
    assert_int_equal(ddds_builder_add(builder, &record, &error),
                     DDDS_MALFORMED);
    record.owner = "a.example";
    record.rdata = "\300\0\2";
    record.rdata_length = 3;
    assert_int_equal(ddds_builder_add(builder, &record, &error),
                     DDDS_MALFORMED);
    record.type = 65280; /* of no layout */
    record.rdata = octets;
    record.rdata_length = sizeof octets;
    assert_int_equal(ddds_builder_add(builder, &record, &error), DDDS_LIMIT);
    record.rdata_length = 32000;
    assert_ok(ddds_builder_add(builder, &record, &error));
    assert_ok(ddds_builder_add(builder, &record, &error));
    assert_int_equal(ddds_builder_add(builder, &record, &error), DDDS_LIMIT);
    assert_string_equal(describe(ddds_builder_answer(builder)),
                        "malformed answer - 0: 0 0 0 0 0");
    ddds_builder_free(builder);
}

/* ---- From messages ------------------------------------------------------- */

/* A response to a question for A or AAAA at "a", with one record of it. */
#define RESPONSE(type)                                                         \
    "\0\0\204\0\0\1\0\1\0\0\0\0\1a\0\0" type "\0\1\300\14\0" type              \
    "\0\1\0\0\0\77"
static const char of_a[] = RESPONSE("\1") "\0\4\300\0\2\1";
static const char of_aaaa[] = RESPONSE("\34") "\0\20"
                                              "0123456789abcdef";

TEST(messages_become_answers)
{
    char name[DDDS_NAME_SIZE];
    uint16_t type;
    ddds_builder *builder = begin(DDDS_ASK_ADDRESSES, "A.");
    assert_true(ddds_builder_query(builder, 0, name, &type));
    assert_string_equal(name, "a");
    assert_int_equal(type, DDDS_TYPE_A);
    assert_true(ddds_builder_query(builder, 1, name, &type));
    assert_int_equal(type, DDDS_TYPE_AAAA);
    assert_false(ddds_builder_query(builder, 2, name, &type));
    assert_ok(
        ddds_builder_read(builder, 0, of_a, sizeof of_a - 1, false, NULL));
    ddds_builder_judge(builder, 0, DDDS_SECURITY_SECURE);
    assert_ok(
        ddds_builder_read(builder, 1, of_aaaa, sizeof of_aaaa - 1, true, NULL));
    ddds_builder_judge(builder, 1, DDDS_SECURITY_INSECURE);
    const struct ddds_answer *answer = ddds_builder_answer(builder);
    assert_string_equal(describe(answer), "data - 63: 0 0 2 0 0");
    assert_int_equal(answer->security, DDDS_SECURITY_INSECURE);
    assert_false(answer->authenticated);
    assert_int_equal(answer->queries, 2);
    ddds_builder_free(builder);
}

/* One of two queries fails: how the other decides. */
TEST(failures_are_told)
{
    static const struct {
        enum ddds_reply failed;
        const char *detail;
        bool has_other;
        const char *answer;
        enum ddds_security security;
    } cases[] = {
        {DDDS_REPLY_NETWORK, "a\nb", true, "data - 63: 0 0 1 0 0",
         DDDS_SECURITY_SECURE},
        {DDDS_REPLY_BOGUS, "a\nb", true, "data - 63: 0 0 1 0 0",
         DDDS_SECURITY_BOGUS},
        {DDDS_REPLY_NETWORK, "a\nb", false, "network failure - 0: 0 0 0 0 0",
         DDDS_SECURITY_UNKNOWN},
        {DDDS_REPLY_BOGUS, NULL, false, "bogus - 0: 0 0 0 0 0",
         DDDS_SECURITY_BOGUS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ddds_builder *builder = begin(DDDS_ASK_ADDRESSES, "a");
        if (cases[i].has_other) {
            assert_ok(ddds_builder_read(builder, 0, of_a, sizeof of_a - 1,
                                        false, NULL));
            ddds_builder_judge(builder, 0, DDDS_SECURITY_SECURE);
        } else {
            ddds_builder_fail(builder, 0, cases[i].failed, cases[i].detail);
        }
        ddds_builder_fail(builder, 1, cases[i].failed, cases[i].detail);
        ddds_builder_judge(builder, 1, DDDS_SECURITY_BOGUS);
        const struct ddds_answer *answer = ddds_builder_answer(builder);
        assert_string_equal(describe(answer), cases[i].answer);
        assert_int_equal(answer->security, cases[i].security);
        assert_string_equal(answer->detail != NULL ? answer->detail : "-",
                            cases[i].detail != NULL ? "a\\010b" : "-");
        ddds_builder_free(builder);
    }
}

TEST(other_messages_are_refused)
{
    struct ddds_error error;
    ddds_builder *builder = begin(DDDS_ASK_ADDRESSES, "a");
    assert_int_equal(ddds_builder_read(builder, 0, of_aaaa, sizeof of_aaaa - 1,
                                       false, &error),
                     DDDS_MALFORMED);
    assert_non_null(strstr(error.detail, "its question section differs"));
    assert_int_equal(ddds_builder_read(builder, 1, of_aaaa, 11, false, &error),
                     DDDS_MALFORMED);
    assert_int_equal(
        ddds_builder_read(builder, 2, of_a, sizeof of_a - 1, false, &error),
        DDDS_BAD_OPTION);
    ddds_builder_fail(builder, 2, DDDS_REPLY_NETWORK, "nothing");
    ddds_builder_judge(builder, 2, DDDS_SECURITY_SECURE);
    assert_string_equal(describe(ddds_builder_answer(builder)),
                        "malformed answer - 0: 0 0 0 0 0");
    ddds_builder_free(builder);
    builder = begin(DDDS_ASK_ADDRESSES, "a"); /* without any result */
    assert_string_equal(describe(ddds_builder_answer(builder)),
                        "timeout - 0: 0 0 0 0 0");
    ddds_builder_free(builder);
}
