/* Which results another try would give again.
 *
 * SPDX-License-Identifier: MIT */
#include "batch/certainty.h"
#include "base/assertions.h"

/* Two steps, and an outcome with one endpoint. */
static struct ddds_step steps[2];
static struct ddds_answer answers[2];
static struct ddds_endpoint endpoint;
static struct ddds_outcome outcome;
static struct ddds_result result;

static int set_up(void **state)
{
    answers[0].reply = answers[1].reply = DDDS_REPLY_DATA;
    steps[0] = (struct ddds_step){
        .kind = DDDS_ASK_RULES, .name = "key.example", .answer = &answers[0]};
    steps[1] = (struct ddds_step){.kind = DDDS_ASK_ADDRESSES,
                                  .name = "host.example",
                                  .answer = &answers[1]};
    endpoint = (struct ddds_endpoint){.host = "host.example"};
    outcome = (struct ddds_outcome){
        .kind = DDDS_OUTCOME_HOST, .endpoints = &endpoint, .endpoint_count = 1};
    result = (struct ddds_result){.outcomes = &outcome,
                                  .outcome_count = 1,
                                  .steps = steps,
                                  .step_count = 2};
    return 0;
}

static bool is_certain(bool with_addresses)
{
    struct doubt doubt;
    return result_is_certain(&result, with_addresses, &doubt);
}

TEST(what_was_answered_is_certain)
{
    assert_true(is_certain(true));
    answers[0].reply = DDDS_REPLY_NO_NAME;
    assert_true(is_certain(true));
    result.outcome_count = 0;
    result.reason = DDDS_REASON_NO_NAME;
    assert_true(is_certain(true));
}

TEST(a_temporary_reason_is_not)
{
    struct doubt doubt;
    result.reason = DDDS_REASON_TIMEOUT;
    result.at = "key.example";
    assert_false(result_is_certain(&result, false, &doubt));
    assert_int_equal(doubt.reason, DDDS_REASON_TIMEOUT);
    assert_string_equal(doubt.at, "key.example");
}

/* Another branch led to the outcome; the failed branch might have come
 * first. */
TEST(a_branch_that_failed_for_a_moment_is_a_doubt)
{
    struct doubt doubt;
    answers[0].reply = DDDS_REPLY_SERVER_FAILURE;
    assert_false(result_is_certain(&result, false, &doubt));
    assert_int_equal(doubt.reason, DDDS_REASON_SERVER_FAILURE);
    assert_string_equal(doubt.at, "key.example");
    steps[0].is_fallback = true;
    assert_true(is_certain(false));
    steps[0].is_fallback = false;
    steps[0].answer = NULL;
    assert_true(is_certain(false));
}

TEST(addresses_count_if_they_are_compared)
{
    answers[1].reply = DDDS_REPLY_TIMEOUT;
    assert_true(is_certain(false));
    assert_false(is_certain(true));
    endpoint.host = "other.example";
    assert_false(is_certain(false));
}

/* The note of the outcome tells that some addresses are missing. */
TEST(a_limit_on_addresses_counts_if_they_are_compared)
{
    result.at = "host.example";
    assert_true(is_certain(false));
    assert_false(is_certain(true));
    result.note = "there may be a better result";
    assert_false(is_certain(false));
}

/* Data expired and the resolution began again. */
TEST(only_the_last_run_counts)
{
    answers[0].reply = DDDS_REPLY_TIMEOUT;
    steps[1].run = 1;
    assert_true(is_certain(true));
}

FIXTURES(.set_up = set_up);
