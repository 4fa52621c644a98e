/* The words for the ends of a resolution.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/result.h>

#include "base/assertions.h"

/* Users script against the names, and exit statuses follow from the classes. */
TEST(reasons_have_the_names_and_classes_of_the_contract)
{
    const struct {
        enum ddds_reason reason;
        const char *name;
        enum ddds_reason_class class;
    } rows[] = {
        {DDDS_REASON_RESOLVED, "RESOLVED", DDDS_CLASS_RESOLVED},
        {DDDS_REASON_NO_NAME, "NO_NAME", DDDS_CLASS_NOT_FOUND},
        {DDDS_REASON_NO_DATA, "NO_DATA", DDDS_CLASS_NOT_FOUND},
        {DDDS_REASON_NO_MATCH, "NO_MATCH", DDDS_CLASS_NOT_FOUND},
        {DDDS_REASON_NO_SERVICE, "NO_SERVICE", DDDS_CLASS_NOT_FOUND},
        {DDDS_REASON_NO_RULE, "NO_RULE", DDDS_CLASS_NOT_FOUND},
        {DDDS_REASON_NO_SERVERS, "NO_SERVERS", DDDS_CLASS_NOT_FOUND},
        {DDDS_REASON_NO_ADDRESSES, "NO_ADDRESSES", DDDS_CLASS_NOT_FOUND},
        {DDDS_REASON_REJECTED, "REJECTED", DDDS_CLASS_NOT_FOUND},
        {DDDS_REASON_YXDOMAIN, "YXDOMAIN", DDDS_CLASS_BAD_DATA},
        {DDDS_REASON_MALFORMED_ANSWER, "MALFORMED_ANSWER", DDDS_CLASS_BAD_DATA},
        {DDDS_REASON_LIMIT, "LIMIT", DDDS_CLASS_LIMITED},
        {DDDS_REASON_TOO_DEEP, "TOO_DEEP", DDDS_CLASS_BAD_DATA},
        {DDDS_REASON_LOOP, "LOOP", DDDS_CLASS_BAD_DATA},
        {DDDS_REASON_INSECURE, "INSECURE", DDDS_CLASS_INSECURE},
        {DDDS_REASON_TIMEOUT, "TIMEOUT", DDDS_CLASS_TEMPORARY},
        {DDDS_REASON_SERVER_FAILURE, "SERVER_FAILURE", DDDS_CLASS_TEMPORARY},
        {DDDS_REASON_REFUSED, "REFUSED", DDDS_CLASS_TEMPORARY},
        {DDDS_REASON_NETWORK, "NETWORK", DDDS_CLASS_TEMPORARY},
        {DDDS_REASON_BOGUS, "BOGUS", DDDS_CLASS_TEMPORARY},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_string_equal(ddds_reason_name(rows[i].reason), rows[i].name);
        assert_int_equal(ddds_reason_class(rows[i].reason), rows[i].class);
        assert_true(ddds_reason_text(rows[i].reason)[0] != '\0');
    }
    const enum ddds_reason strange = (enum ddds_reason)(DDDS_REASON_BOGUS + 1);
    assert_string_equal(ddds_reason_name(strange), "UNKNOWN");
    assert_string_equal(ddds_reason_text(strange), "unknown reason");
    assert_int_equal(ddds_reason_class(strange), DDDS_CLASS_TEMPORARY);
}

TEST(verdicts_have_the_words_of_the_contract)
{
    const char *const words[] = {
        "chosen",       "acceptable",        "no_match",    "other_service",
        "unknown_flag", "conflicting_flags", "malformed",   "both_fields",
        "no_output",    "illegal_key",       "illegal_uri", "order_closed",
        "limit",        "dead_end",
    };
    for (int i = 0; i <= (int)DDDS_VERDICT_DEAD_END; i++) {
        assert_string_equal(ddds_verdict_name((enum ddds_verdict)i), words[i]);
        assert_true(ddds_verdict_text((enum ddds_verdict)i)[0] != '\0');
    }
    const enum ddds_verdict strange =
        (enum ddds_verdict)(DDDS_VERDICT_DEAD_END + 1);
    assert_string_equal(ddds_verdict_name(strange), "unknown");
    assert_string_equal(ddds_verdict_text(strange), "unknown verdict");
}

TEST(outcomes_have_the_kinds_of_the_contract)
{
    assert_string_equal(ddds_outcome_name(DDDS_OUTCOME_URI), "uri");
    assert_string_equal(ddds_outcome_name(DDDS_OUTCOME_SERVERS), "servers");
    assert_string_equal(ddds_outcome_name(DDDS_OUTCOME_HOST), "host");
    assert_string_equal(ddds_outcome_name(DDDS_OUTCOME_PROTOCOL), "protocol");
    assert_string_equal(ddds_outcome_name(DDDS_OUTCOME_UUID), "uuid");
}

/* Databases and applications print them; an unknown number has a text. */
TEST(replies_have_texts)
{
    for (int i = 0; i <= (int)DDDS_REPLY_LIMIT; i++) {
        assert_true(ddds_reply_text((enum ddds_reply)i)[0] != '\0');
    }
    const enum ddds_reply strange = (enum ddds_reply)(DDDS_REPLY_LIMIT + 1);
    assert_string_equal(ddds_reply_text(strange), "unknown reply");
}

/* An unknown part makes the whole unknown; otherwise the worse part counts. */
TEST(the_weaker_of_two_counts)
{
    static const enum ddds_security order[] = {
        DDDS_SECURITY_SECURE, DDDS_SECURITY_INSECURE,
        DDDS_SECURITY_INDETERMINATE, DDDS_SECURITY_BOGUS,
        DDDS_SECURITY_UNKNOWN};
    static const char *const words[] = {"secure", "insecure", "indeterminate",
                                        "bogus", "unknown"};
    for (size_t i = 0; i < 5; i++) {
        assert_string_equal(ddds_security_name(order[i]), words[i]);
        assert_true(ddds_security_text(order[i])[0] != '\0');
        for (size_t k = 0; k < 5; k++) {
            assert_int_equal(ddds_security_weaker(order[i], order[k]),
                             order[i > k ? i : k]);
        }
    }
    const enum ddds_security strange =
        (enum ddds_security)(DDDS_SECURITY_BOGUS + 1);
    assert_string_equal(ddds_security_name(strange), "unknown");
}

/* A name outside the database is a missing name to the algorithm. */
TEST(a_name_outside_is_a_missing_name)
{
    for (int kind = 0; kind <= (int)DDDS_ASK_URIS; kind++) {
        assert_int_equal(ddds_reply_reason((enum ddds_question_kind)kind,
                                           DDDS_REPLY_OUTSIDE),
                         ddds_reply_reason((enum ddds_question_kind)kind,
                                           DDDS_REPLY_NO_NAME));
    }
}
