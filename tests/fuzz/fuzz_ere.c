/* Extended regular expressions of strangers (see fuzz_expression.h).
 *
 * What the reader accepts, PCRE2 compiles, unless it is too large. Small
 * expressions match where a simple twin does, each time.
 *
 * SPDX-License-Identifier: MIT */
#include "core/differential/twin.h"
#include "fuzz_expression.h"
#include "rule/ere.h"

/* Return true if the twin, which has no cache, is fast enough. */
static bool is_small(const char *ere, const char *subject)
{
    unsigned rounds = 0;
    unsigned groups = 0;
    for (const char *at = ere; *at != '\0'; at++) {
        rounds += strchr("*+{", *at) != NULL;
        groups += *at == '(';
    }
    return rounds <= 4 && groups <= 6 && strlen(ere) < 64 &&
           strlen(subject) < 24;
}

static void check_match(const struct ere_reading *reading, const char *ere,
                        bool ignore_case, const char *subject,
                        const struct ddds_captures *captures, bool matched)
{
    size_t begin = 0;
    size_t end = 0;
    require(twin_match(ere, reading->is_utf, ignore_case, subject, &begin,
                       &end) == matched);
    require(!matched || (captures->group[0].text == subject + begin &&
                         captures->group[0].length == end - begin));
}

/* Only ASCII letters have two cases for the twin, and octets that are not
 * UTF-8 are nothing to it. */
static bool is_ascii(const char *text)
{
    while (*text > 0) {
        text++;
    }
    return *text == '\0';
}

static void match(struct ere_program *program,
                  const struct ere_reading *reading, const char *ere,
                  bool ignore_case, const char *text)
{
    struct ere_subject subject = {text, strlen(text), NULL, false};
    struct ddds_captures first = DDDS_CAPTURES_INIT;
    struct ddds_error error;
    bool matched = false;
    ddds_status status =
        ddds_ere_match(program, &subject, &matched, &first, &error);
    require(status == DDDS_OK || (status == DDDS_LIMIT && !matched));
    if (status == DDDS_OK && is_small(ere, text) && is_ascii(ere) &&
        is_ascii(text)) {
        check_match(reading, ere, ignore_case, text, &first, matched);
    }
    struct ddds_captures again = DDDS_CAPTURES_INIT;
    bool matches = false;
    require(ddds_ere_match(program, &subject, &matches, &again, &error) ==
            status);
    require(matches == matched);
    require(!matched || memcmp(&again, &first, sizeof again) == 0);
}

static void read_and_match(const char *ere, bool ignore_case,
                           const char *subject)
{
    struct ddds_error error;
    struct ere_reading reading;
    struct ere_program *program;
    ddds_status status = ddds_ere_read(ere, strlen(ere), &reading, &error);
    if (status != DDDS_OK) {
        require(status == DDDS_MALFORMED || status == DDDS_LIMIT);
        require(error.offset <= strlen(ere) && strlen(error.detail) > 0);
        return;
    }
    struct ere_context *context = ddds_ere_context_new();
    require(context != NULL);
    status = ddds_ere_compile(context, &reading, ignore_case, &program, &error);
    require(status == DDDS_OK ||
            (status == DDDS_LIMIT && strchr(ere, '{') != NULL));
    if (status == DDDS_OK) {
        match(program, &reading, ere, ignore_case, subject);
        ddds_ere_program_free(program);
    }
    ddds_ere_context_free(context);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_expression(data, size, read_and_match);
    return 0;
}
