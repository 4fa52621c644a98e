/* Which of several reasons is reported.
 *
 * SPDX-License-Identifier: MIT */
#include "engine/failure.h"
#include "base/one_arena.h"

TEST(the_weightier_reason_is_reported)
{
    const struct {
        enum ddds_reason one;
        unsigned depth;
        enum ddds_reason other;
        unsigned other_depth;
        bool is_worse;
        const char *why;
    } rows[] = {
        {DDDS_REASON_NO_NAME, 9, DDDS_REASON_TIMEOUT, 0, true,
         "temporary before a definite no, however deep"},
        {DDDS_REASON_TIMEOUT, 0, DDDS_REASON_NO_NAME, 9, false, "likewise"},
        {DDDS_REASON_TIMEOUT, 0, DDDS_REASON_NETWORK, 9, false,
         "the first of the temporary ones stays"},
        {DDDS_REASON_LOOP, 9, DDDS_REASON_REFUSED, 0, true,
         "temporary before bad data"},
        {DDDS_REASON_TOO_DEEP, 0, DDDS_REASON_LOOP, 0, true,
         "LOOP before TOO_DEEP"},
        {DDDS_REASON_LIMIT, 9, DDDS_REASON_TOO_DEEP, 0, true,
         "TOO_DEEP before LIMIT"},
        {DDDS_REASON_MALFORMED_ANSWER, 9, DDDS_REASON_LIMIT, 0, true,
         "LIMIT before MALFORMED_ANSWER"},
        {DDDS_REASON_LIMIT, 0, DDDS_REASON_MALFORMED_ANSWER, 9, false,
         "likewise"},
        {DDDS_REASON_NO_NAME, 9, DDDS_REASON_MALFORMED_ANSWER, 0, true,
         "bad data before a definite no"},
        {DDDS_REASON_NO_NAME, 1, DDDS_REASON_NO_MATCH, 2, true,
         "the deeper of two definite noes"},
        {DDDS_REASON_NO_SERVICE, 2, DDDS_REASON_NO_MATCH, 2, false,
         "of equals the first stays"},
        {DDDS_REASON_NO_MATCH, 2, DDDS_REASON_NO_SERVICE, 2, false,
         "whichever it is"},
        {DDDS_REASON_LOOP, 0, DDDS_REASON_INSECURE, 0, true,
         "what was refused before what is wrong"},
        {DDDS_REASON_INSECURE, 0, DDDS_REASON_TIMEOUT, 0, true,
         "temporary before what was refused"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct failure one = {.reason = rows[i].one,
                                    .depth = rows[i].depth};
        const struct failure other = {.reason = rows[i].other,
                                      .depth = rows[i].other_depth};
        if (ddds_failure_is_worse(&one, &other) != rows[i].is_worse) {
            fail_msg("row %zu: %s", i, rows[i].why);
        }
    }
}

TEST(the_worse_reason_of_two_is_the_weightier)
{
    const enum ddds_reason rows[][3] = {
        {DDDS_REASON_RESOLVED, DDDS_REASON_TIMEOUT, DDDS_REASON_TIMEOUT},
        {DDDS_REASON_NETWORK, DDDS_REASON_BOGUS, DDDS_REASON_BOGUS},
        {DDDS_REASON_BOGUS, DDDS_REASON_NETWORK, DDDS_REASON_BOGUS},
        {DDDS_REASON_TIMEOUT, DDDS_REASON_NETWORK, DDDS_REASON_TIMEOUT},
        {DDDS_REASON_INSECURE, DDDS_REASON_LOOP, DDDS_REASON_INSECURE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(ddds_reason_worse(rows[i][0], rows[i][1]), rows[i][2]);
    }
}

TEST(replies_have_reasons)
{
    const struct {
        enum ddds_question_kind kind;
        enum ddds_reply reply;
        enum ddds_reason reason;
    } rows[] = {
        {DDDS_ASK_RULES, DDDS_REPLY_DATA, DDDS_REASON_RESOLVED},
        {DDDS_ASK_RULES, DDDS_REPLY_NO_NAME, DDDS_REASON_NO_NAME},
        {DDDS_ASK_RECORDS, DDDS_REPLY_NO_NAME, DDDS_REASON_NO_NAME},
        {DDDS_ASK_RECORDS, DDDS_REPLY_NO_DATA, DDDS_REASON_NO_DATA},
        {DDDS_ASK_RULES, DDDS_REPLY_NO_DATA, DDDS_REASON_NO_DATA},
        {DDDS_ASK_SERVERS, DDDS_REPLY_NO_NAME, DDDS_REASON_NO_SERVERS},
        {DDDS_ASK_SERVERS, DDDS_REPLY_NO_DATA, DDDS_REASON_NO_SERVERS},
        {DDDS_ASK_ADDRESSES, DDDS_REPLY_NO_NAME, DDDS_REASON_NO_ADDRESSES},
        {DDDS_ASK_ADDRESSES, DDDS_REPLY_NO_DATA, DDDS_REASON_NO_ADDRESSES},
        {DDDS_ASK_RULES, DDDS_REPLY_TIMEOUT, DDDS_REASON_TIMEOUT},
        {DDDS_ASK_SERVERS, DDDS_REPLY_SERVER_FAILURE,
         DDDS_REASON_SERVER_FAILURE},
        {DDDS_ASK_ADDRESSES, DDDS_REPLY_REFUSED, DDDS_REASON_REFUSED},
        {DDDS_ASK_RULES, DDDS_REPLY_NETWORK, DDDS_REASON_NETWORK},
        {DDDS_ASK_RULES, DDDS_REPLY_MALFORMED, DDDS_REASON_MALFORMED_ANSWER},
        {DDDS_ASK_RULES, DDDS_REPLY_NAME_TOO_LONG, DDDS_REASON_YXDOMAIN},
        {DDDS_ASK_ADDRESSES, DDDS_REPLY_BOGUS, DDDS_REASON_BOGUS},
        {DDDS_ASK_RULES, DDDS_REPLY_LIMIT, DDDS_REASON_LIMIT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(ddds_reply_reason(rows[i].kind, rows[i].reply),
                         rows[i].reason);
    }
}

/* ---- Rules ------------------------------------------------------------- */

enum { MOST = 32 };

/* As many as fit, each complete. */
TEST(offers_are_cut_between_them)
{
    static const struct ddds_rule rule = {1,  1,  "u", "abcdefghij+klmnopqrst",
                                          "", "", NULL};
    struct ddds_judged_rule rules[MOST];
    memset(rules, 0, sizeof rules);
    for (size_t i = 0; i < MOST; i++) {
        rules[i].rule = &rule;
        rules[i].verdict = DDDS_VERDICT_OTHER_SERVICE;
    }
    struct failure failure = ddds_failure_of_rules(rules, MOST, &arena);
    size_t length = strlen(failure.detail);
    assert_true(length < DDDS_DETAIL_SIZE);
    assert_string_equal(failure.detail + length - strlen(rule.services),
                        rule.services);
}

TEST(the_longest_offer_fits)
{
    char services[256];
    const struct ddds_rule rule = {1, 1, "u", services, "", "", NULL};
    const struct ddds_judged_rule judged = {
        .rule = &rule, .verdict = DDDS_VERDICT_OTHER_SERVICE};
    memset(services, 'a', 255);
    services[255] = '\0';
    struct failure failure = ddds_failure_of_rules(&judged, 1, &arena);
    assert_non_null(strstr(failure.detail, services));
}

TEST(a_limit_is_found_among_other_rules)
{
    struct ddds_judged_rule rules[3];
    memset(rules, 0, sizeof rules);
    rules[0].verdict = DDDS_VERDICT_ACCEPTABLE;
    assert_int_equal(ddds_failure_first_limited(rules, 3), 3);
    rules[2].verdict = DDDS_VERDICT_LIMIT;
    assert_int_equal(ddds_failure_first_limited(rules, 3), 2);
}

FIXTURES(.tear_down = free_arena);
