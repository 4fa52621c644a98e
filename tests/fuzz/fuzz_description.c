/* Descriptions of applications by strangers, and what they make of inputs.
 *
 * A refusal names a place in the file; what is accepted has a name, makes
 * strings and legal names within their limits, and its fallback rules work.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/engine.h>

#include "base/limits.h"
#include "fuzz.h"
#include "name/domain.h"

/* A refusal begins with a line and a column that there are. */
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

/* Resolve where there is nothing, so that the rules of the file stand in. */
static void use(const struct ddds_application *application, const char *input)
{
    const struct ddds_options options = {
        .size = sizeof options,
        .roots =
            application->root != NULL && input[0] == '9' ? "r.example" : NULL};
    const struct ddds_answer no = {.size = sizeof no,
                                   .reply = DDDS_REPLY_NO_NAME};
    struct ddds_error error;
    ddds_engine *engine = ddds_engine_new(application, input, &options, &error);
    if (engine == NULL) {
        require(error.status == DDDS_BAD_INPUT || error.status == DDDS_LIMIT);
        return;
    }
    struct ddds_question question = DDDS_QUESTION_INIT;
    unsigned questions = 0;
    while (ddds_engine_question(engine, &question)) {
        require(++questions < 1000);
        ddds_engine_answer(engine, question.id, &no, 0);
    }
    const struct ddds_result *result = ddds_engine_result(engine);
    require(result != NULL);
    check_key(result->key);
    require(strlen(result->aus) < LIMIT_OUTPUT_SIZE);
    ddds_engine_free(engine);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const inputs[] = {"", "978-0-306-40615-7", "Example.ORG",
                                         "a b\xc3\xa9..-"};
    char *text = copy_of(data, size);
    struct ddds_error error;
    struct ddds_application *application =
        ddds_application_read("t", text, size, &error);
    if (application == NULL) {
        check_refusal(text, size, &error);
    } else {
        require(application->name != NULL && application->first_key != NULL);
        for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
            use(application, inputs[i]);
        }
    }
    ddds_application_free(application);
    free(text);
    return 0;
}
