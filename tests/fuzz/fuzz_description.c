/* Untrusted descriptions of applications, and their results for inputs.
 *
 * A refusal names a place in the file; what is accepted has a name, makes
 * strings and legal names within their limits, and its fallback rules work.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/engine.h>
#include <ddds/question.h>

#include "base/limits.h"
#include "fuzz.h"
#include "base/domain.h"

/* A refusal begins with a line and a column of the text. */
static void check_refusal(const char *text, size_t size,
                          const struct ddds_error *error)
{
    char *end;
    if (error->status == DDDS_LIMIT) {
        require(size > LIMIT_DESCRIPTION);
        return;
    }
    require(error->status == DDDS_SYNTAX);
    require(strncmp(error->detail, "t:", 2) == 0);
    unsigned long line = strtoul(error->detail + 2, &end, 10);
    require(*end == ':' && line >= 1);
    unsigned long column = strtoul(end + 1, &end, 10);
    require(*end == ':' && column >= 1);
    const char *begin = text;
    for (; line > 1; line--) {
        begin = memchr(begin, '\n', (size_t)(text + size - begin));
        require(begin != NULL);
        begin++;
    }
    require(column - 1 <= (size_t)(text + size - begin));
}

static void check_key(const char *key)
{
    char spelt[LIMIT_NAME_SIZE];
    require(strlen(key) < DDDS_KEY_SIZE);
    require(ddds_domain_parse(key, strlen(key), spelt, NULL) == DDDS_OK);
    require(strcmp(key, spelt) == 0);
}

/* Answers of a server: no data, a failure, or, except to questions for rules,
 * data. */
enum mood { EMPTY, FAILING, HELPFUL, MOODS };

static void answer(ddds_engine *engine, const struct ddds_question *question,
                   enum mood mood)
{
    static const struct ddds_srv server = {1, 1, 80, "server.example"};
    static const struct ddds_address address = {4, {192, 0, 2, 1}};
    struct ddds_answer reply = {.size = sizeof reply,
                                .reply = DDDS_REPLY_NO_NAME};
    if (mood == FAILING && question->kind == DDDS_ASK_RULES) {
        reply.reply = DDDS_REPLY_SERVER_FAILURE;
    } else if (mood == HELPFUL && question->kind == DDDS_ASK_SERVERS) {
        reply.reply = DDDS_REPLY_DATA;
        reply.servers = &server;
        reply.server_count = 1;
    } else if (mood != EMPTY && question->kind == DDDS_ASK_ADDRESSES) {
        reply.reply = DDDS_REPLY_DATA;
        reply.addresses = &address;
        reply.address_count = 1;
    }
    ddds_engine_answer(engine, question->id, &reply, 0);
}

static void finish(ddds_engine *engine, enum mood mood)
{
    struct ddds_question question = DDDS_QUESTION_INIT;
    unsigned questions = 0;
    while (ddds_engine_question(engine, &question)) {
        require(++questions < 1000);
        answer(engine, &question, mood);
    }
    const struct ddds_result *result = ddds_engine_result(engine);
    require(result != NULL);
    check_key(result->key);
    require(strlen(result->aus) < LIMIT_OUTPUT_SIZE);
}

/* Resolve without published rules, so that the fallback rules of the file are
 * used. All outcomes are rejected in turn. */
static void use(const struct ddds_application *application, const char *input,
                enum mood mood)
{
    bool needs_root = application->root != NULL &&
                      (application->root[0] == '\0' || input[0] == '9');
    const struct ddds_options options = {.size = sizeof options,
                                         .all = mood == EMPTY,
                                         .roots =
                                             needs_root ? "r.example" : NULL};
    struct ddds_error error;
    unsigned rejected = 0;
    ddds_engine *engine = ddds_engine_new(application, input, &options, &error);
    if (engine == NULL) {
        require(error.status == DDDS_BAD_INPUT || error.status == DDDS_LIMIT);
        return;
    }
    finish(engine, mood);
    while (ddds_engine_result(engine)->outcome_count > 0) {
        require(++rejected < 100);
        ddds_engine_reject(engine, 0);
        finish(engine, mood);
    }
    ddds_engine_free(engine);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const inputs[] = {
        "",
        "978-0-306-40615-7",
        "Example.ORG",
        "a b\xc3\xa9..-",
        "192.0.2.1",
        "turns:[2001:db8::1]:80?transport=udp",
        "aaa://user.example:3868;transport=tcp",
        "urn:ddi:us.example:R-V1:1?+r",
    };
    char *text = copy_of(data, size);
    struct ddds_error error;
    struct ddds_application *application =
        ddds_application_read("t", text, size, &error);
    if (application == NULL) {
        check_refusal(text, size, &error);
    } else {
        require(application->name != NULL && application->first_key != NULL);
        for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
            for (unsigned mood = EMPTY; mood < MOODS; mood++) {
                use(application, inputs[i], (enum mood)mood);
            }
        }
    }
    ddds_application_free(application);
    free(text);
    return 0;
}
