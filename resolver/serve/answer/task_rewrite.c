/* Test expressions on strings.
 *
 * SPDX-License-Identifier: MIT */
#include "serve/answer/task.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ddds/record.h>
#include <ddds/rule.h>

#include "lint/findings.h"
#include "print/json_members.h"

enum { OUTPUT_SIZE = 8193, MOST_STRINGS = 64, LONGEST_STRINGS = 1 << 16 };

/* ---- One string --------------------------------------------------------- */

static json_t *make_groups(const struct ddds_captures *captures, unsigned count,
                           const char *string)
{
    json_t *array = json_array();
    for (unsigned i = 0; i < 10 && i <= count; i++) {
        const struct ddds_span *group = &captures->group[i];
        if (group->text == NULL) {
            json_array_append_new(array, json_null());
            continue;
        }
        json_t *object = json_object();
        json_int_t begin = group->text - string;
        put_number(object, "begin", begin);
        put_number(object, "end", begin + (json_int_t)group->length);
        put_span(object, "text", *group);
        json_array_append_new(array, object);
    }
    return array;
}

/* The result under another |reading| of the expression. */
static json_t *make_reading(const ddds_substitution *substitution,
                            enum ddds_reading reading, const char *string)
{
    char output[OUTPUT_SIZE];
    bool matched = false;
    struct ddds_error error;
    json_t *object = json_object();
    bool is_done =
        ddds_substitution_apply_as(substitution, reading, string, output,
                                   sizeof output, &matched, &error) == DDDS_OK;
    json_object_set_new(object, "matched", json_boolean(is_done && matched));
    put_string(object, "output", is_done && matched ? output : NULL);
    put_string(object, "error", is_done ? NULL : error.detail);
    return object;
}

static json_t *make_string(const ddds_substitution *substitution,
                           const char *string)
{
    char output[OUTPUT_SIZE];
    bool matched = false;
    struct ddds_captures captures = DDDS_CAPTURES_INIT;
    struct ddds_substitution_parts parts = DDDS_SUBSTITUTION_PARTS_INIT;
    struct ddds_error error;
    json_t *object = json_object();
    bool is_done =
        ddds_substitution_apply(substitution, string, output, sizeof output,
                                &matched, &captures, &error) == DDDS_OK;
    bool has_groups = is_done && captures.group[0].text != NULL;
    ddds_substitution_split(substitution, &parts);
    put_string(object, "string", string);
    json_object_set_new(object, "matched", json_boolean(is_done && matched));
    put_string(object, "output", is_done && matched ? output : NULL);
    put_string(object, "error", is_done ? NULL : error.detail);
    json_object_set_new(object, "groups",
                        has_groups
                            ? make_groups(&captures, parts.groups, string)
                            : json_array());
    json_object_set_new(object, "sed",
                        make_reading(substitution, DDDS_READING_SED, string));
    json_object_set_new(object, "perl",
                        make_reading(substitution, DDDS_READING_PERL, string));
    return object;
}

/* ---- The expression ----------------------------------------------------- */

/* Findings of ddds lint. */
static json_t *make_findings(const char *regexp)
{
    json_t *array = json_array();
    struct lint_findings findings;
    findings_of_expression(&findings, regexp);
    for (size_t i = 0; i < findings.count; i++) {
        json_array_append_new(array, findings_make_json(&findings.items[i]));
    }
    findings_free(&findings);
    return array;
}

/* Append the lines of |text|, which forms end with CR LF. Skip empty lines,
 * unless |text| is a single line. Return false if they are too many. */
static bool add_lines(json_t *strings, const ddds_substitution *substitution,
                      const char *text)
{
    bool is_one = strchr(text, '\n') == NULL;
    do {
        size_t length = strcspn(text, "\n");
        bool has_return = !is_one && length > 0 && text[length - 1] == '\r';
        char *line = strndup(text, length - has_return);
        if (is_one || line[0] != '\0') {
            json_array_append_new(strings, make_string(substitution, line));
        }
        free(line);
        text += length;
    } while (*text++ == '\n' && json_array_size(strings) <= MOST_STRINGS);
    return json_array_size(strings) <= MOST_STRINGS;
}

/* Collect the values of all parameters "string". NULL if they are too many or
 * too long, since the answer repeats them. */
static json_t *make_strings(const struct ask *ask,
                            const ddds_substitution *substitution)
{
    json_t *strings = json_array();
    size_t length = 0;
    for (size_t i = 0; i < ask->parameters.count; i++) {
        const struct parameter *parameter = &ask->parameters.items[i];
        if (strcmp(parameter->name, "string") == 0 &&
            ((length += strlen(parameter->value)) > LONGEST_STRINGS ||
             !add_lines(strings, substitution, parameter->value))) {
            json_decref(strings);
            return NULL;
        }
    }
    return strings;
}

/* Make the answer; |strings| is taken over. */
static json_t *make_document(const char *regexp, json_t *strings,
                             const ddds_substitution *substitution)
{
    struct ddds_substitution_parts parts = DDDS_SUBSTITUTION_PARTS_INIT;
    json_t *object = json_object();
    ddds_substitution_split(substitution, &parts);
    put_string(object, "schema", "ddds.rewrite/1");
    put_string(object, "regexp", regexp);
    put_string(object, "delimiter", parts.delimiter);
    put_string(object, "expression", parts.ere);
    put_string(object, "replacement", parts.replacement);
    put_string(object, "flags", parts.flags);
    put_number(object, "groups", parts.groups);
    put_string(object, "pattern", ddds_substitution_pattern(substitution));
    json_object_set_new(object, "findings", make_findings(regexp));
    json_object_set_new(object, "strings", strings);
    return object;
}

static void refuse(const struct ask *ask, struct answer *answer,
                   const struct ddds_error *error)
{
    char result[48] = "{\"offset\":null}";
    if (error->offset != DDDS_NO_OFFSET) {
        snprintf(result, sizeof result, "{\"offset\":%zu}", error->offset);
    }
    answer_problem(ask, answer, 400, "BAD_EXPRESSION", error->detail, result);
}

void task_rewrite(const struct ask *ask, struct answer *answer)
{
    char field[DDDS_FIELD_SIZE];
    struct ddds_error error;
    const char *regexp = parameters_get(&ask->parameters, "regexp");
    if (regexp == NULL || regexp[0] == '\0') {
        answer_problem(ask, answer, 400, "BAD_OPTION",
                       "the parameter \"regexp\" is missing", NULL);
        return;
    }
    if (parameters_is_set(&ask->parameters, "master")) {
        if (ddds_field_unescape(regexp, field, &error) != DDDS_OK) {
            refuse(ask, answer, &error);
            return;
        }
        regexp = field;
    }
    ddds_substitution *substitution = ddds_substitution_new(regexp, &error);
    if (substitution == NULL) {
        refuse(ask, answer, &error);
        return;
    }
    json_t *strings = make_strings(ask, substitution);
    if (strings == NULL) {
        answer_problem(ask, answer, 413, "LIMIT",
                       "too many strings; the maximum is 64, with 65536 octets",
                       NULL);
    } else {
        answer_document(ask, answer,
                        make_document(regexp, strings, substitution));
    }
    ddds_substitution_free(substitution);
}
