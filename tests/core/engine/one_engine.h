/* The engine of a test, and answers to its questions.
 *
 * SPDX-License-Identifier: MIT */
#ifndef UNIT_ONE_ENGINE_H
#define UNIT_ONE_ENGINE_H

#include <ddds/engine.h>

#include "base/assertions.h"

enum {
    RULES = DDDS_ASK_RULES,
    SERVERS = DDDS_ASK_SERVERS,
    ADDRESSES = DDDS_ASK_ADDRESSES,
};

static ddds_engine *engine;

static int free_engine(void **state)
{
    ddds_engine_free(engine);
    engine = NULL;
    return 0;
}

/* Go on with an engine of |application|. */
static inline void begin(const struct ddds_application *application,
                         const char *input, const struct ddds_options *options)
{
    free_engine(NULL);
    engine = ddds_engine_new(application, input, options, NULL);
    assert_non_null(engine);
}

/* The id of the next question, which is for |kind| of |name|. */
static inline uint32_t ask(int kind, const char *name)
{
    struct ddds_question question = DDDS_QUESTION_INIT;
    assert_true(ddds_engine_question(engine, &question));
    assert_int_equal(question.kind, kind);
    assert_string_equal(question.name, name);
    return question.id;
}

static inline void answer_no(uint32_t id, enum ddds_reply reply, uint32_t ttl)
{
    const struct ddds_answer answer = {
        .size = sizeof answer, .reply = reply, .ttl = ttl};
    ddds_engine_answer(engine, id, &answer, 0);
}

static inline void answer_rules(uint32_t id, const struct ddds_rule *rules,
                                size_t count)
{
    struct ddds_answer answer = {
        .size = sizeof answer, .ttl = 60, .authenticated = true, .queries = 1};
    answer.ruleset = ddds_ruleset_new(rules, count, NULL);
    assert_non_null(answer.ruleset);
    ddds_engine_answer(engine, id, &answer, 0);
    ddds_ruleset_free(answer.ruleset);
}

static inline void answer_rule(uint32_t id, const char *flags,
                               const char *services, const char *regexp,
                               const char *replacement)
{
    const struct ddds_rule rule = {10,     10,          flags, services,
                                   regexp, replacement, NULL};
    answer_rules(id, &rule, 1);
}

static inline void answer_servers(uint32_t id, const struct ddds_srv *servers,
                                  size_t count)
{
    const struct ddds_answer answer = {.size = sizeof answer,
                                       .ttl = 60,
                                       .servers = servers,
                                       .server_count = count};
    ddds_engine_answer(engine, id, &answer, 0);
}

static inline void answer_address(uint32_t id, uint8_t last)
{
    const struct ddds_address address = {4, {192, 0, 2, last}};
    const struct ddds_answer answer = {.size = sizeof answer,
                                       .ttl = 60,
                                       .addresses = &address,
                                       .address_count = 1};
    ddds_engine_answer(engine, id, &answer, 0);
}

#endif
