/* Untrusted substitution expressions, applied to untrusted strings: the first
 * line is the field, the rest the Application Unique String.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/rule.h>

#include "base/limits.h"
#include "fuzz.h"

static void check_error(const struct ddds_error *error, const char *field)
{
    require(error->status == DDDS_MALFORMED || error->status == DDDS_LIMIT);
    require(error->offset <= strlen(field) || error->offset == DDDS_NO_OFFSET);
    require(strlen(error->detail) > 0);
    require(strpbrk(error->detail, "\n\r\t\x1b\x7f") == NULL);
}

/* The parts are what the field is made of. */
static void check_parts(const ddds_substitution *substitution,
                        const char *field)
{
    struct ddds_substitution_parts parts = DDDS_SUBSTITUTION_PARTS_INIT;
    ddds_substitution_split(substitution, &parts);
    size_t length = strlen(field);
    size_t flags = strlen(parts.flags);
    size_t replacement = strlen(parts.replacement);
    size_t width = strlen(parts.delimiter);
    require(length <= LIMIT_STRING && width >= 1 && width <= 4);
    require(strncmp(field, parts.delimiter, width) == 0);
    require(flags + replacement + 3 * width < length);
    size_t second = length - flags - width - replacement - width;
    require(strcmp(field + length - flags, parts.flags) == 0);
    require(strspn(parts.flags, "iI") == flags);
    const char *third = field + length - flags - width;
    require(memcmp(third, parts.delimiter, width) == 0);
    require(memcmp(third - replacement, parts.replacement, replacement) == 0);
    require(memcmp(field + second, parts.delimiter, width) == 0);
    require(strlen(parts.ere) > 0);
    require(strlen(parts.ere) <= length - flags - replacement - 3 * width);
}

/* Groups lie in the subject; those that took part, in the match, since an
 * expression cannot look beyond it. */
static void check_captures(const struct ddds_captures *captures,
                           const char *subject, unsigned groups)
{
    const char *end = subject + strlen(subject);
    for (unsigned i = 0; i < 10; i++) {
        const struct ddds_span *group = &captures->group[i];
        if (group->text == NULL) {
            require(i > 0 && group->length == 0);
            continue;
        }
        require(i <= groups);
        require(group->text >= captures->group[0].text);
        require(group->text + group->length <=
                captures->group[0].text + captures->group[0].length);
        require(group->text + group->length <= end);
    }
}

static void apply(const ddds_substitution *substitution, const char *subject,
                  char *output, size_t size)
{
    bool matched = false;
    struct ddds_captures captures = DDDS_CAPTURES_INIT;
    struct ddds_error error;
    struct ddds_substitution_parts parts = DDDS_SUBSTITUTION_PARTS_INIT;
    ddds_substitution_split(substitution, &parts);
    memset(output, '#', size + 1);
    ddds_status status = ddds_substitution_apply(
        substitution, subject, output, size, &matched, &captures, &error);
    require(output[size] == '#');
    require(strlen(output) < size);
    require(status == DDDS_OK || (status == DDDS_LIMIT && !matched));
    require(matched == (output[0] != '\0'));
    if (matched) {
        check_captures(&captures, subject, parts.groups);
    }
}

/* Other readings of the expression keep within the same limits. */
static void apply_as(const ddds_substitution *substitution,
                     enum ddds_reading reading, const char *subject,
                     char *output, size_t size)
{
    bool matched = false;
    memset(output, '#', size + 1);
    ddds_status status = ddds_substitution_apply_as(
        substitution, reading, subject, output, size, &matched, NULL);
    require(output[size] == '#' && strlen(output) < size);
    require(status == DDDS_OK || output[0] == '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char output[LIMIT_OUTPUT_SIZE + 1];
    char *field = copy_of(data, size);
    char *subject = strchr(field, '\n');
    if (subject != NULL) {
        *subject++ = '\0';
        struct ddds_error error;
        ddds_substitution *substitution = ddds_substitution_new(field, &error);
        if (substitution != NULL) {
            check_parts(substitution, field);
            apply(substitution, subject, output, LIMIT_OUTPUT_SIZE);
            apply(substitution, subject, output, 8);
            apply_as(substitution, DDDS_READING_SED, subject, output,
                     LIMIT_OUTPUT_SIZE);
            apply_as(substitution, DDDS_READING_PERL, subject, output,
                     LIMIT_OUTPUT_SIZE);
            ddds_substitution_free(substitution);
        } else {
            check_error(&error, field);
        }
    }
    free(field);
    return 0;
}
